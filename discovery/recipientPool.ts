/** The recipients that a run created for its cases: who works on which, one after the other. */

import { hash32 } from "../generators/texts/partnerId.js";
import type { KnownRecipient, Target } from "./target.js";

/** The first recipient of each template is reserved for controls. */
function isReserved(recipient: KnownRecipient, pool: readonly KnownRecipient[]): boolean {
  return pool.find(({ template }) => template === recipient.template) === recipient;
}

export class RecipientPool {
  private readonly retired = new Set<KnownRecipient>();
  private readonly queues = new Map<KnownRecipient, Promise<unknown>>();

  private readonly recipients: Record<string, readonly KnownRecipient[]>;

  constructor(recipients: Target["recipients"]) {
    this.recipients = { ...recipients };
  }

  private of(accountType: string): readonly KnownRecipient[] {
    return this.recipients[accountType] ?? [];
  }

  find(id: string): KnownRecipient | null {
    const isIt = ({ recipientId }: KnownRecipient): boolean => recipientId === id;
    return Object.values(this.recipients).flat().find(isIt) ?? null;
  }

  replace(lost: KnownRecipient, renewed: KnownRecipient): void {
    const { accountType } = lost;
    this.recipients[accountType] = this.of(accountType).map((one) => (one === lost ? renewed : one));
  }

  /**
   * A recipient to work on: one that was created from the template, where that matters, since a service may keep its
   * original values. Undefined when there is none of the account type.
   * @param key decides which, the same in each run
   */
  recipientFor(key: string, accountType: string, template: string | undefined): KnownRecipient | undefined {
    const pool = this.of(accountType);
    const usable = this.usable(pool);
    const alike = usable.filter((recipient) => recipient.template === template);
    const candidates = [alike, usable, pool].find(({ length }) => length > 0) ?? [];
    return candidates[hash32(key) % candidates.length];
  }

  /**
   * The recipient that controls are sent to instead of another one; undefined where there is no other.
   * @param id the recipient_id of the other one
   */
  reservedInPlaceOf(id: string | undefined, template: string): KnownRecipient | undefined {
    const pools = Object.values(this.recipients);
    const pool = pools.find((candidates) => candidates.some(({ recipientId }) => recipientId === id)) ?? [];
    // Where cases work on the reserved ones, for want of others, a control on them would wait for its own case.
    if (this.usable(pool).length === 0) return undefined;
    return pool.find((recipient) => recipient.template === template && isReserved(recipient, pool)) ?? pool[0];
  }

  /** Whether recipients of an account type were set aside, and only reserved ones are left. */
  isUsedUp(accountType: string): boolean {
    const pool = this.of(accountType);
    return this.usable(pool).length === 0 && pool.some((recipient) => this.retired.has(recipient));
  }

  private usable(pool: readonly KnownRecipient[]): readonly KnownRecipient[] {
    return pool.filter((recipient) => !this.retired.has(recipient) && !isReserved(recipient, pool));
  }

  retire(recipient: KnownRecipient): void {
    this.retired.add(recipient);
  }

  /**
   * Work on one recipient waits for the work before it, so that no two requests about it are under way at once. Not by
   * its id: a service may give one id to several, and work on one of them would wait for a control that waits for it.
   */
  exclusively<T>(recipient: KnownRecipient, work: (recipient: KnownRecipient) => Promise<T>): Promise<T> {
    const before = this.queues.get(recipient) ?? Promise.resolve();
    const start = () => work(recipient);
    const run = before.then(start, start);
    const settled = run.catch(() => undefined);
    this.queues.set(recipient, settled);
    return run;
  }
}

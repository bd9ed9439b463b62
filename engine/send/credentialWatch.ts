/**
 * Credentials that stop working in the middle of a run: they expire, or are locked. From then on everything is refused
 * with 401 or 403, so that such an answer says something only once a read that is known to be good was accepted after it.
 */
import type { Exchange, WireRequest } from "../../client/model.js";
import { hasStatus } from "../../oracles/outcome.js";
import { meaningOf } from "../../schemas/statuses.js";
import { quoted } from "../judge/refusalText.js";

/** What is known of credentials that are refused by now. */
export interface CredentialsLost {
  /** The number of the first request that was refused, as nearly as concurrent requests allow. */
  readonly request: number;
  /** The refusal, in the service's words. */
  readonly answer: string;
}

/** How the watch finds out whether the credentials still work. */
export interface GoodReads {
  /** Reads that were accepted with these credentials before. None: nothing is asked, and everything counts. */
  readonly reads: readonly WireRequest[];
  /** Requests sent so far. */
  readonly requests: () => number;
}

/** Results that are held back before a read shows whether they count, unless more are allowed. */
const HELD = 8;
/**
 * How often each read is sent before it counts as refused. The end of a run rests on it, and a service that mixes up
 * answers may well answer two reads in a row with what it had for others.
 */
const ASKED = 6;

/** Whether credentials that stopped working would get the same answer. */
export function refusesCredentials(exchange: Exchange): boolean {
  return hasStatus(exchange, (status) => ["credentials", "permission"].includes(meaningOf(status)));
}

/** Holds results back until it is known that the credentials still worked when they were seen. */
export class CredentialWatch {
  /** Null as long as the credentials work. */
  lost: CredentialsLost | null = null;
  private settling: Promise<void> = Promise.resolve();
  private held: { readonly count: () => void; readonly since: number | null }[] = [];

  constructor(
    private readonly send: (request: WireRequest) => Promise<Exchange>,
    private readonly good: GoodReads = { reads: [], requests: () => 0 },
    private readonly most = HELD,
  ) {}

  /** The number of the last request that was sent. */
  now(): number {
    return this.good.requests();
  }

  /**
   * Lets results with a refusal among their answers count once a read was accepted after them.
   * @param since the approximate number of the request that was refused with the valid credentials; null when none was
   */
  async take(count: () => void, since: number | null): Promise<void> {
    if (this.good.reads.length === 0) return count();
    this.held.push({ count, since });
    if (this.held.length >= this.most) await this.settle();
  }

  /** Finds out whether what is held back counts. Results after the credentials were lost never count. */
  settle(): Promise<void> {
    // One after the other: whoever waits for its own results also waits for those who took them along.
    const settled = this.settling.then(() => this.settleHeld());
    this.settling = settled.catch(() => {});
    return settled;
  }

  private async settleHeld(): Promise<void> {
    const held = this.held;
    this.held = [];
    if (held.length === 0 || this.lost !== null) return;
    const now = this.now();
    const refusal = await this.refusal();
    if (refusal === null) for (const { count } of held) count();
    else this.lost ??= { request: Math.min(...held.map(({ since }) => since ?? now)), answer: quoted(refusal) };
  }

  /** The refusal that every good read gets by now; null when one is still accepted. */
  private async refusal(): Promise<Exchange | null> {
    let refusal: Exchange | null = null;
    for (const read of this.good.reads) {
      for (let turn = 0; turn < ASKED; turn++) {
        refusal = await this.send(read);
        if (!refusesCredentials(refusal)) return null;
      }
    }
    return refusal;
  }
}

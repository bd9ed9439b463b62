/**
 * What the document leaves open about storing: whether something may be stored twice, how many resources may refer to a
 * file and when, and how many resources there may be in all.
 */

import type { Behaviour } from "./behaviours.js";
import { isObject } from "./json.js";
import { badRequest, type PartnerRequest, type Refusal, refusal } from "./request.js";

type Kind = "recipients" | "files" | "customers";

/** How many resources of a kind are accepted in total. */
const ALLOWED = 120;
/** Milliseconds until a file is inspected. */
const LOOKED_OVER = 700;

/** What is remembered of stored values. */
export class Allowances {
  readonly #stored: Record<Kind, number> = { recipients: 0, files: 0, customers: 0 };
  readonly #accounts = new Map<string, string>();
  readonly #contents = new Set<string>();
  readonly #names = new Set<unknown>();
  readonly #uses = new Map<string, string>();
  readonly #uploaded = new Map<string, number>();
  /** Whether a file was referred to. */
  #referred = false;

  constructor(private readonly behaviour: Behaviour) {}

  /** The refusal of one more resource of a kind. */
  full(kind: Kind): Refusal | undefined {
    const { allowance } = this.behaviour;
    if (allowance === "none" || this.#stored[kind] < ALLOWED) return undefined;
    return allowance === "forbidden"
      ? refusal(403, "FORBIDDEN", `No more ${kind} can be stored`)
      : refusal(409, "INVALID_PARAMETER", `No more ${kind} can be stored`);
  }

  count(kind: Kind): void {
    this.#stored[kind] += 1;
  }

  /** The refusal of a file that was uploaded before. */
  uploadRefusal(content: unknown): Refusal | undefined {
    const known = this.#contents.has(String(content));
    return known && this.behaviour.repeatedFiles === "refused"
      ? refusal(409, "ALREADY_EXISTS", "The same file was uploaded before")
      : undefined;
  }

  /** Remembers a file that was uploaded at the time `now`, in milliseconds since 1970. */
  uploaded(id: string, content: unknown, now: number): void {
    if (this.behaviour.repeatedFiles === "refused") this.#contents.add(String(content));
    if (this.behaviour.fileReadiness === "later") this.#uploaded.set(id, now);
  }

  /** The refusal of a customer whose name another one already has. */
  nameRefusal(request: PartnerRequest): Refusal | undefined {
    return this.#names.has(customerName(request)) && this.behaviour.repeatedNames === "refused"
      ? refusal(409, "ALREADY_EXISTS", "A customer of this name is known already")
      : undefined;
  }

  /** The refusal of what a recipient or customer refers to. */
  referenceRefusal(request: PartnerRequest, owner: string, now: number): Refusal | undefined {
    const behaviour = this.behaviour;
    for (const file of behaviour.fileUses === "one" ? filesIn(request.fields) : []) {
      const user = this.#uses.get(file);
      if (user !== undefined && user !== owner)
        return badRequest(request.operation, behaviour, "A file belongs to another resource");
    }
    for (const file of behaviour.fileReadiness === "later" ? filesIn(request.fields) : []) {
      const since = this.#uploaded.get(file);
      const isFirst = since !== undefined && !this.#referred;
      this.#referred ||= isFirst;
      // The very first one is inspected when it is referred to, however late that is.
      if (since !== undefined && (isFirst || now - since < LOOKED_OVER))
        return badRequest(request.operation, behaviour, "A file is still being looked over");
    }
    return undefined;
  }

  /** The refusal of a recipient's account that another one already has. */
  accountRefusal(request: PartnerRequest, owner: string): Refusal | undefined {
    const account = accountOf(request);
    const holder = account === undefined ? undefined : this.#accounts.get(account);
    if (this.behaviour.repeatedAccounts === "accepted" || holder === undefined || holder === owner) return undefined;
    const status = request.operation === "updateRecipient" ? 400 : 409;
    return refusal(status, "ALREADY_EXISTS", "Another recipient has this account");
  }

  /** Remembers what a resource refers to. */
  stored(request: PartnerRequest, owner: string): void {
    const { repeatedAccounts, fileUses } = this.behaviour;
    const account = accountOf(request);
    if (repeatedAccounts === "refused" && account !== undefined) this.#accounts.set(account, owner);
    if (request.operation === "createCustomer" && customerName(request) !== undefined)
      this.#names.add(customerName(request));
    if (fileUses === "one") for (const file of filesIn(request.fields)) this.#uses.set(file, owner);
  }
}

function customerName({ fields: { business_details: details } }: PartnerRequest): unknown {
  return isObject(details) ? details.business_name : undefined;
}

function accountOf({ fields }: PartnerRequest): string | undefined {
  const details = fields.payment_details;
  if (!isObject(details)) return undefined;
  const account = details.account_number ?? details.wallet_address;
  return typeof account === "string" ? account : undefined;
}

function filesIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /file_id|document_list/.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => filesIn(item, name));
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => filesIn(member, key)) : [];
}

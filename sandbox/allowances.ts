/**
 * What the document leaves open about storing: whether something may be stored twice, how many resources may refer to a
 * file and when, which values go together, and how many resources there may be in all.
 */
import { createHash } from "node:crypto";
import { type Refusal, refusal } from "./answer.js";
import type { Call } from "./call.js";
import { isObject } from "./json.js";
import type { Service } from "./service.js";

type Kind = "recipients" | "files" | "customers";

/** Resources of a kind that are taken in all. */
const ALLOWED = 120;
/** Milliseconds until a file is looked over. */
const LOOKED_OVER = 700;
const BASE_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** What is remembered of stored values. */
export class Allowances {
  readonly #stored: Record<Kind, number> = { recipients: 0, files: 0, customers: 0 };
  readonly #accounts = new Map<string, string>();
  readonly #contents = new Set<string>();
  readonly #uses = new Map<string, string>();
  readonly #uploaded = new Map<string, number>();

  /** The refusal of one more resource of a kind. */
  full(kind: Kind, { behaviour }: Service): Refusal | undefined {
    if (behaviour.allowance === "none" || this.#stored[kind] < ALLOWED) return undefined;
    return behaviour.allowance === "forbidden"
      ? refusal(403, "FORBIDDEN", `No more ${kind} can be stored`)
      : refusal(409, "INVALID_PARAMETER", `No more ${kind} can be stored`);
  }

  count(kind: Kind): void {
    this.#stored[kind] += 1;
  }

  /** The refusal of a file that was uploaded before. */
  uploadRefusal(content: unknown, { behaviour }: Service): Refusal | undefined {
    const known = this.#contents.has(String(content));
    return known && behaviour.repeatedFiles === "refused"
      ? refusal(409, "ALREADY_EXISTS", "The same file was uploaded before")
      : undefined;
  }

  uploaded(id: string, content: unknown, { behaviour }: Service, now: number): void {
    if (behaviour.repeatedFiles === "refused") this.#contents.add(String(content));
    if (behaviour.fileReadiness === "later") this.#uploaded.set(id, now);
  }

  /** The refusal of what a recipient or customer refers to. */
  referenceRefusal(call: Call, owner: string, service: Service): Refusal | undefined {
    const { behaviour } = service;
    for (const file of behaviour.fileUses === "one" ? filesIn(call.fields) : []) {
      const user = this.#uses.get(file);
      if (user !== undefined && user !== owner) return service.refuse(call, "A file belongs to another resource");
    }
    for (const file of behaviour.fileReadiness === "later" ? filesIn(call.fields) : []) {
      const since = this.#uploaded.get(file);
      if (since !== undefined && service.now() - since < LOOKED_OVER) {
        return service.refuse(call, "A file is still being looked over");
      }
    }
    return undefined;
  }

  /** The refusal of a recipient's account that another one has. */
  accountRefusal(call: Call, owner: string, { behaviour }: Service): Refusal | undefined {
    const account = accountOf(call);
    const holder = account === undefined ? undefined : this.#accounts.get(account);
    if (behaviour.repeatedAccounts === "accepted" || holder === undefined || holder === owner) return undefined;
    return refusal(
      call.operation === "updateRecipient" ? 400 : 409,
      "ALREADY_EXISTS",
      "Another recipient has this account",
    );
  }

  /** Remembers what a resource refers to. */
  stored(call: Call, owner: string, { behaviour }: Service): void {
    const account = accountOf(call);
    if (behaviour.repeatedAccounts === "refused" && account !== undefined) this.#accounts.set(account, owner);
    if (behaviour.fileUses === "one") for (const file of filesIn(call.fields)) this.#uses.set(file, owner);
  }
}

function accountOf({ fields }: Call): string | undefined {
  const details = fields.payment_details;
  if (!isObject(details)) return undefined;
  const account = details.account_number ?? details.wallet_address;
  return typeof account === "string" ? account : undefined;
}

/** The file ids anywhere in a body. */
function filesIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /file_id|document_list/.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => filesIn(item, name));
  return isObject(value) ? Object.entries(value).flatMap(([key, member]) => filesIn(member, key)) : [];
}

/** The refusal of payment details whose values do not go together. */
export function companyRefusal(call: Call, service: Service): Refusal | undefined {
  const { behaviour } = service;
  const details = call.fields.payment_details;
  if (!isObject(details)) return undefined;
  const { network, account_currency: currency, wallet_address: address } = details;
  if (behaviour.networkCurrency === "ofNetwork" && network === "SEPA" && currency !== "EUR") {
    return service.refuse(call, "payment_details.account_currency must be EUR on SEPA");
  }
  if (details.account_type === "bank") {
    const { business_name: name } = call.fields;
    if (behaviour.accountOwner === "business" && name !== undefined && details.account_name !== name) {
      return service.refuse(call, "payment_details.account_name must be the name of the business");
    }
    if (behaviour.localCodes === "domestic" && network === "SWIFT" && details.local_bank_code !== undefined) {
      return service.refuse(call, "payment_details.local_bank_code does not go with SWIFT");
    }
    const isPaid = currency === "CNY" || (network === "SEPA" && currency === "EUR");
    if (behaviour.settlement === "yuan" && !isPaid) {
      return service.refuse(call, "payment_details.account_currency is not offered");
    }
  }
  if (behaviour.walletAddresses === "any" || details.account_type !== "crypto") return undefined;
  const real = network === "TRX" ? isTron(String(address)) : /^0x[0-9a-fA-F]{40}$/.test(String(address));
  return real ? undefined : service.refuse(call, `payment_details.wallet_address is no address of ${String(network)}`);
}

function isTron(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(BASE_58.indexOf(digit)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(50, "0"), "hex");
  const hash = createHash("sha256").update(bytes.subarray(0, -4)).digest();
  return createHash("sha256").update(hash).digest().subarray(0, 4).equals(bytes.subarray(-4));
}

/** Ids that the service gave in a run: none is given to two resources (sections 1, 2.1, 2.4 and 2.9). */
import type { Exchange } from "../client/model.js";
import { isObject, type JsonObject, valueAt } from "../generators/json.js";
import { successBody } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import type { OperationId } from "../schemas/operations.js";
import type { Judging, Recorder } from "./model.js";

/** The id that an operation gives, and the field of the request that tells one resource from another. */
interface Naming {
  readonly given: string;
  readonly own: string;
  /** The answer shows the field, too: where it shows another value, it is about a resource that was there before. */
  readonly isShown: boolean;
}

const NAMINGS: Readonly<Partial<Record<OperationId, Naming>>> = {
  createRecipient: { given: "recipient_id", own: "partner_recipient_id", isShown: true },
  createCustomer: { given: "customer_id", own: "partner_customer_id", isShown: true },
  uploadFile: { given: "file_id", own: "file", isShown: false },
};

/** What an id was given to. */
interface Owner {
  readonly own: string;
  /** The company, where a customer's request names it: whether one company can be two customers is open. */
  readonly company: string | null;
  readonly exchange: Exchange;
}

const COMPANY = ["business_details", "business_identifier_number"];

function companyOf(sent: JsonObject): string | null {
  const number = valueAt(sent, COMPANY);
  return typeof number === "string" ? number.trim().toUpperCase() : null;
}

/** Remembers which id was given to which resource. */
export class AssignedIds {
  private readonly owners = new Map<string, Owner>();

  /** Judges the id that a creation gives. */
  judge(exchange: Exchange, { operation, sent, response: isJudged, edit }: Judging, recorder: Recorder): void {
    const naming = NAMINGS[operation];
    if (naming === undefined || !isJudged || !isObject(sent) || !isSuccess(exchange)) return;
    const body = successBody(exchange);
    const id = body[naming.given];
    const own = sent[naming.own];
    if (typeof id !== "string" || typeof own !== "string") return;
    if (naming.isShown && body[naming.own] !== own) return;
    const check = `${operation}/state/${naming.given}.unique`;
    const key = `${operation} ${id}`;
    const owner = this.owners.get(key);
    recorder.request(check);
    const company = companyOf(sent);
    if (owner === undefined) this.owners.set(key, { own, company, exchange });
    const isKnown = owner !== undefined && company !== null && owner.company === company;
    if (owner === undefined || owner.own === own || isKnown) recorder.pass(check);
    else
      recorder.fail(check, {
        message: `Two resources have the same ${naming.given}`,
        expected: "an id of its own for each",
        actual: `${JSON.stringify(id)} a second time, for another ${naming.own}`,
        edit,
        control: owner.exchange,
        exchange,
      });
  }
}

/** Ids that the service gave in a run: none is given to two resources (sections 1, 2.1 and 2.4). */
import type { Exchange } from "../client/model.js";
import { isObject } from "../generators/json.js";
import { jsonBody } from "../oracles/json.js";
import { isSuccess } from "../oracles/outcome.js";
import type { OperationId } from "../schemas/operations.js";
import type { Judging, Tally } from "./model.js";

/** The id that an operation gives, and the partner's own that goes with it. */
const IDS: Readonly<Partial<Record<OperationId, { readonly given: string; readonly partner: string }>>> = {
  createRecipient: { given: "recipient_id", partner: "partner_recipient_id" },
  createCustomer: { given: "customer_id", partner: "partner_customer_id" },
};

/** Remembers which id went with which partner id. */
export class GivenIds {
  private readonly owners = new Map<string, { readonly partnerId: string; readonly exchange: Exchange }>();

  /** Judges a creation. One that shows another partner id than was sent is about a resource that was there before. */
  judge(exchange: Exchange, { operation, sent, response: isJudged, edit }: Judging, tally: Tally): void {
    const names = IDS[operation];
    if (names === undefined || !isJudged || exchange.response === null || !isSuccess(exchange)) return;
    const body = jsonBody(exchange.response);
    if (!body.ok || !isObject(body.value) || !isObject(sent)) return;
    const id = body.value[names.given];
    const partnerId = sent[names.partner];
    if (typeof id !== "string" || typeof partnerId !== "string" || body.value[names.partner] !== partnerId) return;
    const check = `${operation}/state/${names.given}.unique`;
    const key = `${operation} ${id}`;
    const owner = this.owners.get(key);
    tally.request(check);
    if (owner === undefined) this.owners.set(key, { partnerId, exchange });
    if (owner === undefined || owner.partnerId === partnerId) tally.pass(check);
    else
      tally.fail(check, {
        message: `Two resources have the same ${names.given}`,
        expected: "an id of its own for each",
        actual: `${JSON.stringify(id)} a second time, with other partner ids`,
        edit,
        control: owner.exchange,
        exchange,
      });
  }
}

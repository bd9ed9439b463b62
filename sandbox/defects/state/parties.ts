import { isObject, type JsonObject } from "../../json.js";
import type { Service } from "../../service.js";
import { customerView, recipientView } from "../../views.js";
import { changeAt } from "../bodyPath.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("agreement");

/** A partner id of a party that is the transfer's own. */
function ofTransfer(part: "customer" | "recipient"): Defect {
  return defect(
    `getTransferDetail/state/${part}.agrees/partner-id-of-transfer`,
    `the ${part} of a transfer shows the transfer's partner id as its own`,
    bodyChanged((body) =>
      isObject(body) ? changeAt(body, `${part}.partner_${part}_id`, () => body.partner_transaction_id) : body,
    ),
  );
}

/** A creation time of a party that is the time of the reading. */
function ofReading(part: "customer" | "recipient"): Defect {
  return defect(
    `getTransferDetail/state/repeat/${part}-created-now`,
    `the ${part} of a transfer was created a minute later with each reading`,
    () => {
      let turn = 0;
      return bodyChanged((body) =>
        changeAt(body, `${part}.created_at`, () => new Date(Date.UTC(2025, 1, 3, 0, turn++)).toISOString()),
      );
    },
  );
}

function parties(): Defect[] {
  const other = (
    part: "customer" | "recipient",
    way: string,
    title: string,
    isMeant: (body: JsonObject) => boolean,
    change: (shown: JsonObject, service: Service) => JsonObject,
  ): Defect =>
    defect(
      `getTransferDetail/state/${part}.agrees/${way}`,
      title,
      bodyChanged((body, _call, service) =>
        isObject(body) && isMeant(body)
          ? changeAt(body, part, (shown) => (isObject(shown) ? change(shown, service) : shown))
          : body,
      ),
    );
  const always = (): boolean => true;
  return [
    other("customer", "first-customer", "every transfer shows the same customer", always, (shown, service) => {
      const [first] = service.state.customers.values();
      return first === undefined ? shown : customerView(first, service);
    }),
    other("recipient", "last-recipient", "every transfer shows the same recipient", always, (shown, service) => {
      const last = [...service.state.recipients.values()].at(-1);
      return last === undefined ? shown : recipientView(last, service);
    }),
    other(
      "recipient",
      "crypto-only",
      "a transfer to a wallet shows another recipient",
      (body) => isObject(body.target) && String(body.target.currency).startsWith("USD"),
      (shown, service) => {
        const another = [...service.state.recipients.values()].find(({ id }) => id !== shown.recipient_id);
        return another === undefined ? shown : recipientView(another, service);
      },
    ),
    other("customer", "own-id", "the customer of a transfer shows an id of its own", always, (shown) => ({
      ...shown,
      customer_id: `cus_${String(shown.customer_id).slice(-8)}`,
    })),
    other(
      "recipient",
      "partner-id",
      "the recipient of a transfer shows its partner id as recipient_id",
      always,
      (shown) => ({ ...shown, recipient_id: shown.partner_recipient_id }),
    ),
    ...(["customer", "recipient"] as const).flatMap((part) => [ofTransfer(part), ofReading(part)]),
  ];
}

/** Customers and recipients of a transfer that disagree with it (section 2.5). */
export const PARTIES: readonly Defect[] = parties();

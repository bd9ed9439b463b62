/** The customer and the recipient that a transfer shows are those that it names (section 2.5). */
import { type Check, type CheckId, check } from "../../../engine/check.js";
import type { KnownTransaction } from "../../../engine/model.js";
import { steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { isObject, jsonText } from "../../../schemas/json.js";
import { MANY } from "./transactions.js";

function transferParty(id: CheckId, party: "customer" | "recipient"): Check {
  const name = `${party}_id`;
  const partnerName = `partner_${name}`;
  /** A transfer that shows the same party under another partner id, which nothing changes. */
  const shownOtherwise = (own: unknown, partnerId: unknown, transfers: readonly KnownTransaction[]) =>
    transfers.find(({ detail: { [party]: shown } }) => {
      if (typeof own !== "string" || typeof partnerId !== "string" || !isObject(shown)) return false;
      return shown[name] === own && typeof shown[partnerName] === "string" && shown[partnerName] !== partnerId;
    });
  return check(id, {
    title: `The ${party} of a transfer is the one that ${name} names`,
    sends: "a transfer",
    expects: `the same ${name} inside ${party}, and the ${partnerName} that other transfers of the ${party} show`,
    cases: ({ transfers }) =>
      transfers.slice(0, MANY).map(({ query }) =>
        steps(0, async (sequence) => {
          const { body, exchange } = await sequence.reading(readTemplate("getTransferDetail", query), "read");
          const { [name]: own, [party]: inner } = body;
          if (typeof own !== "string" || !isObject(inner) || typeof inner[name] !== "string")
            return sequence.blocked(`no transfer shows both ${name} and ${party}.${name}`);
          sequence.expect(own === inner[name], exchange, {
            message: `The ${party} of a transfer is not the one that the transfer names`,
            expected: `${party}.${name} ${jsonText(own)}`,
            actual: `${party}.${name} ${jsonText(inner[name])}`,
          });
          const other = shownOtherwise(own, inner[partnerName], transfers);
          if (other === undefined) return;
          const again = await sequence.step(readTemplate("getTransferDetail", other.query), "other");
          const { [party]: shown } = again.body;
          if (!again.accepted || !isObject(shown) || shown[name] !== own) return;
          sequence.expect(
            shown[partnerName] === inner[partnerName],
            exchange,
            {
              message: `Two transfers show one ${party} with different partner ids`,
              expected: `${party}.${partnerName} ${jsonText(shown[partnerName])}, as in another transfer`,
              actual: `${party}.${partnerName} ${jsonText(inner[partnerName])}`,
            },
            again.exchange,
          );
        }),
      ),
  });
}

export const transferCustomer = transferParty("getTransferDetail/state/customer.agrees", "customer");
export const transferRecipient = transferParty("getTransferDetail/state/recipient.agrees", "recipient");

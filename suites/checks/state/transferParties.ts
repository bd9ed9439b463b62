/** The customer and the recipient that a transfer shows are those that it names (section 2.5). */
import { type Check, type CheckId, check } from "../../../engine/check.js";
import { steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { isObject, jsonText } from "../../../schemas/json.js";
import { MANY } from "./transactions.js";

function transferParty(id: CheckId, party: "customer" | "recipient"): Check {
  const name = `${party}_id`;
  return check(id, {
    title: `The ${party} of a transfer is the one that ${name} names`,
    sends: "a transfer",
    expects: `the same ${name} inside ${party}`,
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
        }),
      ),
  });
}

export const transferCustomer = transferParty("getTransferDetail/state/customer.agrees", "customer");
export const transferRecipient = transferParty("getTransferDetail/state/recipient.agrees", "recipient");

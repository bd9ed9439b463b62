/** A detail is about the transaction that was asked for (sections 4.5 and 4.9). */
import { type Check, check } from "../../../engine/check.js";
import { steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { kindOf, listed } from "./transactions.js";

export function askedFor(operation: DetailOperation): Check {
  return check(`${operation}/state/asked-for`, {
    title: "The answer is about the transaction that was asked for",
    sends: `the id of a ${kindOf(operation)} that the list shows`,
    expects: "the same id in the answer",
    cases: (target) =>
      listed(target, operation).map(({ query }) =>
        steps({
          tier: 0,
          async execute(sequence) {
            const { body, exchange } = await sequence.reading(readTemplate(operation, query), "read");
            for (const [name, asked] of Object.entries(query)) {
              const got = body[name];
              if (typeof got !== "string") continue;
              // A list's id may be the partner's, so that an id is passed under the other's name.
              const other = name === "transaction_id" ? body.partner_transaction_id : body.transaction_id;
              sequence.expect(got === asked || other === asked, exchange, {
                message: "The answer is about a transaction that was not asked for",
                expected: `${name} ${jsonText(asked)}`,
                actual: `${name} ${jsonText(got)}`,
              });
            }
          },
        }),
      ),
  });
}

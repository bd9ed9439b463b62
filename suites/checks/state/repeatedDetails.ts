/** One transaction is shown alike again and again (sections 4.5 and 4.9). */
import { type Check, check } from "../../../engine/check.js";
import { readings, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { differences } from "./detailDifferences.js";
import { FEW, kindOf, known } from "./transactions.js";

/** Fields that others than the transaction's own life may change between two readings. */
const PARTIES = new Set(["status", "customer", "recipient"]);
/** What no one changes of a party. */
const LASTING = /\.(?:customer_id|recipient_id|partner_customer_id|partner_recipient_id|created_at)$/;

function mayMove(path: string): boolean {
  return PARTIES.has(path.split(".")[0] ?? "") && !LASTING.test(path);
}

export function repeatedDetails(operation: DetailOperation): Check {
  return check(`${operation}/state/repeat`, {
    title: "Repeated readings agree",
    sends: `a ${kindOf(operation)}, six times`,
    expects: "the same documented fields, save those that move with the status",
    cases: (target) =>
      known(target, operation)
        .slice(0, FEW)
        .map(({ query }, index) =>
          steps(index, async (sequence) => {
            const [first, ...others] = await readings(sequence, readTemplate(operation, query));
            for (const next of others) {
              if (first?.accepted !== true || !next.accepted) continue;
              const found = differences(operation, first.body, next.body).find(({ path }) => !mayMove(path));
              sequence.expect(
                found === undefined,
                next.exchange,
                {
                  message: `Two readings of one transaction differ in ${found?.path}`,
                  expected: `${found?.path} ${jsonText(found?.left)}`,
                  actual: `${found?.path} ${jsonText(found?.right)}`,
                },
                first.exchange,
              );
            }
          }),
        ),
  });
}

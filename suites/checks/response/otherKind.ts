/** The id of the other kind of transaction: whatever the answer, it is not a transaction of this kind (sections 2.5 and 2.7). */
import { type Exercise, exercise } from "../../../discovery/check.js";
import { steps } from "../../../engine/cases/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { kindOf, known } from "../state/transactions.js";

export function otherKind(operation: DetailOperation): Exercise {
  const kind = kindOf(operation);
  const otherOperation = operation === "getTransferDetail" ? "getDepositDetail" : "getTransferDetail";
  return exercise(`${operation}/response/transaction_type.enum`, "other kind", (target) =>
    known(target, otherOperation)
      .slice(0, 1)
      .flatMap(({ query, partnerTransactionId: partner }) =>
        partner === null || "partner_transaction_id" in query ? [query] : [query, { partner_transaction_id: partner }],
      )
      .map((query, tier) =>
        steps(tier, async (sequence) => {
          const template = readTemplate(operation, query);
          const step = await sequence.step(template, "other kind", { judged: false });
          const { transaction_type: shown, transaction_id: about } = step.body;
          if (typeof shown !== "string") return;
          // Ids of two kinds may be alike, and so may a partner's own.
          const isAsked = Object.entries(query).some(([name, id]) => step.body[name] === id);
          if (shown === kind && typeof about === "string" && !isAsked)
            return sequence.expect(false, step, {
              message: `The id of another kind of transaction returns a ${kind} with a different id`,
              expected: `no ${kind}`,
              actual: `${kind} ${jsonText(about)}`,
            });
          sequence.expect(shown === kind, step, {
            message: `A transaction of another kind is returned: transaction_type is not ${kind}`,
            expected: kind,
            actual: jsonText(shown),
          });
        }),
      ),
  );
}

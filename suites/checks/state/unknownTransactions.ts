/** An id that does not exist leads to no transaction (sections 4.5 and 4.9). */
import { type CaseDraft, type Check, check } from "../../../engine/check.js";
import { type Step, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { known } from "./transactions.js";

type IdName = "transaction_id" | "partner_transaction_id";

/** Asks for what is near an id, and for an id of the same shape; or for what stands for any id in a search. */
function nearIds(operation: DetailOperation, name: IdName, id: string | null, kind: "near" | "any"): CaseDraft {
  return steps(kind === "near" ? 0 : 1, async (sequence) => {
    if (id === null) return sequence.blocked("no partner_transaction_id is known");
    const ask = async (value: string, message: string, isOwn: (step: Step) => boolean): Promise<void> => {
      const step = await sequence.step(readTemplate(operation, { [name]: value }), value, { judged: false });
      const { transaction_id: shown } = step.body;
      sequence.expect(typeof shown !== "string" || isOwn(step), step.exchange, {
        message,
        expected: "no transaction",
        actual: `transaction ${jsonText(shown)}`,
      });
    };
    // What stands for any text in a search: what finds one of the two ids so finds the other, too.
    const wildcards = name === "transaction_id" ? ["%"] : [];
    const others = name === "transaction_id" ? ["_".repeat(id.length), "*"] : ["%", "_".repeat(id.length), "*"];
    // More than an id, and another last character.
    for (const near of kind === "any" ? others : [`${id}0`, withOtherEnd(id), ...wildcards]) {
      // Where ids are counted, the next one may be another transaction's.
      await ask(
        near,
        `${jsonText(near)}, which is not an id, is answered with a transaction`,
        ({ body }) => body[name] === near,
      );
    }
    if (kind === "any") {
      const unknown = unknownIdLike(id);
      const message = "An id that does not exist is answered with another transaction";
      return ask(unknown, message, ({ body }) => body.transaction_id === unknown);
    }
    // Part of an id is no id either.
    const part = id.slice(0, -2);
    await ask(
      part,
      "Part of an id is answered with the transaction that begins like it",
      ({ body }) => body.transaction_id === part,
    );
  });
}

export function unknownTransactions(operation: DetailOperation): Check {
  return check(`${operation}/state/unknown-id`, {
    title: "An id that does not exist leads to no transaction",
    sends: "an id of the usual shape that no transaction has",
    expects: "anything but another transaction",
    cases: (target) =>
      known(target, operation)
        .slice(0, 1)
        .flatMap(({ transactionId, partnerTransactionId }) =>
          (["near", "any"] as const).flatMap((kind) => [
            nearIds(operation, "transaction_id", transactionId, kind),
            nearIds(operation, "partner_transaction_id", partnerTransactionId, kind),
          ]),
        ),
  });
}

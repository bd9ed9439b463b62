/**
 * Letters for which a text at the bound of its length is refused: a text of others that is as long is taken, and one of
 * these that is of usual length is not. Then the bound holds, and the check of the field's letters tells the fault
 * (sections 2.1 to 2.4).
 */

import type { Excuse } from "../../engine/editCase.js";
import { HELD } from "../../engine/outcome.js";
import { firstDetail, quotedText, wordsOf } from "../../engine/refusalText.js";
import { type Edit, materialise } from "../../generators/edits/edit.js";
import { fitText } from "../../generators/texts/fit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { answerText, expectationText, hasStatus, isSuccess } from "../../oracles/outcome.js";
import { valueAt } from "../../schemas/json.js";
import { isRefusalStatus } from "../../schemas/statuses.js";
import type { CheckId } from "../check.js";

const FOREIGN = /[^\x20-\x7e]/;

/**
 * What excuses the refusal of a text at a bound.
 * @param check tells of the letters of the field; the refusal of a text of usual length is its finding
 */
export function excuseOfLetters(check: CheckId, path: string, edit: Edit): Excuse | undefined {
  if (edit.kind !== "set" || typeof edit.value !== "string" || !FOREIGN.test(edit.value)) return undefined;
  const { at } = edit;
  const letters = [...edit.value];
  return async (execution, template, testCase, refusal) => {
    const plain = valueAt(template.body ?? undefined, at);
    if (typeof plain !== "string" || FOREIGN.test(plain)) return null;
    const sent = async (value: string, name: string) => {
      const fresh = partnerId(execution.target.run, `${name} ${testCase}`, execution.attempt);
      const { wire, summary } = materialise(template, { kind: "set", at, value }, fresh);
      return { exchange: await execution.send(wire), summary };
    };
    const others = await sent(fitText(plain, letters.length, "words"), "as long");
    if (!isSuccess(others.exchange)) return null;
    const usual = Array.from(plain, (_, index) => letters[index % letters.length] ?? "");
    const { exchange, summary } = await sent(usual.join(""), "of usual length");
    if (!hasStatus(exchange, isRefusalStatus) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    const detail = firstDetail(exchange);
    execution.recorder.fail(check, {
      message: `${path} is refused although it is valid${detail === null ? "" : `; the service says ${quotedText(detail)}`}`,
      expected: expectationText(template.operation, { kind: "accept" }),
      actual: answerText(exchange),
      edit: summary,
      control: await execution.control(template),
      exchange,
    });
    return HELD;
  };
}

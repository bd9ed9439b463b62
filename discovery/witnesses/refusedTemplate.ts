/**
 * A template that a service refuses as it is (section 2.2) is told of the values that it is refused for, and not of those
 * that were changed with them.
 */

import type { Excuse } from "../../engine/editCase.js";
import { excused } from "../../engine/outcome.js";
import { quoted, wordsOf } from "../../engine/refusalText.js";
import { materialise } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { meets } from "../../oracles/outcome.js";
import type { Json, Pointer } from "../../schemas/json.js";

/**
 * What excuses a value of a template that is refused: that the template is refused in the same words with the value in its
 * place that the service takes there in a changed one.
 */
export function excuseOfOthers(path: string, at: Pointer, taken: Json): Excuse {
  return async (execution, template, testCase, refusal) => {
    const key = partnerId(execution.target.run, `${testCase} with the value that is taken`, execution.attempt);
    const exchange = await execution.send(materialise(template, { kind: "set", at, value: taken }, key).wire);
    if (!meets(template.operation, { kind: "refuse" }, exchange) || wordsOf(exchange) !== wordsOf(refusal)) return null;
    return excused(
      "premise",
      `the request is refused for another value, with ${path} ${JSON.stringify(taken)} as well: ${quoted(exchange)}`,
    );
  };
}

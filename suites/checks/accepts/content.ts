/** Texts that keep their rules are accepted whatever they say (sections 2.1 to 2.3). */

import { type Check, check } from "../../../discovery/check.js";
import { successText } from "../../../engine/judge/expectations.js";
import { textsIn } from "../../../engine/witnesses/refusedContent.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { isObject } from "../../../schemas/json.js";
import type { RecipientOperation } from "../../../schemas/operations.js";

/**
 * The check that no text is refused for its content. What is refused is found by the cases of all values that must be
 * accepted: where a text of the same length and characters is accepted, their rules are kept.
 */
export function content(operation: RecipientOperation): Check {
  return check(`${operation}/accepts/content`, {
    sends:
      "every request that keeps all documented rules; what is refused is sent again with other texts of the same kind",
    expects: successText(operation),
    watches: "successes",
    judge: (id) => (answer) => {
      const { exchange, judging, recorder } = answer;
      if (!judging.response || !isObject(judging.sent) || !isSuccess(exchange)) return;
      for (const { path } of textsIn(judging.sent, operation)) recorder.field(id, path, true, null);
      recorder.request(id);
      recorder.pass(id);
    },
  });
}

/** A new resource shows nothing that was sent for another one (sections 4.1 and 4.4). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { isObject, type Pointer, pointerText, valueAt, withValueAt } from "../../../generators/json.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { show } from "./knownTransactions.js";

/** What a resource may be made without, and the texts in it that tell it from another one's. */
export interface LeftOut {
  readonly at: Pointer;
  readonly texts: readonly Pointer[];
}

/** Whether a text is an address that only this suite sends: other requests are under way between the two creations. */
function isOurs(text: string): boolean {
  return /^https:\/\/[\w.-]+\.example(?:[/?]|$)/.test(text);
}

/** Makes a resource with everything and, at once after it, one that leaves something out. */
export function createdIsolation(
  operation: "createRecipient" | "createCustomer",
  section: string,
  templateOf: (target: Target) => Template | undefined,
  parts: readonly LeftOut[],
): CheckGroup {
  const names = parts.map(({ at }) => pointerText(at)).join(", ");
  const definition = checkOf(operation, "state", {
    rule: "isolation",
    level: "should",
    section,
    title: "A new resource shows nothing that was sent for another one",
    sends: `two creations, the second one without ${names}`,
    expects: "nothing of the first one in the answer to the second",
  });
  return group(operation, [definition], (target) => {
    const template = templateOf(target);
    if (template === undefined || template.body === null) return [];
    const { body } = template;
    const present = parts.filter(({ at }) => valueAt(body, at) !== undefined);
    return present.map(({ at, texts }, index) =>
      sequenceCase({
        check: definition.id,
        operation,
        tier: 0,
        index,
        async execute(sequence) {
          const key = partnerId(target.run, `isolation ${index}`, sequence.execution.attempt);
          // What is left out below is not written anew between the two.
          const complete = withTextsOf(template, key);
          const full = await sequence.step(complete, "full");
          const without = withValueAt(body, at, undefined);
          if (!isObject(without)) return;
          const sparse = await sequence.step({ ...template, body: without }, "sparse");
          if (!full.accepted || !sparse.accepted) return sequence.blocked(`none is made without ${pointerText(at)}`);
          for (const text of texts) {
            const sent = valueAt(complete.body ?? {}, text);
            const shown = isObject(sparse.value) ? valueAt(sparse.value, text) : undefined;
            const others = target.templates[operation].map((other) => valueAt(other.body ?? {}, text));
            sequence.expect(
              typeof shown !== "string" || shown === "" || !(shown === sent || others.includes(shown) || isOurs(shown)),
              sparse.exchange,
              {
                message: `${pointerText(text)} shows what was sent for the resource before, and not for this one`,
                expected: `no ${pointerText(at)} that was not sent`,
                actual: show(shown),
              },
              full.exchange,
            );
          }
        },
      }),
    );
  });
}

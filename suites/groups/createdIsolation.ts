/** A new resource shows nothing that was sent for another one (sections 4.1 and 4.4). */
import type { Template } from "../../generators/edit.js";
import { type Pointer, pointerText, valueAt, withValueAt } from "../../generators/json.js";
import type { OperationId } from "../../schemas/operations.js";
import { check, group } from "../define.js";
import type { CheckGroup, World } from "../model.js";
import { programUnit } from "../programUnit.js";
import { show } from "./knownTransactions.js";

/** What a resource may be made without, and the texts in it that tell it from another one's. */
export interface LeftOut {
  readonly at: Pointer;
  readonly texts: readonly Pointer[];
}

/** Makes a resource with everything and, at once after it, one that leaves something out. */
export function createdIsolation(
  operation: OperationId,
  section: string,
  templateOf: (world: World) => Template | undefined,
  parts: readonly LeftOut[],
): CheckGroup {
  const names = parts.map(({ at }) => pointerText(at)).join(", ");
  const definition = check(operation, "state", {
    rule: "isolation",
    level: "should",
    section,
    title: "A new resource shows nothing that was sent for another one",
    sends: `two creations, the second one without ${names}`,
    expects: "nothing of the first one in the answer to the second",
  });
  return group(operation, [definition], (world) => {
    const template = templateOf(world);
    if (template === undefined || template.body === null) return [];
    const { body } = template;
    const present = parts.filter(({ at }) => valueAt(body, at) !== undefined);
    return present.map(({ at, texts }, index) =>
      programUnit({
        check: definition.id,
        operation,
        tier: 0,
        index,
        async play(stage) {
          const full = await stage.step(template, "full");
          const without = withValueAt(body, at, undefined) as Template["body"];
          const sparse = await stage.step({ ...template, body: without }, "sparse");
          if (!full.accepted || !sparse.accepted) return stage.blocked(`none is made without ${pointerText(at)}`);
          for (const text of texts) {
            const sent = valueAt(body, text);
            const shown = valueAt(sparse.body as NonNullable<Template["body"]>, text);
            stage.expect(
              typeof sent !== "string" || shown !== sent,
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

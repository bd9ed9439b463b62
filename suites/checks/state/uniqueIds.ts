/** Ids that the service assigns are unique (sections 1, 2.4 and 2.9). */
import type { Template } from "../../../generators/edits/edit.js";
import type { OperationId } from "../../../schemas/operations.js";
import { check, group } from "../../../engine/check.js";
import type { CheckGroup, World } from "../../../engine/model.js";
import { programUnit, type Step } from "../../../engine/sequenceCase.js";

/** Resources that are made at once. */
const BURST = 8;

/** Makes several resources at once and looks for an id that two of them share. */
export function uniqueIds(
  operation: OperationId,
  field: string,
  section: string,
  templateOf: (world: World, index: number) => Template | undefined,
): CheckGroup {
  const definition = check(operation, "state", {
    rule: `${field}.unique`,
    section,
    title: `Every ${field} is given once`,
    sends: `${BURST} requests at once`,
    expects: `${BURST} different values of ${field}`,
  });
  return group(operation, [definition], (world) =>
    [0, 1].map((index) =>
      programUnit({
        check: definition.id,
        operation,
        tier: index,
        index,
        async play(stage) {
          const steps = await Promise.all(
            Array.from({ length: BURST }, (_, position) => {
              const template = templateOf(world, position + index * BURST);
              return template === undefined ? null : stage.step(template, `burst ${position}`);
            }),
          );
          const seen = new Map<unknown, Step>();
          for (const step of steps) {
            const id = step?.body[field];
            if (step === null || id === undefined) continue;
            const before = seen.get(id);
            stage.expect(
              before === undefined,
              step.exchange,
              {
                message: `Two answers give the same ${field}`,
                expected: "an id of its own",
                actual: `${JSON.stringify(id)} a second time`,
              },
              before?.exchange ?? null,
            );
            seen.set(id, step);
          }
          if (seen.size === 0) stage.blocked(`no ${field} was given`);
        },
      }),
    ),
  );
}

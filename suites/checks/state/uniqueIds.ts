/** Ids that the service assigns are unique (sections 1, 2.4 and 2.9). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { CheckGroup, Target } from "../../../engine/model.js";
import { type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import type { OperationId } from "../../../schemas/operations.js";

/** Resources that are made at once. */
const BURST = 8;

/** Makes several resources at once and looks for an id that two of them share. */
export function uniqueIds(
  operation: OperationId,
  field: string,
  section: string,
  templateOf: (target: Target, index: number) => Template | undefined,
): CheckGroup {
  const definition = checkOf(operation, "state", {
    rule: `${field}.unique`,
    section,
    title: `Every ${field} is given once`,
    sends: `${BURST} requests at once`,
    expects: `${BURST} different values of ${field}`,
  });
  return group(operation, [definition], (target) =>
    [0, 1].map((index) =>
      sequenceCase({
        check: definition.id,
        operation,
        tier: index,
        index,
        async execute(sequence) {
          const steps = await Promise.all(
            Array.from({ length: BURST }, (_, position) => {
              const template = templateOf(target, position + index * BURST);
              return template === undefined ? null : sequence.step(template, `burst ${position}`);
            }),
          );
          const seen = new Map<unknown, Step>();
          for (const step of steps) {
            const id = step?.body[field];
            if (step === null || id === undefined) continue;
            const before = seen.get(id);
            sequence.expect(
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
          if (seen.size === 0) sequence.blocked(`no ${field} was given`);
        },
      }),
    ),
  );
}

/** Whether an operation answers the same request in the same way: one after the other, and many at once. */

import { checkOf, group } from "../../../engine/checkGroup.js";
import { editCase } from "../../../engine/editCase.js";
import type { Case, CheckGroup, Profile, Target } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import { steadyCheckId } from "../../../engine/verdicts.js";
import type { Template } from "../../../generators/edits/edit.js";
import type { OperationId } from "../../../schemas/operations.js";
import { OPERATIONS } from "../../../schemas/operations.js";

/** How often the control is repeated. */
const REPEATS: Readonly<Record<Profile, number>> = { smoke: 2, standard: 24, deep: 60 };
/** How many controls are sent at once. */
const AT_ONCE = 8;

/** Repeats the control, and sends several of them at once. */
export function steadiness(operation: OperationId, templatesOf: (target: Target) => readonly Template[]): CheckGroup {
  const definition = checkOf(operation, "state", {
    rule: "steady",
    title: "The same request is answered in the same way each time",
    sends: `the control again and again, and ${AT_ONCE} controls at once`,
    expects: "every one accepted, and no fault that comes and goes",
    section: OPERATIONS[operation].section,
  });
  const id = steadyCheckId(operation);
  return group(operation, [definition], (target) => {
    const templates = templatesOf(target);
    const cases: Case[] = [];
    for (let index = 0; index < REPEATS[target.profile] && templates.length > 0; index++) {
      const template = templates[index % templates.length];
      if (template === undefined) break;
      const message = "A request that was accepted before is not accepted";
      cases.push(
        editCase({
          check: id,
          index,
          tier: index,
          template,
          edit: null,
          expect: { kind: "accept" },
          message,
          // What was never accepted is told by the check of the controls.
          afterControl: true,
        }),
      );
    }
    // Updates of one recipient are never sent at once, so there is nothing to crowd there.
    if (operation !== "updateRecipient" && templates.length > 0) cases.push(crowd(id, operation, templates));
    return cases;
  });
}

function crowd(id: string, operation: OperationId, templates: readonly Template[]): Case {
  return sequenceCase({
    check: id,
    operation,
    tier: 1,
    index: 1000,
    async execute(sequence) {
      const accepted: Template[] = [];
      // One after the other: what is accepted alone is the question.
      for (const template of templates)
        if ((await sequence.execution.control(template)) !== null) accepted.push(template);
      if (accepted.length === 0) return sequence.blocked(`no control of ${operation} is accepted`);
      const steps = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const template = accepted[index % accepted.length];
          return template === undefined ? null : sequence.step(template, `crowd ${index}`);
        }),
      );
      for (const step of steps) {
        if (step === null) continue;
        sequence.expect(step.accepted, step.exchange, {
          message: "A request that is accepted alone is not accepted among others",
          expected: "a 2xx status",
          actual: String(step.exchange.response?.status ?? "no answer"),
        });
      }
    },
  });
}

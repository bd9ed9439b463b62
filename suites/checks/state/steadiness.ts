/** Whether an operation answers the same request in the same way: one after the other, and many at once. */
import type { Template } from "../../../generators/edits/edit.js";
import type { OperationId } from "../../../schemas/operations.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { caseUnit } from "../../../engine/editCase.js";
import { check, group } from "../../../engine/check.js";
import type { CheckGroup, Profile, Unit, World } from "../../../engine/model.js";
import { programUnit } from "../../../engine/sequenceCase.js";
import { steadyCheckId } from "../../../engine/verdicts.js";

/** How often the control is repeated. */
const REPEATS: Readonly<Record<Profile, number>> = { smoke: 2, standard: 24, deep: 60 };
/** How many controls are sent at once. */
const AT_ONCE = 8;

/** Repeats the control, and sends several of them at once. */
export function steadiness(operation: OperationId, templatesOf: (world: World) => readonly Template[]): CheckGroup {
  const definition = check(operation, "state", {
    rule: "steady",
    title: "The same request is answered in the same way each time",
    sends: `the control again and again, and ${AT_ONCE} controls at once`,
    expects: "every one accepted, and no fault that comes and goes",
    section: OPERATIONS[operation].section,
  });
  const id = steadyCheckId(operation);
  return group(operation, [definition], (world) => {
    const templates = templatesOf(world);
    const units: Unit[] = [];
    for (let index = 0; index < REPEATS[world.profile] && templates.length > 0; index++) {
      const template = templates[index % templates.length];
      if (template === undefined) break;
      const message = "A request that was accepted before is not accepted";
      units.push(
        caseUnit({
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
    if (operation !== "updateRecipient" && templates.length > 0) units.push(crowd(id, operation, templates));
    return units;
  });
}

function crowd(id: string, operation: OperationId, templates: readonly Template[]): Unit {
  return programUnit({
    check: id,
    operation,
    tier: 1,
    index: 1000,
    async play(stage) {
      const accepted: Template[] = [];
      // One after the other: what is accepted alone is the question.
      for (const template of templates) if ((await stage.scene.control(template)) !== null) accepted.push(template);
      if (accepted.length === 0) return stage.blocked(`no control of ${operation} is accepted`);
      const steps = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) => {
          const template = accepted[index % accepted.length];
          return template === undefined ? null : stage.step(template, `crowd ${index}`);
        }),
      );
      for (const step of steps) {
        if (step === null) continue;
        stage.expect(step.accepted, step.exchange, {
          message: "A request that is accepted alone is not accepted among others",
          expected: "a 2xx status",
          actual: String(step.exchange.response?.status ?? "no answer"),
        });
      }
    },
  });
}

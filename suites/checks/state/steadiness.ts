/** Whether an operation answers the same request in the same way: repeated in sequence, and many at once. */
import { type CaseDraft, type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { steps } from "../../../engine/cases/sequenceCase.js";
import type { Profile } from "../../../engine/model.js";
import { placedOn, type Template } from "../../../generators/edits/edit.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { hasStatus } from "../../../oracles/outcome.js";
import type { OperationId } from "../../../schemas/operations.js";
import { isValidation } from "../../../schemas/statuses.js";

/** How often the control is repeated. A smoke run does so only where something once went wrong by accident. */
const REPEATS: Readonly<Record<Profile, number>> = { smoke: 24, standard: 24, deep: 60 };
const AT_ONCE = 8;
const TEMPLATES = 16;

function repeated(template: Template, tier: number): CaseDraft {
  return sending({
    tier,
    template,
    edit: null,
    expect: { kind: "accept" },
    message: { subject: template.operation, object: "a request that it accepted before" },
    // What was never accepted is reported by the check of the controls.
    afterControl: true,
    // Intermittent faults show in all requests of an operation, so nothing is repeated just for them at first.
    ...(tier === 0 ? { isControl: true } : {}),
  });
}

function severalAtOnce(operation: OperationId, templates: readonly Template[]): CaseDraft {
  return steps(1, async (sequence) => {
    const accepted: Template[] = [];
    // One after the other: what is accepted alone is the question.
    for (const template of templates) {
      if ((await sequence.execution.control(template)) !== null) accepted.push(template);
    }
    if (accepted.length === 0) return sequence.blocked(`no control of ${operation} is accepted`);
    const sends = Array.from({ length: AT_ONCE }, (_, index) => {
      const template = accepted[index % accepted.length];
      return template === undefined ? [] : () => sequence.step(template, `at once ${index}`);
    }).flat();
    const answers = await Promise.all(sends.map(async (send) => ({ send, step: await send() })));
    for (const { step, send } of answers) {
      // A request with new content may be refused for that: then it is refused alone as well.
      if (hasStatus(step.exchange, isValidation) && hasStatus((await send()).exchange, isValidation)) {
        sequence.blocked("a request that holds new texts is refused alone as well");
        continue;
      }
      sequence.expect(step.accepted, step, {
        message: `${operation} refuses a request that it accepts alone when others are sent at the same time`,
        expected: "a 2xx status",
        actual: String(step.exchange.response?.status ?? "no answer"),
      });
    }
  });
}

/** Updates a recipient twice with the same body: whether the second changes nothing, and may be refused for that, is open. */
function updatedTwice(template: Template): CaseDraft {
  return steps(1, (sequence) =>
    sequence.execution.withRecipient("the same twice", accountTypeOf(template), async ({ recipientId }) => {
      const update = placedOn(template, recipientId);
      const first = await sequence.step(update, "the same");
      if (!first.accepted) return sequence.blocked("an update that keeps every rule is refused");
      const second = await sequence.step(update, "the same");
      if (!second.accepted) sequence.blocked("an update that changes nothing is refused");
    }),
  );
}

/** Repeats the control, and sends several of them at once. */
export function steadiness(operation: OperationId): Check {
  return check(`${operation}/state/steady`, {
    title: "The same request is answered in the same way each time",
    sends: `the control again and again, and ${AT_ONCE} controls at once`,
    expects: "every one accepted, and no fault that comes and goes",
    gathersUnsteadiness: true,
    cases: ({ templates: { [operation]: all }, profile }) => {
      const templates = all.slice(0, TEMPLATES);
      if (templates.length === 0) return [];
      const repeats = Array.from({ length: REPEATS[profile] }, (_, index) => templates[index % templates.length] ?? []);
      return [
        ...repeats.flat().map(repeated),
        // Updates of one recipient are never sent at once, so there is nothing to send at once there.
        ...(operation === "updateRecipient"
          ? templates.slice(0, 1).map(updatedTwice)
          : [severalAtOnce(operation, templates)]),
      ];
    },
  });
}

/** Ids that the service assigns are unique (sections 2.1, 2.4 and 2.9). */
import { type CaseDraft, type Check, type CheckId, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { fitText } from "../../../generators/texts/fit.js";
import { jsonText } from "../../../schemas/json.js";

const LONGEST_PARTNER_ID = 64;

/** What is created, and the id that each of it has. */
interface Created {
  readonly operation: "createRecipient" | "uploadFile" | "createCustomer";
  readonly field: string;
  /** Requests that are under way at once. */
  readonly atOnce: number;
}

/** Notes whether an id was not given before. */
function expectNew(sequence: Sequence, step: Step, before: Step | undefined, field: string): void {
  sequence.expect(
    before === undefined,
    step.exchange,
    {
      message: `Two answers give the same ${field}`,
      expected: "an id of its own",
      actual: `${jsonText(step.body[field])} a second time`,
    },
    before?.exchange ?? null,
  );
}

/** Sends several requests at once and looks for an id that two of them share. */
function burst(templates: readonly Template[], { field, atOnce }: Created, turn: number): CaseDraft {
  return steps({
    tier: turn,
    async execute(sequence) {
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, position) => {
          const template = templates[(position + turn * atOnce) % templates.length];
          return template === undefined ? null : sequence.step(template, `burst ${position}`);
        }),
      );
      const seen = new Map<unknown, Step>();
      for (const step of answers) {
        const id = step?.body[field];
        if (step === null || id === undefined) continue;
        expectNew(sequence, step, seen.get(id), field);
        seen.set(id, step);
      }
      if (seen.size === 0) sequence.blocked(`no ${field} was given`);
    },
  });
}

/** Two recipients whose partner ids differ in their last character only: ids that are cut would make them one. */
function almostAlike({ templates }: Target): CaseDraft[] {
  return templates.createRecipient.slice(0, 1).map((template) =>
    steps({
      tier: 1,
      async execute(sequence) {
        const stem = fitText(sequence.fresh("alike"), LONGEST_PARTNER_ID - 1);
        const create = (end: string): Promise<Step> => {
          const body = { ...template.body, partner_recipient_id: `${stem}${end}` };
          return sequence.step({ ...template, body, freshField: null }, end);
        };
        const [first, second] = [await create("1"), await create("2")];
        const { recipient_id: id } = first.body;
        if (!first.accepted || !second.accepted || id === undefined) return;
        expectNew(sequence, second, id === second.body.recipient_id ? first : undefined, "recipient_id");
      },
    }),
  );
}

function uniqueId(
  id: CheckId,
  title: string,
  created: Created,
  casesBeside: (target: Target) => readonly CaseDraft[] = () => [],
): Check {
  return check(id, {
    title,
    sends: `${created.atOnce} requests at once`,
    expects: `${created.atOnce} different values of ${created.field}`,
    cases: (target) => [
      ...[0, 1].map((turn) => burst(target.templates[created.operation], created, turn)),
      ...casesBeside(target),
    ],
  });
}

export const recipientIdUnique = uniqueId(
  "createRecipient/state/recipient_id.unique",
  "Every recipient has an id of its own",
  { operation: "createRecipient", field: "recipient_id", atOnce: 12 },
  almostAlike,
);

export const fileIdUnique = uniqueId("uploadFile/state/file_id.unique", "Every file_id is given once", {
  operation: "uploadFile",
  field: "file_id",
  atOnce: 8,
});

export const customerIdUnique = uniqueId("createCustomer/state/customer_id.unique", "Every customer_id is given once", {
  operation: "createCustomer",
  field: "customer_id",
  atOnce: 8,
});

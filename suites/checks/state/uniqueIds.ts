/** Ids that the service assigns are unique (sections 2.1, 2.4 and 2.9). */
import { type CaseDraft, type Check, type CheckId, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { fitText } from "../../../generators/texts/fit.js";
import { jsonText } from "../../../schemas/json.js";
import { givenOnce, type Naming } from "./givenOnce.js";

const LONGEST_PARTNER_ID = 64;

/** What is created, and the id that each of it is given. */
interface Created extends Naming {
  readonly operation: "createRecipient" | "uploadFile" | "createCustomer";
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
      isProof: true,
    },
    before?.exchange ?? null,
  );
}

/** Sends several requests at once and looks for an id that two of them share. */
function burst(templates: readonly Template[], { given, atOnce }: Created, turn: number): CaseDraft {
  return steps(turn, async (sequence) => {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, position) => {
        const template = templates[(position + turn * atOnce) % templates.length];
        return template === undefined ? null : sequence.step(template, `burst ${position}`);
      }),
    );
    const seen = new Map<unknown, Step>();
    for (const step of answers) {
      const id = step?.body[given];
      if (step === null || id === undefined) continue;
      expectNew(sequence, step, seen.get(id), given);
      seen.set(id, step);
    }
    if (seen.size === 0) sequence.blocked(`no answer gave a ${given}`);
  });
}

/** Two recipients whose partner ids differ in their last character only: ids that are cut would make them one. */
function almostAlike({ templates }: Target): CaseDraft[] {
  return templates.createRecipient.slice(0, 1).map((template) =>
    steps(1, async (sequence) => {
      const stem = fitText(sequence.fresh("alike"), LONGEST_PARTNER_ID - 1, "lower");
      const create = (end: string): Promise<Step> => {
        const body = { ...template.body, partner_recipient_id: `${stem}${end}` };
        return sequence.step({ ...template, body, freshField: null }, end);
      };
      const [first, second] = [await create("1"), await create("2")];
      const { recipient_id: id } = first.body;
      if (!first.accepted || !second.accepted || id === undefined) return;
      expectNew(sequence, second, id === second.body.recipient_id ? first : undefined, "recipient_id");
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
    expects: `${created.atOnce} different values of ${created.given}`,
    cases: (target) => [
      ...[0, 1].map((turn) => burst(target.templates[created.operation], created, turn)),
      ...casesBeside(target),
    ],
    judge: givenOnce(created),
    watches: "successes",
  });
}

export const recipientIdUnique = uniqueId(
  "createRecipient/state/recipient_id.unique",
  "Every recipient has an id of its own",
  { operation: "createRecipient", given: "recipient_id", own: "partner_recipient_id", isShown: true, atOnce: 4 },
  almostAlike,
);

export const fileIdUnique = uniqueId("uploadFile/state/file_id.unique", "Every file_id is given once", {
  operation: "uploadFile",
  given: "file_id",
  own: "file",
  isShown: false,
  atOnce: 4,
});

export const customerIdUnique = uniqueId("createCustomer/state/customer_id.unique", "Every customer_id is given once", {
  operation: "createCustomer",
  given: "customer_id",
  own: "partner_customer_id",
  isShown: true,
  atOnce: 4,
});

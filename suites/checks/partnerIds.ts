/** Partner ids that careless code takes for something other than text (sections 2.1 and 8). */
import { type CaseDraft, exercise } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import { type Sequence, steps } from "../../engine/cases/sequenceCase.js";
import type { Template } from "../../generators/edits/edit.js";
import { fitText } from "../../generators/texts/fit.js";
import { hash32 } from "../../generators/texts/partnerId.js";
import { answerText } from "../../oracles/outcome.js";
import { stepWithId, withId } from "./state/recipients.js";

const FIELD = "partner_recipient_id";
const LONGEST = 64;
const DIGITS = "0123456789";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A given number of characters of an alphabet, different for each key. */
function charactersOf(alphabet: string, length: number, key: string): string {
  return Array.from({ length }, (_, index) => alphabet[hash32(`${key} ${index}`) % alphabet.length]).join("");
}

async function isTaken(sequence: Sequence, template: Template, length: number): Promise<boolean> {
  const id = fitText(sequence.fresh(`usual ${length}`), length, "lower");
  return (await sequence.step(withId(template, FIELD, id), "usual")).accepted;
}

/** A recipient whose partner id has characters of one alphabet only. */
function ofOneAlphabet(
  { templates }: Target,
  name: string,
  alphabet: string,
  length: number,
  isAllowed: boolean,
): CaseDraft[] {
  return templates.createRecipient.slice(0, 1).map((template) =>
    steps(1, async (sequence) => {
      const id = charactersOf(alphabet, length, sequence.fresh(name));
      const step = isAllowed
        ? await stepWithId(sequence, template, FIELD, id, name)
        : await sequence.step(withId(template, FIELD, id), name, { judged: false });
      if (isAllowed && !step.accepted && !(await isTaken(sequence, template, length)))
        return sequence.blocked(`no partner_recipient_id of ${length} characters is accepted`);
      sequence.expect(step.accepted === isAllowed, step, {
        message: `partner_recipient_id ${step.accepted ? "accepts" : "refuses"} ${length} ${name}`,
        expected: isAllowed ? "accepted with a 2xx status" : "refused with a 4xx status",
        actual: String(step.exchange.response?.status ?? "no answer"),
      });
    }),
  );
}

/** Two of the longest partner ids that differ in their last character only: each names its own recipient. */
function almostAlike({ templates }: Target): CaseDraft[] {
  return templates.createRecipient.slice(0, 1).map((template) =>
    steps(1, async (sequence) => {
      const stem = fitText(sequence.fresh("alike"), LONGEST - 1, "lower");
      const first = await stepWithId(sequence, template, FIELD, `${stem}1`, "first");
      if (!first.accepted) return sequence.blocked("a partner_recipient_id of 64 characters is refused");
      const second = await stepWithId(sequence, template, FIELD, `${stem}2`, "second");
      sequence.expect(second.accepted, second, {
        message: "createRecipient refuses a partner_recipient_id that differs from another only in its last character",
        expected: "accepted with a 2xx status",
        actual: answerText(second.exchange),
        control: first,
      });
    }),
  );
}

/** Spellings that may be refused, and must otherwise be kept as they are. */
const SPELLINGS: Readonly<Record<string, (id: string) => string>> = {
  capitals: (id) => id.toUpperCase(),
  "a space at its end": (id) => `${id} `,
  "a space at its beginning": (id) => ` ${id}`,
};

/** A partner id in several spellings: what is accepted comes back as it was sent, which is judged in all answers. */
function spellings(template: Template | undefined, field: string): CaseDraft[] {
  if (template === undefined) return [];
  return Object.entries(SPELLINGS).map(([name, spell]) =>
    steps(1, async (sequence) => {
      await sequence.step(withId(template, field, spell(sequence.fresh(name))), name);
    }),
  );
}

/** Partner ids of recipients besides those that the request's schema gives. */
export const recipientPartnerIds = [
  // A partner id of digits alone, or of letters alone, is a text of a documented length; which characters it has is left open.
  exercise("createRecipient/accepts/content", "alphabets", (target) => [
    ...ofOneAlphabet(target, "digits", DIGITS, 20, true),
    ...ofOneAlphabet(target, "letters", LETTERS, 20, true),
    ...ofOneAlphabet(target, "capital letters", LETTERS.toUpperCase(), 20, true),
  ]),
  exercise("createRecipient/accepts/partner_recipient_id.maxLength", "alike", almostAlike),
  exercise("createRecipient/echo/partner_recipient_id", "spellings", ({ templates }) =>
    spellings(templates.createRecipient[0], FIELD),
  ),
  // One of digits has its documented length, too.
  exercise("createRecipient/refuses/partner_recipient_id.minLength", "digits", (target) =>
    ofOneAlphabet(target, "digits", DIGITS, 19, false),
  ),
  exercise("createRecipient/refuses/partner_recipient_id.maxLength", "digits", (target) =>
    ofOneAlphabet(target, "digits", DIGITS, 65, false),
  ),
];

/** The same for customers. */
export const customerPartnerIds = exercise("createCustomer/echo/partner_customer_id", "spellings", ({ templates }) =>
  spellings(templates.createCustomer[0], "partner_customer_id"),
);

/** Partner ids that careless code takes for one another, or for something else than text (sections 2.1 and 8). */

import { group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, Execution, Target } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { fitText } from "../../../generators/texts/fit.js";
import { hash32, partnerId } from "../../../generators/texts/partnerId.js";

const OPERATION = "createRecipient";
type IdField = "partner_recipient_id" | "partner_customer_id";
const LONGEST = 64;

function withId(template: Template, id: string, field: IdField = "partner_recipient_id"): Template {
  return { ...template, body: { ...template.body, [field]: id }, freshField: null };
}

function freshId(execution: Execution, key: string): string {
  return partnerId(execution.target.run, key, execution.attempt);
}

/** Two recipients whose partner ids differ in their last character only: ids that are cut would make them one. */
function alike(template: Template): Case {
  return sequenceCase({
    check: `${OPERATION}/state/recipient_id.unique`,
    operation: OPERATION,
    tier: 1,
    index: 10,
    async execute(sequence) {
      const stem = fitText(freshId(sequence.execution, "alike"), LONGEST - 1);
      const first = await sequence.step(withId(template, `${stem}1`), "first");
      const second = await sequence.step(withId(template, `${stem}2`), "second");
      if (!first.accepted || !second.accepted || first.body.recipient_id === undefined) return;
      sequence.expect(
        first.body.recipient_id !== second.body.recipient_id,
        second.exchange,
        {
          message: "Two recipients whose partner ids differ in the last character have the same recipient_id",
          expected: "an id of its own for each recipient",
          actual: `${JSON.stringify(second.body.recipient_id)} a second time`,
        },
        first.exchange,
      );
    },
  });
}

/** As many characters of an alphabet as are asked for, different for each key. */
function drawnFrom(alphabet: string, length: number, key: string): string {
  return Array.from({ length }, (_, index) => alphabet[hash32(`${key} ${index}`) % alphabet.length]).join("");
}

/** A partner id of digits alone, or of letters alone, is a text of a documented length. */
function ofOneKind(template: Template, words: string, alphabet: string, index: number): Case {
  return sequenceCase({
    check: `${OPERATION}/accepts/partner_recipient_id.minLength`,
    operation: OPERATION,
    tier: 1,
    index: 10 + index,
    async execute(sequence) {
      const id = drawnFrom(alphabet, 20, freshId(sequence.execution, words));
      const step = await sequence.step(withId(template, id), words);
      sequence.expect(step.accepted, step.exchange, {
        message: `A partner_recipient_id of 20 ${words} is refused although it keeps every documented rule`,
        expected: "accepted with a 2xx status",
        actual: String(step.exchange.response?.status ?? "no answer"),
      });
    },
  });
}

/** A partner id of digits is as long as it is: one that is too short, or too long, is refused. */
function outOfBounds(template: Template, keyword: "minLength" | "maxLength", length: number): Case {
  return sequenceCase({
    check: `${OPERATION}/refuses/partner_recipient_id.${keyword}`,
    operation: OPERATION,
    tier: 1,
    index: 500,
    async execute(sequence) {
      const id = drawnFrom("0123456789", length, freshId(sequence.execution, keyword));
      const step = await sequence.step(withId(template, id), keyword, { judged: false });
      sequence.expect(!step.accepted, step.exchange, {
        message: `A partner_recipient_id of ${length} digits is not refused as documented`,
        expected: "refused with a 4xx status",
        actual: String(step.exchange.response?.status ?? "no answer"),
      });
    },
  });
}

/** Spellings that may be refused, and are otherwise kept as they are. */
const SPELLINGS: Readonly<Record<string, (id: string) => string>> = {
  capitals: (id) => id.toUpperCase(),
  "a space at its end": (id) => `${id} `,
  "a space at its beginning": (id) => ` ${id}`,
};

/** A partner id in several spellings: what is taken comes back as it was sent, which is judged of all answers. */
function spelledIds(operation: "createRecipient" | "createCustomer", template: Template, field: IdField): Case[] {
  return Object.entries(SPELLINGS).map(([words, spell], index) =>
    sequenceCase({
      check: `${operation}/echo/${field}`,
      operation,
      tier: 1,
      index: 900 + index,
      async execute(sequence) {
        await sequence.step(withId(template, spell(freshId(sequence.execution, words)), field), words);
      },
    }),
  );
}

/** Cases about a partner's id of a customer. */
export function customerPartnerIds(): CheckGroup {
  return group("createCustomer", [], ({ templates }) => {
    const [template] = templates.createCustomer;
    return template === undefined ? [] : spelledIds("createCustomer", template, "partner_customer_id");
  });
}

/** Cases about a partner's own id beside those that the request's schema gives. */
export function partnerIds(): CheckGroup {
  return group(OPERATION, [], (target: Target) => {
    const [template] = target.templates.createRecipient;
    if (template === undefined) return [];
    return [
      alike(template),
      ofOneKind(template, "digits", "0123456789", 0),
      ofOneKind(template, "letters", "abcdefghijklmnopqrstuvwxyz", 1),
      ofOneKind(template, "capital letters", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 2),
      ...spelledIds(OPERATION, template, "partner_recipient_id"),
      outOfBounds(template, "minLength", 19),
      outOfBounds(template, "maxLength", 65),
    ];
  });
}

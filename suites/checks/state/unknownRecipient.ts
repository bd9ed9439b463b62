/** Updates of recipients that do not exist (sections 4.2 and 7). */
import { type CaseDraft, check } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { sending } from "../../../engine/cases/editCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType, accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { unknownIdLike } from "../../../generators/texts/unknownId.js";

/** An id that names no recipient, and how an update of it may be answered. */
interface UnknownId {
  readonly value: string;
  readonly words: string;
  readonly statuses: readonly number[];
}

/** Ids of recipients that were never created, of the shape that real ones have. */
function unknownIds(target: Target): UnknownId[] {
  const real = target.recipients.bank[0] ?? target.recipients.crypto[0];
  if (real === undefined) return [];
  return [unknownIdLike(real.recipientId), unknownIdLike(real.recipientId, 1)].map((value) => ({
    value,
    words: "a recipient that does not exist",
    statuses: [404],
  }));
}

/** Characters that an id must have behind its prefix, letters and digits, before one of them may be changed: a short id,
 * or one of digits, may be counted up, so that its neighbour is a recipient. */
const RANDOM = 16;

function isRandom(id: string): boolean {
  const own = id.replace(/^[A-Za-z]+_/, "");
  return own.length >= RANDOM && /[A-Za-z]/.test(own) && /[0-9]/.test(own);
}

/** How many of the nearly real ids show what none of the others does. */
const TELLING = 5;

/**
 * Ids made from a real one, and ids of other things. One with a shape other than that of real ids may also be refused
 * as malformed.
 */
function nearlyIds(target: Target, accountType: AccountType): UnknownId[] {
  const [real] = target.recipients[accountType];
  if (real === undefined) return [];
  const { recipientId: id, partnerRecipientId } = real;
  const last = id.slice(-1);
  const otherLast = [...id].reverse().find((character) => /[0-9a-z]/i.test(character) && character !== last);
  const customers = target.transfers.flatMap(({ detail }) =>
    typeof detail.customer_id === "string" ? detail.customer_id : [],
  );
  const malformed = [400, 404];
  const candidates: (UnknownId | null)[] = [
    isRandom(id) && otherLast !== undefined && /[0-9a-z]/i.test(last)
      ? { value: id.slice(0, -1) + otherLast, words: "an id with another last character", statuses: [404] }
      : null,
    isRandom(id) ? { value: id.slice(0, -1), words: "an id without its last character", statuses: malformed } : null,
    isRandom(id) ? { value: id + last, words: "an id with one character more", statuses: malformed } : null,
    { value: partnerRecipientId, words: "a partner_recipient_id", statuses: malformed },
    ...customers.slice(0, 1).map((value) => ({ value, words: "a customer's id", statuses: malformed })),
    { value: `${id.slice(0, 4)}%`, words: "the beginning of an id and a wildcard", statuses: malformed },
    { value: `${id.slice(0, 4)}*`, words: "the beginning of an id and an asterisk", statuses: malformed },
  ];
  const known = new Set(Object.values(target.recipients).flatMap((pool) => pool.map(({ recipientId }) => recipientId)));
  return candidates.filter((candidate) => candidate !== null).filter(({ value }) => value !== "" && !known.has(value));
}

function updating(template: Template, tier: number, { value, words, statuses }: UnknownId): CaseDraft {
  return sending({
    tier,
    template,
    edit: { kind: "path", parameter: "recipient_id", value },
    expect: { kind: "status", statuses },
    message: { subject: template.operation, object: `${words} as its recipient_id` },
  });
}

export const unknownRecipient = check("updateRecipient/state/unknown-recipient", {
  title: "An update of a recipient that does not exist is answered with 404",
  sends:
    "an accepted update in which only recipient_id differs: an id of the usual shape that no recipient has, a real one that is cut, longer or changed in its last character, the partner's id, and a customer's",
  expects: "status 404; if the id does not have the usual shape, 400 is accepted too",
  cases: (target) => {
    const usual = unknownIds(target);
    return ACCOUNT_TYPES.flatMap((accountType, turn) => {
      const template = target.templates.updateRecipient.find((one) => accountTypeOf(one) === accountType);
      if (template === undefined) return [];
      return [
        ...usual.map((id, index) => updating(template, index * 2 + turn, id)),
        ...nearlyIds(target, accountType).map((id, index) =>
          updating(template, turn + 2 * Math.max(0, index - TELLING + 1), id),
        ),
      ];
    });
  },
});

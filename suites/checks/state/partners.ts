/**
 * Two partners at work in turn (sections 4.2 and 4.6). What one may see of the other is left open; that an update
 * changes its own recipient alone, and that repeated readings agree, is not.
 */
import { type CaseDraft, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import { type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType } from "../../../generators/templates/accountTypes.js";
import { templateOf, withoutFiles } from "../../recipientTemplates.js";
import { idsOf, itemsOf, onPages, pageTemplate } from "./pages.js";
import { expectOwn, updateOf, withoutOptional } from "./recipients.js";

const BY_SECOND = { credentials: "second" } as const;

/** Creates a recipient of the second partner, under the same partner id where that makes another one. */
async function theirRecipient(sequence: Sequence, creation: Template, { body: own }: Step): Promise<Step> {
  const named = { ...creation.body, partner_recipient_id: String(own.partner_recipient_id) };
  // What a repeated partner id is answered with is open.
  const unjudged = { ...BY_SECOND, judged: false };
  const same = await sequence.step({ ...creation, body: named, freshField: null }, "same partner id", unjudged);
  const isTheirs = same.accepted && same.body.recipient_id !== own.recipient_id;
  return isTheirs ? same : sequence.step(creation, "own partner id", BY_SECOND);
}

/** Each partner creates a recipient, the other one updates its own, and the first one updates its own with less. */
function besideAnother(target: Target, accountType: AccountType, tier: number): CaseDraft[] {
  const creation = templateOf(target, "createRecipient", accountType);
  const update = templateOf(target, "updateRecipient", accountType);
  if (creation === undefined || update === undefined) return [];
  const execute = async (sequence: Sequence) => {
    const complete = withTextsOf(creation, sequence.fresh("own"));
    const own = await sequence.step(complete, "own");
    const theirs = await theirRecipient(sequence, withoutFiles(creation), own);
    const [{ recipient_id: ownId }, { recipient_id: theirId }] = [own.body, theirs.body];
    if (typeof ownId !== "string" || typeof theirId !== "string")
      return sequence.blocked("the second partner could not create a recipient");
    const key = sequence.fresh("theirs");
    const website = `https://second.example.com/${key}`;
    const body = { ...withoutFiles(update).body, website, address_info: { city: `Second ${key.slice(0, 12)}` } };
    const updated = await sequence.step(updateOf(theirId, { ...update, body }), "update theirs", BY_SECOND);
    const after = await sequence.step(updateOf(ownId, withoutOptional(update)), "update own");
    if (!updated.accepted || !after.accepted) return sequence.blocked("an update of a new recipient is refused");
    expectOwn(
      sequence,
      after,
      complete.body,
      (field) => `${field} shows a value that the recipient was never given, after another partner updated its own`,
    );
  };
  return [steps(tier, execute)];
}

export const partnersUpdates = check("updateRecipient/state/partners.isolation", {
  title: "An update by one partner changes no recipient of another partner",
  sends:
    "an update; then the second partner creates and updates a recipient under the same partner id; then an update without optional fields",
  expects: "in the last answer values of the first update, or none",
  credentials: "second",
  touches: ["createRecipient"],
  cases: (target) =>
    target.credentialsEdits.has("second")
      ? ACCOUNT_TYPES.flatMap((accountType, tier) => besideAnother(target, accountType, tier))
      : [],
});

/** Items of a page that nothing else asks for: what is kept of it was kept for one of these two readings. */
const RARE_SIZE = 7;

/** A page that one partner reads and then the other; where both get the same, the other reads it in the usual size as well. */
const inTurn = onPages(0, async (sequence, pages) => {
  const rare = pageTemplate(pages.firstPage, RARE_SIZE + sequence.execution.attempt);
  const theirs = await sequence.step(rare, "theirs", BY_SECOND);
  const own = await sequence.step(rare, "own");
  if (!theirs.accepted || !own.accepted) return sequence.blocked("a page is refused");
  if (itemsOf(theirs).length === 0) return sequence.blocked("the second partner has no transactions");
  // Mostly they differ; where they do not, the partners may share everything.
  const isAlike = idsOf(own) === idsOf(theirs);
  const usual = isAlike ? await sequence.step(pageTemplate(pages.firstPage, pages.size), "usual") : own;
  if (!usual.accepted) return sequence.blocked("a page is refused");
  const usualIds = new Set(itemsOf(usual).map(({ id }) => id));
  sequence.expect(
    !isAlike || itemsOf(own).some(({ id }) => usualIds.has(id)),
    own.exchange,
    {
      message: "A page shows what another partner has just read, and nothing of what it shows at another page_size",
      expected: idsOf(usual),
      actual: idsOf(own),
    },
    usual.exchange,
  );
});

export const partnersPages = check("listTransactions/state/partners.repeat", {
  title: "Readings of a page agree, also when another partner has just read it",
  sends:
    "one page with the credentials of the second partner, the same with the usual ones, and where both are alike the page in another size",
  expects: "other transactions than the second partner's, or in the last two the same",
  credentials: "second",
  cases: ({ credentialsEdits }) => (credentialsEdits.has("second") ? [inTurn] : []),
});

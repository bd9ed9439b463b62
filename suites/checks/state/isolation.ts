/**
 * What belongs to one resource does not show in another (sections 4.1, 4.2 and 4.4): an update shows no value that its recipient
 * was never given and changes no other recipient; a new resource shows nothing that was sent for another one; and one partner's
 * updates do not show in another's. Whether an update keeps or clears what it leaves out is open; such a field must not take
 * another value.
 */
import { type CaseDraft, type Check, check } from "../../../discovery/check.js";
import type { KnownTransaction, Target } from "../../../discovery/target.js";
import { type Sequence, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import { placedOn, type Template, withTextsOf } from "../../../generators/edits/edit.js";
import {
  ACCOUNT_TYPES,
  type AccountType,
  accountTypeOf,
  withAccountType,
} from "../../../generators/templates/accountTypes.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  type Pointer,
  pointerText,
  valueAt,
  without,
  withValueAt,
} from "../../../schemas/json.js";
import { templateOf, withoutFiles } from "../../recipientTemplates.js";
import { documentedIn, expectIds, expectOwn, isOwnOrNone, withoutOptional } from "./recipients.js";

/** How many transfers have their recipients looked at. */
const FEW = 3;
const NOT_UPDATED = "a recipient that was just created could not be updated";

/**
 * Updates one recipient, then another with fewer fields: the second must not show anything of the first, nor the first
 * anything of the second once the second has all its fields.
 * @param alike what both have in common, if anything: whatever is keyed by it mixes them up
 */
function twoInTurn({ templates }: Target, accountType: AccountType, tier: number, alike: JsonObject = {}): CaseDraft {
  const both = (all: readonly Template[]): Template[] =>
    withAccountType(all, accountType).map((template) => ({ ...template, body: { ...template.body, ...alike } }));
  return steps(tier, async (sequence) => {
    // Each is written once, so that what is looked for below is what was sent.
    const written = (all: readonly Template[], key: string): Template[] =>
      both(all).map((template, index) => withTextsOf(template, sequence.fresh(`${key} ${index}`)));
    const [creation, otherCreation] = written(templates.createRecipient, "created");
    const [update, otherUpdate] = written(templates.updateRecipient, "updated");
    if (!creation || !otherCreation || !update || !otherUpdate)
      return sequence.blocked("there are no templates to work with");
    const first = await sequence.step(creation, "first");
    const second = await sequence.step(otherCreation, "second");
    const [firstId, secondId] = [first.body.recipient_id, second.body.recipient_id];
    if (typeof firstId !== "string" || typeof secondId !== "string")
      return sequence.blocked("a recipient could not be created");
    const changed = await sequence.step(placedOn(update, firstId), "update first");
    const sparse = await sequence.step(placedOn(withoutOptional(otherUpdate), secondId), "update second");
    // A refusal does not hold a recipient; the controls judge that valid updates are accepted.
    if (!changed.accepted || !sparse.accepted) return sequence.blocked(NOT_UPDATED);
    expectOwn(sequence, sparse, otherCreation.body, "of a recipient shows a value that it was never given");
    // What the second is given now must not reach the first, which was created just before it.
    const full = tier === 0 ? null : await sequence.step(placedOn(otherUpdate, secondId), "update second in full");
    if (full?.accepted === false) return sequence.blocked(NOT_UPDATED);
    const again = await sequence.step(placedOn(withoutOptional(update), firstId), "first again");
    if (!again.accepted) return sequence.blocked(NOT_UPDATED);
    const wrong = "of a recipient shows a value other than its last one after an update that left it out";
    expectOwn(sequence, again, update.body, wrong);
    const idOf = ({ body }: Step) => ({ partner_recipient_id: body.partner_recipient_id });
    const message = () => "A recipient shows a partner_recipient_id that is not its own";
    expectIds(sequence, sparse, idOf(second), message);
    expectIds(sequence, again, idOf(first), message);
  });
}

/** The template's body with some of its optional values empty, or without them. */
function sparser(body: JsonObject): JsonObject[] {
  const address = isObject(body.address_info) ? body.address_info : {};
  const members = Object.keys(address);
  return [
    { ...body, website: "", file_id_list: [], address_info: Object.fromEntries(members.map((name) => [name, ""])) },
    ...members.map((name) => ({ ...body, address_info: { ...address, [name]: "" } })),
    ...members.map((name) => ({ ...body, address_info: without(address, [name]) })),
  ];
}

/** After a full update, an update with less shows the values of the full one, or none. */
function emptied(given: Template): CaseDraft {
  const accountType = accountTypeOf(given);
  return steps(1, (sequence) =>
    sequence.execution.withRecipient(`emptied ${accountType}`, accountType, async ({ recipientId }) => {
      const template = withTextsOf(given, sequence.fresh("emptied"));
      const full = placedOn(template, recipientId);
      if (!(await sequence.step(full, "full")).accepted) return;
      for (const [turn, body] of sparser(template.body ?? {}).entries()) {
        const step = await sequence.step({ ...full, body }, `sparser ${turn}`);
        if (!step.accepted) continue;
        const wrong = "shows a value that the recipient was never given there, after an update with less in it";
        expectOwn(sequence, step, template.body, wrong);
        // What was emptied may stay empty from then on; for the next one everything is restored.
        await sequence.step(full, `full ${turn}`);
      }
    }),
  );
}

/** The recipient that a transfer shows; null where it shows none. */
async function recipientsOf(
  sequence: Sequence,
  transfers: readonly KnownTransaction[],
  key: string,
): Promise<unknown[]> {
  const shown: unknown[] = [];
  for (const [index, { query }] of transfers.entries()) {
    const template = readTemplate("getTransferDetail", query);
    const { recipient } = (await sequence.step(template, `${key} ${index}`, { judged: false })).body;
    shown.push(
      isObject(recipient)
        ? [
            recipient.recipient_id,
            recipient.business_name,
            documentedIn(recipient.address_info),
            documentedIn(recipient.payment_details),
          ]
        : null,
    );
  }
  return shown;
}

/** An update of one recipient, between two looks at recipients of transfers that are unrelated to it. */
function othersUntouched(template: Template, transfers: readonly KnownTransaction[]): CaseDraft {
  return steps(1, (sequence) =>
    sequence.execution.withRecipient("others untouched", accountTypeOf(template), async ({ recipientId }) => {
      const others = transfers.filter(({ detail }) => detail.recipient_id !== recipientId).slice(0, FEW);
      const before = await recipientsOf(sequence, others, "before");
      const update = await sequence.step(placedOn(template, recipientId), "update");
      if (!update.accepted) return;
      const after = await recipientsOf(sequence, others, "after");
      const changed = before.findIndex((value, index) => value !== null && !isOwnOrNone(value, after[index]));
      sequence.expect(changed < 0, update, {
        message: "An update changes another recipient, as a transfer to that one shows",
        expected: jsonText(before[changed]),
        actual: jsonText(after[changed]),
      });
    }),
  );
}

export const isolation = check("updateRecipient/state/isolation", {
  title: "An update changes no other recipient, and shows none of its values",
  sends: "updates of two recipients in turn, the second without its optional fields",
  expects: "each recipient with values of its own, or none",
  touches: ["createRecipient"],
  cases: (target) => {
    const updates = ACCOUNT_TYPES.map((accountType) => templateOf(target, "updateRecipient", accountType));
    const [bank] = updates;
    return [
      ...ACCOUNT_TYPES.map((accountType, tier) => twoInTurn(target, accountType, tier)),
      twoInTurn(target, "bank", 2, { business_type: "Individual" }),
      twoInTurn(target, "bank", 2, { business_type: "Business" }),
      ...updates.flatMap((update) => (update === undefined ? [] : emptied(update))),
      ...(bank === undefined || target.transfers.length === 0 ? [] : [othersUntouched(bank, target.transfers)]),
    ];
  },
});

const BY_SECOND = { credentials: "second" } as const;

/** Creates a recipient of the second partner, under the same partner id where that creates another one. */
async function theirRecipient(sequence: Sequence, creation: Template, { body: own }: Step): Promise<Step> {
  const named = { ...creation.body, partner_recipient_id: String(own.partner_recipient_id) };
  // The answer to a repeated partner id is open.
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
    const updated = await sequence.step(placedOn({ ...update, body }, theirId), "update theirs", BY_SECOND);
    const after = await sequence.step(placedOn(withoutOptional(update), ownId), "update own");
    if (!updated.accepted || !after.accepted) return sequence.blocked("an update of a new recipient is refused");
    const wrong =
      "shows a value that the recipient was never given, after another partner updated one of its recipients";
    expectOwn(sequence, after, complete.body, wrong);
  };
  return [steps(tier, execute)];
}

export const partnersUpdates = check("updateRecipient/state/partners.isolation", {
  title: "An update by one partner changes no recipient of another partner",
  sends:
    "an update; then the second partner creates and updates a recipient under the same partner id; then an update without optional fields",
  expects: "in the last response, the values of the first update or none",
  credentials: "second",
  touches: ["createRecipient"],
  cases: (target) =>
    target.credentialsEdits.has("second")
      ? ACCOUNT_TYPES.flatMap((accountType, tier) => besideAnother(target, accountType, tier))
      : [],
});

/** What a resource can be created without, and the texts in it that distinguish it from another. */
interface LeftOut {
  readonly at: Pointer;
  readonly texts: readonly Pointer[];
}

const LEFT_OUT: Readonly<Record<"createRecipient" | "createCustomer", readonly LeftOut[]>> = {
  createRecipient: [
    { at: ["website"], texts: [["website"]] },
    {
      at: ["address_info"],
      texts: ["address_line_1", "address_line_2", "post_code"].map((name) => ["address_info", name]),
    },
    { at: ["file_id_list"], texts: [["file_id_list", 0]] },
  ],
  createCustomer: [
    { at: ["business_details", "website"], texts: [["business_details", "website"]] },
    { at: ["primary_contact"], texts: [["primary_contact", "contact_phone"]] },
  ],
};

/** Whether a text is an address that only this suite sends: other requests are under way between the two creations. */
function isOurs(text: string): boolean {
  return /^https:\/\/[\w.-]+\.example\.com(?:[/?]|$)/.test(text);
}

function namesOf(left: readonly LeftOut[]): string {
  return left.map(({ at }) => pointerText(at)).join(", ");
}

/** Creates a resource with everything and, right after it and maybe by another partner, one that leaves something out. */
function leavingOut(
  operation: "createRecipient" | "createCustomer",
  { templates: { [operation]: templates } }: Target,
  credentials: "valid" | "second",
): CaseDraft[] {
  const [template] = templates;
  if (template === undefined || template.body === null) return [];
  const { body } = template;
  // Files belong to the partner that uploaded them.
  const sent = (credentials === "second" ? withoutFiles(template) : template).body ?? {};
  const present = LEFT_OUT[operation].filter(({ at }) => valueAt(body, at) !== undefined);
  // All at once first: whether each may be left out is open.
  return [present, ...present.map((one) => [one])].map((left, index) =>
    steps(Math.min(1, index), async (sequence) => {
      // What is left out below is not written again between the two. In every run the control is the first of them.
      const complete = withTextsOf(template, sequence.fresh("isolation"));
      const full = await (index === 0 ? sequence.reading(template, "full") : sequence.step(complete, "full"));
      const without = left.reduce<Json>((rest, { at }) => withValueAt(rest, at, undefined), sent);
      if (!isObject(without)) return;
      const sparse = await sequence.step({ ...template, body: without }, "sparse", { credentials });
      if (!full.accepted || !sparse.accepted) return sequence.blocked(`a creation without ${namesOf(left)} is refused`);
      for (const text of left.flatMap(({ texts }) => texts)) {
        const own = valueAt(full.value, text);
        const shown = isObject(sparse.value) ? valueAt(sparse.value, text) : undefined;
        const others = templates.map((other) => valueAt(other.body ?? {}, text));
        const isAnothers =
          typeof shown === "string" && shown !== "" && ([own, ...others].includes(shown) || isOurs(shown));
        sequence.expect(!isAnothers, sparse, {
          message: `${pointerText(text)} shows what was sent for another resource`,
          expected: "only what was sent for this one",
          actual: jsonText(shown),
          control: full,
        });
      }
    }),
  );
}

export function createdIsolation(operation: "createRecipient" | "createCustomer"): Check {
  const names = namesOf(LEFT_OUT[operation]);
  return check(`${operation}/state/isolation`, {
    title: "A new resource shows nothing that was sent for another one",
    sends: `two creations, the second one without ${names}`,
    expects: "nothing of the first one in the answer to the second",
    cases: (target) => leavingOut(operation, target, "valid"),
  });
}

export const partnersCreations = check("createRecipient/state/partners.isolation", {
  title: "A new recipient shows nothing that another partner sent for one of its own",
  sends: "a creation and, with the credentials of the second partner, one that leaves something out",
  expects: "nothing of the first one in the answer to the second",
  credentials: "second",
  cases: (target) => (target.credentialsEdits.has("second") ? leavingOut("createRecipient", target, "second") : []),
});

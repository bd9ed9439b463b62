/**
 * What an update never changes: the ids of the recipient and its time of creation (section 2.1). What it removes completely:
 * an account of another type (section 2.2).
 */
import { type CaseDraft, type CheckId, check, type Drafts } from "../../../discovery/check.js";
import { deployment, type KnownRecipient, type Target } from "../../../discovery/target.js";
import { type Sequence, type Step, type StepOptions, steps } from "../../../engine/cases/sequenceCase.js";
import { quoted } from "../../../engine/judge/refusalText.js";
import { materialise, placedOn } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, type AccountType, accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { fitText } from "../../../generators/texts/fit.js";
import { successBody } from "../../../oracles/json.js";
import { sameInstant } from "../../../schemas/dateTime.js";
import { fieldAt } from "../../../schemas/fieldTree.js";
import { isEmpty, isObject, jsonText } from "../../../schemas/json.js";
import { templateOf } from "../../recipientTemplates.js";
import { withId, withoutOptional } from "./recipients.js";

const OTHER_TYPE: Readonly<Record<AccountType, AccountType>> = { bank: "crypto", crypto: "bank" };

/**
 * Creates a recipient with an account of one type and updates it to the other one.
 * @returns the recipient, its creation, and the accepted update; null when that is not possible, with the reason noted
 */
async function switchAccount(sequence: Sequence, from: AccountType, options: StepOptions) {
  const target = deployment(sequence.execution.target);
  const stop = (reason: string): null => {
    sequence.blocked(reason);
    return null;
  };
  const creation = templateOf(target, "createRecipient", from);
  const update = templateOf(target, "updateRecipient", OTHER_TYPE[from]);
  if (creation === undefined || update === undefined) return stop("there are no templates to work with");
  const created = await sequence.step(creation, "create");
  const { recipient_id: recipientId } = created.body;
  if (typeof recipientId !== "string") return stop("a recipient could not be created");
  const step = await sequence.step(placedOn(update, recipientId), "switch", options);
  if (!step.accepted) return stop(`an account does not change its kind here: ${quoted(step.exchange)}`);
  return { recipientId, created, step };
}

function namesOnlyOf(accountType: AccountType): string[] {
  const { children: fields } = fieldAt("recipient-response.schema.json", "payment_details");
  const others = new Set(fields.filter(({ variant }) => variant !== accountType).map(({ name }) => name));
  return fields.map(({ name }) => name).filter((name) => !others.has(name));
}

/** Notes whether an account that had another type before shows nothing that only that type has. */
function expectClean(sequence: Sequence, step: Step, before: AccountType, earlier: Step): void {
  const { payment_details: details } = step.body;
  if (!isObject(details)) {
    sequence.blocked("the update shows no payment_details");
    return;
  }
  const now = OTHER_TYPE[before];
  const left = namesOnlyOf(before).find((name) => !isEmpty(details[name]));
  sequence.expect(left === undefined, step, {
    message: `A ${now} account still shows ${left} of the ${before} account that it was`,
    expected: `only fields of a ${now} account`,
    actual: `${left} ${jsonText(details[left ?? ""])}`,
    control: earlier,
  });
}

export const accountSwitch = check("updateRecipient/state/variant.clean", {
  title: "An account that changes its kind keeps nothing of the other kind",
  sends: "an update with payment_details of the other account_type, where the deployment accepts it",
  expects: "no documented field that only the former kind has",
  role: "inquiry",
  touches: ["createRecipient"],
  cases: () =>
    ACCOUNT_TYPES.map((from) =>
      steps(0, async (sequence) => {
        const change = await switchAccount(sequence, from, { judged: false });
        if (change === null) return;
        const { recipientId, created, step } = change;
        expectClean(sequence, step, from, created);
        const target = deployment(sequence.execution.target);
        const own = templateOf(target, "updateRecipient", from);
        if (own === undefined || target.profile === "smoke") return;
        // What an update stores may be kept in addition to what the next one stores.
        const back = await sequence.step(placedOn(own, recipientId), "back");
        if (back.accepted) expectClean(sequence, back, OTHER_TYPE[from], step);
      }),
    ),
});

type KeptField = "recipient_id" | "partner_recipient_id" | "created_at";

/** Templates of updates after which each field is looked at. */
const TEMPLATES = 4;
const LONGEST_PARTNER_ID = 64;

function atCreation({ recipientId, partnerRecipientId, createdAt }: KnownRecipient, field: KeptField): unknown {
  return { recipient_id: recipientId, partner_recipient_id: partnerRecipientId, created_at: createdAt }[field];
}

/** The moment that a value names in whatever notation, in milliseconds; its format check judges that it is a date-time. */
function momentOf(value: unknown): number {
  const text = String(value).trim();
  if (/^\d{13}$|^\d{10}$/.test(text)) return Number(text.padEnd(13, "0"));
  return Date.parse(/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

function isSame(field: KeptField, one: unknown, other: unknown): boolean {
  if (one === other || field !== "created_at") return one === other;
  return sameInstant(String(one), String(other)) || Math.abs(momentOf(one) - momentOf(other)) < 1_000;
}

/** Notes whether a field is what it was. Its absence is judged by the response rules. */
function expectKept(
  sequence: Sequence,
  answer: Pick<Step, "exchange" | "body">,
  field: KeptField,
  before: unknown,
  { message = `An update changes ${field}`, control }: { message?: string; control?: Step } = {},
): void {
  const now = answer.body[field];
  if (now === undefined || before === undefined) return;
  const departure = { message, expected: jsonText(before), actual: jsonText(now), control };
  sequence.expect(isSame(field, now, before), answer, departure);
}

/** Updates with everything, and with as little as may be. */
function afterUpdates({ templates }: Target, field: KeptField, first: number): CaseDraft[] {
  return templates.updateRecipient.slice(0, TEMPLATES).map((template, index) =>
    steps(first + index, (sequence) =>
      sequence.execution.withRecipient(`${field} ${index}`, accountTypeOf(template), async (recipient) => {
        for (const update of [template, withoutOptional(template)]) {
          const step = await sequence.step(placedOn(update, recipient.recipientId), "update");
          expectKept(sequence, step, field, atCreation(recipient, field));
        }
      }),
    ),
  );
}

/** A member that an update does not have: whether it is refused or ignored is open, but it must not take effect. */
function asMember({ templates }: Target, field: KeptField, value: string | undefined): CaseDraft[] {
  const [update] = templates.updateRecipient;
  if (update === undefined || value === undefined) return [];
  return [
    steps(0, (sequence) =>
      sequence.execution.withRecipient(`${field} as a member`, accountTypeOf(update), async (recipient) => {
        if (recipient.recipientId === value) return sequence.blocked("there is no other recipient");
        const template = placedOn(update, recipient.recipientId);
        // Its value in the body is not an echo to compare.
        const carrying = { ...template, body: { ...template.body, [field]: value } };
        const carried = await sequence.step(carrying, "with the member", { judged: false });
        const after = await sequence.step(withoutOptional(template), "after it");
        for (const step of [carried, after]) {
          // A field that every update changes did not take this value from it.
          const isTaken = isSame(field, step.body[field], value);
          const texts = isTaken
            ? { message: `An update with a ${field} in its body changes the ${field} of the recipient` }
            : {};
          expectKept(sequence, step, field, atCreation(recipient, field), texts);
        }
      }),
    ),
  ];
}

/** One address in another notation: a character written as its percent escape is the same character. */
function escapedPath({ templates }: Target): CaseDraft[] {
  return templates.updateRecipient.slice(0, 1).map((update) =>
    steps(1, (sequence) =>
      sequence.execution.withRecipient("escaped path", accountTypeOf(update), async ({ recipientId }) => {
        const { wire } = materialise(placedOn(update, recipientId), null, sequence.fresh("escaped path"));
        const last = recipientId.slice(-1);
        if (!/[0-9a-z]/i.test(last)) return;
        const escaped = `%${last.charCodeAt(0).toString(16).toUpperCase()}`;
        const path = wire.path.replace(
          encodeURIComponent(recipientId),
          `${encodeURIComponent(recipientId.slice(0, -1))}${escaped}`,
        );
        const exchange = await sequence.execution.send({ ...wire, path });
        // Whether a gateway lets the notation through is open.
        const answer = { exchange, body: successBody(exchange) };
        const message = "An update shows a recipient_id as the address spells it, not as it is";
        expectKept(sequence, answer, "recipient_id", recipientId, { message });
      }),
    ),
  );
}

/** A recipient keeps its identity when its account changes its type. */
function afterSwitches(): CaseDraft[] {
  return ACCOUNT_TYPES.map((from) =>
    steps(1, async (sequence) => {
      const change = await switchAccount(sequence, from, { judged: true });
      if (change === null) return;
      const { recipientId, created, step } = change;
      const message = "An update that changes the kind of account changes recipient_id";
      expectKept(sequence, step, "recipient_id", recipientId, { message, control: created });
    }),
  );
}

/** Partner ids that are easily damaged when they are stored. */
const PARTNER_IDS: readonly ((stem: string) => string)[] = [
  (stem) => fitText(`${stem}-Aa.Zz_`, LONGEST_PARTNER_ID),
  (stem) => `${stem}-收款人-Ünal`,
];

function unusualPartnerIds({ templates }: Target): CaseDraft[] {
  const [create] = templates.createRecipient;
  const [update] = templates.updateRecipient;
  if (create === undefined || update === undefined) return [];
  return PARTNER_IDS.map((write, tier) =>
    steps(tier, async (sequence) => {
      const creation = withId(create, "partner_recipient_id", write(sequence.fresh("kept")));
      const created = await sequence.step(creation, "create");
      const { recipient_id: recipientId, partner_recipient_id: shown } = created.body;
      if (typeof recipientId !== "string" || typeof shown !== "string") return;
      const step = await sequence.step(placedOn(update, recipientId), "update");
      expectKept(sequence, step, "partner_recipient_id", shown, { control: created });
    }),
  );
}

/** @param asMemberOf updates whose body has the field: where there are any, other updates are less telling */
function keptField(id: CheckId, field: KeptField, asMemberOf: Drafts, casesBeside: Drafts = () => []) {
  return check(id, {
    sends: "updates of a recipient that this run created, also with the field in the body",
    expects: `${field} as at creation`,
    touches: ["createRecipient"],
    cases: (target) => {
      const members = asMemberOf(target);
      return [...afterUpdates(target, field, Math.min(1, members.length)), ...members, ...casesBeside(target)];
    },
  });
}

export const recipientIdKept = keptField(
  "updateRecipient/state/recipient_id.kept",
  "recipient_id",
  (target) => asMember(target, "recipient_id", target.recipients.bank[0]?.recipientId),
  (target) => [...escapedPath(target), ...afterSwitches()],
);

export const partnerRecipientIdKept = keptField(
  "updateRecipient/state/partner_recipient_id.kept",
  "partner_recipient_id",
  (target) => asMember(target, "partner_recipient_id", "taken-from-the-body-of-an-update"),
  unusualPartnerIds,
);

export const createdAtKept = keptField("updateRecipient/state/created_at.kept", "created_at", (target) =>
  asMember(target, "created_at", "2001-02-03T04:05:06Z"),
);

/** A refused request leaves nothing behind: neither a used-up partner id nor a changed recipient (sections 4.1, 4.2, 4.4 and 5). */
import { guessOf } from "../../../client/credentials.js";
import type { CredentialsEdit } from "../../../client/model.js";
import { type CaseDraft, type Check, type CheckId, check } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { type Sequence, steps } from "../../../engine/cases/sequenceCase.js";
import { type Edit, materialise, placedOn, type Template } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { answerText } from "../../../oracles/outcome.js";
import { isEmpty, isObject, type Json, jsonText, type Pointer } from "../../../schemas/json.js";
import { VERSION_HEADER } from "../../../schemas/operations.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";
import { templateOf } from "../../recipientTemplates.js";
import { isOwnOrNone, stepWithId, UPDATE_OPTIONAL, withId, withoutOptional } from "./recipients.js";

/** Why a request is refused, and the edit that makes it so. */
type Refusals = Readonly<Record<string, Edit>>;

const withCredentials = (credentials: CredentialsEdit): Edit => ({ kind: "credentials", credentials });
const withValue = (value: Json, ...at: Pointer): Edit => ({ kind: "set", at, value });

function isPossible({ credentialsEdits }: Target, edit: Edit): boolean {
  return edit.kind !== "credentials" || credentialsEdits.has(edit.credentials);
}

/** A case about a refused request, which may seem to guess at credentials. */
function refusing(tier: number, edit: Edit, execute: (sequence: Sequence) => Promise<void>): CaseDraft {
  return steps(tier, execute, { guesses: edit.kind === "credentials" ? guessOf(edit.credentials) : undefined });
}

/** Sends what must be refused; null where it is not, with a note: other checks are about that. */
async function refusalOf(sequence: Sequence, what: string, template: Template, edit: Edit, fresh: string) {
  const exchange = await sequence.execution.send(materialise(template, edit, fresh).wire);
  const status = exchange.response?.status ?? 0;
  if (isRefusalStatus(status)) return { exchange, status };
  sequence.blocked(`the ${what} is not refused`);
  return null;
}

type Creation = "createRecipient" | "createCustomer";

const REFUSED_CREATIONS: Readonly<Record<Creation, Refusals>> = {
  createRecipient: {
    "with a name that is too long": withValue("x".repeat(129), "business_name"),
    "with a wrong network": withValue("NONE", "payment_details", "network"),
    "without credentials": withCredentials("neither"),
    "without permission": withCredentials("restricted"),
  },
  createCustomer: {
    "whose name is a number": withValue(12345, "business_details", "business_name"),
    "without credentials": withCredentials("neither"),
    "without permission": withCredentials("restricted"),
  },
};

/** A refused creation, then a good one with the same partner id; where that is refused, one with another. */
function refusedCreation(template: Template, field: string, tier: number, reason: string, edit: Edit): CaseDraft {
  return refusing(tier, edit, async (sequence) => {
    const [same, other] = [sequence.fresh("same"), sequence.fresh("other")];
    const first = withId(template, field, same);
    const refused = await refusalOf(sequence, `creation ${reason}`, first, edit, sequence.fresh("refused"));
    if (refused === null) return;
    const good = await stepWithId(sequence, template, field, same, "good");
    const control = good.accepted ? null : await stepWithId(sequence, template, field, other, "control");
    if (control?.accepted === false) return sequence.blocked("a creation that keeps every rule is refused");
    const { status } = refused;
    sequence.expect(control === null, good, {
      message: `A creation ${reason} is refused with ${status} but uses up its ${field}`,
      expected: "accepted with a 2xx status, as with another one",
      actual: answerText(good.exchange),
      control,
    });
  });
}

function refusedCreations(id: CheckId, operation: Creation, field: string): Check {
  return check(id, {
    title: `A creation that is refused does not use up its ${field}`,
    sends: `creations that are refused for one reason after another, each followed by a good one with the same ${field}`,
    expects: "the good one is accepted, as one with another id is",
    cases: (target) =>
      Object.entries(REFUSED_CREATIONS[operation]).flatMap(([reason, edit], index) => {
        const templates = target.templates[operation];
        const template = templates[index % templates.length];
        if (template === undefined || !isPossible(target, edit)) return [];
        return refusedCreation(template, field, index, reason, edit);
      }),
  });
}

export const refusedRecipients = refusedCreations(
  "createRecipient/state/refused.unapplied",
  "createRecipient",
  "partner_recipient_id",
);

export const refusedCustomers = refusedCreations(
  "createCustomer/state/refused.unapplied",
  "createCustomer",
  "partner_customer_id",
);

function refusedUpdatesOf({ references }: Target, template: Template): Refusals {
  const [name, code] =
    accountTypeOf(template) === "crypto" ? ["wallet_name", "wallet_address"] : ["account_name", "swift_code"];
  return {
    "without credentials": withCredentials("neither"),
    "with a wrong secret": withCredentials("wrong-secret"),
    "without permission": withCredentials("restricted"),
    "of another partner": withCredentials("second"),
    "with a value that is too long": withValue("x".repeat(129), "business_name"),
    "with an address that is too long": withValue("x".repeat(65), "address_info", "city"),
    "without a required field": { kind: "remove", at: ["country_code"] },
    "with a wrong network": withValue("NONE", "payment_details", "network"),
    "with a name that is too short": withValue("x", "payment_details", name),
    "with a code that is too short": withValue("ABC", "payment_details", code),
    "with too many files": withValue(Array(11).fill(references[0] ?? "file"), "file_id_list"),
    "with PATCH": { kind: "method", method: "PATCH" },
    "with PUT": { kind: "method", method: "PUT" },
    "with an unknown Api-Version": { kind: "header", name: VERSION_HEADER, value: "nonsense" },
  };
}

/** A refused update with its own website, then one without any: whether that keeps or clears the old one is open. */
function refusedUpdate(template: Template, tier: number, reason: string, edit: Edit): CaseDraft {
  return refusing(tier, edit, (sequence) =>
    sequence.execution.withRecipient("refused updates", accountTypeOf(template), async ({ recipientId }) => {
      const update = placedOn(template, recipientId);
      const sparse = withoutOptional(update);
      const full = await sequence.step(update, "full");
      if (!full.accepted) return sequence.blocked("an update that keeps every rule is refused");
      const before = await sequence.step(sparse, "before");
      const key = sequence.fresh("refused");
      const website = `https://refused.example.com/${key}`;
      const city = `Refused ${key.slice(0, 12)}`;
      const carrying = { ...update, body: { ...update.body, website, address_info: { city }, file_id_list: [] } };
      const refused = await refusalOf(sequence, `update ${reason}`, carrying, edit, key);
      if (refused === null) return;
      const after = await sequence.step(sparse, "after");
      if (!after.accepted) return sequence.blocked("an update without optional fields is refused");
      const shown = isObject(after.body.address_info) ? after.body.address_info.city : undefined;
      const taken = after.body.website === website ? `website ${website}` : shown === city ? `city ${city}` : null;
      // Where an update keeps what it leaves out, it does so after a refused one as well.
      const isLost = (name: string) => before.accepted && !isEmpty(before.body[name]) && isEmpty(after.body[name]);
      const lost = UPDATE_OPTIONAL.find(isLost);
      const isChanged = (name: string) =>
        before.accepted && !isEmpty(before.body[name]) && !isOwnOrNone(before.body[name], after.body[name]);
      const changed = UPDATE_OPTIONAL.find(isChanged);
      sequence.expect(taken === null && lost === undefined && changed === undefined, after, {
        message: `An update ${reason} is refused with ${refused.status} but takes effect`,
        expected: "the recipient as it was before the refused update",
        actual: taken ?? (changed === undefined ? `no ${lost}` : `${changed} ${jsonText(after.body[changed])}`),
        control: refused,
      });
    }),
  );
}

export const refusedUpdates = check("updateRecipient/state/refused.unapplied", {
  title: "An update that is refused changes nothing",
  sends: "updates that are refused for one reason after another, each followed by one without what may be left out",
  expects: "the recipient as it was before",
  cases: (target) =>
    ACCOUNT_TYPES.flatMap((accountType) => templateOf(target, "updateRecipient", accountType) ?? [])
      .flatMap((template) =>
        Object.entries(refusedUpdatesOf(target, template)).map((one) => [template, ...one] as const),
      )
      .filter(([, , edit]) => isPossible(target, edit))
      .map(([template, reason, edit], tier) => refusedUpdate(template, tier, reason, edit)),
});

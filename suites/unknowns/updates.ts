/**
 * What recipient update does where sections 2.1, 3 and 4.2 are silent: values that it leaves out, what it carries
 * besides the documented fields, the status afterwards, and which of two mistakes is answered first. Each inquiry works
 * on its own recipients.
 */
import { setTimeout as pause } from "node:timers/promises";
import { flipCase } from "../../client/credentialChanges.js";
import type { CredentialsEdit } from "../../client/model.js";
import type { Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { wordsOf } from "../../engine/judge/refusalText.js";
import type { Profile } from "../../engine/model.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { errorsIn } from "../../oracles/json.js";
import { sameValue } from "../../oracles/sameValue.js";
import { isEmpty, isObject, type Json, type Pointer, valueAt } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import {
  type Ask,
  type Attempt,
  answerNulls,
  answerWith,
  anyUpdate,
  asks,
  attempt,
  leftOut,
  needing,
  type OwnRecipient,
  ownRecipient,
  placeOf,
  type Rows,
  setting,
  told,
  tryAll,
  unknowns,
  updates,
  updating,
  withBody,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { extended, fieldSeen, gathered, outcome, phrase, word } from "./words.js";

/** What became of a stored value that an update did not carry. */
function fate(before: unknown, after: unknown): Observed {
  // In an object only what was sent counts: the service may add its own fields.
  const own =
    isObject(before) && isObject(after)
      ? Object.keys(before).map((name) => [before[name], after[name]])
      : [[before, after]];
  if (own.every(([, now]) => isEmpty(now))) return word("cleared");
  return word(own.every(([then, now]) => sameValue(then, now)) ? "kept" : "replaced by another value");
}

function without(body: Json, [step, ...rest]: Pointer): Json {
  if (!isObject(body) || typeof step !== "string") return body;
  const { [step]: value, ...others } = body;
  return rest.length === 0 || value === undefined ? others : { ...others, [step]: without(value, rest) };
}

/** Leaves fields out of an update and compares them with what was stored. */
function omits(...paths: readonly string[]): Ask<unknown> {
  return updating(async (asked, id, own) => {
    let body: Json = own.update.body ?? {};
    for (const path of paths) body = without(body, placeOf(path));
    if (!isObject(body)) return;
    const reply = await asked.ask({ ...own.update, body }, null);
    if (!reply.accepted) {
      asked.answer(id, phrase`an update without ${paths.join(", ")} is ${outcome(reply)}`, reply);
      return;
    }
    const stored = (path: string): unknown => valueAt(own.sent.body, placeOf(path));
    const fates = paths
      .filter((path) => stored(path) !== undefined)
      .map((path) => [path, fate(stored(path), valueAt(reply.body, placeOf(path)))] as const);
    if (fates.length > 0) asked.answer(id, gathered(fates), reply);
  });
}

/** What may be empty, and may be left out as well: an empty value may mean either. */
const EMPTIED: Readonly<Record<string, Json>> = { website: "", "address_info.post_code": "", file_id_list: [] };

const emptied = updating(async (asked, id, own) => {
  const attempts: Attempt[] = [];
  for (const [path, value] of Object.entries(EMPTIED)) {
    if (!(await asked.ask(own.update, null)).accepted) return;
    const reply = await asked.ask(own.update, setting(path, value));
    const shown = valueAt(reply.body, placeOf(path));
    attempts.push(attempt(path, reply, reply.accepted ? word(isEmpty(shown) ? "emptied" : "kept") : outcome(reply)));
  }
  answerWith(asked, id, attempts, attempts.at(-1)?.reply);
});

const nullValues = needing(
  (target) => (target.recipients.bank.length === 0 ? null : templateOf(target, "updateRecipient", "bank")),
  asks<Template>((asked, id, update) =>
    asked.execution.withRecipient("null in updates", "bank", async ({ recipientId }) => {
      const own = { ...update, path: { recipient_id: recipientId } };
      const control = await asked.execution.control(own);
      if (control !== null) await answerNulls(asked, id, own, leftOut(update), { control });
    }),
  ),
);

const SWITCHES = [
  ["bank", "crypto", "a bank account into a crypto wallet"],
  ["crypto", "bank", "a crypto wallet into a bank account"],
] as const;

const switched = asks(async (asked, id) => {
  const attempts: Attempt[] = [];
  for (const [from, to, name] of SWITCHES) {
    const own = await ownRecipient(asked, from);
    const other = templateOf(asked.target, "updateRecipient", to);
    if (own === null || other === undefined) continue;
    const update = { ...other, path: { recipient_id: own.id } };
    attempts.push(attempt(name, await asked.ask(update, null, { strictness: "echo" })));
  }
  answerWith(asked, id, attempts, attempts.at(-1)?.reply);
});

const partnerIdSent = updating(async (asked, id, own) => {
  const value = asked.fresh("sent with an update");
  const reply = await asked.ask(own.update, setting("partner_recipient_id", value));
  const now = reply.body.partner_recipient_id;
  const effect =
    now === value
      ? "stored"
      : now === own.created.body.partner_recipient_id
        ? "ignored"
        : `shows ${isEmpty(now) ? "none" : "another one"}`;
  const went = outcome(reply);
  asked.answer(id, phrase`it is ${reply.accepted ? extended(went, { effect }, ` and ${effect}`) : went}`, reply);
});

function recipientId(value: string): Edit {
  return { kind: "path", parameter: "recipient_id", value };
}

/** Recipient ids that could not have been issued. */
const MALFORMED: Readonly<Record<string, string>> = {
  "a short text": "x",
  "a number": "12345",
  "the prefix alone": "rcp_",
  punctuation: "rcp_!*'()",
  "200 characters": "x".repeat(200),
};

const malformedId = updating(async (asked, id, { update }) => {
  const all = Object.entries(MALFORMED).map(([name, value]) => ({ name, edit: recipientId(value) }));
  const attempts = await tryAll(asked, update, all);
  answerWith(asked, id, attempts, attempts[0]?.reply);
});

function otherLetterCase({ id }: OwnRecipient): Edit | null {
  const value = flipCase(id);
  return value === id ? null : recipientId(value);
}

/** How long a recipient is left alone before its status is looked at again, in milliseconds. */
const PATIENCE: Readonly<Record<Profile, number>> = { smoke: 0, standard: 1200, deep: 3000 };

function updatable(created: Reply, updated: Reply): Observed {
  const { value: status, text } = fieldSeen("status", created.body.status);
  const went = outcome(updated);
  const value = { ...status, ...went.value };
  if (!updated.accepted) return { value, text: `an update of a recipient that is ${text} is ${went.text}` };
  return created.body.status === "active"
    ? { value, text: "new recipients are active at once; none was found in another status" }
    : { value, text: `a recipient that is ${text} may be updated` };
}

/** The status of a recipient at its creation, after an immediate update, and after one a while later. */
const statuses = updating(
  async (asked, _, { created, update }) => {
    const soon = await asked.ask(update, null);
    asked.answer("unknown.updateRecipient.inactiveRecipient", updatable(created, soon), soon);
    if (!soon.accepted) return;
    const patience = PATIENCE[asked.target.profile];
    await pause(patience);
    const later = await asked.ask(update, null);
    const [before, after, last] = [
      fieldSeen("created", created.body.status),
      fieldSeen("updated", soon.body.status),
      fieldSeen("later", later.body.status),
    ];
    const observed = {
      value: { ...before.value, ...after.value, ...last.value },
      text: `created as ${before.text}, ${after.text} in the answer to an update at once, ${last.text} in the answer to one ${patience / 1000} seconds later`,
    };
    asked.answer("unknown.updateRecipient.statusAfterUpdate", observed, later);
    asked.answer("unknown.recipientTransitions", observed, later);
  },
  { patient: true },
);

/** One mistake in an update: what is wrong, in a template that may be wrong as well. */
interface Mistake {
  readonly name: string;
  readonly edit?: Edit;
  readonly credentials?: CredentialsEdit;
  readonly template?: (update: Template) => Template;
  /** Whether the target's credentials can show it; default: they can. */
  readonly known?: (target: Target) => boolean;
}

const BODY: Mistake = { name: "the body", edit: setting("business_name", "x") };
const CREDENTIALS: Mistake = { name: "the credentials", credentials: "neither" };
const PERMISSION: Mistake = {
  name: "the permission",
  credentials: "restricted",
  known: ({ credentialsEdits }) => credentialsEdits.has("restricted"),
};
const EXISTENCE: Mistake = {
  name: "existence",
  template: (update) => ({ ...update, path: { recipient_id: unknownIdLike(update.path.recipient_id ?? "") } }),
};
const VERSION: Mistake = {
  name: "the version",
  template: (update) => ({ ...update, version: "1999-01-01" }),
};

function makes(asked: Inquiry, update: Template, ...mistakes: readonly Mistake[]): Promise<Reply> {
  const template = mistakes.reduce((made, { template: change }) => change?.(made) ?? made, update);
  const edit = mistakes.find((mistake) => mistake.edit !== undefined)?.edit ?? null;
  const credentials = mistakes.find((mistake) => mistake.credentials !== undefined)?.credentials;
  return asked.ask(template, edit, { credentials });
}

/** Which single mistake's answer the answer to both of them resembles. */
function which(both: Reply, first: readonly [string, Reply], second: readonly [string, Reply]): Observed {
  const own = wordsOf(both.exchange);
  const like = (reply: Reply) =>
    wordsOf(reply.exchange) === own || (reply.status === both.status && first[1].status !== second[1].status);
  const [likeFirst, likeSecond] = [like(first[1]), like(second[1])];
  const went = outcome(both);
  if (likeFirst && likeSecond) return { value: null, text: `unclear: either fault is ${went.text}` };
  const reported = likeFirst ? first[0] : likeSecond ? second[0] : null;
  return {
    value: { first: reported, ...went.value },
    text: `${reported === null ? "neither alone" : `${reported} first`}: both faults at once are ${went.text}`,
  };
}

/** Finds which of two mistakes is answered first: each is made alone, and both together. */
function firstOf(one: Mistake, other: Mistake): Ask<unknown> {
  const ask = updating(async (asked, id, { update }) => {
    const first = await makes(asked, update, one);
    const second = await makes(asked, update, other);
    if (first.accepted || second.accepted) return;
    const both = await makes(asked, update, one, other);
    asked.answer(id, which(both, [one.name, first], [other.name, second]), both);
  });
  return needing((target) => (one.known?.(target) === false ? null : target), ask);
}

function names({ value }: Reply, field: string): boolean {
  return JSON.stringify(errorsIn(value)).includes(field);
}

/** Which of two mistakes were named by their errors. */
function named(outer: boolean, nested: boolean): Observed {
  const text = outer && nested ? "yes, also inside payment_details" : outer || nested ? "some errors do" : "no";
  return { value: { outer, nested }, text };
}

/** How many errors a request with two mistakes gets, and whether an error names its field. */
const errorsPerFault = updating(async (asked, id, { update }) => {
  const one = await makes(asked, update, BODY);
  const two = await makes(asked, withBody(update, { business_type: "Partnership" }), BODY);
  if (one.accepted || two.accepted) return;
  const each = errorsIn(two.value).length > errorsIn(one.value).length;
  const text = each ? "yes: each fault gets an error of its own" : "no: two faults get as many errors as one";
  asked.answer(id, { value: each ? "each" : "first", text }, two);
  const nested = await asked.ask(update, setting("payment_details.swift_code", "wrong"));
  asked.answer("unknown.faultyField", named(names(one, "business_name"), names(nested, "swift_code")), nested);
});

/** Which of two mistakes is answered first, where an update of a bank account can be sent. */
const ordered: Rows<unknown> = {
  "unknown.orderOfChecks.credentialsAndBody": firstOf(CREDENTIALS, BODY),
  "unknown.orderOfChecks.permissionAndBody": firstOf(PERMISSION, BODY),
  "unknown.orderOfChecks.credentialsAndExistence": firstOf(CREDENTIALS, EXISTENCE),
  "unknown.orderOfChecks.existenceAndBody": firstOf(EXISTENCE, BODY),
  "unknown.orderOfChecks.versionAndBody": firstOf(VERSION, BODY),
  "unknown.errorsPerFault": errorsPerFault,
};

export const recipientUpdates = unknowns(
  "updateRecipient",
  (target) => target,
  {
    "unknown.updateRecipient.omitted.website": omits("website"),
    "unknown.updateRecipient.omitted.address_info": omits("address_info"),
    "unknown.updateRecipient.omitted.file_id_list": omits("file_id_list"),
    "unknown.updateRecipient.omitted.addressMembers": omits(
      "address_info.address_line_1",
      "address_info.state",
      "address_info.post_code",
    ),
    "unknown.updateRecipient.omitted.paymentMembers": omits(
      "payment_details.payment_method",
      "payment_details.local_bank_code",
    ),
    "unknown.updateRecipient.emptied": emptied,
    "unknown.updateRecipient.nullValues": nullValues,
    "unknown.updateRecipient.switchedAccountType": switched,
    "unknown.updateRecipient.partnerIdSent": partnerIdSent,
    "unknown.updateRecipient.unknownFileId": needing(
      ({ references: [known] }) => known,
      updates(
        (_, { references: [known = ""] }) => setting("file_id_list", [unknownIdLike(known)]),
        told("a file id that was never issued is"),
      ),
    ),
    ...anyUpdate,
    "unknown.updateRecipient.malformedId": malformedId,
    "unknown.updateRecipient.idCase": updates(otherLetterCase, told("a recipient_id in the other letter case is")),
    "unknown.updateRecipient.statusAfterUpdate": statuses,
    ...ordered,
  },
  ["createRecipient"],
);

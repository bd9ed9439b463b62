/**
 * How unknowns are asked: the few ways that serve nearly all of them. A row is an unknown and its ask; what is specific
 * to one unknown is a function in its row.
 */
import type { CredentialsEdit, WireRequest } from "../../client/model.js";
import { type CaseDraft, type Exercise, exercise } from "../../discovery/check.js";
import type { Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { type Edit, type Template, withTextsOf } from "../../generators/edits/edit.js";
import { type AccountType, accountTypeOf } from "../../generators/templates/accountTypes.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import type { Json, JsonObject, Pointer } from "../../schemas/json.js";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { operationOf } from "../../schemas/operation.js";
import type { OperationId } from "../../schemas/operations.js";
import { templateOf } from "../recipientTemplates.js";
import { type AskOptions, type Inquiry, type InquiryOptions, inquiry, type Reply } from "./inquiry.js";
import { extended, gathered, outcome, phrase, type Tried } from "./words.js";

/** How one unknown is asked: its cases, made for what its rows work with. */
export type Ask<S> = (id: string, subject: S, target: Target) => readonly CaseDraft[];

/** What rows work with; null or undefined where the target lacks it, so that nothing is asked. */
export type Find<S> = (target: Target) => S | null | undefined;

/** Unknowns and conflicts by id, each with its ask. */
export type Rows<S> = Readonly<Record<string, Ask<S>>>;

/** @throws Error for an id that the ledger does not have: our own bug */
export function mustBeOpen(ids: readonly string[]): void {
  const stray = ids.find((id) => !OPEN_POINTS.has(id));
  if (stray !== undefined) throw new Error(`${stray} is asked, but is neither an unknown nor a conflict in the ledger`);
}

/**
 * Declares what is asked about on one operation.
 * @param touches other operations whose answers are judged as well
 * @throws Error for a row that the ledger does not have
 */
export function unknowns<S>(
  operation: OperationId,
  subject: Find<S>,
  rows: Rows<S>,
  touches: readonly OperationId[] = [],
): Exercise {
  mustBeOpen(Object.keys(rows));
  const cases = (target: Target): CaseDraft[] => {
    const found = subject(target);
    if (found === null || found === undefined) return [];
    return Object.entries(rows).flatMap(([id, ask]) => ask(id, found, target));
  };
  return exercise(`${operation}/errors/no-server-error`, "open", cases, { role: "inquiry", touches });
}

export function asks<S>(
  ask: (inquiry: Inquiry, id: string, subject: S) => Promise<void>,
  options: InquiryOptions = {},
): Ask<S> {
  return (id, subject) => [inquiry(id, options, (asked) => ask(asked, id, subject))];
}

/** An ask that is meaningful only where the unedited template is accepted. */
export function controlled(
  ask: (inquiry: Inquiry, id: string, template: Template) => Promise<void>,
  tier?: number,
): Ask<Template> {
  return (id, template) => [inquiry(id, { control: template, tier }, (asked) => ask(asked, id, template))];
}

/** An ask that needs more of the target than its rows do; none where the target lacks it. */
export function needing<S, T>(find: (target: Target, subject: S) => T | null | undefined, ask: Ask<T>): Ask<S> {
  return (id, subject, target) => {
    const found = find(target, subject);
    return found === null || found === undefined ? [] : ask(id, found, target);
  };
}

export function itself(control: Template): InquiryOptions {
  return { control };
}

/**
 * Several unknowns that one read answers; its reply is the evidence.
 * @param gather null where it shows nothing
 * @param rows what is observed for each; null for nothing
 */
export function seen<S, R extends { readonly reply: Reply }>(
  gather: (inquiry: Inquiry, subject: S) => Promise<R | null>,
  rows: Readonly<Record<string, (read: R) => Observed | null>>,
  options: (subject: S) => InquiryOptions = () => ({}),
): Rows<S> {
  const all: Ask<S> = (name, subject) => [
    inquiry(name, options(subject), async (asked) => {
      const read = await gather(asked, subject);
      if (read === null) return;
      for (const [id, observe] of Object.entries(rows)) {
        const observed = observe(read);
        if (observed !== null) asked.answer(id, observed, read.reply);
      }
    }),
  ];
  return Object.fromEntries(Object.keys(rows).map((id, index) => [id, index === 0 ? all : () => []]));
}

/** A place as it is written: `business_person_list.0.basic_info`. */
export function placeOf(path: string): Pointer {
  return path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

export function setting(path: string, value: Json): Edit {
  return { kind: "set", at: placeOf(path), value };
}

/** An edit and its name in the answer. */
export interface Trial {
  readonly name: string;
  /** What it is called in the text; default: its name. */
  readonly label?: string;
  readonly edit: Edit | null;
  /** Sent instead of the rows' own template. */
  readonly template?: Template;
}

/** Trials of several values at one place: each called by its name, or by its notation. */
export function values(path: string, tried: readonly Json[] | Readonly<Record<string, Json>>): Trial[] {
  if (!Array.isArray(tried))
    return Object.entries(tried).map(([name, value]) => ({ name, edit: setting(path, value) }));
  return tried.map((value: Json) => {
    const label = JSON.stringify(value);
    return { name: typeof value === "string" ? value : label, label, edit: setting(path, value) };
  });
}

/** Observes which edits of the template are accepted; nothing is sent where there are none. */
export function trials(
  make: readonly Trial[] | ((template: Template, target: Target) => readonly Trial[]),
  tier = 1,
): Ask<Template> {
  return (id, template, target) => {
    const all = typeof make === "function" ? make(template, target) : make;
    if (all.length === 0) return [];
    const ask = controlled(async (asked) => answerWith(asked, id, await tryAll(asked, template, all)), tier);
    return ask(id, template, target);
  };
}

export function tries(path: string, tried: Parameters<typeof values>[1], tier = 1): Ask<Template> {
  return trials(values(path, tried), tier);
}

/** Sends the template with one edit, and observes what is read from the reply; null for nothing. */
export function sends(
  edit: Edit,
  read: (reply: Reply) => Observed | null,
  { tier, ...options }: AskOptions & { readonly tier?: number } = {},
): Ask<Template> {
  return controlled(async (asked, id, template) => {
    const reply = await asked.ask(template, edit, options);
    const observed = read(reply);
    if (observed !== null) asked.answer(id, observed, reply);
  }, tier);
}

/** How a request went, after some words: `an empty object is accepted with 200`. */
export function told(words: string): (reply: Reply) => Observed {
  return (reply) => phrase`${words} ${outcome(reply)}`;
}

export interface Attempt {
  readonly name: string;
  readonly label: string;
  readonly reply: Reply;
  readonly went: Observed;
}

/** One thing that was tried. Default: it was accepted or refused. */
export function attempt(name: string, reply: Reply, went: Observed = outcome(reply), label = name): Attempt {
  return { name, label, reply, went };
}

export async function tryAll(inquiry: Inquiry, template: Template, all: readonly Trial[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { name, label, edit, template: own = template } of all) {
    const reply = await inquiry.ask(own, edit);
    attempts.push(attempt(name, reply, outcome(reply), label));
  }
  return attempts;
}

/** The most telling of several replies: the first that was refused, else the first. */
export function telling(attempts: readonly Attempt[]): Reply | undefined {
  return (attempts.find(({ reply }) => !reply.accepted) ?? attempts[0])?.reply;
}

/** Says how attempts went; nothing when there was none. @param evidence default: the most telling reply */
export function answerWith(
  inquiry: Inquiry,
  id: string,
  attempts: readonly Attempt[],
  evidence: Reply | undefined = telling(attempts),
  say: (tried: readonly Tried[]) => Observed = gathered,
): void {
  if (evidence === undefined) return;
  inquiry.answer(id, say(attempts.map(({ name, went, label }) => [name, went, label])), evidence);
}

/** What a request without a field says about the field. */
export function omission(reply: Reply): Observed {
  return told(
    reply.accepted ? "it may be left out: a request without it is" : "it must be sent: a request without it is",
  )(reply);
}

export function leavesOut(at: Pointer, tier?: number): Ask<Template> {
  return sends({ kind: "remove", at }, omission, { tier });
}

/** How null is treated, where it is tried in several fields. */
function nullWords(tried: readonly Tried[]): Observed {
  const all = gathered(tried);
  const [only, ...others] = new Set(tried.map(([, { text }]) => text));
  return only !== undefined && others.length === 0 ? { ...all, text: `${only} for every field that was tried` } : all;
}

/** Places of the fields that a request need not carry, or for which the document does not say whether it must. */
export function leftOut(template: Template): Pointer[] {
  const { requestSchema } = operationOf(template.operation);
  if (requestSchema === null) return [];
  const variant = accountTypeOf(template);
  return [...walk(fieldTree(requestSchema))]
    .filter((field) => field.absence !== null && (field.variant === null || field.variant === variant))
    .map(({ location }) => location);
}

/** Sends null for one field after another, and says how it went. */
export async function answerNulls(
  asked: Inquiry,
  id: string,
  template: Template,
  places: readonly Pointer[],
  options: AskOptions = {},
): Promise<void> {
  const attempts: Attempt[] = [];
  for (const at of places) {
    const reply = await asked.ask(template, { kind: "set", at, value: null }, options);
    const name = at.filter((step) => typeof step === "string").join(".");
    attempts.push(attempt(name, reply, told("null is")(reply)));
  }
  answerWith(asked, id, attempts, telling(attempts), nullWords);
}

export function nulls(places: (template: Template) => readonly Pointer[]): Ask<Template> {
  return controlled((asked, id, template) => answerNulls(asked, id, template, places(template)));
}

/** The field that inquiries add to a request: no service knows it. */
const STRANGE_FIELD = "ppconform_unknown_field";
const ADDED: Edit = { kind: "set", at: [STRANGE_FIELD], value: "strange" };

function strangeField(reply: Reply): Observed {
  const went = outcome(reply);
  if (!reply.accepted) return phrase`a request with an unknown field is ${went}`;
  const kept = Object.hasOwn(reply.body, STRANGE_FIELD);
  const value = { ...went.value, field: kept ? "returned" : "ignored" };
  const what = kept ? "stored and returned" : "ignored";
  return { value, text: `an unknown field is ${what}: the request is ${went.text}` };
}

/** The whole body replaced by a raw text. */
export function written(label: string, render: (json: string) => string): Edit {
  return { kind: "raw", render, contentType: "application/json", label };
}

const EMPTY_OBJECT = written("{}", () => "{}");

/** What is asked about any body: a field that nobody documented, and no field at all. */
export function anyBody(operation: "createRecipient" | "uploadFile" | "createCustomer"): Rows<Template> {
  return {
    [`unknown.${operation}.emptyObject`]: sends(EMPTY_OBJECT, told("an empty object is")),
    [`unknown.${operation}.unknownFields`]: sends(ADDED, strangeField),
    // That invalid JSON is refused is judged elsewhere; this is about the status and the code.
    [`unknown.${operation}.malformedBody`]: sends(
      written("JSON without its last brace", (json) => json.slice(0, -1)),
      outcome,
    ),
  };
}

/** The same about updates, each with its own recipient. */
export const anyUpdate: Rows<unknown> = {
  "unknown.updateRecipient.unknownFields": updates(ADDED, strangeField),
  "unknown.updateRecipient.emptyObject": updates(EMPTY_OBJECT, told("an empty object is")),
};

export function createsTwice(what: "recipient" | "customer"): Ask<Template> {
  return controlled(async (asked, id, template) => {
    const value = asked.fresh("twice");
    const edit = setting(`partner_${what}_id`, value);
    const own = withTextsOf(template, value);
    const first = await asked.ask(own, edit);
    if (!first.accepted) return;
    const second = await asked.ask(own, edit);
    const went = repetition(first, second, `${what}_id`, what);
    asked.answer(id, phrase`a second creation with the same id is ${went}`, second);
  });
}

/** Sends one thing twice: what a service does about a repeat, and whether it answers with the first one again. */
export function repetition(first: Reply, second: Reply, id: string, what: string): Observed {
  const went = outcome(second);
  const same = second.body[id] === first.body[id];
  if (!second.accepted) return went;
  return extended(went, { same }, same ? ` and gives the same ${what} again` : ` and gives another ${what}`);
}

/** A recipient that was created for an inquiry that changes it, and the update that goes with it. */
export interface OwnRecipient {
  readonly id: string;
  readonly created: Reply;
  readonly sent: Template;
  /** A full update of it, its path filled in. */
  readonly update: Template;
}

/** Creates a recipient for a single inquiry; null when that is refused. */
export async function ownRecipient(asked: Inquiry, accountType: AccountType): Promise<OwnRecipient | null> {
  const sent = templateOf(asked.target, "createRecipient", accountType);
  const update = templateOf(asked.target, "updateRecipient", accountType);
  if (sent === undefined || update === undefined) return null;
  const created = await asked.ask(sent, null);
  const id = created.body.recipient_id;
  if (!created.accepted || typeof id !== "string" || id === "") return null;
  return { id, created, sent, update: { ...update, path: { recipient_id: id } } };
}

/** An ask about updates, with its own recipient that has a bank account. */
export function updating(
  ask: (inquiry: Inquiry, id: string, own: OwnRecipient) => Promise<void>,
  options: InquiryOptions = {},
): Ask<unknown> {
  return asks(async (asked, id) => {
    const own = await ownRecipient(asked, "bank");
    if (own !== null) await ask(asked, id, own);
  }, options);
}

/** Updates its own recipient with one edit; null for nothing to send or to say. */
export function updates(
  edit: Edit | ((own: OwnRecipient, target: Target) => Edit | null),
  read: (reply: Reply) => Observed,
): Ask<unknown> {
  return updating(async (asked, id, own) => {
    const made = typeof edit === "function" ? edit(own, asked.target) : edit;
    if (made === null) return;
    const reply = await asked.ask(own.update, made);
    asked.answer(id, read(reply), reply);
  });
}

export function withBody(template: Template, changes: JsonObject): Template {
  return { ...template, body: { ...template.body, ...changes } };
}

/** A request without a body, which no template makes. */
export function readRequest(path: string, method = "GET", credentials: CredentialsEdit = "valid"): WireRequest {
  return { method, path, headers: { accept: "application/json" }, body: null, credentials };
}

export type Query = Readonly<Record<string, string>>;

export function readPage(asked: Inquiry, query: Query): Promise<Reply> {
  return asked.ask(readTemplate("listTransactions", query), null);
}

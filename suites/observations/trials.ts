/** The most common inquiries: a template is sent with one edit after another, and each is accepted or refused. */
import type { CaseDraft } from "../../engine/check.js";
import type { Observed } from "../../engine/observations.js";
import { type Edit, type Template, withTextsOf } from "../../generators/edits/edit.js";
import { accountTypeOf } from "../../generators/templates/accountTypes.js";
import { fieldTree, walk } from "../../schemas/fieldTree.js";
import type { Json, Pointer } from "../../schemas/json.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { type AskOptions, type Inquiry, inquiry, type Reply } from "./observing.js";
import { extended, gathered, outcome, phrase, type Tried } from "./texts.js";

/** An edit and what it is called in the answer. */
export interface Trial {
  readonly name: string;
  /** In the text; default: its name. */
  readonly label?: string;
  readonly edit: Edit | null;
  /** Sent instead of the inquiry's own template. */
  readonly template?: Template;
}

/** One thing that was tried. */
export interface Attempt {
  readonly name: string;
  readonly label: string;
  readonly reply: Reply;
  readonly went: Observed;
}

/** Trials that set one field to several values, each called as it is written. */
export function values(at: Pointer, ...tried: readonly Json[]): Trial[] {
  return tried.map((value) => {
    const label = JSON.stringify(value);
    return { name: typeof value === "string" ? value : label, label, edit: { kind: "set", at, value } };
  });
}

/** One thing that was tried. Default: it was accepted or refused. */
export function attempt(name: string, reply: Reply, went: Observed = outcome(reply), label = name): Attempt {
  return { name, label, reply, went };
}

/** Sends trials one after the other. */
export async function tryAll(inquiry: Inquiry, template: Template, trials: readonly Trial[]): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const { name, label, edit, template: own = template } of trials) {
    const reply = await inquiry.ask(own, edit);
    attempts.push(attempt(name, reply, outcome(reply), label));
  }
  return attempts;
}

/** The most telling of several replies: the first that was refused, else the first. */
export function telling(attempts: readonly Attempt[]): Reply | undefined {
  return (attempts.find(({ reply }) => !reply.accepted) ?? attempts[0])?.reply;
}

/**
 * Says how attempts went; nothing when there was none.
 * @param evidence default: the most telling reply
 */
export function answerWith(
  inquiry: Inquiry,
  unknownId: string,
  attempts: readonly Attempt[],
  evidence: Reply | undefined = telling(attempts),
  say: (tried: readonly Tried[]) => Observed = gathered,
): void {
  if (evidence === undefined) return;
  inquiry.answer(unknownId, say(attempts.map(({ name, went, label }) => [name, went, label])), evidence);
}

/** An inquiry that tells which trials are accepted. */
export function trialsOf(unknownId: string, tier: number, template: Template, trials: readonly Trial[]): CaseDraft {
  return inquiry(unknownId, { tier, control: template }, async (asked) => {
    answerWith(asked, unknownId, await tryAll(asked, template, trials));
  });
}

/** What a request without a field says of the field. */
export function omission(reply: Reply): Observed {
  return reply.accepted
    ? phrase`it may be left out: a request without it is ${outcome(reply)}`
    : phrase`it must be sent: a request without it is ${outcome(reply)}`;
}

/**
 * An inquiry that sends one template and says one thing.
 * @param tier 0 is sent in every profile; default: that of inquiries
 */
export function askingOf(
  unknownId: string,
  template: Template,
  answer: (asked: Inquiry, unknownId: string, template: Template) => Promise<void>,
  tier?: number,
): CaseDraft {
  const options = tier === undefined ? { control: template } : { control: template, tier };
  return inquiry(unknownId, options, (asked) => answer(asked, unknownId, template));
}

/** Leaves one field out, and says whether it may be. */
export function answerOmission(at: Pointer): Parameters<typeof askingOf>[2] {
  return async (asked, unknownId, template) => {
    const reply = await asked.ask(template, { kind: "remove", at });
    asked.answer(unknownId, omission(reply), reply);
  };
}

/** How null is taken, where it is tried in several fields. */
function nullWords(tried: readonly Tried[]): Observed {
  const gatheredTrials = gathered(tried);
  const [only, ...others] = new Set(tried.map(([, { text }]) => text));
  return only !== undefined && others.length === 0
    ? { ...gatheredTrials, text: `${only} for every field that was tried` }
    : gatheredTrials;
}

/** Places of the fields that a request need not carry, or of which the document does not say whether it must. */
export function leftOut(template: Template): Pointer[] {
  const { requestSchema } = OPERATIONS[template.operation];
  if (requestSchema === null) return [];
  const variant = accountTypeOf(template);
  return [...walk(fieldTree(requestSchema))]
    .filter((field) => field.absence !== null && (field.variant === null || field.variant === variant))
    .map(({ location }) => location);
}

/** Sends null for one field after another, and says how it went. */
export async function answerNulls(
  asked: Inquiry,
  unknownId: string,
  template: Template,
  places: readonly Pointer[],
  options: AskOptions = {},
): Promise<void> {
  const attempts: Attempt[] = [];
  for (const at of places) {
    const reply = await asked.ask(template, { kind: "set", at, value: null }, options);
    const name = at.filter((step) => typeof step === "string").join(".");
    attempts.push(attempt(name, reply, phrase`null is ${outcome(reply)}`));
  }
  answerWith(asked, unknownId, attempts, telling(attempts), nullWords);
}

/** The field that inquiries add to a request: no service knows it. */
const STRANGE_FIELD = "ppconform_unknown_field";

/** Adds a field that the document does not know, and says what became of it. */
export async function answerUnknownField(asked: Inquiry, unknownId: string, template: Template): Promise<void> {
  const reply = await asked.ask(template, { kind: "set", at: [STRANGE_FIELD], value: "strange" });
  const went = outcome(reply);
  if (!reply.accepted) {
    asked.answer(unknownId, phrase`a request with an unknown field is ${went}`, reply);
    return;
  }
  const kept = Object.hasOwn(reply.body, STRANGE_FIELD);
  const value = { ...went.value, field: kept ? "returned" : "ignored" };
  const what = kept ? "stored and returned" : "ignored";
  asked.answer(unknownId, { value, text: `an unknown field is ${what}: the request is ${went.text}` }, reply);
}

/** Sends an empty object as the whole body, and says how it went. */
export async function answerEmptyObject(asked: Inquiry, unknownId: string, template: Template): Promise<void> {
  const render = () => "{}";
  const reply = await asked.ask(template, { kind: "raw", render, contentType: "application/json", label: "{}" });
  asked.answer(unknownId, phrase`an empty object is ${outcome(reply)}`, reply);
}

/** An inquiry that creates two things with one partner's id. */
export function duplicateIdOf(template: Template, what: "recipient" | "customer"): CaseDraft {
  return inquiry("duplicatePartnerId", { control: template }, async (asked) => {
    const value = asked.fresh("twice");
    const edit = { kind: "set", at: [`partner_${what}_id`], value } as const;
    const own = withTextsOf(template, value);
    const first = await asked.ask(own, edit);
    if (!first.accepted) return;
    const second = await asked.ask(own, edit);
    const went = repetition(first, second, `${what}_id`, what);
    const id = `unknown.${template.operation}.duplicatePartnerId`;
    asked.answer(id, phrase`a second creation with the same id is ${went}`, second);
  });
}

/** Sends one thing twice: what a service does about a repetition, and whether it answers with the first one again. */
export function repetition(first: Reply, second: Reply, id: string, what: string): Observed {
  const went = outcome(second);
  const same = second.body[id] === first.body[id];
  if (!second.accepted) return went;
  return extended(went, { same }, same ? ` and gives the same ${what} again` : ` and gives another ${what}`);
}

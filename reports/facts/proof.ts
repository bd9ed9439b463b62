/** A finding in words: what was sent, and what the control was. Shared by all outputs, so that they say the same. */
import { jsonText, parsedJson, valueAt } from "../../schemas/json.js";
import type { CheckResult, Finding, ReportedExchange, ReportedRequest } from "../model.js";
import { brief, listed, sizedValue } from "../visible.js";

/** One value of an edit: its place, the value as shown, and its size. */
export interface ShownValue {
  /** `address_info.post_code`, `header Api-Version`, … */
  place: string;
  /** What joins place and value: ` = ` or a space. */
  joint: string;
  value: string;
  /** `17 characters`, or null when a size says nothing. */
  size: string | null;
}

/** Splits a body path into its steps: `list[0].name` and `list.0.name` alike. */
export function pathSteps(path: string): string[] {
  return path
    .replaceAll(/\[(\w+)\]/g, ".$1")
    .split(".")
    .filter((step) => step !== "");
}

function reaches(value: unknown, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const entry = Object.entries(value).find(([key]) => key === step);
  return entry !== undefined && reaches(entry[1], rest);
}

/** The report writes null both for what is absent and for a JSON null; the request itself shows which. */
function isPresent(at: string, request: ReportedRequest | undefined): boolean {
  return request !== undefined && reaches(parsedJson(request.body ?? ""), pathSteps(at));
}

const NAMED_PLACE = /^(header|query|path) /;

function shownValue(at: string, value: unknown, request: ReportedRequest | undefined, limit: number): ShownValue {
  const place = brief(at, 200);
  const plain = at === "credentials" || at === "method" || at === "body";
  if (value === null && (plain || NAMED_PLACE.test(at) || !isPresent(at, request)))
    return { place, joint: " ", value: "left out", size: null };
  // These hold words of the suite, not values that were sent: `neither` does not name what is sent, `wrong-secret` does.
  if (plain && typeof value === "string") {
    const edit = value === "neither" ? "none" : value.replaceAll("-", " ");
    return { place, joint: ": ", value: brief(at === "credentials" ? edit : value, limit), size: null };
  }
  const { text, size } = sizedValue(value, limit);
  return { place, joint: " = ", value: text, size };
}

/** Characters of an address that a proof shows; the commands that repeat it have all of it. */
const ADDRESS = 300;

/** Method and path of a request, on one line. */
export function requestLine(request: ReportedRequest, limit = ADDRESS): string {
  return brief(`${request.method} ${request.url}`, limit);
}

/** Characters of a value that texts show: a value that a rule bounds is shown completely. */
const VALUE = 300;

/** The value that was sent; the request line when nothing was edited. */
export function sentValue(finding: Finding, limit = VALUE): ShownValue {
  if (finding.edit === null) return { place: requestLine(finding.exchange.request), joint: "", value: "", size: null };
  return shownValue(finding.edit.at, finding.edit.to, finding.exchange.request, limit);
}

/** The control's value at the same place, or null when there was no edit. */
export function controlValue(finding: Finding, limit = VALUE): ShownValue | null {
  return finding.edit === null ? null : shownValue(finding.edit.at, finding.edit.from, finding.control?.request, limit);
}

/** The status of an exchange in words: `200`, or `no answer`. */
export function answered(exchange: ReportedExchange): string {
  return exchange.response === null ? "no answer" : String(exchange.response.status);
}

/** What an answer says about a failure, in short; empty for a success and where the finding already says it. */
export function failureText(finding: Finding, limit: number): string {
  const { response } = finding.exchange;
  if (response === null || response.status < 400 || finding.actual.length > 60) return "";
  return brief(response.body.replaceAll(/\s+/g, " ").trim(), limit);
}

/**
 * The place in the answer that a check of areas response and echo is about, as steps; empty for other checks.
 * The variant of the payment details is part of a rule's name, not of the body.
 */
export function answerSteps(check: CheckResult): string[] {
  if (check.area !== "response" && check.area !== "echo") return [];
  const field = pathSteps(check.field ?? "");
  return field.filter(
    (step, index) => !(field[index - 1] === "payment_details" && (step === "bank" || step === "crypto")),
  );
}

/** A header as a line, with hostile text made visible. */
export function headerLine(name: string, value: string): string {
  return `${brief(name, 100)}: ${brief(value, 300)}`;
}

/** How many values are listed for one step, and from which number on none are. */
const CHANGES = 3;
const MOST_CHANGES = 8;
/** Characters of the value that a step sends or returns in the field that fails. */
const TELLING = 80;

/** The requests of a finding that takes several, in order; none where one request shows it, with its control or alone. */
export function proofSteps({ steps = [], control, exchange, actual, fields = [] }: Finding) {
  // Among equal requests with equal answers, the last one shows it.
  const sent = steps.map((step) => JSON.stringify(step));
  const found = sent.lastIndexOf(JSON.stringify(exchange));
  const compared = sent.findIndex((step, index) => index !== found && step === JSON.stringify(control));
  const returned = exchange.response?.body;
  const field = fields.find((path) => actual.includes(jsonText(valueIn(returned, path))));
  const telling = (text: string | null | undefined): string[] =>
    field === undefined || valueIn(text, field) === undefined
      ? []
      : [`${field} = ${brief(jsonText(valueIn(text, field)), TELLING)}`];
  return steps.map((step, index) => {
    const { method, url, body } = step.request;
    const before = steps.slice(0, index).findLast(({ request }) => request.method === method && request.url === url);
    const isIt = index === found;
    const role = isIt
      ? `${["", ...telling(returned)].join(", ")} ← the failure`
      : index === compared
        ? " ← compared with it"
        : "";
    return {
      number: index + 1,
      exchange: step,
      // `POST /api/recipients/create`, and whose credentials it has where those are not the partner's own.
      line: brief(`${method} ${pathOf(url)}`, ADDRESS) + senderOf(step.request),
      // What it sends in the field that fails, and how it differs from the last request of its kind; empty where that is nothing.
      changes: [...telling(body), ...(before === undefined ? [] : changesOf(before.request.body, body, field))].join(
        ", ",
      ),
      shows: isIt,
      // `200`, and whether the fault shows in it, and by what value, or compared with it.
      answer: `${answered(step)}${role}`,
    };
  });
}

/** Whose credentials a request has, where those are not the partner's own. */
function senderOf({ headers }: ReportedRequest): string {
  const values = Object.values(headers);
  if (values.includes("<SECOND_API_KEY>") && values.includes("<SECOND_API_SECRET>")) return " as the second partner";
  return values.includes("<RESTRICTED_API_KEY>") && values.includes("<RESTRICTED_API_SECRET>")
    ? " with restricted credentials"
    : "";
}

/** The value of a field in a body; undefined where it has none. */
function valueIn(body: string | null | undefined, field: string): unknown {
  return valueAt(parsedJson(body ?? ""), pathSteps(field));
}

/** The path and query of an address, for a line without room for its host. */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]*/, "") || "/";
}

/** The values in which a body differs from another one, in few words. @param named a field whose value is named anyway */
function changesOf(before: string | null, after: string | null, named: string | undefined): string[] {
  const [old, now] = [leavesOf(parsedJson(before ?? "")), leavesOf(parsedJson(after ?? ""))];
  const changed = [...now].filter(
    ([path, value]) => old.get(path) !== value && !PARTNER_ID.test(path) && path !== named,
  );
  const gone = [...old.keys()].filter((path) => !now.has(path)).map((path) => `${path} left out`);
  const texts = [...changed.map(([path, value]) => `${path} = ${brief(value, 40)}`), ...gone];
  // Bodies that have hardly anything in common are different requests altogether.
  if (texts.length > MOST_CHANGES) return [];
  const more = texts.length - CHANGES;
  return [...texts.slice(0, CHANGES), ...(more > 0 ? [`${more} more`] : [])];
}

/** An id that has to be new in each request. */
const PARTNER_ID = /^partner_\w+_id$/;

/** Every leaf value of a body, as JSON, by its path. */
function leavesOf(value: unknown, path = ""): Map<string, string> {
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return path === "" ? new Map() : new Map([[path, JSON.stringify(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, member]) => [...leavesOf(member, path === "" ? key : `${path}.${key}`)]),
  );
}

/** The names of the members of a value, at any depth. */
function memberNames(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = Array.isArray(value) ? [] : Object.keys(value);
  return [...own, ...Object.values(value).flatMap(memberNames)];
}

/** Whether a text names a field, rather than using its name as a word: `state` is both. */
function names(text: string, field: string): boolean {
  const literal = field.replaceAll(/[^\w]/g, "\\$&");
  return new RegExp(field.includes("_") ? `(?<!\\w)${literal}(?!\\w)` : `(?:^|["'\`./])${literal}(?=["'\`:]|$)`).test(
    text,
  );
}

/** What the errors of an answer say, in their documented shape; else nothing. */
function details(body: string): string[] {
  const answer = parsedJson(body);
  if (typeof answer !== "object" || answer === null || !("errors" in answer) || !Array.isArray(answer.errors))
    return [];
  return answer.errors.flatMap((entry: unknown) =>
    typeof entry === "object" && entry !== null && "detail" in entry && typeof entry.detail === "string"
      ? [entry.detail]
      : [],
  );
}

/** That a valid value was refused in words about another field, which may be the one to fix; else null. */
export function otherField({ area }: CheckResult, { edit, control, exchange }: Finding): string | null {
  const { request, response } = exchange;
  if (area !== "accepts" || edit === null || response === null || response.status < 400) return null;
  const sent = parsedJson(request.body ?? "");
  const own = pathSteps(edit.at).filter((step) => !/^\d+$/.test(step));
  const field = own.at(-1);
  if (field === undefined || !reaches(sent, own.slice(0, 1))) return null;
  const said = details(response.body);
  const inside = new Set([...own, ...memberNames(edit.from), ...memberNames(edit.to)]);
  if (said.length === 0 || said.some((detail) => names(detail, field))) return null;
  const known = new Set([...memberNames(sent), ...memberNames(parsedJson(control?.request.body ?? ""))]);
  const others = [...known].filter((name) => !inside.has(name) && said.some((detail) => names(detail, name)));
  return others.length === 0
    ? null
    : `the refusal names ${listed(others.map((name) => brief(name, 80)))}, not ${brief(field, 80)}`;
}

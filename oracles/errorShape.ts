/** The error shape (section 7): `errors`, a list of objects, each with a text `detail` and a text `code`. */
import type { Exchange, RecordedResponse } from "../client/model.js";
import { isObject } from "../schemas/json.js";
import { hasByteOrderMark, isJsonMediaType, jsonBody } from "./json.js";

/** The parts of the error shape, each its own check. */
export const ERROR_PARTS = ["mediaType", "body", "errors", "entries", "items", "detail", "code"] as const;
export type ErrorPart = (typeof ERROR_PARTS)[number];

/** What is wrong with one part, in words; a part that could not be looked at is left out. */
type ErrorShape = Partial<Record<ErrorPart, { ok: true } | { ok: false; actual: string }>>;

function describe(value: unknown): string {
  if (value === undefined) return "absent";
  if (value === null) return "null";
  if (Array.isArray(value)) return `a list of ${value.length} ${value.length === 1 ? "item" : "items"}`;
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value).slice(0, 60)}`;
}

function eachText(items: readonly object[], name: string): { ok: true } | { ok: false; actual: string } {
  for (const item of items) {
    const value = (item as Record<string, unknown>)[name];
    if (typeof value !== "string") return { ok: false, actual: `errors[].${name} is ${describe(value)}` };
  }
  return { ok: true };
}

/** Judges the body of an error response. */
export function errorShape(response: RecordedResponse): ErrorShape {
  const shape: ErrorShape = {};
  const type = response.headers["content-type"];
  shape.mediaType = isJsonMediaType(response)
    ? { ok: true }
    : { ok: false, actual: type === undefined ? "no content-type" : `content-type ${type}` };
  const body = jsonBody(response);
  if (!body.ok && body.unread === true) return shape;
  if (!body.ok) return { ...shape, body: { ok: false, actual: `a body that is ${body.reason}` } };
  if (typeof body.value !== "object" || body.value === null || Array.isArray(body.value))
    return { ...shape, body: { ok: false, actual: `a body that is ${describe(body.value)}` } };
  const marked = { ok: false, actual: "a body that is JSON after a byte order mark" } as const;
  shape.body = hasByteOrderMark(response) ? marked : { ok: true };
  const { errors } = body.value as { errors?: unknown };
  if (!Array.isArray(errors)) return { ...shape, errors: { ok: false, actual: `errors is ${describe(errors)}` } };
  shape.errors = { ok: true };
  if (errors.length === 0) return { ...shape, entries: { ok: false, actual: "errors is an empty list" } };
  shape.entries = { ok: true };
  const objects = errors.filter(isObject);
  const stranger = errors.find((item) => !isObject(item));
  shape.items = stranger === undefined ? { ok: true } : { ok: false, actual: `errors[] holds ${describe(stranger)}` };
  if (objects.length === 0) return shape;
  return { ...shape, detail: eachText(objects, "detail"), code: eachText(objects, "code") };
}

/** Statuses with which a firewall rejects requests. */
const TURNED_AWAY: ReadonlySet<number> = new Set([403, 406]);

/** Whether a page refuses a request in place of the service: something in front of it rejects how the request looks. */
export function isForbiddingPage({ response }: Exchange): boolean {
  if (response === null || !TURNED_AWAY.has(response.status)) return false;
  return /^\s*text\/html\b/i.test(response.headers["content-type"] ?? "");
}

const STACK_TRACE =
  /\n\s+at .+[:(]\d+|Traceback \(most recent call last\)|\bat [\w$.]+\([\w$]+\.java:\d+\)|goroutine \d+ \[|\bjava\.lang\.\w+(Exception|Error)\b|^Exception in thread/;

/** A statement of a database, or what one says of it. */
const QUERY =
  /\b(?:SELECT\s[^"]{1,200}\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\s|\bSQLSTATE\b|\bORA-\d{5}\b|syntax error at or near|violates unique constraint/;

/** What an error reveals of the service's internals, in words; null when nothing is seen. */
export function innards(response: RecordedResponse): string | null {
  const text = response.body.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
  const found = STACK_TRACE.exec(text);
  if (found !== null) return `a stack trace: ${found[0].trim().slice(0, 80)}`;
  const query = QUERY.exec(text);
  return query === null ? null : `a database query: ${query[0].trim().slice(0, 80)}`;
}

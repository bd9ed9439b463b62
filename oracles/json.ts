/** Reading the body of an answer as JSON, once per response; down to a maximum level where it is nested too deeply to walk. */
import type { Exchange, RecordedResponse } from "../client/model.js";
import { isObject, type JsonObject, type JsonRecord } from "../schemas/json.js";
import { isSuccess } from "./outcome.js";

/** Whether lists and objects are nested deeper than some number of levels, judged without parsing. */
function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (quoted) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) quoted = false;
    } else if (code === 0x22) quoted = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

/** A value without anything deeper than some number of levels: lists and objects are empty there. */
function downTo(value: unknown, levels: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return levels === 0 ? [] : value.map((item) => downTo(item, levels - 1));
  const members = levels === 0 ? [] : Object.entries(value);
  return Object.fromEntries(members.map(([name, member]) => [name, downTo(member, levels - 1)]));
}

/**
 * Parses JSON. How deep it may be nested is stated nowhere, and walking it completely may overflow the stack: lists and
 * objects deeper than some number of levels are empty in the result.
 * @throws SyntaxError when the text is not JSON
 */
export function parsedDownTo(levels: number, text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.length > levels && isDeeperThan(text, levels) ? downTo(value, levels) : value;
}

type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It is longer than what is read here, and the document states no limit for JSON. */
      readonly unread?: true;
    };

/** How many levels of nesting are read. Documented bodies have six; far more would overflow the stack when walked. */
const DEEPEST = 500;

/** How JSON begins, and a text that was cut before it did. */
const JSON_BEGINS = /^\s*(?:[[{"\-\dtfn]|$)/;

/** From how many characters a body is parsed again rather than kept: as values it takes many times the memory of its text. */
const LONG = 64 * 1024;

const parsed = new WeakMap<RecordedResponse, ParsedBody | WeakRef<ParsedBody>>();

const BYTE_ORDER_MARK = "\uFEFF";

/** Whether a body begins with a byte order mark: JSON that is sent must not (RFC 8259, section 8.1), and many parsers fail on it. */
export function hasByteOrderMark({ body }: Pick<RecordedResponse, "body">): boolean {
  return body.startsWith(BYTE_ORDER_MARK);
}

/** The body of a response as JSON, read past a byte order mark, so that one fault hides no other. Never throws. */
export function jsonBody(response: RecordedResponse): ParsedBody {
  const kept = parsed.get(response);
  const known = kept instanceof WeakRef ? kept.deref() : kept;
  if (known !== undefined) return known;
  let result: ParsedBody;
  const text = hasByteOrderMark(response) ? response.body.slice(BYTE_ORDER_MARK.length) : response.body;
  if (response.truncated && JSON_BEGINS.test(text))
    result = { ok: false, reason: "longer than what is read of it", unread: true };
  else if (text.trim() === "") result = { ok: false, reason: "empty" };
  else {
    try {
      result = { ok: true, value: parsedDownTo(DEEPEST, text) };
    } catch {
      result = { ok: false, reason: "not JSON" };
    }
  }
  parsed.set(response, response.body.length > LONG ? new WeakRef(result) : result);
  return result;
}

/** The body of any answer as JSON; undefined when there is none. */
export function bodyOf({ response }: Exchange): unknown {
  const body = response === null ? null : jsonBody(response);
  return body?.ok === true ? body.value : undefined;
}

/** The members of a success body; none when the answer is not a success, or its body not an object. */
export function successBody(exchange: Exchange): JsonRecord {
  const body = isSuccess(exchange) ? bodyOf(exchange) : undefined;
  return isObject(body) ? body : {};
}

/** The entries of an error body's `errors`, as far as they are objects (section 7). */
export function errorsIn(body: unknown): readonly JsonObject[] {
  return isObject(body) && Array.isArray(body.errors) ? body.errors.filter(isObject) : [];
}

/** Whether a response says that its body is JSON (`application/json`, `text/json`, or any `+json` type). */
export function isJsonMediaType(response: Pick<RecordedResponse, "headers">): boolean {
  const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return type === "application/json" || type === "text/json" || /^[a-z]+\/[^\s]+\+json$/.test(type);
}

/** A field of a success body; undefined when the answer is not a success, or has no such field. */
export function responseField(exchange: Exchange, name: string): unknown {
  return successBody(exchange)[name];
}

/** Reading the body of an answer as JSON, once a response. */
import type { Exchange, RecordedResponse } from "../client/model.js";
import { isObject, type JsonObject, type JsonRecord } from "../schemas/json.js";
import { parsedDownTo } from "./jsonDepth.js";
import { isSuccess } from "./outcome.js";

export type ParsedBody =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      readonly reason: string;
      /** It is longer than what is read here, and how long JSON may be is stated nowhere. */
      readonly unread?: true;
    };

/** Levels of nesting that are read. What is documented has six; far more would overflow the stack of whoever walks it. */
const DEEPEST = 500;

/** How JSON begins, and a text that was cut before it did. */
const JSON_BEGINS = /^\s*(?:[[{"\-\dtfn]|$)/;

/** Characters from which on a body is read anew rather than kept: as values it takes many times the memory of its text. */
const LONG = 64 * 1024;

const parsed = new WeakMap<RecordedResponse, ParsedBody | WeakRef<ParsedBody>>();

/** The body of a response as JSON; a byte order mark before it is overlooked. Never throws. */
export function jsonBody(response: RecordedResponse): ParsedBody {
  const kept = parsed.get(response);
  const known = kept instanceof WeakRef ? kept.deref() : kept;
  if (known !== undefined) return known;
  let result: ParsedBody;
  const text = response.body.replace(/^\uFEFF/, "");
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

/** The members of a success body; none when the answer is no success, or its body no object. */
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

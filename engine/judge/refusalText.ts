/** A refusal in the service's own words. */
import type { Exchange } from "../../client/model.js";
import { bodyOf, errorsIn } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { isObject } from "../../schemas/json.js";

/** What a refusal says of a value that somebody already has. */
const KNOWN_ALREADY = /already|in use|exist|duplicate|unique|taken|已存在|重复/i;

/** Longest part of an error's detail that a reason quotes, in characters. */
const QUOTED = 160;

/** The detail of an error's first entry; null when it has none. */
export function firstDetail(exchange: Exchange): string | null {
  const detail = errorsIn(bodyOf(exchange))[0]?.detail;
  return typeof detail === "string" && detail !== "" ? detail : null;
}

/** An error's status and detail, for a reason. */
export function quoted(exchange: Exchange): string {
  const detail = firstDetail(exchange);
  const status = String(exchange.response?.status);
  if (detail !== null) return `${status} ${quotedText(detail)}`;
  if (!isSuccess(exchange)) return `${status} without an error detail`;
  const body = bodyOf(exchange);
  const isEmptyBody = !isObject(body) || Object.keys(body).length === 0;
  return `${status}${isEmptyBody ? " without the documented body" : ", which is not the documented answer"}`;
}

/** Characters of an error that are looked at: a target may answer any number of them. */
const LOOKED_AT = 2_000;

/** The service's words about a refusal, as the end of a sentence; empty where it has none. */
export function sayingOf(exchange: Exchange): string {
  const detail = firstDetail(exchange);
  return detail === null || isSuccess(exchange) ? "" : `; the service says ${quotedText(detail)}`;
}

/** What an error says, in one text, cut where it is long. */
export function detailsOf(exchange: Exchange): string {
  return errorsIn(bodyOf(exchange))
    .map(({ detail, code }) => `${detail} ${code}`)
    .join(" ")
    .slice(0, LOOKED_AT);
}

/** The words of an error that are written like names of parameters: of several parts, and not all in capitals. */
export function namesIn(exchange: Exchange): readonly string[] {
  const words = detailsOf(exchange).match(/[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[a-z]+[A-Z][A-Za-z]*/g) ?? [];
  return [...new Set(words)].filter((word) => word !== word.toUpperCase());
}

/** The words of an error that are said to be missing, however they are written: "tx is required". */
export function missingIn(exchange: Exchange): readonly string[] {
  const said =
    /([A-Za-z]\w*)["'”]?:? (?:is |was |must )?(?:required|missing|needed|not given|be (?:given|present|set))/gi;
  return [...new Set([...detailsOf(exchange).matchAll(said)].map(([, word = ""]) => word))];
}

/** A text of the service in quotation marks, cut where it is long. */
function quotedText(text: string): string {
  const characters = [...text];
  return `“${characters.slice(0, QUOTED).join("")}${characters.length > QUOTED ? "…" : ""}”`;
}

/** Status and words of a refusal, without what differs from one to the next: numbers, ids, times, and what is quoted. */
export function wordsOf(exchange: Exchange): string {
  const { response } = exchange;
  if (response === null) return "";
  const words = errorsIn(bodyOf(exchange)).map(({ code, detail }) => `${code} ${detail}`);
  return `${response.status} ${words
    .join("; ")
    .replace(/"[^"]*"|“[^”]*”/g, "#")
    .replace(/[\w-]*\d[\w-]*/g, "#")}`;
}

/** What a refusal says of a body that is longer than a service reads. */
const TOO_LONG_A_BODY =
  /\b(?:body|request|payload|entity|content|message|file)\b[^.;]{0,40}?\b(?:too (?:large|long|big)|exceed|larger than|longer than|limit)/i;

/** More characters than fields within their documented lengths add up to: no single field is too long. */
const BEYOND_FIELDS = 16 * 1024;

/** Whether a body is refused for its length, in words: none of the statuses listed for an update means that (section 4.2). */
export function saysTooLong({ request, response }: Exchange): boolean {
  const said = (response?.body ?? "").slice(0, LOOKED_AT);
  return (request.body?.length ?? 0) > BEYOND_FIELDS && TOO_LONG_A_BODY.test(said);
}

/** Whether a refusal says that a value already belongs to somebody. */
export function saysKnownAlready({ response }: Exchange): boolean {
  return KNOWN_ALREADY.test(response?.body ?? "");
}

/** How answers to open points are put into words: the same words for the same behaviour, whatever the run. */
import { errorsIn } from "../../oracles/json.js";
import { isObject, type Pointer } from "../../schemas/json.js";
import type { Reply } from "./observing.js";

/** The former names. */
export { isEmpty as isNone, jsonText as shown } from "../../schemas/json.js";

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Distinct texts in the order of the alphabet, as a list. */
export function sortedList(texts: Iterable<string>): string {
  return unique([...texts])
    .sort()
    .join(", ");
}

/** The error codes of an answer, sorted; none when it carries none. */
export function codesOf({ value }: Pick<Reply, "value">): string[] {
  return unique(errorsIn(value).flatMap(({ code }) => (typeof code === "string" ? [code] : []))).sort();
}

/** `accepted with 200`, `refused with 400 INVALID_PARAMETER`, `no answer (timeout)`. */
export function outcome(reply: Reply): string {
  const { status, exchange } = reply;
  if (status === null) return `no answer (${exchange.failure?.kind ?? "unknown"})`;
  if (reply.accepted) return `accepted with ${status}`;
  if (status >= 300 && status < 400) return `redirected with ${status}`;
  const codes = codesOf(reply);
  return `refused with ${status}${codes.length === 0 ? "" : ` ${codes.join(" and ")}`}`;
}

/** `answered with 200` for what is read rather than sent in. */
export function readOutcome(reply: Reply): string {
  if (!reply.accepted) return outcome(reply);
  const { value } = reply;
  const nothing =
    value === null
      ? " and null"
      : Array.isArray(value) && value.length === 0
        ? " and an empty list"
        : isObject(value) && Object.keys(value).length === 0
          ? " and an empty object"
          : value === undefined
            ? " and no JSON"
            : "";
  return `answered with ${reply.status}${nothing}`;
}

/** What was tried, gathered by how it went: `accepted with 200: a, b; refused with 400: c`. */
export function gathered(tried: readonly (readonly [label: string, went: string])[]): string {
  const byWent = new Map<string, string[]>();
  for (const [label, went] of tried) byWent.set(went, [...(byWent.get(went) ?? []), label]);
  return [...byWent].map(([went, labels]) => `${went}: ${labels.join(", ")}`).join("; ");
}

/** The value at a place of an answer; undefined when there is none. */
export function memberAt(value: unknown, pointer: Pointer): unknown {
  let current = value;
  for (const step of pointer) {
    if (Array.isArray(current)) current = typeof step === "number" ? current[step] : undefined;
    else current = isObject(current) ? current[String(step)] : undefined;
  }
  return current;
}

/** How an answer begins that says that there was nothing to tell from. */
const UNTOLD = /^(it cannot be (told|seen)|no change was seen|none was seen|no return was found)\b/;

/** Whether an answer says no more than that the run could not tell. */
export function isUntold(answer: string): boolean {
  return UNTOLD.test(answer);
}

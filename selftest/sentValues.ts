/** What was sent, in a line for each request: the value that a check is about, and the status of the answer. */
import type { Exchange } from "../client/model.js";
import { isObject, jsonText, parsedJson } from "../schemas/json.js";

/** How much of a value is shown, in characters. */
const SHOWN = 120;

/** The field's path in a check's id, without area and keyword. */
function fieldPath(check: string): string[] {
  const rule = check.split("/").slice(2).join("/");
  return rule.match(/\[\]|[^.[\]]+/g) ?? [];
}

/** The value that a path leads to. A step that is no member (a variant, a keyword) is passed over. */
function valueAt(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const step of path) {
    if (step === "[]") value = Array.isArray(value) ? value[0] : value;
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
  }
  return value;
}

/** A request of a check as `METHOD path value → status`; the value is the part of the body that the check is about. */
export function sentLine(check: string, { wire, response, failure }: Exchange): string {
  const value =
    wire.body === null
      ? ""
      : ` ${shown(valueAt(parsedJson(String(wire.body)) ?? String(wire.body), fieldPath(check)))}`;
  return `${wire.method} ${wire.path}${value} → ${response?.status ?? failure?.kind ?? "no answer"}`;
}

function shown(value: unknown): string {
  const text = jsonText(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}

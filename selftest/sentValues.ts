/** What was sent, in a line for each request: the value that a check is about, and the status of the answer. */
import type { Exchange } from "../client/model.js";
import { type Field, ITEM } from "../schemas/fieldTree.js";
import { isObject, jsonText, parsedJson } from "../schemas/json.js";

/** How much of a value is shown, in characters. */
const SHOWN = 120;

/** The value of a field. A step that is not there is passed over. */
function fieldValue(body: unknown, { location }: Pick<Field, "location">): unknown {
  let value = body;
  for (const step of location) {
    if (step === ITEM) value = Array.isArray(value) ? value[0] : value;
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
  }
  return value;
}

/** A request as `METHOD path value → status`; the value is that of the field which a check is about, or the whole body. */
export function sentLine(field: Field | undefined, { wire, response, failure }: Exchange): string {
  const value =
    wire.body === null
      ? ""
      : ` ${shown(fieldValue(parsedJson(String(wire.body)) ?? String(wire.body), field ?? { location: [] }))}`;
  return `${wire.method} ${wire.path}${value} → ${response?.status ?? failure?.kind ?? "no answer"}`;
}

function shown(value: unknown): string {
  const text = jsonText(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text;
}

import type { Behaviour } from "./behaviours.js";
import { isObject, writeJson } from "./json.js";

/** How a response body becomes text under a behaviour. The plain case goes straight to JSON.stringify. */
export function bodyWriter(behaviour: Behaviour): (body: unknown) => string {
  const { extraFields, keyOrder, jsonText } = behaviour;
  const arranged =
    extraFields === "none" && keyOrder === "documented"
      ? (body: unknown): unknown => body
      : (body: unknown): unknown => arrange(body, behaviour);
  switch (jsonText) {
    case "compact":
      return (body) => writeJson(arranged(body));
    case "pretty":
      return (body) => `${writeJson(arranged(body), 2)}\n`;
    case "escaped":
      return (body) => escapeBeyondAscii(writeJson(arranged(body)));
  }
}

function arrange(value: unknown, behaviour: Behaviour): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => arrange(item, behaviour));
  if (!isObject(value)) return value;
  const members = Object.entries(behaviour.extraFields === "some" ? { ...value, ...EXTRA_FIELDS } : value);
  if (behaviour.keyOrder === "alphabetical") members.sort(([one], [other]) => (one < other ? -1 : 1));
  else if (behaviour.keyOrder === "reversed") members.reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, arrange(member, behaviour)]));
}

const EXTRA_FIELDS = { x_schema_revision: 7, x_trace: null, x_labels: ["internal"] };

function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

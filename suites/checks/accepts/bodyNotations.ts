/** One JSON value in several notations: members in another order, white space, escapes, exponents (section 1: bodies are JSON). */

import { type Check, check } from "../../../discovery/check.js";
import { sending } from "../../../engine/cases/editCase.js";
import { successText } from "../../../engine/judge/expectations.js";
import { isObject, type Json } from "../../../schemas/json.js";
import type { OperationId } from "../../../schemas/operations.js";
import { escapedUnits } from "../../../schemas/unseen.js";

/** The value with the members of all its objects arranged in another order. */
function arranged(value: Json, arrange: (names: readonly string[]) => readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => arranged(item, arrange));
  if (!isObject(value)) return value;
  const names = arrange(Object.keys(value));
  return Object.fromEntries(names.map((name) => [name, arranged(value[name] ?? null, arrange)]));
}

const reversed = (value: Json): Json => arranged(value, (names) => names.toReversed());
const ordered = (value: Json): Json => arranged(value, (names) => names.toSorted());

/** The body with its objects before its lists, and both before its plain values; in reverse order within each kind. */
function withPartsFirst(value: Json): Json {
  if (!isObject(value)) return value;
  const rank = (member: Json) => (isObject(member) ? 0 : Array.isArray(member) ? 1 : 2);
  const lastFirst = Object.entries(value).reverse();
  return Object.fromEntries(lastFirst.sort(([, left], [, right]) => rank(left) - rank(right)));
}

/** The body with its objects first, and their own members in the opposite order. */
function allInAnotherOrder(value: Json): Json {
  const first = withPartsFirst(value);
  if (!isObject(first)) return first;
  return Object.fromEntries(Object.entries(first).map(([name, member]) => [name, reversed(member)]));
}

/** The text with characters inside its strings written as escapes. */
function escaped(json: string, isMeant: (character: string) => boolean): string {
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    [...text.slice(1, -1).matchAll(/\\.|[^\\]/gsu)]
      .map(([part]) => (isMeant(part) ? escapedUnits(part) : part))
      .join("")
      .replace(/^|$/g, '"'),
  );
}

function withExponents(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') ? token : Number(token).toExponential(),
  );
}

/** White space that makes a body longer than a single read. */
const BEYOND_64_KIB = 66 * 1024;

/** How many of the notations every profile sends: the first, which combines several, and where recipients are created, a long one. */
const telling = (operation: OperationId): number => (operation === "createRecipient" ? 2 : 1);

const NOTATIONS: Readonly<Record<string, (json: string) => string>> = {
  "the same members in another order, with line breaks, \\u escapes and exponents": (json) => {
    const written = JSON.stringify(allInAnotherOrder(JSON.parse(json)), null, 2);
    return escaped(withExponents(written), (character) => character > "~" || /^[aeiou]$/.test(character));
  },
  "the same JSON with so much white space that it is longer than 64 KiB": (json) =>
    `${json.slice(0, -1)}${" ".repeat(BEYOND_64_KIB)}${json.slice(-1)}`,
  "the same members in the opposite order": (json) => JSON.stringify(reversed(JSON.parse(json))),
  "the same members in alphabetical order": (json) => JSON.stringify(ordered(JSON.parse(json))),
  "the same members, objects and lists first": (json) => JSON.stringify(withPartsFirst(JSON.parse(json))),
  "the same JSON with spaces and line breaks": (json) => JSON.stringify(JSON.parse(json), null, 2),
  "the same JSON with non-ASCII characters written as \\u escapes": (json) =>
    escaped(json, (character) => character > "~"),
  "the same JSON with letters written as \\u escapes": (json) =>
    escaped(json, (character) => /^[aeiou]$/.test(character)),
  "the same JSON with slashes written as \\/": (json) => json.replaceAll("/", "\\/"),
  "the same JSON with white space around it": (json) => `\r\n\t ${json} \n`,
  "the same JSON with its numbers written with an exponent": withExponents,
};

/** Sends the controls in other notations: they are the same bodies, and must be accepted as before. */
export function bodyNotations(operation: OperationId): Check {
  return check(`${operation}/accepts/body.notation`, {
    title: "A body is accepted in every notation of the same JSON",
    sends: "accepted requests whose body is written down differently: order, white space, escapes, exponents",
    expects: successText(operation),
    cases: ({ templates }) =>
      Object.entries(NOTATIONS).flatMap(([label, render], index) => {
        const template = templates[operation][index % templates[operation].length];
        const json = JSON.stringify(template?.body);
        // In some notations, a body without numbers, slashes or a second member equals the control.
        if (template === undefined || render(json) === json) return [];
        return sending({
          tier: Math.max(0, index - telling(operation) + 1),
          template,
          edit: { kind: "raw", render, contentType: "application/json", label, sameValue: true },
          expect: { kind: "accept" },
          message: { subject: operation, object: `a valid body in another notation (${label})` },
        });
      }),
  });
}

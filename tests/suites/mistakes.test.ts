/** Which mistakes of a JSON type a smoke run makes, and in which kinds of fields: each mistake meets each kind. */
import { expect, test } from "vitest";
import { type Field, fieldTree, pointersIn, walk } from "../../schemas/fieldTree.js";
import { groupedBy } from "../../schemas/groups.js";
import { isObject, parsedJson, valueAt } from "../../schemas/json.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { trialOnSandbox } from "../engine/trial.js";

/** The texts of all request bodies, by the id of the check about their type. */
const TEXTS: ReadonlyMap<string, Field> = new Map(
  Object.values(OPERATIONS).flatMap(({ id, requestSchema }) =>
    [...(requestSchema === null ? [] : walk(fieldTree(requestSchema)))]
      .filter(({ type }) => type === "string")
      .map((field) => [`${id}/refuses/${field.path}.type`, field] as const),
  ),
);

const kindOf = ({ type, kind, rules }: Field): string =>
  `${kind ?? type}${rules.enum === undefined ? "" : " of a list"}`;

function mistakeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "empty list" : "list";
  return isObject(value) && Object.keys(value).length === 0 ? "empty object" : typeof value;
}

/** The pairs of a mistake and a kind of field that a profile sends. */
async function pairsOf(profile: "smoke" | "standard"): Promise<ReadonlySet<string>> {
  const pairs = new Set<string>();
  await trialOnSandbox({
    profile,
    checks: [...TEXTS.keys()],
    onCase: ({ request }, testCase) => {
      const field = TEXTS.get(testCase.replace(/#.*$/, ""));
      const body = parsedJson(request.body ?? "");
      if (field === undefined || !isObject(body)) return;
      for (const at of pointersIn(body, field.location)) {
        const value = valueAt(body, at);
        if (typeof value !== "string") pairs.add(`${mistakeOf(value)} in ${kindOf(field)}`);
      }
    },
  });
  return pairs;
}

const MISTAKES = ["number", "boolean", "list", "empty list", "object", "empty object"];
const KINDS = [...groupedBy([...TEXTS.values()], kindOf)].map(([kind, fields]) => ({ kind, count: fields.length }));

test("in a standard run each mistake of type meets each kind of text", async () => {
  const pairs = await pairsOf("standard");
  const wanted = KINDS.flatMap(({ kind }) => MISTAKES.map((mistake) => `${mistake} in ${kind}`));
  expect(wanted.filter((pair) => !pairs.has(pair))).toEqual([]);
});

test("in a smoke run the more of them meet a kind, the more fields are of it", async () => {
  const pairs = [...(await pairsOf("smoke"))].map((pair) => pair.split(" in "));
  const met = (wanted: string): number => pairs.filter(([, kind]) => kind === wanted).length;
  const least = (count: number): number => (count > 6 ? 3 : count > 2 ? 2 : 1);
  expect(KINDS.filter(({ kind, count }) => met(kind) < least(count))).toEqual([]);
  expect(
    ["number", "boolean", "list", "object", "empty object", "null"].filter(
      (one) => !pairs.some(([mistake]) => mistake === one),
    ),
  ).toEqual([]);
});

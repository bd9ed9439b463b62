import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sampleTemplates } from "../../generators/cases.js";
import { placesOf } from "../../generators/fieldPlaces.js";
import { DOCUMENTS } from "../../schemas/documents.js";
import { FACTS, factsIn, OPEN_MATTERS, VALUE_KINDS } from "../../schemas/facts.js";
import { type Field, fieldAt, fieldTree, ITEM, mayBeEmpty, walk } from "../../schemas/fieldTree.js";
import { type BodyOperation, OPERATIONS } from "../../schemas/operations.js";

const BODY_OPERATIONS: readonly BodyOperation[] = [
  "createRecipient",
  "updateRecipient",
  "uploadFile",
  "createCustomer",
];

function fieldsOf(schemaName: string): Field[] {
  return [...walk(fieldTree(schemaName))].filter(({ path }) => path !== "");
}

function pathsOf(fields: readonly Field[]): string[] {
  return fields.map(({ path }) => path);
}

describe.each(BODY_OPERATIONS)("the request of %s", (operation) => {
  const { requestSchema, responseSchema } = OPERATIONS[operation];
  const fields = fieldsOf(requestSchema);

  test("has a value for every field in some template", () => {
    const templates = sampleTemplates(1).get(operation) ?? [];
    expect(pathsOf(fields.filter((field) => placesOf(field, templates).length === 0))).toEqual([]);
  });

  test("says of every field that is not required what the document says of leaving it out", () => {
    expect(
      pathsOf(fields.filter(({ required, absence, name }) => !required && name !== ITEM && absence === null)),
    ).toEqual([]);
  });

  test("may leave out only what is looked for in the answer when it was sent", () => {
    const shown = new Map(fieldsOf(responseSchema).map(({ path, presence }) => [path, presence]));
    const optional = fields.filter(({ absence }) => absence === "optional");
    expect(pathsOf(optional.filter(({ path }) => shown.get(path) !== "sent"))).toEqual([]);
  });
});

test("the facts of a field stand next to it: of a kind, unknowns, unique, what it goes with", () => {
  const { kind, open, goesWith, absence } = fieldAt(
    "recipient-update.schema.json",
    "payment_details.bank.local_bank_code",
  );
  expect({ kind, open, goesWith, absence }).toEqual({
    kind: "bankCode",
    open: ["characters"],
    goesWith: "network",
    absence: "optional",
  });
  expect(fieldAt("recipient-create.schema.json", "website").absence).toBe("open");
  expect(fieldAt("recipient-update.schema.json", "website").absence).toBe("optional");
  expect(fieldAt("recipient-update.schema.json", "business_name").absence).toBeNull();
  expect(fieldAt("customer-create.schema.json", "business_person_list[].identification.id_number")).toMatchObject({
    kind: "identifier",
    unique: true,
    open: expect.arrayContaining(["limits"]),
    absence: "open",
  });
});

test.each([
  ["website", true],
  ["file_id_list", true],
  ["address_info", true],
  ["address_info.city", true],
  ["address_info.post_code", true],
  ["business_name", false],
  ["payment_details", false],
  ["payment_details.bank.account_currency", false],
])("whether %s may be empty follows from the rules: %s", (path, expected) => {
  expect(mayBeEmpty(fieldAt("recipient-update.schema.json", path))).toBe(expected);
});

describe("a mistake in an annotation is told", () => {
  test.each([
    [{ "x-kind": "wards" }, 'x-kind "wards" is none of words,'],
    [{ "x-open": ["lenght"] }, 'x-open "lenght" is none of characters,'],
    [{ "x-others": "maybe" }, 'x-others "maybe" is none of optional, open'],
  ])("%o", (schema, message) => {
    expect(() => factsIn(schema)).toThrow(message);
  });

  test("a field that there is not", () => {
    expect(() => fieldAt("recipient-update.schema.json", "nickname.first")).toThrow("has no field nickname.first");
  });
});

/** Every annotation of these schemas: its keyword and its value. */
function* annotations(value: unknown): Generator<readonly [string, unknown]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (FACTS.some((fact) => fact === key)) yield [key, member];
    yield* annotations(member);
  }
}

describe("an annotation", () => {
  const stated = [...DOCUMENTS.values()].flatMap((document) => [...annotations(document)]);
  const valuesOf = (keyword: string) =>
    new Set(stated.filter(([key]) => key === keyword).flatMap(([, value]) => (Array.isArray(value) ? value : [value])));

  test("has only values that some schema states", () => {
    expect(FACTS.filter((fact) => valuesOf(fact).size === 0)).toEqual([]);
    // A text without an annotation holds words.
    expect(VALUE_KINDS.filter((kind) => kind !== "words" && !valuesOf("x-kind").has(kind))).toEqual([]);
    expect(OPEN_MATTERS.filter((point) => !valuesOf("x-open").has(point))).toEqual([]);
  });

  test("has only values that some code reads", () => {
    const root = new URL("../../", import.meta.url);
    const code = ["generators", "engine", "suites"]
      .flatMap((room) =>
        readdirSync(new URL(room, root), { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`),
      )
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(new URL(path, root), "utf8"))
      .join("\n");
    expect([...VALUE_KINDS, ...OPEN_MATTERS].filter((value) => !code.includes(`"${value}"`))).toEqual([]);
  });
});

import { expect, test } from "vitest";
import { excuseOfLetters } from "../../discovery/witnesses/refusedLetters.js";
import { Results } from "../../engine/results.js";
import { refusedCharacters } from "../../engine/witnesses/refusedCharacters.js";
import { isRefusedForContent } from "../../engine/witnesses/refusedContent.js";
import { type Edit, materialise } from "../../generators/edits/edit.js";
import { createRecipientTemplates } from "../../generators/templates/recipients.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { EMPTY_TARGET, sessionWith } from "./executing.js";

const CONTENT = "createRecipient/accepts/content";
const [TEMPLATE] = createRecipientTemplates({
  seed: 42,
  createVersion: null,
  customerVersion: null,
  recipientFiles: [],
  customerFiles: { corporate: [], front: [], back: [] },
});

const TEMPLATE_NAME = String(TEMPLATE?.body?.business_name);

/** A name that a service refuses, on an execution that it answers. */
function refusedName(name: string, isRefused: (name: string) => boolean) {
  if (TEMPLATE === undefined) throw new Error("no template");
  const refusal = exchangeOf(responseOf({ errors: [{ detail: "No.", code: "INVALID" }] }, 400));
  const session = sessionWith(
    ({ body }) => (isRefused(JSON.parse(String(body)).business_name) ? refusal : exchangeOf(responseOf({}))),
    { ...EMPTY_TARGET },
  );
  const results = new Results();
  const edit: Edit = { kind: "set", at: ["business_name"], value: name };
  const { sent, summary } = materialise(TEMPLATE, edit, "ppcabcdeabcdefghijklconforms");
  const execution = session.execution({ id: "case", check: "check" }, 0, results, new Map());
  return { refused: { execution, template: TEMPLATE, edit, sent, summary, refusal, key: "case" }, results };
}

test.each<[string, string, (name: string) => boolean, string]>([
  ["a picture", "Lotus 🚢", (name) => name.includes("🚢"), '"🚢"'],
  ["a name on a list", "Lotus Trading", (name) => name === "Lotus Trading", '"Lotus Trading"'],
])("%s is refused for what it says", async (_, name, isRefused, said) => {
  const { refused, results } = refusedName(name, isRefused);
  expect(await isRefusedForContent(refused)).toBe(true);
  expect([...(results.of(CONTENT).fields.get("business_name")?.records ?? [])]).toEqual([said]);
  expect(results.of(CONTENT).failing).toBe(1);
});

test.each<[string, string, (name: string) => boolean]>([
  ["a character", "O'Neill", (name) => name.includes("'")],
  ["a script", "深圳市贸易", (name) => /\p{Script=Han}/u.test(name)],
  ["characters of four bytes", "Lotus 🚢", (name) => /[\u{10000}-\u{10ffff}]/u.test(name)],
  ["its length", "Lotus Trading", (name) => name.length > 10],
  ["digits alone", "0012345", (name) => /^\d+$/.test(name)],
  ["a word that is read as no value", "null", (name) => name === "null"],
  ["two spaces", "Lotus  Trading", (name) => name.includes("  ")],
])("a text that is refused for %s is not", async (_, name, isRefused) => {
  const { refused, results } = refusedName(name, isRefused);
  expect(await isRefusedForContent(refused)).toBe(false);
  expect(results.checks.has(CONTENT)).toBe(false);
});

test("the characters are told for which a text is refused, each by itself", async () => {
  const { refused } = refusedName(`O'Neill & "Sons" Ltd.`, (name) => /['"]/.test(name));
  expect(await refusedCharacters(refused)).toEqual(["'", '"']);
});

test("no character is told of a text that is refused for something else", async () => {
  const { refused } = refusedName("Lotus & Sons, Trading", (name) => name.startsWith("Lotus"));
  expect(await refusedCharacters(refused)).toEqual([]);
});

const LETTERS = "createRecipient/accepts/business_name.text";

test.each<[string, string, (name: string) => boolean, outcome: string | undefined]>([
  ["letters at the longest", "中".repeat(128), (name) => /\p{Script=Han}/u.test(name), "held"],
  ["letters at the shortest", "中中", (name) => /\p{Script=Han}/u.test(name), "held"],
  ["bytes", "中".repeat(128), (name) => Buffer.byteLength(name) > 128, undefined],
  ["characters", "中".repeat(128), (name) => [...name].length > 127, undefined],
])("a text at a bound is refused for its %s", async (_, name, isRefused, outcome) => {
  const { refused, results } = refusedName(name, isRefused);
  const excuse = excuseOfLetters(LETTERS, "business_name", refused.edit);
  const excused = await excuse?.(refused.execution, refused.template, refused.key, refused.refusal);
  expect(excused?.kind).toBe(outcome);
  const [failure] = results.of(LETTERS).failures;
  expect(failure?.failure.edit?.to).toBe(outcome === undefined ? undefined : "中".repeat(TEMPLATE_NAME.length));
});

test("plain letters at a bound excuse nothing", () => {
  const edit: Edit = { kind: "set", at: ["business_name"], value: "a".repeat(128) };
  expect(excuseOfLetters(LETTERS, "business_name", edit)).toBeUndefined();
});

/** Each format that machines read is held against its schema: as published, or, for JUnit, which has none, as viewers read it. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { validate } from "ctrf";
import { expect, test } from "vitest";
import { harEntry, harFrame } from "../../../recorded/harFile.js";
import { renderCtrf } from "../../../reports/formats/ctrf.js";
import { renderJunit } from "../../../reports/formats/junit.js";
import { renderSarif } from "../../../reports/formats/sarif.js";
import { EXCHANGE } from "../../recorded/harFile.js";
import { REPORTS } from "../reports.js";

const require = createRequire(import.meta.url);
const ALL = Object.entries(REPORTS);

/** The mistakes in a value, by schemas of an older draft. */
function mistakes(value: unknown, schema: object, others: readonly object[] = []): unknown {
  const ajv = new Ajv({ strict: false, logger: false, unicodeRegExp: false });
  formats.default(ajv);
  ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
  for (const other of others) ajv.addSchema(other);
  const judge = ajv.compile(schema);
  judge(value);
  return judge.errors;
}

test.each(ALL)("ctrf.json of %s is CTRF", (_, report) => {
  expect(validate(JSON.parse(renderCtrf(report)))).toMatchObject({ valid: true });
});

test.each(ALL)("report.sarif of %s is SARIF 2.1.0", (_, report) => {
  const { id: _id, $schema: _draft, ...schema } = require("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  expect(mistakes(JSON.parse(renderSarif(report)), schema)).toBeNull();
  expect(mistakes({ version: "2.1.0" }, schema)).not.toBeNull();
});

test.each(ALL)("junit.xml and ctrf.json count what they list: %s", (_, report) => {
  const { results } = JSON.parse(renderCtrf(report));
  const { tests, passed, failed, skipped, pending, other } = results.summary;
  expect(tests).toBe(results.tests.length);
  expect(passed + failed + skipped + pending + other).toBe(tests);
  const xml = renderJunit(report);
  const counted = (name: string): number => Number(new RegExp(`<testsuites [^>]*${name}="(\\d+)"`).exec(xml)?.[1]);
  expect([xml.split("<testcase ").length - 1, xml.split("<failure ").length - 1]).toEqual([
    counted("tests"),
    counted("failures"),
  ]);
});

test("what --har writes is HAR 1.2", () => {
  const { har, ...others }: Record<string, object> = require("har-schema");
  const [head, foot] = harFrame({ name: "ppconform", version: "1.0.0" });
  const written: unknown = JSON.parse(`${head}${harEntry(EXCHANGE, "listBalances/accepts/plain#1")}${foot}`);
  expect(mistakes(written, har ?? {}, Object.values(others))).toBeNull();
  expect(mistakes({ log: {} }, har ?? {}, Object.values(others))).not.toBeNull();
});

const hasXmllint = spawnSync("xmllint", ["--version"]).error === undefined;
if (!hasXmllint) console.warn("xmllint is not installed: junit.xml was not held against its schema.");

test.skipIf(!hasXmllint).each(ALL)("junit.xml of %s is valid by the schema of Jenkins", (_, report) => {
  // Of its xunit-plugin, unchanged: what it says of its licence stands in it.
  const schema = fileURLToPath(new URL("junit-10.xsd", import.meta.url));
  const judged = (input: string): number | null =>
    spawnSync("xmllint", ["--noout", "--schema", schema, "-"], { input }).status;
  expect(judged(renderJunit(report))).toBe(0);
  expect(judged("<testsuites><testcase/></testsuites>")).not.toBe(0);
});

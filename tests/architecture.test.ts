/**
 * The arrows between the rooms of the house: who may import whom, types included. Read from the imports themselves.
 * What is still wrong is listed, and the list may only become shorter.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import {
  API_KEY_HEADER,
  API_SECRET_HEADER,
  OPERATION_IDS,
  SIGNATURE_HEADER,
  VERSION_HEADER,
} from "../schemas/operations.js";
import { BLOCKS, blocks } from "./documentation.js";

const ROOT = posix.join(dirname(fileURLToPath(import.meta.url)), "..");

/** A table whose rows are names with spaces between. */
function named(rows: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(rows).map(([name, names]) => [name, names.split(" ").filter(Boolean)]));
}

/** What may be imported from where: a room, or a single file of it. Everything may import its own room. */
const ARROWS: Readonly<Record<string, readonly string[]>> = named({
  schemas: "",
  client: "schemas",
  // A pure reading of an exchange, and a request as it is sent, are spoken of in the client's words.
  oracles: "schemas client/model.ts",
  generators: "schemas client/model.ts",
  reports: "schemas",
  engine: "schemas client oracles generators reports version.ts",
  // What a deployment of this service takes: it knows how a run sends, and no suite.
  discovery: "schemas client oracles generators reports engine",
  // A delivery is received and read here, and judged by the suites.
  webhooks: "schemas client oracles reports",
  // Recorded traffic stands beside the suites: it knows the engine, and no suite.
  recorded: "schemas client oracles generators reports engine version.ts",
  suites: "schemas client oracles generators reports engine discovery webhooks contract.ts version.ts",
  // This contract in one expression, which the engine is handed.
  "contract.ts": "schemas engine discovery suites",
  openapi: "schemas generators oracles reports",
  // It enforces the contract by code of its own, so that a mistake in one is not repeated in the other.
  sandbox: "",
  selftest: "schemas client generators reports engine webhooks suites sandbox",
  // What programs use of it, and what they have in common with the command line.
  library: "schemas client oracles generators reports engine discovery webhooks suites sandbox contract.ts",
  bench: "client",
  cli: "schemas client generators reports engine discovery contract.ts webhooks recorded suites openapi sandbox selftest library version.ts",
  // The suites in Vitest: the other way in, beside the command line, with the options of a project that this one reads.
  vitest: "schemas client generators oracles reports engine discovery suites contract.ts library cli",
  // What others may import of the package.
  "index.ts": "schemas generators reports engine discovery suites sandbox openapi library",
  "version.ts": "",
});

/** Arrows that are still wrong. */
const WRONG: readonly string[] = [];

/** Folders in which there is no code of the product. */
const BESIDE = /^(?:\.|node_modules$|dist$|coverage$|conformance-report$|docs$|plans$|scripts$|tests$)/;

const ROOMS = readdirSync(ROOT, { withFileTypes: true }).filter(
  (entry) => !BESIDE.test(entry.name) && (entry.isDirectory() || entry.name in ARROWS),
);

/** The files of the product, below the root. */
const FILES = ROOMS.flatMap((entry) =>
  entry.isFile()
    ? [entry.name]
    : readdirSync(posix.join(ROOT, entry.name), { recursive: true, encoding: "utf8" })
        .map((path) => posix.join(entry.name, path.replaceAll("\\", "/")))
        .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts")),
).sort();

/** The folder that a file is in; the file itself where it has arrows of its own. */
function roomOf(path: string): string {
  return path in ARROWS ? path : (path.split("/")[0] ?? path);
}

/** The files of the product that a file imports, whether code or types, at once or when they are needed. */
function importsOf(path: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(posix.join(ROOT, path), "utf8"), true, true);
  const names = importedFiles.map(({ fileName }) => fileName).filter((name) => name.startsWith("."));
  return [...new Set(names)].map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts"));
}

const IMPORTS: ReadonlyMap<string, readonly string[]> = new Map(FILES.map((path) => [path, importsOf(path)]));

function mayImport(from: string, to: string): boolean {
  return (
    roomOf(from) === roomOf(to) || (ARROWS[roomOf(from)] ?? []).some((place) => place === roomOf(to) || place === to)
  );
}

/** Every file that can be reached from a file by imports. */
function reachedFrom(path: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [...(IMPORTS.get(path) ?? [])];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    queue.push(...(IMPORTS.get(next) ?? []));
  }
  return reached;
}

test("every folder with code of the product is a room of the house", () => {
  const rooms = Object.keys(ARROWS).filter((name) => !name.includes("/"));
  expect(ROOMS.map(({ name }) => name).sort()).toEqual(rooms.sort());
});

test("the pages that show the house name its rooms, and draw only arrows that there are", () => {
  const rooms = ROOMS.filter((entry) => entry.isDirectory() && entry.name !== "bench").map(({ name }) => name);
  const shown = BLOCKS.filter(({ code }) => code.startsWith("schemas/"));
  expect(shown.map(({ page }) => page)).toEqual(["docs/architecture.md"]);
  for (const { code } of shown)
    expect([...code.matchAll(/^(\w+)\//gm)].map(([, name]) => name).sort()).toEqual(rooms.sort());
  const drawn = blocks("docs/architecture.md", "mermaid").flatMap((code) =>
    [...code.matchAll(/(\w+) --> (.*)/g)].flatMap(([, from = "", to = ""]) =>
      to.split(" & ").map((room) => ({ from, to: room })),
    ),
  );
  expect(drawn.length).toBeGreaterThan(0);
  expect(drawn.filter(({ from, to }) => ARROWS[from]?.includes(to) !== true)).toEqual([]);
});

test("every import leads to a file that is there", () => {
  const lost = FILES.flatMap((path) =>
    (IMPORTS.get(path) ?? []).filter((target) => !IMPORTS.has(target)).map((target) => `${path} → ${target}`),
  );
  expect(lost).toEqual([]);
});

test("imports go one way, from room to room", () => {
  const wrong = FILES.flatMap((path) =>
    (IMPORTS.get(path) ?? []).filter((target) => !mayImport(path, target)).map((target) => `${path} → ${target}`),
  );
  expect(wrong.sort()).toEqual([...WRONG].sort());
});

test("no file imports itself by way of others", () => {
  const reached = new Map(FILES.map((path) => [path, reachedFrom(path)]));
  expect(FILES.filter((path) => reached.get(path)?.has(path) === true)).toEqual([]);
});

test("what is sent is planned without knowing how it is sent or judged", () => {
  const planned = FILES.filter((path) => path.startsWith("engine/plan/"));
  expect(planned.length).toBeGreaterThan(0);
  const wrong = planned.filter((path) =>
    (IMPORTS.get(path) ?? []).some((to) => /^engine\/(?:send|judge|cases)\//.test(to)),
  );
  expect(wrong).toEqual([]);
});

/** What is true of any contract. */
const ANY_CONTRACT = /^(?:engine|oracles|client|reports|generators\/(?:edits|texts))\//;
/** What is true of this one: its operations, its statements, its requests, and what stands on them. */
const THIS_CONTRACT =
  /^(?:contract\.ts|discovery\/|suites\/|generators\/templates\/|schemas\/(?:operations|deliveries)\.ts|schemas\/ledger\/(?!rule\.ts|unknown\.ts))/;

/** Files that know this contract still, although they serve any. The list may only become shorter. */
const KNOWING: readonly string[] = [
  "client/credentials.ts",
  "client/credentialsEdits.ts",
  "engine/settings/deployment.ts",
  "reports/across/compare.ts",
  "reports/across/compareText.ts",
  "reports/answers/answers.ts",
  "reports/facts/observed.ts",
  "reports/page/page.ts",
  "reports/schema/types.ts",
];

/** Files in which a name of this contract stands still. The list may only become shorter. */
const NAMING: readonly string[] = [
  "engine/limits/values.ts",
  "reports/facts/explanations.ts",
  "reports/facts/proof.ts",
  "reports/page/page.ts",
  "reports/schema/checks.ts",
  "reports/schema/run.ts",
];

const ANY_FILES = FILES.filter((path) => ANY_CONTRACT.test(path));

test("nothing of any contract imports something of this one", () => {
  const knowing = ANY_FILES.filter((path) => (IMPORTS.get(path) ?? []).some((to) => THIS_CONTRACT.test(to)));
  expect(knowing).toEqual(KNOWING);
});

test("no operation, header or field that only this contract has stands in what is true of any", () => {
  const fields = ["recipient_id", "payment_details", "account_type", "business_name", "file_type", "transaction_id"];
  const names = [...OPERATION_IDS, API_KEY_HEADER, API_SECRET_HEADER, VERSION_HEADER, SIGNATURE_HEADER, ...fields];
  const texts = (node: ts.Node): string[] => [
    ...(ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
      ? [node.text]
      : ts.isIdentifier(node) || ts.isRegularExpressionLiteral(node)
        ? [node.text]
        : []),
    ...node.getChildren().flatMap(texts),
  ];
  const naming = ANY_FILES.filter((path) => {
    const source = ts.createSourceFile(
      path,
      readFileSync(posix.join(ROOT, path), "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    const said = new Set(texts(source).flatMap((text) => text.split(/[^\w-]+/)));
    return names.some((name) => said.has(name));
  });
  expect(naming).toEqual(NAMING);
});

// What the suite misses in code that is not its own: the outsider's server (tests/outsiders) is changed in one operator,
// constant, condition or statement at a time. A change that does not start, or answers all probes of bench/probes like
// the original, is dropped; smoke judges the others, and standard what smoke passes. What both pass is printed with its
// file, line and change, for a person to read: it may be equivalent, allowed by the contract, or a miss.
// Usage: npm run build && nice node bench/mutants.mjs [--sample 300] [--seed 1] [--preset ledgerhouse] [--lanes 2] [--only FILE:LINE]
// Ctrl-C ends it with the count so far.
import { fork } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";

const HERE = fileURLToPath(import.meta.url);
const OUTSIDERS = fileURLToPath(new URL("../tests/outsiders", import.meta.url));
const PROBES = fileURLToPath(new URL("probes", import.meta.url));
/** Not the company's choices, which conform whatever they are, nor its deliberate faults. */
const FILES = ["access", "data", "inspection", "json", "operations", "receipt", "refusal", "rules", "server", "time"];
/** What a mutant may take that never answers, in milliseconds. */
const PATIENCE = 180_000;
/** No state between probes that would hide what a change does. */
const CHOICES = { unknownFileIds: "accepted", duplicatePartnerIds: "accepted", fileEncoding: "any" };
const OPERATIONS = [
  "createRecipient",
  "updateRecipient",
  "uploadFile",
  "createCustomer",
  "getTransferDetail",
  "listTransactions",
  "getTransferReceipt",
  "listBalances",
  "getDepositDetail",
];

const SWAPS = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["&&", "||"],
  ["||", "&&"],
  ["??", "&&"],
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["%", "*"],
]);

/** The places of a regular expression that a slip would change, each with the change. */
const SLIPS = [
  [/\^(?!\])/g, ""],
  [/\$(?=\/|$)/g, ""],
  [/A-Z/g, "A-Y"],
  [/A-Z/g, "B-Z"],
  [/0-9/g, "0-8"],
  [/0-9/g, "1-9"],
  [/a-z/g, "a-y"],
  [/\+(?=[$/])/g, "*"],
  [/\{6\}/g, "{5}"],
  [/\{3\}/g, "{2}"],
  [/\)\?/g, ")"],
];

/** All single changes of one file: `{ start, end, text }`. */
function changesOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const changes = [];
  const change = (node, text) => changes.push({ start: node.getStart(file), end: node.getEnd(), text });
  const choose = (condition) => ["true", "false"].map((text) => change(condition, text));
  const isProse = (node) =>
    node.text === "" ||
    /[ %]/.test(node.text) ||
    ts.isImportDeclaration(node.parent) ||
    ts.isExportDeclaration(node.parent);
  const look = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const swapped = SWAPS.get(node.operatorToken.getText(file));
      if (swapped !== undefined) change(node.operatorToken, swapped);
    }
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
      change(node, node.operand.getText(file));
    if (ts.isNumericLiteral(node)) {
      const value = Number(node.text);
      for (const near of [value + 1, value - 1]) change(node, near < 0 ? `(${near})` : String(near));
    }
    if (ts.isStringLiteral(node) && !isProse(node)) change(node, JSON.stringify(node.text.slice(0, -1)));
    if (ts.isRegularExpressionLiteral(node)) {
      for (const [slip, text] of SLIPS) {
        for (const { index, 0: found } of node.text.matchAll(slip)) {
          const start = node.getStart(file) + index;
          changes.push({ start, end: start + found.length, text });
        }
      }
    }
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, "true");
    if (ts.isIfStatement(node)) choose(node.expression);
    if (ts.isConditionalExpression(node)) choose(node.condition);
    if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) change(node, ";");
    if (ts.isReturnStatement(node) && ts.isIfStatement(node.parent.parent ?? file)) change(node, ";");
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isSpreadAssignment(node)) {
      const comma = /^\s*,/.exec(source.slice(node.getEnd()))?.[0] ?? "";
      changes.push({ start: node.getStart(file), end: node.getEnd() + comma.length, text: "" });
    }
    ts.forEachChild(node, look);
  };
  look(file);
  // What the books hold is this company's own: amounts and texts are left, names and members of lists are changed.
  const isContent = ({ start, end }) =>
    path === "data.mjs" && /^(?:[\d_.]+|"[^"]*[^A-Za-z_"][^"]*)$/.test(source.slice(start, end).replace(/"$/, ""));
  return changes
    .filter((one) => !isContent(one))
    .map((one) => {
      const { line } = file.getLineAndCharacterOfPosition(one.start);
      const changed = source.slice(0, one.start) + one.text + source.slice(one.end);
      return { path, line: line + 1, was: source.slice(one.start, one.end), is: one.text, changed };
    });
}

/** mulberry32: the same sample for the same seed. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(list, seed) {
  const next = random(seed);
  return list
    .map((item) => [next(), item])
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

/** A copy of the outsider's folder with the probes as JavaScript, and one file changed. */
function copyWith(mutant) {
  const folder = mkdtempSync(join(tmpdir(), "mutant-"));
  cpSync(OUTSIDERS, folder, { recursive: true });
  for (const name of ["bodies", "probes", "visits"]) {
    const source = readFileSync(join(PROBES, `${name}.ts`), "utf8");
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
    writeFileSync(join(folder, `${name}.js`), ts.transpileModule(source, { compilerOptions: options }).outputText);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  if (mutant !== undefined) writeFileSync(join(folder, mutant.path), mutant.changed);
  return folder;
}

/** In a process of its own: judges the folders that it is sent, one after the other. */
async function work(preset) {
  const { runSuite } = await import(new URL("../dist/suites/run.js", import.meta.url).href);
  const load = (folder, name) => import(pathToFileURL(join(folder, name)).href);

  /** Whether a run finds anything, be it a warning, or cannot judge an operation at all. */
  async function isTold(startOutsider, profile) {
    const { baseUrl, credentials: given, close } = await startOutsider({ preset, choices: CHOICES });
    const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = given;
    const restricted = { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret };
    const credentials = { apiKey, apiSecret, restricted };
    const options = { baseUrl, credentials, profile, seed: 42, failOn: "should", patienceMs: 5_000 };
    try {
      return (await runSuite(options)).report.exitCode !== 0;
    } finally {
      await close();
    }
  }

  /** Answers to all probes, at a time that stands still, with ids that can be foretold. */
  async function answersOf(folder) {
    const { startOutsider } = await load(folder, "server.mjs");
    const { probesOf } = await load(folder, "probes.js");
    const { arrive } = await load(folder, "visits.js");
    const { now } = Date;
    Date.now = () => Date.UTC(2030, 5, 1);
    const answers = [];
    for (const operation of OPERATIONS) {
      const outsider = await startOutsider({ preset, choices: { ...CHOICES, idStyle: "counter" } });
      const guest = await arrive(outsider);
      for (const probe of probesOf(operation)) answers.push(await guest.visit(probe));
      guest.leave();
      await outsider.close();
    }
    Date.now = now;
    return answers.join("\n");
  }

  async function fateOf(folder, original) {
    const { startOutsider } = await load(folder, "server.mjs");
    if (await isTold(startOutsider, "smoke")) return "smoke";
    if ((await answersOf(folder)) === original) return "identical";
    return (await isTold(startOutsider, "standard")) ? "standard" : "survived";
  }

  const clean = copyWith(undefined);
  const original = await answersOf(clean);
  rmSync(clean, { recursive: true, force: true });
  process.on("message", async (folder) => process.send(await fateOf(folder, original)));
  process.on("disconnect", () => process.exit(0));
}

/** Hands mutants to one process after the other: one that falls over or hangs is replaced. */
function lane(preset) {
  let child;
  return {
    judge: (folder) =>
      new Promise((resolve) => {
        child ??= fork(HERE, ["--work", "--preset", preset], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
        const over = (fate) => {
          clearTimeout(timer);
          child?.removeAllListeners();
          if (fate === "does not run") {
            child?.kill("SIGKILL");
            child = undefined;
          }
          resolve(fate);
        };
        const timer = setTimeout(over, PATIENCE, "does not run");
        child.once("message", over);
        child.once("exit", () => over("does not run"));
        child.send(folder);
      }),
    close: () => child?.kill(),
  };
}

async function main({ preset, seed, sample, lanes, only }) {
  const places = FILES.flatMap((name) =>
    changesOf(`${name}.mjs`, readFileSync(join(OUTSIDERS, `${name}.mjs`), "utf8")),
  ).filter(({ path, line }) => only === undefined || only === `${path}:${line}`);
  const waiting = shuffled(places, Number(seed));
  const count = { "does not run": 0, identical: 0, smoke: 0, standard: 0, survived: 0 };
  const judged = () => count.smoke + count.standard + count.survived;
  let isOver = false;
  process.once("SIGINT", () => {
    isOver = true;
  });
  const workThrough = async () => {
    const { judge, close } = lane(preset);
    while (!isOver && judged() < Number(sample)) {
      const mutant = waiting.pop();
      if (mutant === undefined) break;
      const folder = copyWith(mutant);
      const fate = await judge(folder);
      rmSync(folder, { recursive: true, force: true });
      count[fate] += 1;
      if (judged() % 10 === 0) console.error(JSON.stringify(count));
      const shown = (text) => JSON.stringify(text.replace(/\s+/g, " "));
      if (fate === "survived" || fate === "standard")
        console.log(`${fate}\t${mutant.path}:${mutant.line}\t${shown(mutant.was)} -> ${shown(mutant.is)}`);
    }
    close();
  };
  await Promise.all(Array.from({ length: Number(lanes) }, workThrough));
  console.log(`\n${places.length} places; ${JSON.stringify(count)}`);
}

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    preset: { type: "string", default: "ledgerhouse" },
    lanes: { type: "string", default: "2" },
    only: { type: "string" },
    work: { type: "boolean", default: false },
  },
});
if (values.work) await work(values.preset);
else await main(values);

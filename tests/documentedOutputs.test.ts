/** What the documentation shows of outputs is what comes out; times, counts, ports and made-up values may be others. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type RunningSandbox, type RunOptions, run, type SandboxOptions, startSandbox } from "../index.js";
import { chooseAnswers } from "../library/answers.js";
import { baselineNames, chooseBaseline } from "../library/baseline.js";
import { compareReports } from "../reports/across/compare.js";
import { asTerminal, written } from "../reports/across/compareText.js";
import { renderTerminal } from "../reports/formats/terminal.js";
import type { Report } from "../reports/model.js";
import { emptyFolder, type Running, start } from "./cli/child.js";
import { BLOCKS, blocks } from "./documentation.js";
import { standardRun } from "./engine/standardRun.js";
import { closeAll, partnerOf } from "./sandbox/partner.js";
import { closeReceivers, receiver } from "./sandbox/webhooksReceiver.js";

/** Outputs that other tests compare: where they are made. */
const ELSEWHERE = new Map([
  ["docs/tutorial.md", "tests/documented.test.ts"],
  ["docs/own-checks.md", "tests/consumer.test.ts"],
]);

/** The picture of the house is no output: tests/architecture.test.ts reads it. */
const ROOMS = "schemas/";

const compared = new Set<string>();

/** The block of a page that holds a text. */
function block(page: string, held: string): string {
  const found = blocks(page, "", "text").find((code) => code.includes(held));
  if (found === undefined) throw new Error(`${page} shows no output that holds ${held}`);
  compared.add(found);
  return found;
}

/** Words without what differs from run to run, and without the breaks of lines. */
function plain(text: string): string {
  return text
    .replaceAll(/"\d{6,}"/g, '"N"')
    .replaceAll(/\b(rcp)_\w+/g, "$1_N")
    .replaceAll(/ \(\S+ of \S+ requests\)/g, "")
    .replaceAll(/[\d.:,]*\d/g, "N")
    .replaceAll(/\bN (?:ms|min|s)\b/g, "N s")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What the documentation shows and the output has not. An ellipsis ends what a line shows. */
function missing(shown: string, output: string): string[] {
  const whole = plain(output);
  return shown
    .split(/\n|…/)
    .map(plain)
    .filter((line) => line !== "" && !whole.includes(line));
}

const terminal = (report: Report, preflight: readonly string[] = []): string =>
  renderTerminal(report, {
    color: false,
    width: 120,
    preflight,
    reportPath: "conformance-report/report.html",
  });

const opened: RunningSandbox[] = [];
afterEach(() => Promise.all(opened.splice(0).map((sandbox) => sandbox.close())));

async function judged(sandbox: SandboxOptions, options: RunOptions): Promise<Report> {
  const target = await startSandbox(sandbox);
  opened.push(target);
  return await run({ target, ...options });
}

test("the README shows a run as it is", async () => {
  const { report: judgedBefore, preflight } = await standardRun();
  const report: Report = { ...judgedBefore, target: { ...judgedBefore.target, kind: "sandbox" } };
  expect(missing(block("README.md", "ppconform 1.0.0"), terminal(report, preflight))).toEqual([]);
});

test("the README shows a finding as it is", async () => {
  const check = "updateRecipient/refuses/address_info.post_code.maxLength";
  const report = await judged({ defects: [`${check}/one-more`] }, { checks: [check] });
  expect(missing(block("README.md", `✗ ${check}`), terminal(report))).toEqual([]);
});

test("the walk through a difference shows it as it is", async () => {
  const part: RunOptions = {
    profile: "smoke",
    checks: ["listTransactions/accepts/*", "createRecipient/accepts/control.*"],
  };
  const one = await judged({}, part);
  const other = await judged({ behaviours: { pageBase: "0", successStatus: "201" } }, part);
  expect(
    missing(
      block("docs/drift.md", "pages are counted from 0"),
      asTerminal(written(compareReports([one, other]), true)),
    ),
  ).toEqual([]);
});

/** The message that a file with a mistake in a certain line brings. */
function messageOf(message: string, choose: (path: string) => void): string {
  const [, name = "", line = "1", entry = ""] = /^(\S+):(\d+): "(.*?)"/.exec(message) ?? [];
  const path = join(emptyFolder(), name);
  const [list, rest] = name === "answers.yaml" ? ["agreed", "    answer: 201"] : ["known", "    reason: x"];
  writeFileSync(path, `${"\n".repeat(Number(line) - 2)}${list}:\n  ${entry}\n${rest}\n`);
  try {
    choose(path);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

test("the pages on answers and baseline show a mistake as it is told", () => {
  const [answers, baseline] = [block("docs/answers.md", "answers.yaml:"), block("docs/baseline.md", "baseline.yaml:")];
  expect(
    missing(
      answers,
      messageOf(answers, (path) => chooseAnswers(path)),
    ),
  ).toEqual([]);
  expect(
    missing(
      baseline,
      messageOf(baseline, (path) => chooseBaseline(path, false, baselineNames([]))),
    ),
  ).toEqual([]);
});

/** What a command says first. */
async function announced({ process: child }: Running): Promise<string> {
  if (child.stdout === null) throw new Error("The command has no output.");
  const [text]: readonly unknown[] = await once(child.stdout, "data");
  return String(text);
}

test("the page on the sandbox shows how it announces itself", async () => {
  const sandbox = start(["sandbox", "--port", "0"]);
  expect(missing(block("docs/sandbox.md", "Sandbox serving at"), await announced(sandbox))).toEqual([]);
  sandbox.process.kill("SIGTERM");
  expect((await sandbox.ended).code).toBe(0);
});

test("the page on webhooks shows what listen prints, and the page on the sandbox what it delivers", async () => {
  const handler = await receiver(() => 204);
  const partner = await partnerOf({ mode: "instant" });
  const listening = start(["listen", "--port", "0", "--count", "1", "--forward-to", handler.url], {
    environment: { CONFORMANCE_WEBHOOK_SECRET: partner.sandbox.credentials.webhookSecret },
  });
  const url = /http\S+/.exec(await announced(listening))?.[0];
  await partner.send("PUT", "/_sandbox/webhook", { json: { url } });
  await partner.createRecipient();
  expect(missing(block("docs/webhooks.md", "Listening at"), (await listening.ended).stdout)).toEqual([]);
  const delivered = block("docs/sandbox.md", '"recipient.active"').replaceAll(" ", "");
  expect(missing(delivered, handler.arrived[0]?.text ?? "")).toEqual([]);
  await Promise.all([closeAll(), closeReceivers()]);
});

test("the page on the sandbox shows a line of its log as it is", async () => {
  const lines: string[] = [];
  const sandbox = await startSandbox({ log: (line) => void lines.push(line) });
  opened.push(sandbox);
  const { apiKey, apiSecret } = sandbox.credentials;
  await fetch(`${sandbox.baseUrl}/api/recipients/create`, {
    method: "POST",
    headers: {
      "X-API-Key": apiKey,
      "X-API-Secret": apiSecret,
      "Api-Version": "2024-12-01",
      "Content-Type": "application/json",
    },
    body: '{"partner_recipient_id": "partner-0123456789abcdef"}',
  });
  await expect.poll(() => lines.length).toBe(1);
  expect(missing(block("docs/sandbox.md", "POST /api/recipients/create 400"), lines.join("\n"))).toEqual([]);
});

test("no output of the documentation is compared by nobody", () => {
  const free = BLOCKS.filter(
    ({ page, language, code }) =>
      ["", "text"].includes(language) && !ELSEWHERE.has(page) && !code.startsWith(ROOMS) && !compared.has(code),
  );
  expect(free).toEqual([]);
});

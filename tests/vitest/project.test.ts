/** The suites as Vitest files of a user's project: what they judge, what they send, what they show, and the report folder. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { readJournal } from "../../client/journal.js";
import { run } from "../../library/run.js";
import type { CheckResult, Report } from "../../reports/model.js";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";
import { SUBJECTS, type Subject } from "../../schemas/operations.js";
import { blocks } from "../documentation.js";
import { emptyFolder } from "../files.js";
import { slice, TRIES_ALL } from "../slice.js";
import { install, NAME, ROOT } from "../userProject.js";

const project = emptyFolder();
const execute = promisify(execFile);
/** The lines of the page that let all files share one process. */
const CONFIGURATION = blocks("docs/vitest.md", "ts").find((code) => code.includes("defineConfig")) ?? "";
const CHECK = "refuses/payment_details.bank.swift_code.pattern";

beforeAll(() => {
  install(project);
  writeFileSync(join(project, "vitest.config.ts"), CONFIGURATION);
  mkdirSync(join(project, "suites"));
  for (const operation of SUBJECTS)
    writeFileSync(
      join(project, `suites/${operation}.test.ts`),
      `import { conformanceSuite } from "${NAME}/vitest";\n\nconformanceSuite("${operation}", { elseSandbox: true });\n`,
    );
});

beforeEach(() => {
  for (const name of ["conformance-report", "tests.json"])
    rmSync(join(project, name), { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly output: string;
  readonly report: Report;
  /** As Vitest's own JSON reporter tells them. */
  readonly tests: readonly {
    readonly title: string;
    readonly status: string;
    readonly duration?: number;
    readonly meta: { readonly conformance?: { readonly check: CheckResult } };
  }[];
}

/** Runs Vitest in the project, on a sandbox. */
async function vitest(sandbox: RunningSandbox | null, ...words: readonly string[]): Promise<Ran> {
  const reporters = ["verbose", "json", `${NAME}/reporter`].map((name) => `--reporter=${name}`);
  const more = ["--outputFile.json=tests.json", ...words];
  const address = sandbox === null ? {} : { CONFORMANCE_BASE_URL: sandbox.baseUrl };
  const { apiKey = "", apiSecret = "" } = sandbox?.credentials ?? {};
  const pair = sandbox === null ? {} : { CONFORMANCE_API_KEY: apiKey, CONFORMANCE_API_SECRET: apiSecret };
  const ended = await execute(
    process.execPath,
    [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...reporters, ...more],
    { cwd: project, env: { PATH: process.env.PATH, NO_COLOR: "1", ...address, ...pair }, maxBuffer: 1e8 },
  ).catch((error: { readonly code: number; readonly stdout: string; readonly stderr: string }) => error);
  const read = (file: string) => JSON.parse(readFileSync(join(project, file), "utf8"));
  const { testResults } = read("tests.json");
  const shard = words
    .find((word) => word.startsWith("--shard="))
    ?.replace("--shard=", "/part-")
    .replace(/\b\/(?=\d)/, "-of-");
  return {
    code: "code" in ended ? ended.code : 0,
    output: `${ended.stdout}\n${ended.stderr}`,
    report: read(`conformance-report${shard ?? ""}/report.json`),
    tests: testResults.flatMap(({ assertionResults }: { assertionResults: Ran["tests"] }) => assertionResults),
  };
}

/** What the command says with the same credentials. */
function asked(
  sandbox: RunningSandbox,
  more: { readonly operations?: readonly Subject[]; readonly checks?: string[] },
) {
  const { apiKey, apiSecret } = sandbox.credentials;
  return run({ target: sandbox.baseUrl, credentials: { apiKey, apiSecret }, profile: "smoke", ...more });
}

const verdicts = ({ checks }: Report) => checks.map(({ id, verdict, reason }) => [id, verdict, reason]);

test("a check that fails shows its diff, proof and command; the report is that of the command", async () => {
  const sandbox = await startSandbox({
    defects: ["listBalances/response/[].status.enum/other-case", "listBalances/response/[].currency.present/missing"],
  });
  writeFileSync(join(project, "ppconform.config.yaml"), "seed: 7\n");
  const ran = await vitest(sandbox, "suites", "-t", "^(listBalances|getDepositDetail) ", "--retry=1");
  rmSync(join(project, "ppconform.config.yaml"));
  const whole = await asked(sandbox, { operations: ["getDepositDetail", "listBalances"] });
  await sandbox.close();
  expect(verdicts(ran.report)).toEqual(verdicts(whole));
  expect(ran.code).toBe(1);
  expect(ran.report.run).toMatchObject({ seed: 7, profile: "smoke" });
  expect(Object.keys(ran.report.run).toSorted()).toEqual(Object.keys(whole.run).toSorted());
  const failed = ran.tests.filter(({ status }) => status === "failed");
  expect(failed.map(({ title }) => title.split(":")[0])).toEqual(["response/[].status.enum"]);
  const check = failed[0]?.meta.conformance?.check;
  expect(check).toMatchObject({ id: "listBalances/response/[].status.enum", verdict: "violation" });
  expect(check?.findings[0]?.exchange.response?.status).toBe(200);
  const { expected, actual } = check?.findings[0] ?? {};
  expect(ran.output).toContain(`Expected: "${expected}"\nReceived: "${actual}"`);
  expect(ran.output).toMatch(/\n *sent +GET http:.*\n *expected +.*\n *seen +/);
  expect(ran.output).toMatch(/^listBalances\/response\/\[\]\.status\.enum: .*\n *must \(stated\) · section \S/m);
  // Each file counts its findings from F1, and the folder counts those of all files: the id of the check is the same in both.
  expect(ran.output).not.toMatch(/\bF\d+\b/);
  expect(ran.output).toContain(
    `replay    npx --no-install ppconform run --check 'listBalances/response/[].status.enum' --base-url ${sandbox.baseUrl} --profile smoke --seed 7`,
  );
  expect(ran.output).toContain("It failed again when it was repeated (retry 1).");
  // The warning, and what was observed, are annotations.
  expect(ran.output).toMatch(/warning: .*currency/);
  expect(ran.output).toContain("Response time: ");
  const times = ran.tests.map(({ duration = 0, meta }) => (meta.conformance === undefined ? 0 : duration));
  const sum = times.reduce((one, other) => one + other, 0);
  expect(sum).toBeGreaterThan(0);
});

interface Selection {
  readonly by: string;
  readonly words: readonly string[];
  /** What the command is asked for the same. */
  readonly same: { readonly operations?: readonly Subject[]; readonly checks?: string[] };
}

const SELECTIONS: readonly Selection[] = [
  { by: "-t", words: ["suites", "-t", CHECK], same: { checks: [`*/${CHECK}`] } },
  { by: "a name", words: ["suites/listBalances.test.ts"], same: { operations: ["listBalances"] } },
  { by: ".only", words: ["only.test.ts"], same: { operations: ["listBalances"] } },
  // Vitest puts files into shards by their names.
  { by: "--shard", words: ["suites/list", "--shard=1/2"], same: { operations: ["listBalances", "listTransactions"] } },
  { by: "--bail", words: ["suites/createRecipient", "--bail=1"], same: { operations: ["createRecipient"] } },
];

const TRIED = slice(SELECTIONS, 5);

test.each(TRIED.entries)(
  `what Vitest selects is what is sent: $by (${TRIED.told})`,
  async ({ by: selectedBy, words, same }) => {
    const only = `import { describe, test } from "vitest";
import { conformanceSuite } from "${NAME}/vitest";
test("another", () => {});
conformanceSuite("createRecipient", { elseSandbox: true });
describe.only("this", () => conformanceSuite("listBalances", { elseSandbox: true }));
`;
    writeFileSync(join(project, "only.test.ts"), only);
    const sandbox = await startSandbox({ defects: ["createRecipient/refuses/address_info.city.maxLength/one-more"] });
    const ran = await vitest(sandbox, ...words);
    const by = await asked(sandbox, same);
    await sandbox.close();
    if (["--shard", "--bail"].includes(selectedBy)) expect(ran.report.run.requests).toBeLessThan(by.run.requests);
    else expect(ran.report.run.requests).toBeLessThanOrEqual(by.run.requests);
    expect(ran.report.summary.pass + ran.report.summary.violation).toBeGreaterThan(0);
    const journal = readJournal(readFileSync(join(project, "conformance-report/created.ndjson"), "utf8"));
    expect(journal.created).toHaveLength(ran.report.created.length);
    if (selectedBy === "--bail") expect(ran.output.match(/^ FAIL /gm)).toHaveLength(1);
  },
);

const READS = [
  "getTransferDetail",
  "listTransactions",
  "getTransferReceipt",
  "listBalances",
  "getDepositDetail",
] as const;

const PARTS = [
  { of: "some tests", words: ["-t", "response/"], same: { checks: ["*/response/*"] } },
  { of: "all tests", words: [], same: {} },
];

test.each(TRIES_ALL ? PARTS : PARTS.slice(0, 1))(
  "shards of $of have folders of their own, of which merge makes the report of the whole",
  async ({ words, same }) => {
    const sandbox = await startSandbox();
    const shards = [1, 2].map((index) => `--shard=${index}/2`);
    for (const shard of shards) await vitest(sandbox, "suites/get", "suites/list", shard, ...words);
    const by = await asked(sandbox, { operations: READS, ...same });
    await sandbox.close();
    const folders = ["conformance-report/part-1-of-2", "conformance-report/part-2-of-2"];
    const ppconform = join(project, "node_modules", NAME, "dist/cli/main.js");
    await execute(process.execPath, [ppconform, "merge", ...folders], { cwd: project });
    const whole = JSON.parse(readFileSync(join(project, "conformance-report/report.json"), "utf8"));
    expect(verdicts(whole)).toEqual(verdicts(by));
  },
);

test.runIf(TRIES_ALL)("what fails once, and not when it is tried again, is flaky", async () => {
  const turning = `import { createServer, request } from "node:http";
import { beforeEach } from "vitest";
import { startSandbox } from "${NAME}";
import { conformanceSuite } from "${NAME}/vitest";
const good = await startSandbox();
const faulty = await startSandbox({ defects: ["listBalances/response/[].status.enum/other-case"] });
let current = faulty;
const server = createServer((asked, answer) => {
  const { method, headers } = asked;
  asked.pipe(request(current.baseUrl + asked.url, { method, headers }, (got) => {
    answer.writeHead(got.statusCode, got.headers);
    got.pipe(answer);
  }));
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
beforeEach(({ task }) => {
  if ((task.result?.retryCount ?? 0) > 0) current = good;
});
const baseUrl = \`http://127.0.0.1:\${server.address().port}\`;
conformanceSuite("listBalances", { target: { ...good, baseUrl }, checks: ["listBalances/response/*"] });
`;
  writeFileSync(join(project, "turning.test.ts"), turning);
  const ran = await vitest(null, "turning.test.ts", "--retry=1");
  expect(ran.code).toBe(0);
  const flaky = ran.report.checks.filter(({ verdict }) => verdict === "flaky");
  expect(flaky.map(({ id }) => id)).toEqual(["listBalances/response/[].status.enum"]);
  expect(ran.report.summary).toMatchObject({ violation: 0, flaky: 1 });
});

const LINES = blocks("docs/vitest.md", "sh").flatMap((block) =>
  block.split("\n").filter((line) => line.includes("npx vitest run ")),
);

test("docs/vitest.md shows runs of Vitest, and installs what its examples import", () => {
  expect(LINES.length).toBeGreaterThan(2);
  const [installed = ""] = blocks("docs/vitest.md", "sh").filter((block) => block.startsWith("npm install"));
  const imported = blocks("docs/vitest.md", "ts").flatMap((code) => code.match(/(?<=from ")[^"/]+/g) ?? []);
  for (const name of imported) expect(`${installed.trim()} ${NAME}`.split(" ")).toContain(name);
});

test("files that share a process, by the lines of the page, find out once what a deployment takes", async () => {
  const sandbox = await startSandbox();
  const together = await vitest(sandbox, "suites/list");
  const apart = await vitest(sandbox, "suites/list", "--isolate", "--file-parallelism");
  await sandbox.close();
  expect(together.report.run.requests).toBeLessThan(apart.report.run.requests);
});

test.runIf(TRIES_ALL).each(LINES)("%s, as the page says", async (line) => {
  const sandbox = await startSandbox();
  const words = line.slice(line.indexOf("npx vitest run ") + "npx vitest run ".length).split(" ");
  const ran = await vitest(line.startsWith("CONFORMANCE_BASE_URL=") ? sandbox : null, ...words);
  await sandbox.close();
  expect(ran).toMatchObject({ code: 0, report: { outcome: "conforms" } });
  expect(ran.output).toContain(line.startsWith("CONFORMANCE") ? sandbox.baseUrl : "Judging the embedded sandbox");
});

test.runIf(TRIES_ALL).each([
  { defects: [] },
  {
    defects: ["createRecipient/refuses/address_info.city.maxLength/one-more", "updateRecipient/auth/no-key/let-in"],
  },
])("the whole has the same verdicts as the command: $defects", async ({ defects }) => {
  const sandbox = await startSandbox({ defects });
  const ran = await vitest(sandbox, "suites");
  const by = await asked(sandbox, {});
  await sandbox.close();
  expect(verdicts(ran.report)).toEqual(verdicts(by));
});

// How each tool is run on one deployment, and what it found: a set of "operation: finding", its requests, its CPU seconds.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { parse, stringify } from "yaml";
import { OPERATIONS } from "../../dist/schemas/operations.js";

const PPCONFORM = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
/** How much each tool may send. Of the peers it is the nearest that their own options give. */
const BUDGETS = {
  smoke: { profile: "smoke", examples: 16, combinations: 12 },
  standard: { profile: "standard", examples: 250, combinations: 160 },
};

/** The operation of a method and path, with whatever stands for the id. */
function operationOf(method, path) {
  const shape = (text) => text.replace(/[{(][^/]*[})]/g, "*");
  const entry = Object.entries(OPERATIONS).find(
    ([, each]) => each.method === method && shape(each.path) === shape(path),
  );
  return entry?.[0] ?? `${method} ${path}`;
}

const exec = promisify(execFile);

/** Runs a command; its CPU seconds, those of its children among them, are asked from bash. */
async function timed(command, args, options) {
  const script = '"$@" >/dev/null 2>&1; times';
  const { stdout } = await exec("bash", ["-c", script, "peers", command, ...args], options);
  const [user, system] = [
    ...stdout
      .trim()
      .split("\n")[1]
      .matchAll(/(\d+)m([\d.]+)s/g),
  ].map(([, minutes, seconds]) => Number(minutes) * 60 + Number(seconds));
  return user + system;
}

async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "peers-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function environmentOf({ baseUrl, credentials }) {
  return {
    ...process.env,
    CONFORMANCE_BASE_URL: baseUrl,
    CONFORMANCE_API_KEY: credentials.apiKey,
    CONFORMANCE_API_SECRET: credentials.apiSecret,
    CONFORMANCE_RESTRICTED_API_KEY: credentials.restrictedApiKey,
    CONFORMANCE_RESTRICTED_API_SECRET: credentials.restrictedApiSecret,
  };
}

/** Names a transfer and a deposit that there are, so that the peers find them. */
async function withExamples(contract, { baseUrl, credentials }) {
  const response = await fetch(`${baseUrl}/api/transactions?page_number=1&page_size=100`, {
    headers: { "X-API-Key": credentials.apiKey, "X-API-Secret": credentials.apiSecret },
  });
  const { items } = await response.json();
  const idOf = (type) => items.find((item) => item.type === type)?.id;
  const document = parse(contract);
  for (const { get } of Object.values(document.paths)) {
    const parameter = get?.parameters?.find(({ name }) => name === "transaction_id");
    if (parameter !== undefined)
      parameter.example = idOf(get.operationId === "getDepositDetail" ? "deposit" : "transfer");
  }
  return stringify(document, { aliasDuplicateObjects: false });
}

/** The OpenAPI document of a deployment as this suite observes it, with examples of ids. */
export function observedContract(deployment) {
  return inFolder(async (folder) => {
    const file = join(folder, "observed.yaml");
    await timed(process.execPath, [PPCONFORM, "run", "--profile", "smoke", "--report-dir", folder, "--openapi", file], {
      cwd: folder,
      env: environmentOf(deployment),
    });
    return withExamples(readFileSync(file, "utf8"), deployment);
  });
}

/** This suite, as its users run it. */
export function ppconform(deployment, budget) {
  return inFolder(async (folder) => {
    const args = [PPCONFORM, "run", "--profile", BUDGETS[budget].profile, "--report-dir", folder];
    const cpu = await timed(process.execPath, args, { cwd: folder, env: environmentOf(deployment) });
    const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    const failed = report.checks.filter(({ verdict }) => ["violation", "warning"].includes(verdict));
    return {
      found: new Set(failed.map(({ operation, id }) => `${operation}: ${id}`)),
      requests: report.run.requests,
      cpu,
    };
  });
}

/** Schemathesis with all phases and all checks, going on after a failure. */
export function schemathesis(command) {
  return ({ baseUrl, credentials, contract }, budget) =>
    inFolder(async (folder) => {
      const [file, result] = [join(folder, "contract.yaml"), join(folder, "result.json")];
      writeFileSync(file, contract);
      const headers = [`X-API-Key: ${credentials.apiKey}`, `X-API-Secret: ${credentials.apiSecret}`];
      const cpu = await timed(
        command,
        [
          ...["run", file, "--url", baseUrl, ...headers.flatMap((header) => ["-H", header])],
          ...["--checks", "all", "--continue-on-failure", "--no-shrink", "--seed", "42"],
          ...["--max-examples", `${BUDGETS[budget].examples}`, "--report", "json", "--report-json-path", result],
        ],
        { cwd: folder },
      );
      const { failures, test_cases } = JSON.parse(readFileSync(result, "utf8"));
      const found = failures.flatMap(({ title, operations }) =>
        operations.map((label) => `${operationOf(...label.split(" "))}: ${title}`),
      );
      return { found: new Set(found), requests: test_cases.generated, cpu };
    });
}

/**
 * Specmatic with generated positive and negative requests. It reads neither ranges of statuses nor two credentials at
 * once, so that it is given the observed statuses only, and the credentials as headers.
 */
function forSpecmatic(contract, credentials) {
  const document = parse(contract);
  delete document.webhooks;
  delete document.security;
  delete document.components.securitySchemes;
  const headers = { "X-API-Key": credentials.apiKey, "X-API-Secret": credentials.apiSecret };
  const given = Object.entries(headers).map(([name, value]) => ({
    name,
    in: "header",
    required: true,
    schema: { type: "string", enum: [value] },
  }));
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    delete operation.security;
    operation.parameters = [...(operation.parameters ?? []), ...given];
    for (const status of Object.keys(operation.responses)) {
      if (status.endsWith("XX")) delete operation.responses[status];
    }
  }
  return stringify(document, { aliasDuplicateObjects: false });
}

export function specmatic(jar) {
  return ({ baseUrl, credentials, contract }, budget) =>
    inFolder(async (folder) => {
      const file = join(folder, "contract.yaml");
      writeFileSync(file, forSpecmatic(contract, credentials));
      const env = {
        ...process.env,
        SPECMATIC_GENERATIVE_TESTS: "true",
        SPECMATIC_DISABLE_TELEMETRY: "true",
        MAX_TEST_REQUEST_COMBINATIONS: `${BUDGETS[budget].combinations}`,
      };
      const cpu = await timed(
        "java",
        ["-jar", jar, "test", file, `--testBaseURL=${baseUrl}`, `--junitReportDir=${folder}`],
        {
          cwd: folder,
          env,
        },
      );
      const cases = readFileSync(join(folder, "TEST-junit-jupiter.xml"), "utf8").split("<testcase ").slice(1);
      const found = cases.flatMap((text) => {
        const [, sign, method, path, rest] = /(.ve) +Scenario: (\w+) (\S+) (.*?)" time/.exec(text) ?? [];
        if (!text.includes("<failure") || method === undefined) return [];
        return [`${operationOf(method, path)}: ${sign} ${rest}`];
      });
      return { found: new Set(found), requests: cases.length, cpu };
    });
}

/** Commands that tell something and send nothing. */
import { expect, test, vi } from "vitest";
import { COMMANDS } from "../../cli/commands.js";
import { explanationText } from "../../cli/explain.js";
import { CHECKS } from "../../suites/suites.js";
import { SUITE_VERSION } from "../../version.js";
import { inTurn, PATIENCE } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

/** What a command prints when it ends well and complains of nothing. */
async function printed(words: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr, code } = await inTurn(words, { environment });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout;
}

test.concurrent("--help lists every command, and tells the exit codes", async () => {
  const help = await printed(["--help"]);
  for (const { name, summary } of COMMANDS) expect(help).toContain(`  ${name}`.padEnd(18) + summary.slice(0, 40));
  for (const code of ["0  conforms", "1  violations", "2  usage error", "3  the run", "4  an error"]) {
    expect(help).toContain(code);
  }
  expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.concurrent.each(COMMANDS.map(({ name }) => name))("%s --help prints its options", async (name) => {
  const option = await printed([name, "--help"]);
  expect(option).toMatch(new RegExp(`^Usage: ppconform ${name} `));
  expect(option).not.toContain("(default: {})");
  expect(option).not.toContain("(default: [])");
  expect(Math.max(...option.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
});

test.concurrent("help run prints the help of run", async () => {
  expect(await printed(["help", "run"])).toBe(await printed(["run", "--help"]));
});

test.concurrent("without a command the help is printed as an error", async () => {
  const { code, stdout, stderr } = await inTurn([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Usage: ppconform <command> [options]");
});

test.concurrent.each(["--version", "-V"])("%s prints the version alone", async (option) => {
  expect(await printed([option])).toBe(`${SUITE_VERSION}\n`);
});

test.concurrent("list prints a line for each check, and how many there are", async () => {
  const lines = (await printed(["list"])).trimEnd().split("\n");
  expect(lines).toHaveLength(CHECKS.length + 1);
  expect(lines.at(-1)).toBe(`${CHECKS.length.toLocaleString("en-US")} checks`);
  expect(await printed(["list", "listBalances/accepts/*"])).toBe(
    "listBalances/accepts/control.read  must    4.8   The list of balances is returned\n1 check\n",
  );
});

test.concurrent("list puts the title on a line of its own where both do not fit", async () => {
  expect(await printed(["list", "listBalances/accepts/*"], { COLUMNS: "60" })).toBe(
    "listBalances/accepts/control.read\n    must    4.8   The list of balances is returned\n1 check\n",
  );
});

test.concurrent("list --json prints nothing but JSON", async () => {
  const listed: unknown = JSON.parse(await printed(["list", "--json", "listBalances/*", "listTransactions/*"]));
  const checks = CHECKS.filter(({ id }) => /^list(Balances|Transactions)\//.test(id));
  const shown = ["id", "title", "operation", "area", "section", "level", "statements", "sends", "expects"];
  const partOf = (check: object) => Object.fromEntries(Object.entries(check).filter(([name]) => shown.includes(name)));
  expect(listed).toEqual(checks.map(partOf));
});

test.concurrent("explain prints what an id stands for", async () => {
  expect(await printed(["explain", "unknown.listTransactions.pageBase"])).toBe(
    explanationText("unknown.listTransactions.pageBase", 120),
  );
});

const POST_CODE = "updateRecipient/refuses/address_info.post_code.maxLength";

test.each<[id: string, ...texts: string[]]>([
  [POST_CODE, "check", "must (stated)", "2.3", "status 400", "ppconform run --check 'updateRecipient/refuses/"],
  [`${POST_CODE}#2`, "#2'"],
  ["updateRecipient.request.address_info.post_code.maxLength", "rule of the contract", "judged by"],
  ["unknown.listTransactions.pageBase", "unknown", "Is the first page number 0 or 1?", "4.6"],
  ["conflict.createRecipient.businessType", "conflict", "The creation sample has no business_type."],
  [
    "listBalances/response/[].status.present/missing",
    "defect of the sandbox",
    "listBalances/response/[].status.present",
  ],
  ["pageBase", "behaviour of the sandbox", "1 (the default)", "ppconform sandbox --behaviour pageBase=0"],
])("explain %s", (id, ...texts) => {
  const explanation = explanationText(id, 60);
  expect(explanation.split("\n")[0]).toBe(id);
  for (const text of texts) expect(explanation.replaceAll(/\s+/g, " ")).toContain(text);
});

test.concurrent.each(["--list-behaviours", "--list-defects"])("sandbox %s prints JSON and ends", async (option) => {
  const listed: unknown = JSON.parse(await printed(["sandbox", option]));
  expect(Array.isArray(listed) && listed.length > 10).toBe(true);
});

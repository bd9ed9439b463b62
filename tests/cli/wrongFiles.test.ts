/** Files and folders that are not as they should be are refused with one message, before anything is sent. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, expectRefusal, inTurn, PATIENCE, ppconform, startRecorder } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const KEYS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };

/** A folder with a file in it. */
function folderWith(name: string, text: string): string {
  const folder = emptyFolder();
  writeFileSync(join(folder, name), text);
  return folder;
}

const NO_PAIR = "not of the form NAME=value";

test.concurrent.each<[text: string, ...texts: string[]]>([
  ["# keys\nCONFORMANCE_API_KEY s3cr3t-v4lue\n", ".env, line 2", NO_PAIR, '"CONFORMANCE_API_KEY…"'],
  ["s3cr3t-v4lue\n", ".env, line 1", NO_PAIR, "put a # before it"],
  ['CONFORMANCE_API_KEY="s3cr3t-v4lue\n', ".env, line 1", 'begins with " and never ends'],
  ["CONFORMANCE_BASE_ULR=x\n", ".env sets CONFORMANCE_BASE_ULR", "Did you mean CONFORMANCE_BASE_URL?"],
])("a .env of %j is refused, and none of its values is shown", async (text, ...texts) => {
  const ended = await inTurn(["run"], { folder: folderWith(".env", text) });
  expectRefusal(ended, 2, ...texts);
  expect(ended.stderr).not.toContain("s3cr3t");
});

test.concurrent("a malformed file that --env-file names is refused", async () => {
  const folder = folderWith("other.env", "CONFORMANCE_API_KEY\n");
  expectRefusal(await inTurn(["run", "--env-file", "other.env"], { folder }), 2, "other.env, line 1");
});

test.concurrent("an --env-file that is not there ends the command at once, and is named", async () => {
  // Node.js looks for this option behind a script, too, and gives up before the script begins: with exit code 9.
  const ended = await ppconform(["list", "--env-file", "none.env"]);
  expect(ended.code).toBe(9);
  expect(ended.stdout).toBe("");
  expect(ended.stderr).toContain("none.env: not found");
});

test.concurrent.each<[words: string, ...texts: string[]]>([
  ["--baseline none.yaml", "The baseline none.yaml does not exist", "--update-baseline to create it"],
  ["--baseline .", "The baseline . cannot be read: it is a folder"],
  ["--baseline ", "--baseline is empty"],
  ["--baseline file", 'file:1: "known: ["', "not YAML"],
  ["--update-baseline", "--update-baseline needs to know the file"],
  ["--baseline nowhere/baseline.yaml --update-baseline", "nowhere/baseline.yaml cannot be written"],
  ["--report-dir file", "The report folder file cannot be written: a file of that name is in the way"],
  ["--report-dir file/reports", "file/reports cannot be written: a part of the path is a file"],
  ["--report-dir taken", "report.html is a folder"],
  ["--report-dir ", "The report folder has no name"],
])("run %j is refused with exit code 2, and nothing is sent", async (words, ...texts) => {
  const recorder = await startRecorder(200, []);
  const folder = folderWith("file", "known: [");
  mkdirSync(join(folder, "taken", "report.html"), { recursive: true });
  const environment = { ...KEYS, CONFORMANCE_BASE_URL: `http://127.0.0.1:${recorder.port}` };
  expectRefusal(await inTurn(["run", ...words.split(" ")], { environment, folder }), 2, ...texts);
  expect(recorder.methods).toEqual([]);
  await recorder.close();
});

test.concurrent("a report folder on a file system without folders is refused, and does not hang", async () => {
  // /proc is where Linux has such a file system; elsewhere the folder cannot be made at the root.
  expectRefusal(
    await inTurn(["run", "--base-url", "sandbox", "--report-dir", "/proc/reports/today"]),
    2,
    "/proc/reports/today",
  );
});

test.concurrent("what is refused leaves no empty report folder behind", async () => {
  const folder = emptyFolder();
  expectRefusal(await inTurn(["run", "--base-url", "nonsense"], { folder }), 2, "nonsense");
  expect(readdirSync(folder)).toEqual([]);
});

test.concurrent.each(["replay", "diff", "openapi"])("%s names a report that it cannot use", async (command) => {
  const folder = folderWith("file.json", "not JSON");
  writeFileSync(join(folder, "other.json"), "{}");
  writeFileSync(join(folder, "newer.json"), '{"format":2}');
  writeFileSync(join(folder, "cut.json"), '{"format":1,"suite":{}}');
  const refusal = (name: string) => inTurn([command, name, ...(command === "diff" ? ["file.json"] : [])], { folder });
  const [missing, broken, other, newer, cut, directory] = await Promise.all(
    ["none.json", "file.json", "other.json", "newer.json", "cut.json", "."].map(refusal),
  );
  const what = "Name the report.json that a run wrote.";
  if (missing) expectRefusal(missing, 2, "none.json does not exist", what);
  if (broken) expectRefusal(broken, 2, "file.json is not JSON", what);
  if (other) expectRefusal(other, 2, "other.json is not a conformance report: it has no format", what);
  if (newer) expectRefusal(newer, 2, "newer.json has format 2; this version reads formats up to 1");
  if (directory) expectRefusal(directory, 2, "report.json does not exist", what);
  expect(cut?.code).toBe(2);
  expect(cut?.stderr).toContain("cut.json is not a conformance report:\n  the report must have required property");
});

test.concurrent.each<[words: string[], ...texts: string[]]>([
  [["list", "--checks", "own.mjs", "*/refuses/*"], "Write patterns and ids before --checks"],
  [["list", "--checks", "listBalances/state/repeat"], "Write patterns and ids before --checks"],
  [["list", "--checks", "none.mjs"], "The module of checks none.mjs does not exist. Correct --checks."],
  [["run", "--config", "own.mts"], "own.mts:1", "The configuration is YAML, not a program"],
])("%j is refused with what to write instead", async (words, ...texts) => {
  const folder = folderWith("own.mts", "export default {};\n");
  const own = 'export default { id: "listBalances/state/own", cases: () => [], judge: null };\n';
  writeFileSync(join(folder, "own.mjs"), own);
  expectRefusal(await inTurn(words, { folder }), 2, ...texts);
});

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../../index.js";
import { chooseBaseline, heldAgainst, pasteText, resolveBaseline } from "../../library/baseline.js";
import type { BaselineRun } from "../../reports/across/baseline.js";
import { parseBaseline } from "../../reports/across/baselineFile.js";
import { renderMarkdown } from "../../reports/formats/markdown.js";
import type { Report } from "../../reports/model.js";
import { parsedJson } from "../../schemas/json.js";
import { emptyFolder } from "../files.js";
import { startFront } from "../reality/front.js";
import { refusal } from "../reality/situation.js";
import { check, observation, reportOf } from "../reports/smallReport.js";

const TODAY = "2026-06-15";
const RUN: BaselineRun = { today: TODAY, policy: { failOn: "must", requireComplete: false }, whole: true };

const NAMES = {
  checks: ["listBalances/auth/no-key", "listBalances/auth/no-secret", "listBalances/errors/body"],
  answers: ["unknown.listTransactions.pageBase", "conflict.version"],
};

test("a pattern stands for all checks that it matches", () => {
  const file = parseBaseline("known:\n  - check: listBalances/auth/*\n    reason: x\n", "b.yaml");
  expect(resolveBaseline(file, NAMES).known[0]?.checks).toEqual([
    "listBalances/auth/no-key",
    "listBalances/auth/no-secret",
  ]);
});

test("a pattern that matches nothing is an error with the nearest id", () => {
  const file = parseBaseline("known:\n  - check: listBalance/auth/no-kee\n    reason: x\n", "b.yaml");
  expect(() => resolveBaseline(file, NAMES)).toThrow(
    'b.yaml:2: "- check: listBalance/auth/no-kee": listBalance/auth/no-kee matches no check; the nearest is listBalances/auth/no-key. "ppconform list" shows all; * stands for any characters.',
  );
});

test("a pinned id that no answer has is an error with the nearest id", () => {
  const file = parseBaseline("pinned:\n  unknown.listTransactions.pagebase: x\n", "b.yaml");
  expect(() => resolveBaseline(file, NAMES)).toThrow(
    'b.yaml:2: "unknown.listTransactions.pagebase: x": no observation or conflict is called unknown.listTransactions.pagebase; the nearest is unknown.listTransactions.pageBase. Correct the id, or remove the line.',
  );
});

test("an update creates the file, after which the same run conforms", async () => {
  const directory = emptyFolder();
  const path = join(directory, "baseline.yaml");
  const report = reportOf({
    checks: [check("listBalances/auth/no-key", "violation")],
    observations: [observation("unknown.listTransactions.pageBase", "pages from 1")],
  });
  const chosen = chooseBaseline(path, true);
  if (chosen === null) throw new Error("no baseline was chosen");
  const first = await heldAgainst({ plan: null, baseline: chosen }, report, RUN);
  expect(first.report).toMatchObject({ outcome: "conforms", exitCode: 0, summary: { known: 1 } });
  expect(first.update).toBe(
    `${path} is updated: 1 known departure added, 1 answer pinned, 0 pins updated. Say in each new reason why.`,
  );
  const again = chooseBaseline(path, false);
  if (again === null) throw new Error("no baseline was chosen");
  expect(await heldAgainst({ plan: null, baseline: again }, report, RUN)).toMatchObject({
    report: { exitCode: 0 },
    update: null,
  });
  expect(readdirSync(directory)).toEqual(["baseline.yaml"]);
});

test("without --update-baseline the file stays as it is", async () => {
  const path = join(emptyFolder(), "baseline.yaml");
  writeFileSync(path, "known:\n  - check: listBalances/auth/no-key\n    reason: x\n");
  const chosen = chooseBaseline(path, false);
  if (chosen === null) throw new Error("no baseline was chosen");
  const { report, update } = await heldAgainst(
    { plan: null, baseline: chosen },
    reportOf({ checks: [check("listBalances/auth/no-key", "pass")] }),
    RUN,
  );
  expect(report.exitCode).toBe(1);
  expect(update).toBeNull();
  expect(report.baseline?.stale).toMatchObject([{ line: 2, check: "listBalances/auth/no-key" }]);
  expect(readFileSync(path, "utf8")).toBe("known:\n  - check: listBalances/auth/no-key\n    reason: x\n");
});

test("the entries to paste come with a line that says where", () => {
  const report = reportOf({ checks: [check("listBalances/auth/no-key", "violation")] });
  expect(pasteText(report, null, TODAY)).toBe(
    'To accept these departures, put this below "known:" in a baseline (--baseline FILE):\n\n' +
      "  - check: listBalances/auth/no-key\n    reason: accepted on 2026-06-15; say why here\n",
  );
  expect(pasteText(reportOf({}), null, TODAY)).toBe("");
});

/** The website of a recipient that is to be created; empty where there is none. */
function websiteIn(path: string, body: string): string {
  const sent = path === "/api/recipients/create" ? parsedJson(body) : null;
  return typeof sent === "object" && sent !== null && "website" in sent ? String(sent.website) : "";
}

test("what only random values of one seed show is known in a run with it, and not gone in a run with another", async () => {
  const path = join(emptyFolder(), "baseline.yaml");
  let refused: string | null = null;
  const front = await startFront(({ path: asked, body }) => {
    const website = websiteIn(asked, body);
    if (website.length > 100) refused ??= website;
    return website !== "" && website === refused ? refusal(500, "It failed.") : "pass";
  });
  const judged = (seed: number, baseline?: string): Promise<Report> =>
    run({
      target: front.baseUrl,
      credentials: front.credentials,
      allowWrites: true,
      checks: ["createRecipient/accepts/combinations"],
      limitRequests: 0,
      seed,
      ...(baseline === undefined ? {} : { baseline }),
    });
  try {
    const [first, created] = [await judged(42), chooseBaseline(path, true)];
    if (created === null) throw new Error("no baseline was chosen");
    await heldAgainst({ plan: null, baseline: created }, first, { ...RUN, whole: false });
    const [known = ""] = readFileSync(path, "utf8").split("\npinned:");
    expect(known).toContain("seed: 42");
    writeFileSync(path, known);
    const again = await judged(42, path);
    expect(again.checks.map(({ verdict }) => verdict)).toEqual(["known"]);
    expect(renderMarkdown(again)).toContain("Nothing new: 1 known violation");
    const other = await judged(7, path);
    expect(other.checks.map(({ verdict }) => verdict)).toEqual(["pass"]);
    expect([other.exitCode, other.baseline?.stale]).toEqual([0, []]);
  } finally {
    await front.close();
  }
});

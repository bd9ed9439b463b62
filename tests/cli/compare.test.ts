import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareCommand } from "../../cli/compare.js";
import type { Report } from "../../reports/model.js";
import { emptyFolder } from "../files.js";
import { check, conflict, observation, type Parts, reportOf } from "../reports/smallReport.js";
import { captured } from "./captured.js";

const folder = emptyFolder();

/** Writes a report and names its file. */
function saved(name: string, parts: Parts, more: Partial<Report["run"]> = {}): string {
  const report = reportOf({ baseUrl: `https://${name}.example`, ...parts });
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...report, run: { ...report.run, ...more } }));
  return path;
}

const one = saved("one", {
  checks: [check("listBalances/auth/no-key", "violation"), check("listBalances/auth/no-secret", "pass")],
  observations: [observation("unknown.a", "x")],
  conflicts: [conflict("conflict.a", "left"), conflict("conflict.b", "same")],
});
const two = saved("two", {
  checks: [check("listBalances/auth/no-key", "violation"), check("listBalances/auth/no-secret", "violation")],
  observations: [observation("unknown.a", "y")],
  conflicts: [conflict("conflict.a", "right"), conflict("conflict.b", "same")],
});
const three = saved("three", {
  checks: [check("listBalances/auth/no-key", "known"), check("listBalances/auth/no-secret", "pass")],
  observations: [observation("unknown.a", "x")],
  conflicts: [conflict("conflict.a", "left"), conflict("conflict.b", "same")],
});

test("three deployments are one table: what fails everywhere, who differs, and how many take which side", async () => {
  const { output } = await captured(compareCommand(), [one, two, three, "--verbose"]);
  expect(output.split("\n").slice(4)).toEqual([
    "1 rule broken everywhere: suspect the document, or our reading of it",
    "  listBalances/auth/no-key",
    "      what listBalances/auth/no-key is about",
    "      violation in A, B; known in C; actual: 200",
    "",
    "1 rule kept by some and broken by others",
    "  listBalances/auth/no-secret",
    "      what listBalances/auth/no-secret is about",
    "      pass in A, C; violation in B; actual: 200",
    "",
    "1 other answer where the document is silent",
    "  unknown.a",
    "      What about unknown.a?",
    "      2 of 3: A, C  x",
    "      1 of 3: B  y   (minority)",
    "",
    "Sides taken where the document contradicts itself",
    "  conflict.a",
    "      Which side at conflict.a?",
    "      2 of 3: A, C  left",
    "      1 of 3: B  right   (minority)",
    "  1 side taken by all 3 alike",
    "",
    "4 differences.",
    "",
  ]);
});

test("what one deployment breaks at several times is no reason to suspect the document", async () => {
  const parts = { baseUrl: "https://one.example", checks: [check("listBalances/auth/no-key", "violation")] };
  const again = saved("again", parts, { startedAt: "2026-02-01T00:00:00.000Z" });
  const { output } = await captured(compareCommand(), [one, again]);
  expect(output).not.toContain("suspect");
});

test("JSON has every row with an entry for each run, and the page draws them", async () => {
  const page = join(folder, "page.html");
  const words = [one, two, three, "--json", "--html", page, "--exit-code"];
  const { output, exitCode } = await captured(compareCommand(), words);
  expect(exitCode).toBe(1);
  expect(JSON.parse(output)).toMatchObject({
    differences: 4,
    runs: [{ target: "https://one.example" }, { target: "https://two.example" }, { target: "https://three.example" }],
    failing: [{ check: "listBalances/auth/no-key" }],
    conflicts: [{ id: "conflict.a", answers: ["left", "right", "left"], sides: [0, 1, 0] }],
    agreed: [{ id: "conflict.b", answers: ["same", "same", "same"] }],
  });
  const drawn = readFileSync(page, "utf8");
  expect(drawn.match(/<rect class="(pass|violation)"[^>]*><title>[ABC]: (pass|violation)/g)).toHaveLength(4);
  expect(drawn).not.toContain("<script");
});

test("reports that cannot stand together are refused by name", async () => {
  const digest = (letter: string) => ({ contract: `sha256:${letter.repeat(64)}`, plan: `sha256:${"0".repeat(64)}` });
  const smoke = saved("smoke", { profile: "smoke" });
  const other = saved("other", {}, { digests: digest("a") });
  const another = saved("another", {}, { digests: digest("b") });
  await expect(captured(compareCommand(), [one, two, one])).rejects.toThrow(
    `${one} is the report of the same run as ${one}. Leave one of them out.`,
  );
  await expect(captured(compareCommand(), [one, smoke])).rejects.toThrow(
    `${smoke} was made with another profile (smoke) than ${one} (standard). Make both with the same --profile.`,
  );
  await expect(captured(compareCommand(), [other, another])).rejects.toThrow(
    `${another} was made with another contract's statements (sha256:bbbbbbbb) than ${other} (sha256:aaaaaaaa).`,
  );
  await expect(captured(compareCommand(), [one])).rejects.toThrow(
    `compare takes two reports or more; "${one}" is one.`,
  );
});

/**
 * Runs the suite on the situations and prints what came of it. Bundled with esbuild, in the root of a built checkout:
 * `node MEASURE [--like REGEX] [--only NAME] [--limit SECONDS] [--json FILE] [--names] [--profile smoke|standard]`
 */
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Measured, measure, unmet } from "./measuring.js";
import { SITUATIONS } from "./situations/index.js";

const { values } = parseArgs({
  options: {
    like: { type: "string", default: "" },
    only: { type: "string" },
    limit: { type: "string", default: "600" },
    json: { type: "string" },
    names: { type: "boolean", default: false },
    profile: { type: "string" },
  },
});
const chosen = SITUATIONS.filter(({ name }) =>
  values.only === undefined ? new RegExp(values.like, "i").test(name) : name === values.only,
);

for (const situation of chosen) {
  if (values.names) {
    console.log(situation.name);
    continue;
  }
  const { profile } = values;
  const seen = await measure(
    profile === "smoke" || profile === "standard" ? { ...situation, profile } : situation,
    Number(values.limit),
  );
  const missed = unmet(situation, seen);
  console.log(rowOf(situation.name, seen, missed));
  if (values.json !== undefined) {
    const { name, profile } = situation;
    appendFileSync(values.json, `${JSON.stringify({ name, profile, ...seen, missed })}\n`);
  }
}

function rowOf(name: string, seen: Measured, missed: readonly string[]): string {
  const cells = [
    missed.length === 0 ? "met" : "NOT",
    name,
    `exit ${seen.exitCode ?? "none"}`,
    seen.outcome ?? "no report",
    `${seen.findings.length} findings`,
    `${seen.violations} + ${seen.warnings} causes`,
    `${seen.seconds.toFixed(1)} s`,
    `${seen.requests} requests`,
    seen.firstSentence,
  ];
  return [cells.join(" | "), ...missed.map((text) => `      ${text}`)].join("\n");
}

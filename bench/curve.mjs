// How many of the sandbox's defects are told after so many requests, in smoke and in standard runs: an SVG, and a line of figures.
// Each defect has a whole run of its own, one request at a time. It is told after the request with which one of the checks first
// failed that fail in the end; where all of those compare answers at the end, after the last request.
// Usage: npm run build && node bench/curve.mjs measure smoke|standard RESULTS.ndjson [defects of each kind] [I/N], which goes on
// where it was cut off, and node bench/curve.mjs draw FILE.svg RESULTS.ndjson [EARLIER.ndjson], the same of an earlier suite
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { Results } from "../dist/engine/judge/results.js";
import { sandboxDeployment } from "../dist/engine/settings/deployment.js";
import { startSandbox } from "../dist/sandbox/server.js";
import { stratifiedSample } from "../dist/selftest/plan.js";
import { sandboxDefects } from "../dist/selftest/services.js";
import { runSuite } from "../dist/suites/run.js";
import { CHECKS } from "../dist/suites/suites.js";

const CONFIRMED = new Set(["violation", "warning"]);
const LEVELS = new Map(CHECKS.map(({ id, level }) => [id, level]));

/** The rows of a file, one JSON object a line. */
function rowsOf(file) {
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Notes of each check with how many requests it failed first. */
const firstFailures = new Map();
let sent = 0;
const { fail } = Results.prototype;
Results.prototype.fail = function failing(check, seen) {
  if (!firstFailures.has(check)) firstFailures.set(check, sent);
  return fail.call(this, check, seen);
};

/** A whole run. @returns the operations and levels of the checks that fail, and after how many requests that is told */
async function told(profile, { operation, service: { behaviours, defect } }) {
  firstFailures.clear();
  sent = 0;
  const sandbox = await startSandbox({ behaviours, defects: [defect] });
  const { baseUrl, credentials } = sandboxDeployment(sandbox);
  try {
    const onExchange = () => {
      sent += 1;
    };
    const settings = { baseUrl, kind: "sandbox", credentials, profile, limitRequests: 0, concurrency: 1, onExchange };
    const { report } = await runSuite(settings);
    const failing = report.checks.filter((check) => CONFIRMED.has(check.verdict) && check.operation === operation);
    const { requests } = report.run;
    const after = Math.min(requests, ...failing.map(({ id }) => firstFailures.get(id) ?? requests));
    return { isCaught: failing.length > 0, after, requests, failing: failing.map(({ id }) => id).slice(0, 5) };
  } finally {
    await sandbox.close();
  }
}

async function measure(profile, file, each = "", part = "1/1") {
  const [place, parts] = part.split("/").map(Number);
  // What shows only while requests overlap cannot show here.
  const defects = sandboxDefects().filter(
    ({ id, operation }) => operation !== "webhooks" && !id.endsWith("when-crowded"),
  );
  const chosen = each === "" ? defects : stratifiedSample(defects, Number(each));
  const done = new Set(rowsOf(file).flatMap((row) => (row.profile === profile ? [row.id] : [])));
  for (const [index, defect] of chosen.entries()) {
    if (index % parts !== place - 1 || done.has(defect.id)) continue;
    const level = defect.checks.some((id) => LEVELS.get(id) === "must") ? "must" : "should";
    const row = { profile, id: defect.id, level, ...(await told(profile, defect)) };
    appendFileSync(file, `${JSON.stringify(row)}\n`);
  }
}

/** What the rows of a profile come to: after how many requests each defect is told, the fewest first. */
function curveOf(profile, rows) {
  const own = rows.filter((row) => row.profile === profile);
  const requests = own.map((row) => row.requests).sort((left, right) => left - right)[Math.floor(own.length / 2)] ?? 0;
  const caught = own.filter(({ isCaught }) => isCaught).map(({ after }) => Math.min(after, requests));
  return { profile, requests, total: own.length, caught: caught.sort((left, right) => left - right) };
}

const [WIDTH, HEIGHT, LEFT, TOP] = [760, 380, 60, 30];
const COLOURS = { smoke: "#c2410c", standard: "#1d4ed8", "smoke before": "#a8a29e" };

/** The curves, with requests on a logarithmic scale. */
function drawn(curves) {
  const most = Math.max(...curves.map(({ requests }) => requests));
  const x = (requests) => LEFT + (Math.log10(Math.max(10, requests)) - 1) * (WIDTH / (Math.log10(most) - 1));
  const y = (share) => TOP + HEIGHT * (1 - share);
  const text = (at, words, more = "") =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${words}</text>`;
  const ticks = [10, 30, 100, 300, 900, 3000, most].filter((tick) => tick <= most);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LEFT + WIDTH + 40} ${TOP + HEIGHT + 60}" font-family="sans-serif" font-size="12">
<title>Requests sent against defects caught, smoke and standard</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      `<path d="M${LEFT} ${y(share)}h${WIDTH}" stroke="#ddd"/>`,
      text([LEFT - 8, y(share) + 4], `${share * 100} %`, 'text-anchor="end"'),
    ]),
    ...ticks.map((tick) => text([x(tick), TOP + HEIGHT + 18], tick, 'text-anchor="middle"')),
    text([LEFT + WIDTH / 2, TOP + HEIGHT + 42], "requests sent", 'text-anchor="middle"'),
    text([LEFT, TOP - 12], "defects of the sandbox caught"),
    ...curves.flatMap(({ profile, requests, caught, total }, index) => {
      const points = caught.map((sent, number) => `${x(sent).toFixed(1)},${y((number + 1) / total).toFixed(1)}`);
      const label = `${profile}: ${caught.length} of ${total} in ${requests} requests`;
      return [
        `<polyline fill="none" stroke="${COLOURS[profile]}" stroke-width="2" points="${points.join(" ")}"/>`,
        text([LEFT + WIDTH - 4, TOP + HEIGHT - 46 + 16 * index], label, `text-anchor="end" fill="${COLOURS[profile]}"`),
      ];
    }),
    "</svg>",
  ].join("\n");
}

const [command, ...rest] = process.argv.slice(2);
if (command === "measure") await measure(...rest);
else if (command === "draw") {
  const [file, results, earlier = ""] = rest;
  const before = rowsOf(earlier).map((row) => ({ ...row, profile: `${row.profile} before` }));
  const curves = Object.keys(COLOURS)
    .map((profile) => curveOf(profile, [...rowsOf(results), ...before]))
    .filter(({ total }) => total > 0);
  for (const { profile, caught, total, requests } of curves)
    console.log(`${profile}: ${caught.length} of ${total} defects in ${requests} requests`);
  writeFileSync(file, `${drawn(curves)}\n`);
} else throw new Error("measure or draw: see the head of this file");

// How many of the sandbox's defects each further request catches, for smoke and standard: an SVG, and a line of figures.
// Each defect is run by itself, with the checks of its operation; where its first failing case stands in a whole run is
// where it counts as caught. Usage: npm run build && node bench/curve.mjs [FILE.svg] [defects of each kind, default all]
import { writeFileSync } from "node:fs";
import { runChecks } from "../dist/engine/run.js";
import { sandboxDeployment } from "../dist/engine/settings/deployment.js";
import { startSandbox } from "../dist/sandbox/server.js";
import { sandboxDefects } from "../dist/selftest/defects.js";
import { stratifiedSample } from "../dist/selftest/stratified.js";
import { NotesOfTraffic } from "../dist/suites/observations/traffic.js";
import { SUITES } from "../dist/suites/suites.js";

const file = process.argv[2] ?? "docs/curve.svg";
const each = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
const PROFILES = ["smoke", "standard"];
const CONFIRMED = new Set(["violation", "warning"]);

/** The suites, telling of each case that begins, and of each failure with the case that met it. */
function watched(onCase, onFailure) {
  const recording = (id, recorder) => ({
    ...recorder,
    fail: (check, failure) => {
      onFailure(id, check);
      recorder.fail(check, failure);
    },
    unseen: (check, failure) => {
      onFailure(id, check);
      recorder.unseen(check, failure);
    },
    outcome: (check, outcome) => {
      if (outcome.kind === "failed") onFailure(id, check);
      recorder.outcome(check, outcome);
    },
  });
  const wrapped = (testCase) => ({
    ...testCase,
    execute: (execution) => {
      if (execution.attempt > 0) return testCase.execute(execution);
      onCase(testCase.id);
      return testCase.execute({ ...execution, recorder: recording(testCase.id, execution.recorder) });
    },
  });
  return SUITES.map((suite) => ({ ...suite, cases: (target) => suite.cases(target).map(wrapped) }));
}

async function run({ behaviours = {}, defects = [], ...options }, onCase = () => {}, onFailure = () => {}) {
  const sandbox = await startSandbox({ behaviours, defects });
  const { baseUrl, credentials } = sandboxDeployment(sandbox);
  try {
    const asked = { suites: watched(onCase, onFailure), notesOn: (observations) => new NotesOfTraffic(observations) };
    return await runChecks(asked, { baseUrl, kind: "sandbox", credentials, limitRequests: 0, ...options });
  } finally {
    await sandbox.close();
  }
}

/** After how many requests of a whole run each case is done, one request at a time. */
async function places(profile) {
  const begun = [];
  let sent = 0;
  const onExchange = () => {
    sent += 1;
  };
  await run({ profile, concurrency: 1, onExchange }, (id) => begun.push([id, sent]));
  return { requests: sent, after: new Map(begun.map(([id], index) => [id, begun[index + 1]?.[1] ?? sent])) };
}

/** The cases that fail first for a defect, of those whose check fails in the end. */
async function failing({ operation, checks, service: { behaviours, defect } }, profile) {
  const seen = [];
  // Every case of the rule's own checks, and the first ones of the others.
  const focus = profile === "smoke" ? undefined : checks;
  const options = { behaviours, defects: [defect], operations: [operation], profile, focus };
  const { report } = await run(options, undefined, (id, check) => seen.push([id, check]));
  const confirmed = new Set(report.checks.filter(({ verdict }) => CONFIRMED.has(verdict)).map(({ id }) => id));
  return { isCaught: confirmed.size > 0, cases: seen.flatMap(([id, check]) => (confirmed.has(check) ? [id] : [])) };
}

/** Requests after which the defects are caught, the fewest first. */
async function curve(profile, defects) {
  const { requests, after } = await places(profile);
  const caught = [];
  for (const defect of defects) {
    let { isCaught, cases } = await failing(defect, profile);
    // What the first cases of other checks do not show, all of them may, as a whole run sends them.
    if (!isCaught) ({ isCaught, cases } = await failing({ ...defect, checks: undefined }, profile));
    // What shows in shared requests or by comparing answers has no case of its own: the end of the run counts.
    if (isCaught) caught.push(Math.min(...cases.map((id) => after.get(id) ?? requests), requests));
  }
  return { profile, requests, total: defects.length, caught: caught.sort((left, right) => left - right) };
}

const [WIDTH, HEIGHT, LEFT, TOP] = [760, 380, 60, 30];
const COLOURS = { smoke: "#c2410c", standard: "#1d4ed8" };

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
        text([LEFT + WIDTH - 4, TOP + HEIGHT - 30 + 16 * index], label, `text-anchor="end" fill="${COLOURS[profile]}"`),
      ];
    }),
    "</svg>",
  ].join("\n");
}

const defects = sandboxDefects().filter(({ operation }) => operation !== "webhooks");
const chosen = Number.isFinite(each) ? stratifiedSample(defects, each) : defects;
const curves = [];
for (const profile of PROFILES) {
  const one = await curve(profile, chosen);
  curves.push(one);
  console.log(`${profile}: ${one.caught.length} of ${one.total} defects in ${one.requests} requests`);
}
writeFileSync(file, `${drawn(curves)}\n`);

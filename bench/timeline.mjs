// What a run of the command looks like from outside: how long until the first request and from the last answer to the end,
// where it sends one request at a time, its processor time, and the peak of its memory. The command and the sandbox each
// run in a process of their own; between them stands a proxy that takes the times, and may delay each answer.
// Usage: npm run build && node bench/timeline.mjs [delay in ms] [options of ppconform run]
import { delayedSandbox, runThrough } from "./delayed.mjs";

const delay = Number(process.argv[2] ?? 0);
const options = process.argv.slice(3);
/** Milliseconds of one step of the picture. */
const STEP = Math.max(100, delay);

const sandbox = await delayedSandbox(delay);
const { began, over, first, last, moments, usage } = await runThrough(sandbox, options);
await sandbox.close();

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const course = `${moments.length} requests in ${seconds(last - first)}`;
console.log(`start ${seconds(first - began)} · ${course} · end ${seconds(over - last)}`);
console.log(
  `user ${seconds(usage.user)} · system ${seconds(usage.system)} · peak ${Math.round(usage.peak / 1024)} MiB`,
);
let few = 0;
const steps = Math.ceil((last - first) / STEP);
for (let step = 0; step < steps; step++) {
  const from = first + step * STEP;
  const share = (moment) => Math.max(0, Math.min(moment.to, from + STEP) - Math.max(moment.from, from)) / STEP;
  const under = moments.reduce((sum, moment) => sum + share(moment), 0);
  if (under >= 2) continue;
  few += 1;
  const sent = moments.filter(({ from: begin }) => begin >= from && begin < from + STEP).map(({ what }) => what);
  console.log(`${seconds(step * STEP).padStart(9)}  ${under.toFixed(1)} under way  ${[...new Set(sent)].join(", ")}`);
}
console.log(`less than 2 under way in ${few} of ${steps} steps of ${STEP} ms`);

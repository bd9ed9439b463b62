// How a run waits, whatever the speed of the machine: every answer takes one round, and the next round begins when nothing
// happens any more. Sixteen requests a round are the most, so that requests ÷ 16 rounds are the least; what is more was
// waited for in vain. Run and sandbox are in this one process. Rounds with fewer requests are listed, with what was sent.
// Usage: npm run build && node bench/rounds.mjs [profile]
import { Server } from "node:http";
import { sandboxDeployment } from "../dist/engine/settings/deployment.js";
import { startSandbox } from "../dist/sandbox/server.js";
import { runSuite } from "../dist/suites/run.js";

const profile = process.argv[2] ?? "standard";
const CONCURRENCY = 16;
/** Turns of the event loop without a request or an answer after which everybody waits. */
const QUIET = 12;

const held = [];
const sent = [];
let round = 0;
let quiet = 0;
let answering = 0;
let isOver = false;
const emit = Server.prototype.emit;
Server.prototype.emit = function (event, ...rest) {
  if (event !== "request") return emit.call(this, event, ...rest);
  const [{ method, url }, response] = rest;
  quiet = 0;
  sent.push({ round, what: `${method} ${url.split("?")[0].replace(/rcp_\w+/, "{id}")}` });
  response.on("close", () => {
    quiet = 0;
    answering -= 1;
  });
  held.push(() => emit.call(this, event, ...rest));
  return true;
};

/** Looks once in each turn of the event loop whether everybody waits for answers. */
function turn() {
  quiet += 1;
  if (quiet > QUIET && answering === 0 && held.length > 0) {
    quiet = 0;
    round += 1;
    const ready = held.splice(0);
    answering = ready.length;
    for (const answer of ready) answer();
  }
  if (!isOver) setImmediate(turn);
}

const sandbox = await startSandbox({ seed: 42 });
const { credentials } = sandboxDeployment(sandbox);
turn();
await runSuite({
  baseUrl: sandbox.baseUrl,
  credentials,
  kind: "sandbox",
  profile,
  seed: 100,
  concurrency: CONCURRENCY,
});
isOver = true;
await sandbox.close();

const least = Math.ceil(sent.length / CONCURRENCY);
console.log(
  `${sent.length} requests in ${round} rounds; ${least} are the least: ${(sent.length / CONCURRENCY / round).toFixed(2)}`,
);
for (let at = 0; at < round; at++) {
  const together = sent.filter((one) => one.round === at);
  if (together.length < CONCURRENCY)
    console.log(
      `${String(at).padStart(5)}  ${together.length}  ${[...new Set(together.map(({ what }) => what))].join(", ")}`,
    );
}

// How long a command takes until its first request: joined into few files, as the package ships it, and side by side with it
// module by module, as it is compiled. Each in a process of its own, in turns. One table: the median of each, from the start of
// the process, beside Node.js itself with nothing to do. Usage: npm run build && node bench/start.mjs [rounds]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";

const rounds = Number(process.argv[2] ?? 9);
const dist = new URL("../dist/", import.meta.url);
const WAYS = {
  joined: [new URL("cli/main.js", dist).pathname],
  modules: [
    "--input-type=module",
    "-e",
    `await (await import("${new URL("cli/perform.js", dist)}")).perform(process.argv.slice(1))`,
    "--",
  ],
};

/** Milliseconds from the start of a run to its first request, which ends it. */
async function start(way) {
  const server = createServer().listen(0);
  await once(server, "listening");
  const began = performance.now();
  const words = ["run", "--profile", "smoke", "--base-url", `http://127.0.0.1:${server.address().port}`];
  const env = { ...process.env, CONFORMANCE_API_KEY: "key-of-bench", CONFORMANCE_API_SECRET: "secret-of-bench" };
  const run = spawn(process.execPath, [...way, ...words], { stdio: "ignore", env });
  await Promise.race([
    once(server, "request"),
    once(run, "exit").then(() => Promise.reject(new Error("It sent nothing."))),
  ]);
  const time = performance.now() - began;
  run.kill("SIGKILL");
  await once(run, "exit");
  server.closeAllConnections();
  server.close();
  return time;
}

async function nothing() {
  const began = performance.now();
  await once(spawn(process.execPath, ["-e", "0"], { stdio: "ignore" }), "exit");
  return performance.now() - began;
}

const times = { nothing: [], joined: [], modules: [] };
for (let round = 0; round <= rounds; round++) {
  const taken = { nothing: await nothing(), joined: await start(WAYS.joined), modules: await start(WAYS.modules) };
  // The first round only warms up.
  if (round > 0) for (const [what, time] of Object.entries(taken)) times[what].push(time);
}
const median = (list) => list.sort((one, other) => one - other)[Math.floor(list.length / 2)];
for (const [what, list] of Object.entries(times))
  console.log(
    `${what.padEnd(8)} ${(median(list) / 1000).toFixed(2)} s  ${(median(list) / median(times.modules)).toFixed(2)}`,
  );

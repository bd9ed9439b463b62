// What a run of the command looks like from outside: how long until the first request and from the last answer to the end,
// where it sends one request at a time, its processor time, and the peak of its memory. The command and the sandbox each
// run in a process of their own; between them stands a proxy that takes the times, and may delay each answer.
// Usage: npm run build && node bench/timeline.mjs [delay in ms] [options of ppconform run]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedSandbox } from "../dist/sandbox/embedded.js";

const delay = Number(process.argv[2] ?? 0);
const options = process.argv.slice(3);
/** Milliseconds of one step of the picture. */
const STEP = Math.max(100, delay);

const sandbox = await startEmbeddedSandbox({ seed: 42 });
const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } = sandbox.credentials;
const agent = new Agent({ keepAlive: true });
const moments = [];
const proxy = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const moment = { from: performance.now(), to: 0, what: `${method} ${url.split("?")[0]}` };
  moments.push(moment);
  outgoing.on("finish", () => {
    moment.to = performance.now();
  });
  const passed = request({ port: sandbox.port, method, path: url, headers, agent }, (answer) =>
    setTimeout(() => answer.pipe(outgoing.writeHead(answer.statusCode, answer.rawHeaders)), delay),
  );
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
});
proxy.listen(0, "127.0.0.1");
await once(proxy, "listening");

const folder = mkdtempSync(join(tmpdir(), "timeline-"));
const began = performance.now();
const command = [fileURLToPath(new URL("../dist/cli/main.js", import.meta.url)), "run", ...options];
const child = spawn(process.execPath, ["--import", new URL("./usage.mjs", import.meta.url).href, ...command], {
  cwd: folder,
  env: {
    ...process.env,
    CONFORMANCE_BASE_URL: `http://127.0.0.1:${proxy.address().port}`,
    CONFORMANCE_API_KEY: apiKey,
    CONFORMANCE_API_SECRET: apiSecret,
    CONFORMANCE_RESTRICTED_API_KEY: restrictedApiKey,
    CONFORMANCE_RESTRICTED_API_SECRET: restrictedApiSecret,
    CONFORMANCE_SECOND_API_KEY: secondApiKey,
    CONFORMANCE_SECOND_API_SECRET: secondApiSecret,
  },
  stdio: ["ignore", "ignore", "inherit", "ipc"],
});
let usage = { user: 0, system: 0, peak: 0 };
child.on("message", (told) => {
  usage = told;
});
await once(child, "exit");
const over = performance.now();
proxy.close();
agent.destroy();
await sandbox.close();
rmSync(folder, { recursive: true });

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`;
const first = moments[0].from;
const last = Math.max(...moments.map(({ to }) => to));
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

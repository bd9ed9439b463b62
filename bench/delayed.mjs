// The command in a process of its own against the embedded sandbox in another one, through a proxy that delays each answer and
// takes the times.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedSandbox } from "../dist/sandbox/embedded.js";

/** Opens sandbox and proxy. @param delay milliseconds of each answer */
export async function delayedSandbox(delay) {
  const sandbox = await startEmbeddedSandbox({ seed: 42 });
  const agent = new Agent({ keepAlive: true });
  let moments = [];
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
  return {
    baseUrl: `http://127.0.0.1:${proxy.address().port}`,
    credentials: sandbox.credentials,
    /** The requests since this was asked last, each with when it came and when it was answered. */
    takeMoments: () => {
      const taken = moments;
      moments = [];
      return taken;
    },
    close: async () => {
      proxy.close();
      agent.destroy();
      await sandbox.close();
    },
  };
}

/** Runs the command. @returns when it began and was over, what it sent, and what it took of the processor and of memory */
export async function runThrough({ baseUrl, credentials, takeMoments }, options) {
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret } = credentials;
  const folder = mkdtempSync(join(tmpdir(), "delayed-"));
  const began = performance.now();
  const command = [fileURLToPath(new URL("../dist/cli/main.js", import.meta.url)), "run", ...options];
  const child = spawn(process.execPath, ["--import", new URL("./usage.mjs", import.meta.url).href, ...command], {
    cwd: folder,
    env: {
      ...process.env,
      CONFORMANCE_BASE_URL: baseUrl,
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
  rmSync(folder, { recursive: true });
  const moments = takeMoments();
  return { began, over: performance.now(), first: moments[0].from, last: lastOf(moments), moments, usage };
}

/** When the last answer was out. */
export function lastOf(moments) {
  return Math.max(...moments.map(({ to }) => to));
}

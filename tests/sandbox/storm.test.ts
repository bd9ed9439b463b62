/** The sandbox and the receiver stand in a storm: nothing leaks, nothing falls. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATIENCE, start } from "../cli/child.js";
import { TRIES_ALL } from "../slice.js";
import { storm } from "./storm.js";

/** Mebibytes of memory that a process takes. */
function memoryOf(pid: number | undefined): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1024;
}

/** Fifty requests each: a short storm, and where everything is tried one of 1,000 requests a second for a minute. */
const [ROUNDS, perSecond] = TRIES_ALL ? [1_200, 1_000] : [30];

test.runIf(process.platform === "linux")(
  "a sandbox answers as before after thousands of requests, and takes little more memory",
  { timeout: PATIENCE },
  async () => {
    const { process: child, ended } = start(["sandbox", "--print-env"]);
    let printed = "";
    await new Promise<void>((resolve) => {
      child.stdout?.on("data", (text: string) => {
        printed += text;
        if (printed.includes("CONFORMANCE_WEBHOOK_SECRET=")) resolve();
      });
    });
    const settingOf = (name: string): string => new RegExp(`^${name}=(.*)$`, "m").exec(printed)?.[1] ?? "";
    const eye = {
      baseUrl: settingOf("CONFORMANCE_BASE_URL"),
      apiKey: settingOf("CONFORMANCE_API_KEY"),
      apiSecret: settingOf("CONFORMANCE_API_SECRET"),
    };
    const answered = await storm(eye, 50 * ROUNDS, perSecond);
    const [most, some] = [10 * ROUNDS, ROUNDS];
    expect(answered).toEqual({
      read: most - some,
      write: most,
      long: most,
      garbage: most,
      unauthorized: most,
      half: some,
    });
    expect(memoryOf(child.pid)).toBeLessThan(400);
    const answer = await fetch(`${eye.baseUrl}/api/balances`, {
      headers: { "X-API-Key": eye.apiKey, "X-API-Secret": eye.apiSecret },
    });
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  },
);

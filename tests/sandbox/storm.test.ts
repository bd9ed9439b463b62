/** The sandbox and the receiver stand in a storm: nothing leaks, nothing falls. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PATIENCE, start } from "../cli/child.js";
import { storm } from "./storm.js";

/** Mebibytes of memory that a process takes. */
function memoryOf(pid: number | undefined): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kibibytes) / 1024;
}

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
    const answered = await storm(eye, 1_500);
    expect(answered).toEqual({ read: 270, write: 300, long: 300, garbage: 300, unauthorized: 300, half: 30 });
    expect(memoryOf(child.pid)).toBeLessThan(400);
    const answer = await fetch(`${eye.baseUrl}/api/balances`, {
      headers: { "X-API-Key": eye.apiKey, "X-API-Secret": eye.apiSecret },
    });
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
  },
);

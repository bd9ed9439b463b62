/** Where requests that change data may go. */
import { expect, test } from "vitest";
import { chooseDeployment, type Deployment, openDeployment } from "../../../engine/settings/deployment.js";
import type { Permissions } from "../../../engine/settings/writes.js";

const SETTINGS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };
const REASON = "it changes data, and the target is not on this machine: allow it with --allow-writes";

async function openedAt(
  url: string,
  permissions: Permissions = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<Deployment> {
  return openDeployment(chooseDeployment(url, permissions, { ...SETTINGS, ...settings }), () =>
    Promise.reject(new Error("A base URL leads to a deployment.")),
  );
}

test.each([
  "http://localhost:4010",
  "http://LOCALHOST",
  "http://127.0.0.1",
  "https://127.8.9.1/api",
  "http://127.1",
  "http://[::1]:8080",
])("%s is on this machine: writes are allowed", async (url) => {
  expect(await openedAt(url)).toMatchObject({ noWrites: null, onlyRefused: false, onlyLoopback: true });
});

test.each(["http://0.0.0.0", "http://10.0.0.1", "http://[::ffff:10.0.0.1]", "http://[::2]", "http://128.0.0.1"])(
  "%s may be another machine: only --allow-writes allows writes, and only --allow-insecure-http plain http",
  async (url) => {
    const insecureHttp = true;
    await expect(openedAt(url, { writes: "all" })).rejects.toThrow(/plain http.*--allow-insecure-http/);
    expect(await openedAt(url, { insecureHttp })).toMatchObject({ noWrites: REASON, onlyLoopback: false });
    expect(await openedAt(url, { insecureHttp, writes: "all" })).toMatchObject({ noWrites: null, onlyLoopback: false });
    const setTo = (value: string) => openedAt(url, { insecureHttp }, { CONFORMANCE_ALLOW_WRITES: value });
    expect(await setTo("true")).toMatchObject({ noWrites: null, onlyRefused: false });
    expect(await setTo("false")).toMatchObject({ noWrites: expect.stringMatching(/not allowed/), onlyRefused: false });
    expect(await setTo("refused")).toMatchObject({ noWrites: expect.stringMatching(/refused/), onlyRefused: true });
  },
);

test.each(["false", "no", "none"])(
  "CONFORMANCE_ALLOW_WRITES=%s allows no writes on this machine either",
  async (value) => {
    const settings = { CONFORMANCE_ALLOW_WRITES: value };
    const found = await openedAt("http://127.0.0.1:8080", {}, settings);
    expect(found).toMatchObject({ noWrites: expect.stringMatching(/not allowed/) });
    expect(await openedAt("http://127.0.0.1:8080", { writes: "all" }, settings)).toMatchObject({ noWrites: null });
  },
);

test("behind a proxy nothing is known to be on this machine", async () => {
  expect(await openedAt("https://127.0.0.1", { proxied: true })).toMatchObject({ noWrites: REASON });
  await expect(openedAt("http://127.0.0.1", { proxied: true })).rejects.toThrow(/plain http/);
});

test("a name that stands for nothing yet may lead to this machine only", async () => {
  expect(await openedAt("http://no-such-host.invalid")).toMatchObject({ noWrites: REASON, onlyLoopback: true });
});

test("without an address the sandbox is chosen, and needs no credentials", () => {
  expect(chooseDeployment(undefined, {}, {})).toEqual({ kind: "sandbox" });
});

test("a slash at the end of the address does not count", () => {
  expect(chooseDeployment("https://api.example.com/v1//", {}, SETTINGS)).toMatchObject({
    baseUrl: "https://api.example.com/v1",
  });
});

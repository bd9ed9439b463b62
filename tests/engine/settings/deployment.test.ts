/** Where requests that change data may go. */
import { expect, test } from "vitest";
import { chooseDeployment } from "../../../engine/settings/deployment.js";

const SETTINGS = { CONFORMANCE_API_KEY: "key-of-the-test", CONFORMANCE_API_SECRET: "secret-of-the-test" };
const REASON = "it changes data, and the target is not on this machine: allow it with --allow-writes";

function noWritesAt(url: string, allowWrites = false, settings: Readonly<Record<string, string>> = {}): string | null {
  const chosen = chooseDeployment(url, allowWrites, { ...SETTINGS, ...settings });
  if (chosen.kind === "sandbox") throw new Error("A base URL leads to a deployment.");
  return chosen.noWrites;
}

test.each([
  "http://localhost:4010",
  "http://LOCALHOST",
  "http://127.0.0.1",
  "https://127.8.9.1/api",
  "http://127.1",
  "http://[::1]:8080",
])("%s is on this machine: writes are allowed", (url) => {
  expect(noWritesAt(url)).toBeNull();
});

test.each([
  "https://api.example.com",
  "http://0.0.0.0",
  "http://10.0.0.1",
  "http://localhost.example.com",
  "http://127.0.0.1.example.com",
  "http://[::ffff:10.0.0.1]",
  "http://[::2]",
  "http://128.0.0.1",
])("%s may be another machine: only --allow-writes allows writes", (url) => {
  expect(noWritesAt(url)).toBe(REASON);
  expect(noWritesAt(url, true)).toBeNull();
  expect(noWritesAt(url, false, { CONFORMANCE_ALLOW_WRITES: "true" })).toBeNull();
  expect(noWritesAt(url, false, { CONFORMANCE_ALLOW_WRITES: "false" })).toBe(REASON);
});

test("without an address the sandbox is chosen, and needs no credentials", () => {
  expect(chooseDeployment(undefined, false, {})).toEqual({ kind: "sandbox" });
});

test("a slash at the end of the address does not count", () => {
  expect(chooseDeployment("https://api.example.com/v1//", false, SETTINGS)).toMatchObject({
    baseUrl: "https://api.example.com/v1",
  });
});

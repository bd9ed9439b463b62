/** Where nothing names a deployment: who may judge the embedded sandbox. */
import { expect, test } from "vitest";
import { assertNamed, chooseDeployment, SANDBOX } from "../../../engine/settings/deployment.js";

const KEY = { CONFORMANCE_API_KEY: "key-of-the-test" };
const ADDRESS = { CONFORMANCE_BASE_URL: "https://api.example.com" };
const TERMINAL = { env: {}, isTerminal: true };

test("a person at a terminal without credentials need not name the sandbox", () => {
  expect(() => assertNamed(undefined, {}, TERMINAL)).not.toThrow();
  expect(() => assertNamed(undefined, {}, { ...TERMINAL, env: { CI: "false" } })).not.toThrow();
});

test.each<[told: string, settings: Record<string, string>, env: Record<string, string>, isTerminal: boolean]>([
  ["CONFORMANCE_API_KEY is set, but no address", KEY, {}, true],
  ["CI is set", {}, { CI: "true" }, true],
  ["CI is set", {}, { CI: "1" }, true],
  ["Nothing names a deployment", {}, {}, false],
])("anybody else has to: %s", (told, settings, env, isTerminal) => {
  expect(() => assertNamed(undefined, settings, { env, isTerminal })).toThrow(told);
  expect(() => assertNamed(undefined, settings, { env, isTerminal })).toThrow(
    "Add CONFORMANCE_BASE_URL=https://… to the environment or to .env; to judge the embedded sandbox, add --base-url sandbox.",
  );
  expect(() => assertNamed(SANDBOX, settings, { env, isTerminal })).not.toThrow();
  expect(() => assertNamed(undefined, { ...settings, ...ADDRESS }, { env, isTerminal })).not.toThrow();
});

test("in a clone the sandbox does where nothing names a deployment, in a pipeline too, but not in place of one", () => {
  const around = { env: { CI: "true" }, isTerminal: false, elseSandbox: true };
  expect(() => assertNamed(undefined, {}, around)).not.toThrow();
  expect(() => assertNamed(undefined, KEY, around)).toThrow("CONFORMANCE_API_KEY is set, but no address");
  expect(() => assertNamed(undefined, {}, { ...around, env: { CI: "true", CONFORMANCE_BASE_URL: "" } })).toThrow(
    "CONFORMANCE_BASE_URL is empty",
  );
});

test("the sandbox is asked for wherever an address can stand, and needs no credentials", () => {
  expect(chooseDeployment(SANDBOX, {}, ADDRESS)).toEqual({ kind: "sandbox" });
  expect(chooseDeployment(undefined, {}, { CONFORMANCE_BASE_URL: SANDBOX })).toEqual({ kind: "sandbox" });
});

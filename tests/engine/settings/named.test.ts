/** Where nothing names a deployment: who may judge the embedded sandbox. */
import { expect, test } from "vitest";
import { assertNamed, chooseDeployment, SANDBOX } from "../../../engine/settings/deployment.js";

const ADDRESS = { CONFORMANCE_BASE_URL: "https://api.example.com" };
const TERMINAL = { env: {}, isTerminal: true };

test("a person at a terminal without credentials need not name the sandbox", () => {
  expect(() => assertNamed(undefined, {}, TERMINAL)).not.toThrow();
  expect(() => assertNamed(undefined, {}, { ...TERMINAL, env: { CI: "false" } })).not.toThrow();
});

test("the sandbox is asked for wherever an address can stand, and needs no credentials", () => {
  expect(chooseDeployment(SANDBOX, {}, ADDRESS)).toEqual({ kind: "sandbox" });
  expect(chooseDeployment(undefined, {}, { CONFORMANCE_BASE_URL: SANDBOX })).toEqual({ kind: "sandbox" });
});

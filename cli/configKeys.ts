/** What may stand in the config file: names of options of `run`, and what the environment says otherwise. Never a secret. */
import { readFileSync } from "node:fs";
import type { Variable } from "../engine/settings/environment.js";

/** The JSON Schema that editors are given. */
const SCHEMA: { readonly properties: Readonly<Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL("./config.schema.json", import.meta.url), "utf8"),
);

export const CONFIG_KEYS: readonly string[] = Object.keys(SCHEMA.properties);

/** Keys that stand for variables: the environment beats them. */
const SETTING_KEYS: Readonly<Record<string, Variable>> = {
  "base-url": "CONFORMANCE_BASE_URL",
  "allow-writes": "CONFORMANCE_ALLOW_WRITES",
  "transfer-id": "CONFORMANCE_TRANSFER_ID",
  "deposit-id": "CONFORMANCE_DEPOSIT_ID",
};

/** The variable that a key stands for; null when it is an option. */
export function settingOf(key: string): Variable | null {
  return SETTING_KEYS[key] ?? null;
}

/** Keys whose values are paths. */
export const PATH_KEYS: ReadonlySet<string> = new Set([
  "answers",
  "baseline",
  "ca",
  "cert",
  "checks",
  "corpus",
  "env",
  "har",
  "key",
  "openapi",
  "report-dir",
]);

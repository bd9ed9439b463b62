/** What a program runs against: an address, a running sandbox, or one that is started for it. */
import { type Credentials, halvesOf, variableOf } from "../client/credentials.js";
import {
  chooseDeployment,
  type Deployment,
  openDeployment,
  SANDBOX,
  sandboxDeployment,
} from "../engine/settings/deployment.js";
import { readSettings, type Settings } from "../engine/settings/environment.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { Permissions } from "../engine/settings/writes.js";
import type { RunningSandbox, SandboxOptions } from "../sandbox/server.js";

/** An address, `sandbox` for the embedded one, or a sandbox that `startSandbox` has started. */
export type Target = string | RunningSandbox;

/** Where a run goes, and what it may do there. */
export interface TargetOptions {
  /** Default: CONFORMANCE_BASE_URL, of the environment or of a .env file. Without either, nothing is run. */
  readonly target?: Target;
  /** Default: CONFORMANCE_API_KEY, CONFORMANCE_API_SECRET and the other variables of the environment or of a .env file. */
  readonly credentials?: Credentials;
  /** Whether requests that change data may go to another machine; `refused`: only those that must be refused. Default: no. */
  readonly allowWrites?: boolean | "refused";
}

/** A chosen target that is not open yet. */
export interface ChosenTarget {
  /** Its name for people. */
  readonly name: string;
  /** Its name in --base-url. */
  readonly address: string;
  readonly settings: Settings;
  open(seed: number | undefined): Promise<Deployment>;
}

/** Loaded on demand: a run against an address would otherwise wait for all of it before its first request. */
async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  return (await import("../sandbox/server.js")).startSandbox(options);
}

function settingsFor({ credentials, allowWrites }: TargetOptions, settings: Settings): Settings {
  const allowed = allowWrites === undefined ? {} : { CONFORMANCE_ALLOW_WRITES: String(allowWrites) };
  if (credentials === undefined) return { ...settings, ...allowed };
  const secrets = Object.entries({ ...halvesOf(credentials), WEBHOOK_SECRET: credentials.webhookSecret });
  const headers = Object.entries(credentials.headers ?? {});
  return {
    ...settings,
    ...allowed,
    ...Object.fromEntries(secrets.map(([name, value]) => [`CONFORMANCE_${name}`, value])),
    ...Object.fromEntries(headers.map(([name, value]) => [variableOf(name), value])),
  };
}

/**
 * Finds out what is to be run against. Starts and sends nothing.
 * @param stated what a project sets where the options do not
 * @throws UsageError when nothing names a target: a run never falls back to the sandbox unasked
 */
export function chooseTarget(
  options: TargetOptions,
  stated: Settings = readSettings(null, process.env),
  permissions: Permissions = {},
): ChosenTarget {
  const settings = settingsFor(options, stated);
  const target = options.target ?? settings.CONFORMANCE_BASE_URL;
  if (target === undefined)
    throw new UsageError(
      'There is no target: set CONFORMANCE_BASE_URL, or give target: "https://…", or target: "sandbox" for the embedded one.',
    );
  if (typeof target !== "string")
    return {
      name: target.baseUrl,
      address: target.baseUrl,
      settings,
      // Whether no other sandbox answers like it: the embedded sandbox is one that a run starts itself.
      open: async () => ({ ...sandboxDeployment(target), kind: "remote", close: async () => {} }),
    };
  if (target === SANDBOX)
    return {
      name: "the embedded sandbox",
      address: SANDBOX,
      settings,
      open: async (seed) => sandboxDeployment(await startSandbox(seed === undefined ? {} : { seed })),
    };
  const chosen = chooseDeployment(target, permissions, settings);
  return { name: target, address: target, settings, open: () => openDeployment(chosen, () => startSandbox()) };
}

/** The target of a run: the user's deployment, or the embedded sandbox when none is named. */

import { baseUrl } from "../../cli/parse.js";
import type { Credentials } from "../../client/credentials.js";
import { startEmbeddedSandbox } from "../../sandbox/embedded.js";
import { flagOf, type Settings, type Variable } from "./environment.js";
import { UsageError } from "./usageError.js";

/** What is run against, and how to let go of it. */
export interface Deployment {
  readonly baseUrl: string;
  readonly kind: "sandbox" | "remote";
  readonly credentials: Credentials;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  close(): Promise<void>;
}

/** What the user chose to run against: a deployment with all that it takes, or the sandbox, which is yet to be started. */
export type ChosenDeployment = { readonly kind: "sandbox" } | Omit<Deployment & { readonly kind: "remote" }, "close">;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** A secret that can stand in a header. */
function secretOf(name: Variable, settings: Settings): string | undefined {
  const value = settings[name];
  if (value === undefined) return undefined;
  if (/\p{Cc}/u.test(value))
    throw new UsageError(`${name} holds a line break or another control character. Set it without.`);
  if (value.trim() !== value)
    throw new UsageError(`${name} begins or ends with white space, which no header can carry. Set it without.`);
  return value;
}

function credentialsFrom(settings: Settings): Credentials {
  const apiKey = secretOf("CONFORMANCE_API_KEY", settings);
  const apiSecret = secretOf("CONFORMANCE_API_SECRET", settings);
  if (apiKey === undefined || apiSecret === undefined) {
    const missing = [
      ...(apiKey === undefined ? ["CONFORMANCE_API_KEY"] : []),
      ...(apiSecret === undefined ? ["CONFORMANCE_API_SECRET"] : []),
    ];
    const [are, them] = missing.length > 1 ? ["are", "them"] : ["is", "it"];
    throw new UsageError(
      `A base URL is given, but ${missing.join(" and ")} ${are} not set. Set ${them} in the environment or in a .env file.`,
    );
  }
  const restrictedKey = secretOf("CONFORMANCE_RESTRICTED_API_KEY", settings);
  const restrictedSecret = secretOf("CONFORMANCE_RESTRICTED_API_SECRET", settings);
  if ((restrictedKey === undefined) !== (restrictedSecret === undefined)) {
    throw new UsageError(
      "Of CONFORMANCE_RESTRICTED_API_KEY and CONFORMANCE_RESTRICTED_API_SECRET only one is set. Set both, or neither.",
    );
  }
  const webhookSecret = settings.CONFORMANCE_WEBHOOK_SECRET;
  return {
    apiKey,
    apiSecret,
    ...(restrictedKey === undefined || restrictedSecret === undefined
      ? {}
      : { restricted: { apiKey: restrictedKey, apiSecret: restrictedSecret } }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
  };
}

/**
 * The target that flags and settings name. Starts and sends nothing.
 * @param url value of --base-url, if it was given
 * @param allowWrites whether --allow-writes was given
 * @throws UsageError for a bad address or missing credentials
 */
export function chooseDeployment(url: string | undefined, allowWrites: boolean, settings: Settings): ChosenDeployment {
  const permitted = flagOf("CONFORMANCE_ALLOW_WRITES", settings.CONFORMANCE_ALLOW_WRITES) || allowWrites;
  const address = url ?? settings.CONFORMANCE_BASE_URL;
  if (address === undefined) return { kind: "sandbox" };
  const base = baseUrl(url === undefined ? "CONFORMANCE_BASE_URL" : "--base-url", address);
  const local = LOOPBACK.test(new URL(base).hostname);
  return {
    baseUrl: base,
    kind: "remote",
    credentials: credentialsFrom(settings),
    noWrites:
      permitted || local
        ? null
        : "it changes data, and the target is not on this machine: allow it with --allow-writes",
  };
}

/**
 * Makes the chosen target ready: a sandbox is started in a process of its own.
 * @param seed seed of the embedded sandbox
 */
export async function openDeployment(chosen: ChosenDeployment, seed: number): Promise<Deployment> {
  if (chosen.kind === "remote") return { ...chosen, close: () => Promise.resolve() };
  const sandbox = await startEmbeddedSandbox({ seed });
  const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret, webhookSecret } = sandbox.credentials;
  return {
    baseUrl: sandbox.baseUrl,
    kind: "sandbox",
    credentials: {
      apiKey,
      apiSecret,
      restricted: { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret },
      webhookSecret,
    },
    noWrites: null,
    close: () => sandbox.close(),
  };
}

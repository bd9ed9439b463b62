/** The target of a run: the user's deployment, or the embedded sandbox when none is named. */
import type { Credentials } from "../client/credentials.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { flagOf, type Settings } from "./environment.js";
import { baseUrl } from "./parse.js";
import { UsageError } from "./usageError.js";

/** What is run against, and how to let go of it. */
export interface Target {
  readonly baseUrl: string;
  readonly kind: "sandbox" | "remote";
  readonly credentials: Credentials;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  close(): Promise<void>;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function credentialsFrom(settings: Settings): Credentials {
  const { CONFORMANCE_API_KEY: apiKey, CONFORMANCE_API_SECRET: apiSecret } = settings;
  if (apiKey === undefined || apiSecret === undefined) {
    const missing = [
      apiKey === undefined ? "CONFORMANCE_API_KEY" : "",
      apiSecret === undefined ? "CONFORMANCE_API_SECRET" : "",
    ];
    throw new UsageError(
      `A base URL is given, but ${missing.filter((name) => name !== "").join(" and ")} ${missing.every((name) => name !== "") ? "are" : "is"} not set. Set it in the environment or in a .env file.`,
    );
  }
  const restrictedKey = settings.CONFORMANCE_RESTRICTED_API_KEY;
  const restrictedSecret = settings.CONFORMANCE_RESTRICTED_API_SECRET;
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
 * The target that flags and settings name.
 * @param url value of --base-url, if it was given
 * @param allowWrites whether --allow-writes was given
 * @param seed seed of the embedded sandbox
 * @throws UsageError for a bad address or missing credentials
 */
export async function openTarget(
  url: string | undefined,
  allowWrites: boolean,
  settings: Settings,
  seed: number,
): Promise<Target> {
  const address = url ?? settings.CONFORMANCE_BASE_URL;
  if (address === undefined) {
    const sandbox = await startEmbeddedSandbox({ seed });
    const { credentials } = sandbox;
    return {
      baseUrl: sandbox.baseUrl,
      kind: "sandbox",
      credentials: {
        apiKey: credentials.apiKey,
        apiSecret: credentials.apiSecret,
        restricted: { apiKey: credentials.restrictedApiKey, apiSecret: credentials.restrictedApiSecret },
        webhookSecret: credentials.webhookSecret,
      },
      noWrites: null,
      close: () => sandbox.close(),
    };
  }
  const base = baseUrl(url === undefined ? "CONFORMANCE_BASE_URL" : "--base-url", address);
  const permitted = allowWrites || flagOf("CONFORMANCE_ALLOW_WRITES", settings.CONFORMANCE_ALLOW_WRITES);
  const local = LOOPBACK.test(new URL(base).hostname);
  return {
    baseUrl: base,
    kind: "remote",
    credentials: credentialsFrom(settings),
    noWrites:
      permitted || local
        ? null
        : "it changes data, and the target is not on this machine: allow it with --allow-writes",
    close: () => Promise.resolve(),
  };
}

/** The connection to a deployment, from the options: whom to trust, our own identity, and the proxy. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "../client/connections.js";
import { reasonOf, UsageError } from "../engine/settings/usageError.js";
import type { Permissions } from "../engine/settings/writes.js";
import type { EndingPolicy } from "../reports/facts/ending.js";
import type { CONNECTION_OPTIONS, FlagsOf, OPTIONS, RunFlags } from "./options.js";

type ConnectionFlags = Partial<
  FlagsOf<Pick<typeof OPTIONS, (typeof CONNECTION_OPTIONS)[number]>> & {
    readonly allowWrites: RunFlags["allowWrites"];
  }
>;

/** A PEM file, if one is named. @param kind what it must contain */
function pem(option: string, path: string | undefined, kind: "CERTIFICATE" | "PRIVATE KEY"): string | undefined {
  if (path === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${option} ${path} cannot be read: ${reasonOf(error)}.`);
  }
  if (!new RegExp(`-----BEGIN [A-Z ]*${kind}-----`).test(text))
    throw new UsageError(`${option} ${path} holds no ${kind.toLowerCase()} in PEM form (-----BEGIN …).`);
  if (kind === "PRIVATE KEY") return text;
  try {
    new X509Certificate(text);
  } catch {
    throw new UsageError(`${option} ${path}: the certificate cannot be read. Is the file complete?`);
  }
  return text;
}

/** @throws UsageError when the environment turns off what keeps credentials safe */
function assertVerification({ NODE_TLS_REJECT_UNAUTHORIZED: reject }: NodeJS.ProcessEnv): void {
  if (reject === "0")
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns TLS verification off, and anyone on the network path could read the credentials. Unset it; name the certificate of a private authority in ppconform.config.yaml, as "ca: FILE".',
    );
}

/**
 * What the flags say about the connection.
 * @throws UsageError for disabled verification, for a file that cannot be read or holds something else, and for half a pair
 */
export function connectionFrom({ ca, cert, key, proxy, userAgent, traceparent }: ConnectionFlags): ConnectionOptions {
  assertVerification(process.env);
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError("Only one of cert and key is set. Set both, or neither.");
  return {
    ca: pem("ca:", ca, "CERTIFICATE"),
    cert: pem("cert:", cert, "CERTIFICATE"),
    key: pem("key:", key, "PRIVATE KEY"),
    proxy,
    userAgent,
    traceparent,
  };
}

/** The proxy that the environment names for an address, which is used only on request; null when there is none. */
export function unusedProxy(baseUrl: string, environment: NodeJS.ProcessEnv): string | null {
  const { protocol, hostname } = new URL(baseUrl);
  const names = protocol === "https:" ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const name = names.find((candidate) => (environment[candidate] ?? "") !== "");
  if (name === undefined || /^(?:localhost|127\.|\[::1\])/.test(hostname)) return null;
  const exceptions = (environment.NO_PROXY ?? environment.no_proxy ?? "")
    .split(/[\s,]+/)
    .filter((entry) => entry !== "");
  const isExcepted = exceptions.some((entry) => {
    const domain = entry.replace(/^\*?\./, "").replace(/:\d+$/, "");
    return entry === "*" || hostname === domain || hostname.endsWith(`.${domain}`);
  });
  return isExcepted ? null : name;
}

/** What the flags allow to be sent. */
export function permissionsFrom({ allowWrites, allowInsecureHttp, proxy }: ConnectionFlags): Permissions {
  return {
    writes: allowWrites === true ? "all" : allowWrites,
    insecureHttp: allowInsecureHttp === true,
    proxied: proxy !== undefined,
  };
}

/** What the options require of a run besides its verdicts. */
export function policyOf(
  flags: FlagsOf<Pick<typeof OPTIONS, "fail-on" | "require-complete" | "require-answers">>,
): Required<EndingPolicy> {
  const { failOn, requireComplete, requireAnswers } = flags;
  return { failOn, requireComplete: requireComplete === true, requireAnswers: requireAnswers === true };
}

/* What the options of a run set for the engine. */

/**
 * How a run sends, from its options.
 * @throws UsageError for settings of an impossible connection
 */
export function sendingOptions(flags: RunFlags) {
  return {
    connection: connectionFrom(flags),
    seed: flags.seed,
    concurrency: flags.concurrency,
    requestsPerSecond: flags.rate,
    maxRequests: flags.maxRequests,
    maxTimeMs: flags.maxTime,
    maxCreated: flags.maxCreated,
    maxFailures: flags.maxFailures,
    timeoutMs: flags.timeout,
    patienceMs: flags.patience * 1000,
    wrongSecrets: flags.wrongSecrets,
    apiVersion: flags.apiVersion,
    ...policyOf(flags),
  };
}

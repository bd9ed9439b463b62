/** The target of a run: the user's deployment, or the embedded sandbox where it is asked for. */
import type { CredentialPair, Credentials } from "../../client/credentials.js";
import { OWN_HEADER_PREFIX, type OwnHeaders, ownHeaderOf } from "../../client/credentials.js";
import { API_KEY_HEADER, API_SECRET_HEADER, VERSION_HEADER } from "../../schemas/operations.js";
import { baseUrl } from "./baseUrl.js";
import {
  flagOf,
  type HeaderVariable,
  isHeaderVariable,
  type Settings,
  VARIABLES,
  type Variable,
} from "./environment.js";
import { UsageError } from "./usageError.js";
import { type Allowed, type AllowedWrites, allowedAt, type Permissions } from "./writes.js";

/** What is run against, and how to release it. */
export interface Deployment extends Allowed {
  readonly baseUrl: string;
  readonly kind: "sandbox" | "remote";
  readonly credentials: Credentials;
  close(): Promise<void>;
}

/** What the user chose to run against: a deployment with all that it takes, or the sandbox, which is still to be started. */
export type ChosenDeployment =
  | { readonly kind: "sandbox" }
  | (Pick<Deployment, "baseUrl" | "credentials"> & { readonly kind: "remote"; readonly permissions: Permissions });

/** A secret that can be sent in a header. */
function secretOf(name: Variable | HeaderVariable, settings: Settings): string | undefined {
  const value = settings[name];
  if (value === undefined) return undefined;
  if (/\p{Cc}/u.test(value))
    throw new UsageError(`${name} holds a line break or another control character. Set it without.`);
  if (value.trim() !== value)
    throw new UsageError(`${name} begins or ends with white space, which no header can carry. Set it without.`);
  return value;
}

function otherPair(key: Variable, secret: Variable, settings: Settings): CredentialPair | undefined {
  const [apiKey, apiSecret] = [secretOf(key, settings), secretOf(secret, settings)];
  if ((apiKey === undefined) !== (apiSecret === undefined))
    throw new UsageError(`Only one of ${key} and ${secret} is set. Set both, or neither.`);
  return apiKey === undefined || apiSecret === undefined ? undefined : { apiKey, apiSecret };
}

/** Headers that the contract gives a meaning to, and those that HTTP itself uses. */
const NOT_OWN: ReadonlySet<string> = new Set(
  [
    [API_KEY_HEADER, API_SECRET_HEADER, VERSION_HEADER, "Accept", "Content-Type", "Content-Length", "Content-Encoding"],
    ["Host", "Connection", "Keep-Alive", "Transfer-Encoding", "TE", "Trailer", "Upgrade", "Expect", "User-Agent"],
  ].flatMap((names) => names.map((name) => name.toLowerCase())),
);

/** The headers of the user's own. @throws UsageError for one that they may not set */
function ownHeaders(settings: Settings): OwnHeaders {
  const names = Object.keys(settings).filter(isHeaderVariable);
  return Object.fromEntries(
    names.map((variable) => {
      const header = ownHeaderOf(variable);
      if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(header))
        throw new UsageError(
          `${variable} names no header. Write letters, digits and single underscores behind ${OWN_HEADER_PREFIX}.`,
        );
      if (NOT_OWN.has(header))
        throw new UsageError(`${variable} would replace ${header}, which the suite sends itself. Remove it.`);
      return [header, secretOf(variable, settings) ?? ""];
    }),
  );
}

function credentialsFrom(settings: Settings): Credentials {
  const apiKey = secretOf("CONFORMANCE_API_KEY", settings);
  const apiSecret = secretOf("CONFORMANCE_API_SECRET", settings);
  if (apiKey === undefined || apiSecret === undefined) {
    const needed = ["CONFORMANCE_API_KEY", "CONFORMANCE_API_SECRET"] as const;
    const missing = needed.filter((name) => settings[name] === undefined);
    const [are, them] = missing.length > 1 ? ["are", "them"] : ["is", "it"];
    throw new UsageError(
      `A base URL is given, but ${missing.join(" and ")} ${are} not set. Set ${them} in the environment or in a .env file.`,
    );
  }
  const restricted = otherPair("CONFORMANCE_RESTRICTED_API_KEY", "CONFORMANCE_RESTRICTED_API_SECRET", settings);
  const second = otherPair("CONFORMANCE_SECOND_API_KEY", "CONFORMANCE_SECOND_API_SECRET", settings);
  if (second !== undefined && [apiKey, restricted?.apiKey].includes(second.apiKey))
    throw new UsageError(
      "CONFORMANCE_SECOND_API_KEY is the same as another key. Set the key of another partner, or none.",
    );
  const webhookSecret = settings.CONFORMANCE_WEBHOOK_SECRET;
  const headers = ownHeaders(settings);
  return {
    apiKey,
    apiSecret,
    ...(restricted === undefined ? {} : { restricted }),
    ...(second === undefined ? {} : { second }),
    ...(webhookSecret === undefined ? {} : { webhookSecret }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}

/** Selects the embedded sandbox in place of an address. */
export const SANDBOX = "sandbox";

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** Whether a person is at the terminal. */
  readonly isTerminal: boolean;
  /** Whether the embedded sandbox was explicitly allowed, also in a pipeline. */
  readonly elseSandbox?: boolean;
}

/** Why the embedded sandbox is not judged where nothing names a deployment; null where it is. */
function refusesSandbox(settings: Settings, { env, isTerminal, elseSandbox = false }: Surroundings): string | null {
  const isPipeline = !/^(?:0|false|no|off|)$/i.test(env.CI ?? "");
  const given = VARIABLES.find((name) => /_(?:KEY|SECRET)$/.test(name) && settings[name] !== undefined);
  if (given !== undefined) return `${given} is set, but no address`;
  // That is how a pipeline passes a variable that it does not have.
  if (isPipeline && env.CONFORMANCE_BASE_URL === "") return "CONFORMANCE_BASE_URL is empty";
  if (elseSandbox) return null;
  if (isPipeline) return "CI is set, but nothing names a deployment";
  return isTerminal ? null : "Nothing names a deployment";
}

/**
 * Makes sure that the target is the intended one: a gate that lost its address must not be green on the embedded sandbox.
 * That one is judged only on request, or where a person at a terminal gives neither an address nor credentials.
 * @param url value of --base-url, if it was given
 * @throws UsageError with the line to add
 */
export function assertNamed(url: string | undefined, settings: Settings, around: Surroundings): void {
  if ((url ?? settings.CONFORMANCE_BASE_URL) !== undefined) return;
  const refusal = refusesSandbox(settings, around);
  if (refusal === null) return;
  const { GITHUB_ACTIONS, GITLAB_CI } = around.env;
  const line =
    GITHUB_ACTIONS === undefined && GITLAB_CI === undefined
      ? "CONFORMANCE_BASE_URL=https://… to the environment or to .env"
      : `CONFORMANCE_BASE_URL: https://… to the ${GITLAB_CI === undefined ? "env" : "variables"} of the job`;
  throw new UsageError(`${refusal}. Add ${line}; to judge the embedded sandbox, add --base-url ${SANDBOX}.`);
}

/**
 * The target that an address and settings stand for. Starts and sends nothing.
 * @param url value of --base-url, if it was given
 * @param permissions what the options allow
 * @throws UsageError for a bad address or missing credentials
 */
export function chooseDeployment(
  url: string | undefined,
  permissions: Permissions,
  settings: Settings,
): ChosenDeployment {
  const writes = permissions.writes ?? allowedWrites(settings);
  const address = url ?? settings.CONFORMANCE_BASE_URL;
  if (address === undefined || address === SANDBOX) return { kind: "sandbox" };
  const base = baseUrl(url === undefined ? "CONFORMANCE_BASE_URL" : "--base-url", address);
  const credentials = credentialsFrom(settings);
  return { baseUrl: base, kind: "remote", credentials, permissions: { ...permissions, writes } };
}

function allowedWrites({ CONFORMANCE_ALLOW_WRITES: value }: Settings): AllowedWrites | undefined {
  if (value === "refused" || value === "none") return value;
  if (value === undefined || value.trim() === "") return undefined;
  return flagOf("CONFORMANCE_ALLOW_WRITES", value) ? "all" : "none";
}

/** A sandbox that runs, with the credentials that it reports. */
export interface RunningSandbox {
  readonly baseUrl: string;
  readonly credentials: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly restrictedApiKey: string;
    readonly restrictedApiSecret: string;
    readonly secondApiKey?: string;
    readonly secondApiSecret?: string;
    readonly webhookSecret?: string;
  };
  close(): Promise<void>;
}

/**
 * The chosen target, ready for a run.
 * @param start starts the sandbox
 * @throws UsageError when credentials would go to another machine unencrypted
 */
export async function openDeployment(
  chosen: ChosenDeployment,
  start: () => Promise<RunningSandbox>,
): Promise<Deployment> {
  if (chosen.kind === "remote") {
    const { permissions, ...named } = chosen;
    return { ...named, ...(await allowedAt(named.baseUrl, permissions)), close: () => Promise.resolve() };
  }
  return sandboxDeployment(await start());
}

export function sandboxDeployment(sandbox: RunningSandbox): Deployment {
  const { restrictedApiKey, restrictedApiSecret, secondApiKey, secondApiSecret, ...credentials } = sandbox.credentials;
  return {
    baseUrl: sandbox.baseUrl,
    kind: "sandbox",
    credentials: {
      ...credentials,
      restricted: { apiKey: restrictedApiKey, apiSecret: restrictedApiSecret },
      ...(secondApiKey === undefined || secondApiSecret === undefined
        ? {}
        : { second: { apiKey: secondApiKey, apiSecret: secondApiSecret } }),
    },
    noWrites: null,
    onlyRefused: false,
    onlyLoopback: true,
    close: () => sandbox.close(),
  };
}

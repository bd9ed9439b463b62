/** The options of a run, and their defaults. */
import type { ConnectionOptions } from "../client/connections.js";
import type { Credentials } from "../client/credentials.js";
import type { Exchange, Outage } from "../client/model.js";
import type { Report } from "../reports/model.js";
import type { Subject } from "../schemas/operation.js";
import type { AgreedAnswers } from "./answers/checks.js";
import type { FailedCase } from "./corpus.js";
import type { DeliverySource } from "./deliveries.js";
import type { Profile } from "./model.js";
import type { Progress } from "./send/execution.js";
import { allowedAt } from "./settings/writes.js";

/** A run needs an address and credentials; all else has a default. */
export interface RunOptions {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Default: remote. */
  readonly kind?: "sandbox" | "remote";
  /** Default: standard. */
  readonly profile?: Profile;
  /** The user's name for the profile, where it means more than how much is sent: `watch`. Default: its own name. */
  readonly profileName?: string;
  /** Decides every random value. Default: 42. */
  readonly seed?: number;
  /**
   * The way to the target: authorities to trust, a client certificate, a proxy. Default: direct, with the authorities
   * that Node.js trusts.
   */
  readonly connection?: ConnectionOptions;
  /** Requests under way at once. Default: 16. */
  readonly concurrency?: number;
  /** Default: as fast as the target answers. */
  readonly requestsPerSecond?: number | undefined;
  /** Default: as many as needed. */
  readonly maxRequests?: number | undefined;
  /**
   * Milliseconds in which requests may leave; if everything is sent earlier, random cases follow. Default: as long as
   * it takes.
   */
  readonly maxTimeMs?: number | undefined;
  /** The clock for that time: milliseconds since any fixed moment. Default: real time. */
  readonly clock?: () => number;
  /** Cases that failed in earlier runs, to be sent first. Default: none. */
  readonly corpus?: readonly FailedCase[];
  /** Whether only these are sent. Default: no. */
  readonly onlyCorpus?: boolean;
  /** Things that may be created. Default: as many as needed. */
  readonly maxCreated?: number | undefined;
  /** Checks that may fail before the run ends. Default: all. */
  readonly maxFailures?: number | undefined;
  /** Milliseconds a request may take. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for which the target may be down, or keep throttling. Default: 90,000. */
  readonly patienceMs?: number;
  /** Why state-changing requests may not be sent, or null when they may. Default: they may, but only to this machine. */
  readonly noWrites?: string | null;
  /** Whether, where they may not, those that must be refused may still be sent. Default: no. */
  readonly onlyRefused?: boolean;
  /** Api-Version of recipient creation; none, or each that is taken. Default: it is found out, and so are the two ids. */
  readonly apiVersion?: string | undefined;
  readonly transferId?: string | undefined;
  readonly depositId?: string | undefined;
  /** Answers that were agreed about the deployment, to be judged like documented rules. Default: none. */
  readonly agreedAnswers?: AgreedAnswers | undefined;
  /** Whether wrong secrets of the real key are sent, for which a service may lock it. Default: yes. */
  readonly wrongSecrets?: boolean;
  /** Operations to judge. Default: all. */
  readonly operations?: readonly Subject[];
  /** Check ids to judge, with `*` for any characters. Default: all. */
  readonly checks?: readonly string[];
  /** Check ids to leave out, with `*` for any characters. Default: none. */
  readonly exclude?: readonly string[];
  /** The shard to judge. Default: everything. */
  readonly shard?: { readonly index: number; readonly count: number } | undefined;
  /** Checks of which every case is run, while of the others only the first cases are. Default: every case of all checks. */
  readonly focus?: readonly string[] | undefined;
  /** Which findings fail the run. Default: must. */
  readonly failOn?: "must" | "should";
  /** Whether a rule that was not judged makes the run incomplete. Default: no. */
  readonly requireComplete?: boolean;
  /** Whether an unsettled contradiction of the document makes the run incomplete. Default: no. */
  readonly requireAnswers?: boolean;
  /**
   * Where the journal of created resources is written as they are created. Default: nowhere; the report lists them at
   * the end.
   */
  readonly journalFile?: string | null;
  /** Path of report.json, for the commands that repeat a finding. Default: conformance-report/report.json. */
  readonly reportFile?: string;
  /** Where deliveries are received. Default: nowhere, and no check of deliveries applies. */
  readonly webhooks?: DeliverySource | undefined;
  /** How many of the requests above measuring limits may take. Default: as many as suit the profile. 0: no measuring. */
  readonly limitRequests?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress & { readonly requests: number }) => void;
  readonly onPreflight?: (lines: readonly string[]) => void;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with each exchange of a case, behind `onExchange`. @param testCase its id */
  readonly onCase?: (exchange: Exchange, testCase: string) => void;
  /** Called when the target stops answering, and when it is back. */
  readonly onOutage?: (outage: Outage) => void;
  /** Called every now and then with the report so far, as if the run had been cut off. */
  readonly onCheckpoint?: (report: Report) => void;
}

/** The defaults of a run, from the command line and from a program. */
export const DEFAULTS = {
  profile: "standard",
  seed: 42,
  concurrency: 16,
  timeoutMs: 15_000,
  patienceMs: 90_000,
  failOn: "must",
  reportFolder: "conformance-report",
} as const;

/** The options with everything that has a default. */
export type RunSettings = Awaited<ReturnType<typeof settled>>;

/**
 * Fills in the defaults.
 * @throws UsageError when nothing is said of writes, and credentials would go to another machine unencrypted
 */
export async function settled(options: RunOptions) {
  const here = options.noWrites === undefined ? await allowedAt(options.baseUrl, {}) : null;
  const profile: Profile = options.profile ?? DEFAULTS.profile;
  const failOn: "must" | "should" = options.failOn ?? DEFAULTS.failOn;
  return {
    ...options,
    kind: options.kind ?? "remote",
    profile,
    profileName: options.profileName ?? profile,
    seed: options.seed ?? DEFAULTS.seed,
    concurrency: options.concurrency ?? DEFAULTS.concurrency,
    timeoutMs: options.timeoutMs ?? DEFAULTS.timeoutMs,
    patienceMs: options.patienceMs ?? DEFAULTS.patienceMs,
    noWrites: options.noWrites ?? here?.noWrites ?? null,
    connection: { onlyLoopback: here?.onlyLoopback ?? false, ...options.connection },
    onlyRefused: options.onlyRefused ?? false,
    apiVersion: options.apiVersion ?? null,
    transferId: options.transferId ?? null,
    depositId: options.depositId ?? null,
    agreedAnswers: options.agreedAnswers ?? null,
    wrongSecrets: options.wrongSecrets ?? true,
    operations: options.operations ?? [],
    checks: options.checks ?? [],
    exclude: options.exclude ?? [],
    corpus: options.corpus ?? [],
    onlyCorpus: options.onlyCorpus ?? false,
    shard: options.shard ?? null,
    failOn,
    requireComplete: options.requireComplete ?? false,
    requireAnswers: options.requireAnswers ?? false,
    reportFile: options.reportFile ?? `${DEFAULTS.reportFolder}/report.json`,
  };
}

/** The options of `ppconform run`, as they were parsed. */
import type { Profile } from "../engine/model.js";
import type { ConnectionFlags } from "./connectionOptions.js";
import type { SettingsFlags } from "./userSettings.js";
import type { WebhookFlags } from "./webhookOptions.js";

export interface RunFlags extends WebhookFlags, ConnectionFlags, SettingsFlags {
  readonly baseUrl?: string;
  readonly profile: Profile;
  readonly operation?: readonly string[];
  readonly check?: readonly string[];
  /** Modules with checks of the user's own. */
  readonly checks?: readonly string[];
  readonly exclude?: readonly string[];
  readonly seed: number;
  /** False with --no-wrong-secrets. */
  readonly wrongSecrets: boolean;
  readonly rate?: number;
  readonly concurrency: number;
  readonly maxRequests?: number;
  /** Milliseconds. */
  readonly maxTime?: number;
  readonly maxCreated?: number;
  readonly dryRun?: true;
  readonly timeout: number;
  /** Seconds. */
  readonly patience: number;
  readonly reportDir: string;
  readonly corpus?: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly answers?: string;
  readonly failOn: "must" | "should";
  readonly requireComplete?: true;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly apiVersion?: string;
  readonly openapi?: string;
  readonly har?: string;
  readonly verbose?: true;
  readonly quiet?: true;
}

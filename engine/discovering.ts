/** What discovery works from before a run's cases, and what it finds about facts that were stated beforehand. */

import type { Credentials } from "../client/credentials.js";
import type { CredentialsEdit, Exchange } from "../client/model.js";
import type { EditSummary } from "../generators/edits/edit.js";
import type { AgreedAnswer } from "../reports/model.js";
import type { Profile } from "./model.js";

/** The settings of a run that discovery uses. */
export interface DiscoverySettings {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly seed: number;
  readonly profile: Profile;
  /** Requests that may be sent in all. */
  readonly maxRequests?: number | undefined;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  /** Whether those of these requests that must be refused may be sent. */
  readonly onlyRefused: boolean;
  /** What the user states about the deployment; null where nothing is stated. */
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  readonly agreedAnswers: { readonly agreed: readonly AgreedAnswer[] } | null;
}

/** What discovery works from. */
export interface DiscoveryOptions {
  readonly settings: DiscoverySettings;
  /** Whether operations that store something are exercised: only then is something stored for them. */
  readonly storing: boolean;
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What became of a stated fact. Where it could not be tried, there is no finding. */
export type FactFinding =
  | { readonly kind: "kept"; readonly found: string; readonly evidence: Exchange }
  | {
      readonly kind: "differs";
      readonly found: string;
      readonly edit: EditSummary;
      /** The request that is accepted instead. */
      readonly control: Exchange;
      readonly exchange: Exchange;
    };

/** What discovery is told before a run's cases, and what it says of facts that were stated beforehand. */

import type { Credentials } from "../client/credentials.js";
import type { CredentialsEdit, Exchange } from "../client/model.js";
import type { EditSummary } from "../generators/edits/edit.js";
import type { AgreedAnswer } from "../reports/model.js";
import type { Profile } from "./model.js";

/** What of a run's settings discovery goes by. */
export interface DiscoverySettings {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly seed: number;
  readonly profile: Profile;
  /** Requests that may be sent in all. */
  readonly maxRequests?: number | undefined;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  /** Whether of these requests those may be sent that must be refused. */
  readonly onlyRefused: boolean;
  /** What the user states of the deployment; null where nothing is stated. */
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  readonly agreedAnswers: { readonly agreed: readonly AgreedAnswer[] } | null;
}

/** What discovery is told. */
export interface DiscoveryOptions {
  readonly settings: DiscoverySettings;
  /** Whether operations are exercised that store something: only then is something stored for them. */
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

/** How a run deals with deliveries: it is given their source, and judges them once its own requests have been sent. */

import type { Credentials } from "../client/credentials.js";
import type { Exchange } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { DELIVERIES } from "../schemas/operation.js";
import type { Observations } from "./judge/observations.js";
import type { Results } from "./judge/results.js";
import type { Beforehand } from "./judge/verdicts.js";
import type { CheckDefinition, Target } from "./model.js";
import type { RepeatCommands } from "./report.js";

export interface DeliverySource {
  /** Follows one run, from before its first request. */
  follow(run: {
    readonly credentials: Credentials;
    readonly observations: Observations;
    readonly signal?: AbortSignal;
  }): DeliveryFollower;
  /**
   * Commands that repeat a finding about a delivery: what is sent anew shows whether it is gone.
   * @param again the command that runs a check once more
   */
  commands(again: (check: string) => string): RepeatCommands;
}

/** Follows deliveries alongside a run. */
export interface DeliveryFollower {
  /** Called with every exchange of the run: deliveries are compared with what it showed. */
  note(exchange: Exchange): void;
  /**
   * Starts following: triggers what can be triggered, alongside the run's other work.
   * @returns a function that waits, judges, and returns what was seen and which checks turned out not to apply
   */
  attend(
    target: Target,
    sender: Sender,
  ): () => Promise<{ readonly results: Results; readonly reasons: Beforehand["reasons"] }>;
}

/** Whether a run knows where deliveries come from. */
export function isReceiving({ webhooks }: { readonly webhooks?: DeliverySource | undefined }): boolean {
  return webhooks !== undefined;
}

/** Why no check of deliveries applies to a run without a receiver. */
export function withoutReceiver(checks: readonly CheckDefinition[]): Beforehand["reasons"] {
  const reason = "not tested: give --webhook-port";
  const own = checks.filter(({ operation }) => operation === DELIVERIES);
  return new Map(own.map(({ id }) => [id, { verdict: "not-applicable", reason }]));
}

/**
 * What a run has to do with deliveries. The engine says here what it needs of them; webhooks/ does it, and a run is handed
 * it with its options.
 */
import type { Credentials } from "../client/credentials.js";
import type { Exchange } from "../client/model.js";
import type { Executed } from "./execution.js";
import type { CheckDefinition, Target } from "./model.js";
import type { Observations } from "./observations.js";
import type { Sender } from "./reachability.js";
import type { RepeatCommands } from "./report.js";
import type { Beforehand } from "./verdicts.js";

/** Where deliveries come from. */
export interface DeliverySource {
  /** Follows one run, from before its first request. */
  follow(run: FollowedRun): DeliveryFollower;
  /**
   * Commands that repeat a finding about a delivery.
   * @param folder where the run keeps its reports
   */
  commands(folder: string): RepeatCommands;
}

/** What is known of a run before its first request. */
export interface FollowedRun {
  readonly credentials: Credentials;
  readonly observations: Observations;
  readonly signal?: AbortSignal;
}

/** Follows deliveries beside a run. */
export interface DeliveryFollower {
  /** Is told of every exchange of the run: what it showed is what deliveries are compared with. */
  note(exchange: Exchange): void;
  /** Begins to attend: causes what can be caused, beside the run's other work. */
  attend(target: Target, sender: Sender): Attending;
}

/** Deliveries that are attended to. */
export interface Attending {
  /** Waits, judges, and adds what was seen to what the run's own requests showed. */
  finish(executed: Executed): Promise<Attended>;
}

/** What deliveries added to a run. */
export interface Attended {
  readonly executed: Executed;
  /** Checks that turned out not to apply. */
  readonly reasons: Beforehand["reasons"];
}

/** Why no check of deliveries applies to a run without a receiver. */
export function withoutReceiver(checks: readonly CheckDefinition[]): Beforehand["reasons"] {
  const reason = "not tested: give --webhook-port";
  return new Map(
    checks
      .filter(({ operation }) => operation === "webhooks")
      .map(({ id }) => [id, { verdict: "not-applicable", reason }]),
  );
}

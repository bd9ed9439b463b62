/** What attending to deliveries begins with, and what it comes to. */
import type { Redactor } from "../../client/redact.js";
import type { Target } from "../../engine/model.js";
import type { Observations } from "../../engine/observations.js";
import type { Sender } from "../../engine/reachability.js";
import { stopOf } from "../../engine/stop.js";
import type { DeliveryJudge, JudgedDelivery } from "../checks/judge.js";
import type { Receiver } from "../receiver/receiver.js";
import type { SigningKeys } from "../signature/signature.js";
import type { Arrivals, ExpectedDelivery } from "./arrivals.js";
import type { CausedChange } from "./causedChanges.js";
import type { KnownResources } from "./knownResources.js";

/** How far the waiting has come. */
export interface Waiting {
  readonly received: number;
  /** Expected deliveries that have not come. */
  readonly missing: number;
  /** Milliseconds waited, and how long at most. */
  readonly waited: number;
  readonly limit: number;
}

/** What only the embedded sandbox does and tells: the receiver is registered there, and each creation is delivered. */
interface EmbeddedSandbox {
  /** Makes things happen that the run cannot cause by documented operations. */
  stir(): Promise<readonly ExpectedDelivery[]>;
  /** How many deliveries are still to come. */
  waiting(): Promise<number>;
}

/** How deliveries are received, and what is known of where they come from. */
export interface Reception {
  readonly receiver: Receiver;
  /** Signed content as the user states it; null to find it out. */
  readonly stated: string | null;
  /** Milliseconds to wait for an expected delivery, once everything was sent. */
  readonly waitMs: number;
  /** Null for any other deployment. */
  readonly sandbox: EmbeddedSandbox | null;
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** What attending needs of the run. */
export interface Attendance {
  readonly reception: Reception;
  readonly target: Target;
  readonly sender: Sender;
  readonly keys: SigningKeys;
  readonly redactor: Redactor;
  readonly known: KnownResources;
  readonly observations: Observations;
  readonly signal?: AbortSignal;
}

/** Everything that was delivered and expected, when the waiting is over. */
export interface Delivered {
  readonly judged: readonly JudgedDelivery[];
  readonly expected: readonly ExpectedDelivery[];
  readonly arrivals: Arrivals;
  readonly causedChanges: readonly CausedChange[];
  readonly judge: DeliveryJudge;
  /** Milliseconds that were waited. */
  readonly waited: number;
}

/** An early end of the run is no fault of this part: what came until then is judged. */
export async function unlessEnded<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (stopOf(error) !== null) return otherwise;
    throw error;
  }
}

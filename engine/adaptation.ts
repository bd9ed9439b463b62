/**
 * What a run adapts to, so that no choice of a service counts as a failure: what was found out, why it excuses what is refused, in
 * the service's own words and with the section that leaves it open, and the exchange that shows it.
 */
import type { Exchange } from "../client/model.js";

/** What a service was found to ask of requests, beyond what the document states. */
export interface Adaptation {
  /** Why what it refuses says nothing against it. */
  readonly reason: string;
  /** The exchange that shows it. */
  readonly evidence: Exchange;
}

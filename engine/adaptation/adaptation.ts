/**
 * The mechanisms of this folder adapt a run to what the document leaves open, so that no choice of a service counts as a
 * failure. Each has a file of its own, and in it three parts:
 * - what is found out, from answers to requests of ours (`find…`, `refusedAltogether`);
 * - how later requests and verdicts use it (`with…`, `without…`, `until…`, `excuse…`);
 * - what is said of it: in the service's own words, with the section that leaves it open.
 */
import type { Exchange } from "../../client/model.js";

/** What a service was found to ask of requests, beyond what the document states. */
export interface Adaptation {
  /** Why what it refuses says nothing against it. */
  readonly reason: string;
  /** The exchange that shows it. */
  readonly evidence: Exchange;
}

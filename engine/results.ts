/** What was seen of each check, as counts and failures. */
import type { Failure, Recorder } from "./model.js";

/** A failure and the case that met it. */
export interface SeenFailure {
  readonly testCase: string;
  readonly failure: Failure;
}

/** All that was seen of one check. */
export interface CheckRecord {
  passes: number;
  requests: number;
  /** The first failures, with their exchanges. */
  failures: SeenFailure[];
  /** Departures that the check's own cases met. */
  own: number;
  /** All cases that departed. */
  failing: number;
  seen: number;
  unseen: SeenFailure[];
  blocked: string | null;
}

/** How many failures of one check are kept with their exchanges; later ones are only counted. */
const KEPT = 50;

/** Tallies by check id. */
export class Results {
  readonly checks = new Map<string, CheckRecord>();

  /** The record of one check, made when it is first asked for. */
  of(check: string): CheckRecord {
    let record = this.checks.get(check);
    if (record === undefined) {
      record = { passes: 0, requests: 0, failures: [], own: 0, failing: 0, seen: 0, unseen: [], blocked: null };
      this.checks.set(check, record);
    }
    return record;
  }

  /** A way to write for one case. */
  writer(testCase: string): Recorder {
    return {
      pass: (check, cases = 1) => {
        this.of(check).passes += cases;
      },
      fail: (check, failure) => {
        const record = this.of(check);
        const { failures } = record;
        record.failing += 1;
        // Those of the check's own cases show it best: the first of them are always kept.
        const isOwn = testCase.startsWith(`${check}#`);
        if (failures.length < KEPT || (isOwn && record.own < KEPT)) failures.push({ testCase, failure });
        if (isOwn) record.own += 1;
      },
      seen: (check) => {
        this.of(check).seen += 1;
      },
      unseen: (check, failure) => {
        const { unseen } = this.of(check);
        if (unseen.length < KEPT) unseen.push({ testCase, failure });
      },
      blocked: (check, reason) => {
        this.of(check).blocked ??= reason;
      },
      request: (check) => {
        this.of(check).requests += 1;
      },
    };
  }
}

/**
 * What was seen of each check: a log. Passes are counted, failures and what answers say of refusals are appended; what is learnt about
 * them later is appended as an exclusion. Nothing is removed: what still stands for a check follows from both.
 */
import type { Exchange } from "../../client/model.js";
import type { Template } from "../../generators/edits/edit.js";
import { type Answered, type Draw, type Excused, excused, type Failure, type Recorder } from "../model.js";

/** A failure and the case that met it. */
export interface SeenFailure {
  readonly testCase: string;
  /** Whether the case is one of the check's own. */
  readonly isOwn: boolean;
  readonly failure: Failure;
  /** For a drawn case: its source. */
  readonly draw?: Draw;
}

/** What was seen of one field, for a check whose finding names several. */
export interface SeenField {
  held: number;
  failing: number;
  /** The first records in which it did not hold. */
  readonly records: Set<string>;
}

const NO_FAILURES: readonly SeenFailure[] = [];
/** Stays empty: the first field of a record brings a map of its own. */
const NO_FIELDS = new Map<string, SeenField>();

/** All that was seen of one check. Each answer makes a hundred of them, so what mostly stays empty is made only when needed. */
export class CheckRecord {
  passes = 0;
  requests = 0;
  /** The first failures, with their exchanges. */
  failures = NO_FAILURES;
  /** Failures of the check's own cases. */
  own = 0;
  failing = 0;
  seen = 0;
  unseen = NO_FAILURES;
  fields = NO_FIELDS;
  /** What excused the first case that was excused; null when none was. */
  excused: Excused | null = null;
  /** Why the check could not judge; null when it could. */
  broken: string | null = null;
}

/** Whether an answer refused a request that keeps every rule. */
export function isRefusalOfValid(answered: Answered): boolean {
  return answered === "controlRefused" || answered === "refusedByNow";
}

/** What an answer says of refusals, and when it was given. */
export interface RefusalEntry {
  readonly answered: Answered;
  readonly check: string;
  readonly template: Template;
  /** Status and words of the answer: what all answers for one reason have in common, and as quoted. */
  readonly words: string;
  readonly quote: string;
  /** Numbers of the moments at which the request was sent, and its answer came. */
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** What was learnt later: why some of what was seen says nothing. */
export interface Exclusion extends Excused {
  /** Whether it covers failures that show in an exchange. */
  readonly covers?: (exchange: Exchange) => boolean;
  /** The check whose passes it covers, and how many. */
  readonly passes?: { readonly check: string; readonly count: number };
}

/** What remains of a record after an exclusion. */
function without(record: Readonly<CheckRecord>, check: string, exclusion: Exclusion): Readonly<CheckRecord> {
  const { covers, passes, mechanism, reason } = exclusion;
  const failures =
    covers === undefined ? record.failures : record.failures.filter(({ failure }) => !covers(failure.exchange));
  const covered = record.failures.length - failures.length;
  if (covered === 0 && passes?.check !== check) return record;
  return {
    ...record,
    failures,
    failing: failures.length === 0 ? 0 : record.failing - covered,
    passes: passes?.check === check ? Math.max(0, record.passes - passes.count) : record.passes,
    excused: record.excused ?? { mechanism, reason },
  };
}

/** The failure with the requests that led to it, where no edit shows it. */
function withSteps(failure: Failure, sent: readonly Exchange[]): Failure {
  const { edit, control, exchange } = failure;
  const places = [exchange, ...(control === null ? [] : [control])].map((each) => sent.indexOf(each));
  const last = Math.max(...places);
  return edit !== null || last < 1 || places.includes(-1) ? failure : { ...failure, steps: sent.slice(0, last + 1) };
}

/** Records that are kept of one field. */
const RECORDS = 3;

/** How many failures of one check are kept with their exchanges; later ones are only counted. */
const KEPT = 50;

/** What was seen of one field of a check, made when it is first asked for. */
function fieldOf(record: CheckRecord, path: string): SeenField {
  const known = record.fields.get(path);
  if (known !== undefined) return known;
  const field = { held: 0, failing: 0, records: new Set<string>() };
  if (record.fields === NO_FIELDS) record.fields = new Map();
  record.fields.set(path, field);
  return field;
}

/** What was seen of all checks, by their id. */
export class Results {
  readonly refusalLog: RefusalEntry[] = [];
  private readonly records = new Map<string, CheckRecord>();
  /** Exclusions, by the check that they are about; those of null may cover failures of each. */
  private readonly exclusions = new Map<string | null, Exclusion[]>();

  /** The checks of which something was seen. */
  checks(): readonly string[] {
    return [...this.records.keys()];
  }

  /** What still stands for one check. */
  of(check: string): Readonly<CheckRecord> {
    let standing: Readonly<CheckRecord> = this.record(check);
    for (const about of [null, check])
      for (const exclusion of this.exclusions.get(about) ?? []) standing = without(standing, check, exclusion);
    return standing;
  }

  /** All that was seen of one check, made when it is first asked for. */
  record(check: string): CheckRecord {
    let record = this.records.get(check);
    if (record === undefined) {
      record = new CheckRecord();
      this.records.set(check, record);
    }
    return record;
  }

  /** Excludes some of what was seen: it has turned out to say nothing. */
  exclude(exclusion: Exclusion): void {
    const about = exclusion.passes?.check ?? null;
    this.exclusions.set(about, [...(this.exclusions.get(about) ?? []), exclusion]);
  }

  /**
   * A recorder for one case.
   * @param own the check that the case is about
   * @param sent what the case has sent so far; its failures keep it
   */
  writer(testCase: string, own?: string, sent: readonly Exchange[] = []): Recorder {
    const seenOf = (check: string, failure: Failure) => ({
      testCase,
      isOwn: check === own,
      failure: withSteps(failure, sent),
    });
    const fail = (check: string, failure: Failure): void => this.fail(check, seenOf(check, failure));
    const pass = (check: string, cases = 1, requests = 0): void => {
      const record = this.record(check);
      record.passes += cases;
      record.requests += requests;
    };
    return {
      pass,
      fail,
      outcome: (check, outcome) => {
        switch (outcome.kind) {
          case "held":
            return pass(check);
          case "failed":
            return fail(check, outcome.failure);
          case "excused":
            return this.excuse(check, outcome);
          case "observed":
            return;
          default:
            return outcome satisfies never;
        }
      },
      seen: (check) => {
        this.record(check).seen += 1;
      },
      unseen: (check, failure) => {
        const record = this.record(check);
        if (record.unseen.length < KEPT) record.unseen = [...record.unseen, seenOf(check, failure)];
      },
      blocked: (check, reason) => this.excuse(check, excused("premise", reason)),
      field: (check, path, held, where) => this.field(check, path, held, where),
      request: (check) => {
        this.record(check).requests += 1;
      },
      broken: (check, reason) => {
        this.record(check).broken ??= reason;
      },
    };
  }

  /** A case of a check is not judged; the first reason stays. */
  excuse(check: string, { mechanism, reason }: Excused): void {
    this.record(check).excused ??= { mechanism, reason };
  }

  /** Whether all that is known of a check is that a case was excused. */
  isOnlyExcused(check: string): boolean {
    const { excused, passes, seen, failing, unseen } = this.of(check);
    return excused !== null && passes + seen + failing + unseen.length === 0;
  }

  /** Adds everything from another log. */
  add(other: Results, { withRefusals = true } = {}): void {
    if (withRefusals) for (const entry of other.refusalLog) this.refusalLog.push(entry);
    for (const check of other.checks()) {
      const seen = other.of(check);
      const record = this.record(check);
      record.passes += seen.passes;
      record.requests += seen.requests;
      record.seen += seen.seen;
      record.failing += seen.failing;
      record.excused ??= seen.excused;
      record.broken ??= seen.broken;
      for (const failure of seen.failures) this.keep(record, failure);
      for (const [path, { held, failing, records }] of seen.fields) {
        const field = fieldOf(record, path);
        field.held += held;
        field.failing += failing;
        for (const where of records) if (field.records.size < RECORDS) field.records.add(where);
      }
      if (seen.unseen.length > 0) record.unseen = [...record.unseen, ...seen.unseen].slice(0, KEPT);
    }
  }

  /** The exchanges of the remaining failures that meet a condition. */
  failuresWhere(such: (exchange: Exchange) => boolean): Exchange[] {
    const all = this.checks().flatMap((check) => this.of(check).failures.map(({ failure }) => failure.exchange));
    return [...new Set(all)].filter(such);
  }

  private field(check: string, path: string, held: boolean, where: string | null): void {
    const field = fieldOf(this.record(check), path);
    if (held) field.held += 1;
    else {
      field.failing += 1;
      if (where !== null && field.records.size < RECORDS) field.records.add(where);
    }
  }

  private fail(check: string, seen: SeenFailure): void {
    const record = this.record(check);
    record.failing += 1;
    this.keep(record, seen);
  }

  private keep(record: CheckRecord, seen: SeenFailure): void {
    const { failures } = record;
    const { isOwn } = seen;
    // Those of the check's own cases show it best: the first of them are always kept.
    if (failures.length < KEPT || (isOwn && record.own < KEPT)) record.failures = [...failures, seen];
    if (isOwn) record.own += 1;
  }
}

/** What was seen of each check, as counts and failures. */
import type { Exchange } from "../client/model.js";
import type { Template } from "../generators/edits/edit.js";
import { groupedBy } from "../schemas/groups.js";
import type { Failure, LetGo, Recorder, Witnessed } from "./model.js";
import { letGo } from "./outcome.js";

/** A failure and the case that met it. */
export interface SeenFailure {
  readonly testCase: string;
  /** Whether the case is one of the check's own. */
  readonly isOwn: boolean;
  readonly failure: Failure;
}

/** What was seen of one field, of a check whose finding names several. */
export interface SeenField {
  held: number;
  failing: number;
  /** The first records in which it did not hold. */
  readonly records: Set<string>;
}

const NO_FAILURES: readonly SeenFailure[] = [];
/** Stays empty: the first field of a record brings a map of its own. */
const NO_FIELDS = new Map<string, SeenField>();

/** All that was seen of one check. Each answer makes a hundred of them, so that what mostly stays empty is made when needed. */
export class CheckRecord {
  passes = 0;
  requests = 0;
  /** The first failures, with their exchanges. */
  failures = NO_FAILURES;
  /** Failures that the check's own cases met. */
  own = 0;
  /** All cases that failed. */
  failing = 0;
  seen = 0;
  unseen = NO_FAILURES;
  fields = NO_FIELDS;
  /** What let the first case go that was let go; null when none was. */
  letGo: LetGo | null = null;
  /** Why the check could not judge; null when it could. */
  broken: string | null = null;
}

/** What an answer says of refusals, and when it was given. */
export interface Testimony {
  readonly witnessed: Witnessed;
  readonly check: string;
  readonly template: Template;
  /** Status and words of the answer: what is alike in all answers of one reason, and as it is quoted. */
  readonly words: string;
  readonly quote: string;
  /** Numbers of the moments at which the request was sent, and answered. */
  readonly sent: number;
  readonly answered: number;
}

/** The failure with the requests that led to it, where it is no edit that shows it. */
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
  readonly checks = new Map<string, CheckRecord>();
  testimonies: Testimony[] = [];

  /** The record of one check, made when it is first asked for. */
  of(check: string): CheckRecord {
    let record = this.checks.get(check);
    if (record === undefined) {
      record = new CheckRecord();
      this.checks.set(check, record);
    }
    return record;
  }

  /**
   * A way to write for one case.
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
      const record = this.of(check);
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
          case "open":
            return this.letGo(check, outcome);
          case "observed":
            return;
          default:
            return outcome satisfies never;
        }
      },
      seen: (check) => {
        this.of(check).seen += 1;
      },
      unseen: (check, failure) => {
        const record = this.of(check);
        if (record.unseen.length < KEPT) record.unseen = [...record.unseen, seenOf(check, failure)];
      },
      blocked: (check, reason) => this.letGo(check, letGo("premise", reason)),
      field: (check, path, held, where) => this.field(check, path, held, where),
      request: (check) => {
        this.of(check).requests += 1;
      },
      broken: (check, reason) => {
        this.of(check).broken ??= reason;
      },
    };
  }

  /** Nothing is said of a case of a check; the first reason stays. */
  letGo(check: string, { mechanism, reason }: LetGo): void {
    this.of(check).letGo ??= { mechanism, reason };
  }

  /** Whether all that was seen of a check is that a case was let go. */
  lets(check: string): boolean {
    const record = this.checks.get(check);
    if (record === undefined) return false;
    const { letGo, passes, seen, failing, unseen } = record;
    return letGo !== null && passes + seen + failing + unseen.length === 0;
  }

  /** Adds all that was seen elsewhere. */
  add(other: Results): void {
    this.testimonies.push(...other.testimonies);
    for (const [check, seen] of other.checks) {
      const record = this.of(check);
      record.passes += seen.passes;
      record.requests += seen.requests;
      record.seen += seen.seen;
      record.failing += seen.failing;
      record.letGo ??= seen.letGo;
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

  /** What refusals prove is decided: of each operation the first testimony stays that tells why nothing was seen. */
  forgetTestimonies(): void {
    const refused = this.testimonies.filter(({ witnessed }) => witnessed === "untaken" || witnessed === "barred");
    this.testimonies = [...groupedBy(refused, ({ template }) => template.operation).values()].map(([first]) => first);
  }

  /** The exchanges of failures that are such. */
  failuresWhere(such: (exchange: Exchange) => boolean): Exchange[] {
    const all = [...this.checks.values()].flatMap(({ failures }) => failures.map(({ failure }) => failure.exchange));
    return [...new Set(all)].filter(such);
  }

  /** Keeps only certain failures; the others are let go. */
  keepFailures(isKept: (failure: Failure) => boolean, reason: LetGo): void {
    for (const [check, record] of this.checks) {
      const kept = record.failures.filter(({ failure }) => isKept(failure));
      if (kept.length === record.failures.length) continue;
      record.failures = kept;
      record.failing = kept.length;
      this.letGo(check, reason);
    }
  }

  /**
   * What was taken for a proof is none.
   * @param all whether no other case proves the check: the one that is lost may be the one that would have failed
   */
  takeBackPasses(check: string, reason: LetGo, all: boolean): void {
    const record = this.of(check);
    record.passes = all ? 0 : Math.max(0, record.passes - 1);
    this.letGo(check, reason);
  }

  /** Takes the failures back that show in certain answers, for a reason that was found out later. */
  takeBack(isShownBy: (exchange: Exchange) => boolean, reason: LetGo): void {
    for (const [check, record] of this.checks) {
      const kept = record.failures.filter(({ failure }) => !isShownBy(failure.exchange));
      if (kept.length === record.failures.length) continue;
      record.failing = kept.length === 0 ? 0 : record.failing - (record.failures.length - kept.length);
      record.failures = kept;
      this.letGo(check, reason);
    }
  }

  private field(check: string, path: string, held: boolean, where: string | null): void {
    const field = fieldOf(this.of(check), path);
    if (held) field.held += 1;
    else {
      field.failing += 1;
      if (where !== null && field.records.size < RECORDS) field.records.add(where);
    }
  }

  private fail(check: string, seen: SeenFailure): void {
    const record = this.of(check);
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

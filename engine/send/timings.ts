/** How long answers took: by operation, by check, and how many came as the run went on. */
import type { Exchange } from "../../client/model.js";
import type { ReportedRun, ResponseTimes } from "../../reports/model.js";
import { allOperations, type OperationId } from "../../schemas/operation.js";
import { operationAt } from "../../schemas/paths.js";

/** Numbers of which there may be very many, kept as counts: memory grows with the number of different ones. */
export class Counted {
  private readonly counts = new Map<number, number>();
  size = 0;

  add(value: number, times = 1): void {
    this.size += times;
    this.counts.set(value, (this.counts.get(value) ?? 0) + times);
  }

  /** The number at an index in sorted order, from 0; 0 where there is none. */
  at(place: number): number {
    let before = 0;
    for (const [value, count] of [...this.counts].sort(([one], [other]) => one - other)) {
      before += count;
      if (before > place) return value;
    }
    return 0;
  }
}

/** Milliseconds of a stretch at first, doubled whenever there would be more stretches than the maximum. */
const FIRST_STRETCH = 100;
const MOST_STRETCHES = 80;

export class Timings {
  /** Tenths of a millisecond. */
  private readonly byOperation = new Map<OperationId, Counted>();
  private readonly byCheck = new Map<string, number>();
  private stretch = FIRST_STRETCH;
  private answers: number[] = [];

  /** @param startedAt milliseconds since the epoch: when the run began */
  constructor(private readonly startedAt: number) {}

  /** Takes one exchange; those without an answer have no such time. */
  add({ wire, response, startedAt, durationMs }: Exchange): void {
    if (response === null) return;
    const operation = operationAt(wire.path, wire.method)?.operation;
    if (operation !== undefined) this.of(operation).add(Math.round(durationMs * 10));
    this.count(startedAt + durationMs);
  }

  /** Takes what a part of the run reports. Its answers count with the longest time that they may have taken. */
  addPart({ startedAt, responseTimes = [], course }: ReportedRun): void {
    for (const { operation, requests, p50, p95, max } of responseTimes) {
      const [half, most] = [Math.ceil(requests * 0.5), Math.ceil(requests * 0.95)];
      const times = this.of(operation);
      times.add(Math.round(p50 * 10), half);
      times.add(Math.round(p95 * 10), most - half);
      times.add(Math.round(max * 10), requests - most);
    }
    const { stretchMs = 0, answers = [] } = course ?? {};
    for (const [index, count] of answers.entries()) this.count(Date.parse(startedAt) + index * stretchMs, count);
  }

  /** Takes an exchange as one of the requests that a check sent. */
  addTo(check: string, { durationMs }: Exchange): void {
    this.byCheck.set(check, (this.byCheck.get(check) ?? 0) + durationMs);
  }

  /** Milliseconds, to tenths, that the requests of a check took in total, though others ran at the same time. */
  ofCheck(check: string): number {
    return Math.round((this.byCheck.get(check) ?? 0) * 10) / 10;
  }

  /** What the report says about times; nothing where nothing was answered. */
  summary(): Pick<ReportedRun, "responseTimes" | "course"> {
    if (this.answers.length === 0) return {};
    const responseTimes = allOperations().flatMap(({ id: operation }): ResponseTimes[] => {
      const times = this.byOperation.get(operation);
      if (times === undefined) return [];
      const { size } = times;
      const within = (share: number) => times.at(Math.ceil(size * share) - 1) / 10;
      return [{ operation, requests: size, p50: within(0.5), p95: within(0.95), max: within(1) }];
    });
    return {
      responseTimes,
      course: { stretchMs: this.stretch, answers: Array.from(this.answers, (count = 0) => count) },
    };
  }

  private of(operation: OperationId): Counted {
    const times = this.byOperation.get(operation) ?? new Counted();
    this.byOperation.set(operation, times);
    return times;
  }

  private count(time: number, answers = 1): void {
    const at = Math.max(0, time - this.startedAt);
    while (at >= MOST_STRETCHES * this.stretch) {
      this.stretch *= 2;
      const halves = this.answers;
      this.answers = [];
      for (const [index, count = 0] of halves.entries()) this.put(Math.floor(index / 2), count);
    }
    this.put(Math.floor(at / this.stretch), answers);
  }

  private put(index: number, count: number): void {
    this.answers[index] = (this.answers[index] ?? 0) + count;
  }
}

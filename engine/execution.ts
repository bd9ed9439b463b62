/** Plays the units of a run, the most telling first, and plays the failing ones again before anything is reported. */
import { BudgetSpentError, RunInterruptedError, TargetThrottlesError } from "../client/interruption.js";
import type { Exchange } from "../client/model.js";
import type { OperationId } from "../schemas/operations.js";
import type { Unit } from "./model.js";
import type { Session } from "./session.js";
import { type Spent, spentOperations, withoutSpent } from "./adaptation/exhaustion.js";
import { type MetDeparture, TallyBook } from "./results.js";

/** How far a run has come, for progress lines. When limits are measured, these are the units. */
export interface Progress {
  readonly played: number;
  readonly units: number;
  readonly phase: "checks" | "confirming" | "measuring";
  /** Checks with a departure so far, confirmed or not. */
  readonly departures: number;
}

/** Why a run ended before its end. */
export type Stop = "budget" | "interrupted" | "throttled" | null;

/** A unit that broke inside the suite itself: our fault, never the target's. */
export interface InternalError {
  readonly check: string;
  readonly message: string;
}

/** Everything that was seen. */
export interface Playback {
  readonly book: TallyBook;
  /** Per check: the departures that were seen again. */
  readonly confirmed: ReadonlyMap<string, readonly MetDeparture[]>;
  /** Checks with a departure that there was no time to play again. */
  readonly unconfirmed: ReadonlySet<string>;
  readonly internalErrors: readonly InternalError[];
  /** Operations that refuse everything by now, though they did not at first. */
  readonly spent: ReadonlyMap<OperationId, Spent>;
  readonly stop: Stop;
}

export interface RunnerOptions {
  readonly concurrency: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** How many departures of one check are played again before it counts as not reproduced. */
const TRIES = 3;

/**
 * A value that was let in as a partner's own id is a duplicate when it is sent again, and may be refused for that: such
 * a departure counts although it does not repeat.
 */
const UNREPEATABLE = new Set(["partner_recipient_id", "partner_customer_id"]);

/** Works on all items, so many at once, beginning with the first. */
export async function inParallel<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
}

/** Why an error ends the run; null when it is about something else. */
export function stopOf(error: unknown): Stop {
  if (error instanceof BudgetSpentError) return "budget";
  if (error instanceof TargetThrottlesError) return "throttled";
  return error instanceof RunInterruptedError ? "interrupted" : null;
}

/**
 * Plays all units.
 * Never throws for what the target does; an error inside a unit is recorded as internal, and the run goes on.
 */
export async function playAll(session: Session, units: readonly Unit[], options: RunnerOptions): Promise<Playback> {
  const book = new TallyBook();
  const controls = new Map<string, Promise<Exchange | null>>();
  const internalErrors: InternalError[] = [];
  const confirmed = new Map<string, MetDeparture[]>();
  const unconfirmed = new Set<string>();
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  let stop: Stop = null;
  let played = 0;
  let departures = 0;

  const play = async (unit: Unit, attempt: number, into: TallyBook, known: typeof controls): Promise<void> => {
    if (stop !== null) return;
    try {
      await unit.play(session.scene(unit.id, attempt, into, known));
    } catch (error) {
      const reason = stopOf(error);
      if (reason !== null) stop ??= reason;
      else
        internalErrors.push({
          check: unit.check,
          message: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
    }
  };

  const playFirst = async (unit: Unit): Promise<void> => {
    await play(unit, 0, book, controls);
    played += 1;
    if (options.onProgress !== undefined) {
      if (played % 64 === 0)
        departures = [...book.checks.values()].filter((tally) => tally.departures.length > 0).length;
      options.onProgress({ played, units: units.length, phase: "checks", departures });
    }
  };
  const spentNow = async (): Promise<ReadonlyMap<OperationId, Spent>> => {
    try {
      return await spentOperations(session, book);
    } catch (error) {
      const reason = stopOf(error);
      if (reason === null) throw error;
      stop ??= reason;
      return new Map();
    }
  };
  const patient = units.filter((unit) => unit.patient === true);
  // Array.prototype.sort is stable: within a tier the order of declaration stays.
  const busy = units.filter((unit) => unit.patient !== true).sort((left, right) => left.tier - right.tier);
  await Promise.all([...patient.map(playFirst), inParallel(busy, options.concurrency, playFirst)]);

  const spent = stop === null ? await spentNow() : new Map<OperationId, Spent>();
  withoutSpent(book, spent);
  const suspects = [...book.checks].filter(([, tally]) => tally.departures.length > 0);
  let attempt = 0;
  const replayed = new Map<string, Promise<TallyBook>>();
  const again = (unit: Unit): Promise<TallyBook> => {
    let replay = replayed.get(unit.id);
    if (replay === undefined) {
      const fresh = new TallyBook();
      attempt += 1;
      replay = play(unit, attempt, fresh, new Map()).then(() => fresh);
      replayed.set(unit.id, replay);
    }
    return replay;
  };
  /** The departure of the smallest random edit that still shows the fault; null when there is nothing to shrink. */
  const shrunk = async (unit: Unit, check: string): Promise<MetDeparture | null> => {
    if (unit.shrink === undefined) return null;
    const departureOf = async (candidate: Unit): Promise<MetDeparture | undefined> => {
      const fresh = new TallyBook();
      attempt += 1;
      await play(candidate, attempt, fresh, new Map());
      return fresh.of(check).departures[0];
    };
    const smaller = await unit.shrink(async (candidate) => (await departureOf(candidate)) !== undefined);
    return smaller === null ? null : ((await departureOf(smaller)) ?? null);
  };
  await inParallel(suspects, Math.min(4, options.concurrency), async ([check, tally]) => {
    const tried = new Set<string>();
    // A unit that was made for the check shows its fault best.
    const isOwn = ({ unit }: MetDeparture): boolean => byId.get(unit)?.check === check;
    const departed = [...tally.departures.filter(isOwn), ...tally.departures.filter((met) => !isOwn(met))];
    for (const { unit: unitId } of departed) {
      const unit = byId.get(unitId);
      if (unit === undefined || tried.has(unitId)) continue;
      if (unit.operation !== "webhooks" && spent.has(unit.operation)) {
        // No control is accepted any more that a repetition could be compared with.
        confirmed.set(check, tally.departures.slice(0, 1));
        return;
      }
      tried.add(unitId);
      const repeated = (await again(unit)).of(check).departures[0];
      if (stop !== null) {
        unconfirmed.add(check);
        return;
      }
      if (repeated !== undefined) {
        confirmed.set(check, [(await shrunk(unit, check)) ?? repeated]);
        break;
      }
      if (tried.size >= TRIES) break;
    }
    if (!confirmed.has(check)) {
      const once = tally.departures.find(({ departure }) => UNREPEATABLE.has(departure.edit?.at ?? ""));
      if (once !== undefined) confirmed.set(check, [once]);
    }
    options.onProgress?.({ played, units: units.length, phase: "confirming", departures: suspects.length });
  });
  return { book, confirmed, unconfirmed, internalErrors, spent, stop };
}

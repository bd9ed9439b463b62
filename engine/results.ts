/** What was seen of each check, as counts and departures. */
import type { Departure, Tally } from "./model.js";

/** A departure and the unit that met it. */
export interface MetDeparture {
  readonly unit: string;
  readonly departure: Departure;
}

/** All that was seen of one check. */
export interface CheckTally {
  passes: number;
  requests: number;
  /** The first departures, with their exchanges. */
  departures: MetDeparture[];
  /** Departures that the check's own units met. */
  own: number;
  /** All cases that departed. */
  failing: number;
  seen: number;
  unseen: MetDeparture[];
  blocked: string | null;
}

/** How many departures of one check are kept with their exchanges; later ones are only counted. */
const KEPT = 50;

/** Tallies by check id. */
export class TallyBook {
  readonly checks = new Map<string, CheckTally>();

  /** The tally of one check, made when it is first asked for. */
  of(check: string): CheckTally {
    let tally = this.checks.get(check);
    if (tally === undefined) {
      tally = { passes: 0, requests: 0, departures: [], own: 0, failing: 0, seen: 0, unseen: [], blocked: null };
      this.checks.set(check, tally);
    }
    return tally;
  }

  /** A way to write for one unit. */
  writer(unit: string): Tally {
    return {
      pass: (check, cases = 1) => {
        this.of(check).passes += cases;
      },
      fail: (check, departure) => {
        const tally = this.of(check);
        const { departures } = tally;
        tally.failing += 1;
        // Those of the check's own units show it best: the first of them are always kept.
        const isOwn = unit.startsWith(`${check}#`);
        if (departures.length < KEPT || (isOwn && tally.own < KEPT)) departures.push({ unit, departure });
        if (isOwn) tally.own += 1;
      },
      seen: (check) => {
        this.of(check).seen += 1;
      },
      unseen: (check, departure) => {
        const { unseen } = this.of(check);
        if (unseen.length < KEPT) unseen.push({ unit, departure });
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

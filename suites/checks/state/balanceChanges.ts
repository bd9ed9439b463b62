/**
 * Whether readings of the balances within milliseconds can be those of wallets in use: money comes and goes, holds are
 * placed and released, a wallet is opened or closed. What was left behind does not come back, though, and nobody's
 * money moves everywhere on each reading.
 */

/** An entry of the balances as far as it is compared. */
export interface WalletReading {
  /** Currency, network and kind: which wallet it is. */
  readonly wallet: string;
  readonly total: unknown;
  readonly available: unknown;
}

/** Readings in turns: the readings of one turn were under way at once, so that their order is not known. */
export type Turns = readonly (readonly (readonly WalletReading[])[])[];

/** What cannot be, in words. */
export interface Inconsistency {
  readonly message: string;
  readonly states: readonly string[];
}

type Series = readonly (readonly string[])[];

function orders<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    orders([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

/** All orders in which the states may have followed each other. */
function sequences(series: Series): string[][] {
  return series.reduce<string[][]>(
    (before, turn) => before.flatMap((sequence) => orders(turn).map((order) => [...sequence, ...order])),
    [[]],
  );
}

function comesBack(sequence: readonly string[]): boolean {
  return sequence.some((state, index) => state !== sequence[index - 1] && sequence.indexOf(state) < index);
}

function isMonotonic(sequence: readonly string[]): boolean {
  const steps = sequence.slice(1).map((state, index) => Math.sign(Number(state) - Number(sequence[index])));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

/** Whether a state was left and seen again, in whatever order the readings of one turn were made. */
function returns(series: Series): boolean {
  return sequences(series).every(comesBack);
}

/** Readings from which a series is long enough to look random. */
const MANY = 4;

/** Whether every reading shows another amount, now more and now less. */
function isRandom(series: Series): boolean {
  const states = series.flat();
  // Of two wallets that look alike it cannot be told which amount is whose.
  if (states.some((state) => Number.isNaN(Number(state)))) return false;
  return states.length >= MANY && new Set(states).size === states.length && !sequences(series).some(isMonotonic);
}

function seriesOf(turns: Turns, state: (reading: readonly WalletReading[]) => string): Series {
  return turns.map((turn) => turn.map(state));
}

/** The amounts that a reading shows of one wallet; there may be several alike. */
function amountsIn(reading: readonly WalletReading[], wallet: string, amount: "total" | "available"): string {
  return reading
    .filter((entry) => entry.wallet === wallet)
    .map((entry) => String(entry[amount]))
    .sort()
    .join(" and ");
}

/** What readings show that wallets in use do not explain; null when there is nothing. */
export function inconsistencyIn(turns: Turns): Inconsistency | null {
  const readings = turns.flat();
  const wallets = [...new Set(readings.flatMap((reading) => reading.map(({ wallet }) => wallet)))];
  for (const wallet of wallets) {
    const counts = seriesOf(turns, (reading) => String(reading.filter((entry) => entry.wallet === wallet).length));
    if (returns(counts)) {
      const states = counts.flat().map((count) => `${count} of ${wallet}`);
      return { message: "A wallet comes and goes from reading to reading", states };
    }
  }
  const lasting = wallets.filter((wallet) => readings.every((reading) => reading.some((one) => one.wallet === wallet)));
  for (const wallet of lasting) {
    const totals = seriesOf(turns, (reading) => amountsIn(reading, wallet, "total"));
    const available = seriesOf(turns, (reading) => amountsIn(reading, wallet, "available"));
    // A hold that is released gives an available amount back, and leaves the total as it was.
    const series = returns(totals) || isRandom(totals) ? totals : isRandom(available) ? available : null;
    if (series !== null) {
      const states = series.flat().map((amounts) => `${wallet} ${amounts}`);
      return { message: "The amounts of the same wallets change from reading to reading", states };
    }
  }
  const isUsed = (wallet: string): boolean =>
    readings.some((reading) =>
      reading.some((one) => one.wallet === wallet && (one.total !== 0 || one.available !== 0)),
    );
  const used = lasting.filter(isUsed);
  const everywhere = used.every((wallet) => {
    const states = readings.map((one) => `${amountsIn(one, wallet, "total")} ${amountsIn(one, wallet, "available")}`);
    return new Set(states).size === states.length;
  });
  if (used.length < 2 || readings.length < MANY || !everywhere) return null;
  const states = readings.map((reading) => used.map((wallet) => amountsIn(reading, wallet, "available")).join(", "));
  return { message: "The amounts of all wallets change with each reading", states };
}

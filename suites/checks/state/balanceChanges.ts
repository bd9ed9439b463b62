/**
 * Whether readings of the balances within milliseconds can be those of wallets in use: money comes and goes, holds are
 * placed and released, a wallet is opened or closed. What was left behind does not come back, though, and holds are
 * not placed everywhere on each reading while no money moves.
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

/** Whether a state was left and seen again, in whatever order the readings of one turn were made. */
function returns(series: Series): boolean {
  return sequences(series).every(comesBack);
}

/** Readings from which on it is told that amounts change with each of them. */
const MANY = 4;

function seriesOf(turns: Turns, state: (reading: readonly WalletReading[]) => string): Series {
  return turns.map((turn) => turn.map(state));
}

type Amount = "total" | "available";

/** The amounts that a reading shows of one wallet; there may be several alike. */
function amountsIn(reading: readonly WalletReading[], wallet: string, amount: Amount): string {
  return reading
    .filter((entry) => entry.wallet === wallet)
    .map((entry) => String(entry[amount]))
    .sort()
    .join(" and ");
}

/** How many wallets show other amounts from one reading to another. */
export function movedIn(readings: readonly (readonly WalletReading[])[]): number {
  const wallets = new Set(readings.flat().map(({ wallet }) => wallet));
  const amounts = (reading: readonly WalletReading[], wallet: string): string =>
    `${amountsIn(reading, wallet, "total")}, ${amountsIn(reading, wallet, "available")}`;
  return [...wallets].filter((wallet) => new Set(readings.map((one) => amounts(one, wallet))).size > 1).length;
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
    // A hold that is released gives an available amount back, and leaves the total as it was.
    if (returns(totals)) {
      const states = totals.flat().map((amounts) => `${wallet} ${amounts}`);
      return { message: "The amounts of the same wallets change from reading to reading", states };
    }
  }
  const isUsed = (wallet: string): boolean =>
    readings.some((reading) =>
      reading.some((one) => one.wallet === wallet && (one.total !== 0 || one.available !== 0)),
    );
  const used = lasting.filter(isUsed);
  const states = (wallet: string, amount: Amount) =>
    new Set(readings.map((one) => amountsIn(one, wallet, amount))).size;
  // Money that comes and goes shows in totals; where it does nowhere, it is the reading that changes what is available.
  const everywhere = used.every(
    (wallet) => states(wallet, "total") === 1 && states(wallet, "available") === readings.length,
  );
  if (used.length < 2 || readings.length < MANY || !everywhere) return null;
  return {
    message: "The amounts of all wallets change with each reading",
    states: readings.map((reading) => used.map((wallet) => amountsIn(reading, wallet, "available")).join(", ")),
  };
}

/**
 * The balances (section 4.8): each wallet once, and reads within milliseconds must be possible for wallets in use. Money
 * comes and goes, holds are placed and released, a wallet is opened or closed. But an earlier state does not come back, and
 * holds are not placed everywhere on each read while no money moves.
 */
import { check } from "../../../discovery/check.js";
import { readings, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import { amount } from "../../../reports/visible.js";
import { isObject, type JsonObject } from "../../../schemas/json.js";

/** An entry of the balances as far as it is compared. */
interface WalletReading {
  /** Currency, network and kind: they identify the wallet. */
  readonly wallet: string;
  readonly total: unknown;
  readonly available: unknown;
}

/** Reads in turns: the reads of one turn were under way at once, so their order is not known. */
export type Turns = readonly (readonly (readonly WalletReading[])[])[];

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

/** Whether a state was left and seen again, whatever the order of the reads of one turn. */
function returns(series: Series): boolean {
  return sequences(series).every(comesBack);
}

/** Number of reads from which it is reported that amounts change with each of them. */
const MANY = 4;

function seriesOf(turns: Turns, state: (reading: readonly WalletReading[]) => string): Series {
  return turns.map((turn) => turn.map(state));
}

type Amount = "total" | "available";

/** The amounts that a read shows for one wallet; several may be alike. */
function amountsIn(reading: readonly WalletReading[], wallet: string, amount: Amount): string {
  return reading
    .filter((entry) => entry.wallet === wallet)
    .map((entry) => String(entry[amount]))
    .sort()
    .join(" and ");
}

/** How many wallets show other amounts from one read to another. */
function movedIn(readings: readonly (readonly WalletReading[])[]): number {
  const wallets = new Set(readings.flat().map(({ wallet }) => wallet));
  const amounts = (reading: readonly WalletReading[], wallet: string): string =>
    `${amountsIn(reading, wallet, "total")}, ${amountsIn(reading, wallet, "available")}`;
  return [...wallets].filter((wallet) => new Set(readings.map((one) => amounts(one, wallet))).size > 1).length;
}

/** What reads show that wallets in use do not explain; null when there is nothing. */
function inconsistencyIn(turns: Turns) {
  const readings = turns.flat();
  const wallets = [...new Set(readings.flatMap((reading) => reading.map(({ wallet }) => wallet)))];
  for (const wallet of wallets) {
    const counts = seriesOf(turns, (reading) => String(reading.filter((entry) => entry.wallet === wallet).length));
    if (returns(counts)) {
      const states = counts.flat().map((count) => `${count} of ${wallet}`);
      return { message: "A wallet comes and goes from one read to the next", states };
    }
  }
  const lasting = wallets.filter((wallet) => readings.every((reading) => reading.some((one) => one.wallet === wallet)));
  for (const wallet of lasting) {
    const totals = seriesOf(turns, (reading) => amountsIn(reading, wallet, "total"));
    // A released hold restores an available amount, and leaves the total as it was.
    if (returns(totals)) {
      const states = totals.flat().map((amounts) => `${wallet} ${amounts}`);
      return { message: "The amounts of the same wallets change from one read to the next", states };
    }
  }
  const isUsed = (wallet: string): boolean =>
    readings.some((reading) =>
      reading.some((one) => one.wallet === wallet && (one.total !== 0 || one.available !== 0)),
    );
  const used = lasting.filter(isUsed);
  const states = (wallet: string, amount: Amount) =>
    new Set(readings.map((one) => amountsIn(one, wallet, amount))).size;
  // Money that comes and goes shows in totals; where no total changes, it is the read that changes what is available.
  const everywhere = used.every(
    (wallet) => states(wallet, "total") === 1 && states(wallet, "available") === readings.length,
  );
  if (used.length < 2 || readings.length < MANY || !everywhere) return null;
  return {
    message: "The amounts of all wallets change with each reading",
    states: readings.map((reading) => used.map((wallet) => amountsIn(reading, wallet, "available")).join(", ")),
  };
}

/** How many reads are under way at once: no other case reads balances several times at once in a smoke run. */
const AT_ONCE = 4;

const NAMING = ["currency_type", "currency", "network"] as const;

function walletsOf({ value }: Pick<Step, "value">): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The members that name a wallet: not those that are present in one read and missing in another, which is another fault. */
function namingIn(answers: readonly Step[]): (typeof NAMING)[number][] {
  return NAMING.filter((name) => {
    const lacking = answers.map((answer) => walletsOf(answer).filter((wallet) => wallet[name] === undefined).length);
    return new Set(lacking).size < 2;
  });
}

function readingOf(step: Step, naming: readonly string[]): WalletReading[] {
  const word = (wallet: JsonObject, name: string): string | readonly string[] => {
    if (name === "network") return wallet.network === undefined ? "without a network" : `on ${String(wallet.network)}`;
    return wallet[name] === undefined ? [] : String(wallet[name]);
  };
  return walletsOf(step).map((wallet) => ({
    wallet: naming.flatMap((name) => word(wallet, name)).join(" "),
    total: wallet.total_amount,
    available: wallet.available_amount,
  }));
}

export const repeatedBalances = check("listBalances/state/repeat", {
  sends: "GET /api/balances, seven times",
  expects:
    "no wallet and no total that goes away and comes back, and no available amounts that change everywhere each time while no total does",
  cases: ({ templates }) =>
    templates.listBalances.slice(0, 1).map((template) =>
      steps(0, async (sequence) => {
        const answers = await readings(sequence, template, AT_ONCE);
        const usable = answers.filter(({ value }) => Array.isArray(value));
        const [first] = usable;
        if (first === undefined) return sequence.blocked("the balances are not a list");
        // All but the first two and the last are under way at once.
        const turns = [answers.slice(0, 1), answers.slice(1, 2), answers.slice(2, -1), answers.slice(-1)];
        const naming = namingIn(usable);
        const reading = (step: Step): WalletReading[] => readingOf(step, naming);
        const moved = movedIn(usable.map(reading));
        const text =
          moved === 0
            ? `${usable.length} readings show the same amounts`
            : `${amount(moved, "wallet")} changed within ${usable.length} readings`;
        sequence.execution.observe("unknown.listBalances.moving", { value: { wallets: moved }, text }, first.exchange);
        const wrong = inconsistencyIn(turns.map((turn) => turn.filter((step) => usable.includes(step)).map(reading)));
        sequence.expect(wrong === null, usable.at(-1) ?? first, {
          message: wrong?.message ?? "",
          expected: "the same wallets in each reading, with amounts that payments in between explain",
          actual: [...new Set(wrong?.states ?? [])].join(", then "),
          control: first,
        });
      }),
    ),
});

export const distinctWallets = check("listBalances/state/wallets.distinct", {
  sends: "GET /api/balances",
  expects: "no two entries with money in them that are the same in every field",
  cases: ({ templates }) =>
    templates.listBalances.slice(0, 1).map((template) =>
      steps(0, async (sequence) => {
        const step = await sequence.reading(template, "read");
        if (!Array.isArray(step.value)) return sequence.blocked("the balances are not a list");
        // Two wallets may have the same currency and network, and nothing in them: only an entry that is another one altogether, its
        // amounts included, is a repetition.
        const entries = walletsOf(step)
          .filter(({ total_amount: total }) => total !== 0)
          .map((wallet) => JSON.stringify(wallet));
        const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
        sequence.expect(twice === undefined, step, {
          message: "A wallet is listed twice",
          expected: "one entry for each wallet",
          actual: `twice: ${twice}`,
        });
      }),
    ),
});

/** What the amounts of transfers mean, which section 2.5 does not say: fees, rates, decimals. */
import type { Observed } from "../../engine/judge/observations.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { words } from "./words.js";

/** Two amounts in money that differ by less are the same, in units of the currency. */
const CENT = 0.011;

interface Numbers {
  readonly source: number;
  readonly target: number;
  readonly fee: number;
  readonly rate: number;
}

function isNumbers(found: Readonly<Record<keyof Numbers, unknown>>): found is Numbers {
  return Object.values(found).every((value) => typeof value === "number");
}

function numbersOf({ source, target, fee, exchange_rate: rate }: JsonRecord): Numbers | null {
  if (!isObject(source) || !isObject(target)) return null;
  const found = { source: source.amount, target: target.amount, fee, rate };
  return isNumbers(found) ? found : null;
}

/** What a formula says, as a value and in words, and the target amount that it yields. */
interface Formula {
  readonly value: string;
  readonly text: string;
  readonly target: (numbers: Numbers) => number;
}

const FEE_FORMULAS: readonly Formula[] = [
  {
    value: "source currency",
    text: "in the source currency, deducted from the source amount",
    target: ({ source, fee, rate }) => (source - fee) * rate,
  },
  {
    value: "per cent",
    text: "a percentage of the source amount, deducted from it",
    target: ({ source, fee, rate }) => source * (1 - fee / 100) * rate,
  },
  {
    value: "beside the source amount",
    text: "not part of the source amount",
    target: ({ source, rate }) => source * rate,
  },
  {
    value: "target currency",
    text: "in the target currency, deducted from the target amount",
    target: ({ source, fee, rate }) => source * rate - fee,
  },
];

const RATE_FORMULAS: readonly Formula[] = [
  {
    value: "target for source",
    text: "target units for one source unit",
    target: ({ source, rate }) => source * rate,
  },
  {
    value: "source for target",
    text: "source units for one target unit",
    target: ({ source, rate }) => source / rate,
  },
];

/** The only formula that holds; null when none does, or several do. */
function onlyOne(formulas: readonly Formula[], holds: (formula: Formula) => boolean): Formula | null {
  const [only, ...others] = formulas.filter(holds);
  return only === undefined || others.length > 0 ? null : only;
}

export function feeUnit(details: readonly JsonRecord[]): Observed {
  const numbers = details.filter(({ fee }) => fee !== 0).flatMap((detail) => numbersOf(detail) ?? []);
  const found = onlyOne(
    FEE_FORMULAS,
    ({ target }) =>
      numbers.length > 0 && numbers.every((each) => Math.abs(target(each) - each.target) <= CENT + each.target * 1e-4),
  );
  return found === null
    ? { value: "no single reading", text: "the amounts fit no single reading" }
    : { value: found.value, text: `the amounts fit a fee that is ${found.text}` };
}

/** The unit of rates: fees are small, so the direction shows whatever they are. */
export function rateUnit(details: readonly JsonRecord[]): Observed {
  const telling = details.flatMap((detail) => numbersOf(detail) ?? []).filter(({ rate }) => rate > 1.5 || rate < 0.67);
  if (telling.length === 0) return { value: null, text: "unclear: every rate is close to 1" };
  const found = onlyOne(RATE_FORMULAS, ({ target }) =>
    telling.every((each) => Math.abs(target(each) / each.target - 1) < 0.1),
  );
  return found ?? { value: "neither", text: "it fits neither way" };
}

/** The most decimals that amounts have, by currency. */
export function precision(details: readonly JsonRecord[]): Observed {
  const most = new Map<string, number>();
  for (const { source, target } of details) {
    for (const side of [source, target]) {
      if (!isObject(side) || typeof side.amount !== "number") continue;
      const decimals = /\.(\d+)$/.exec(String(side.amount))?.[1]?.length ?? 0;
      const currency = String(side.currency);
      most.set(currency, Math.max(most.get(currency) ?? 0, decimals));
    }
  }
  const { text } = words([...most].map(([currency, decimals]) => `${currency} ${decimals}`));
  return { value: Object.fromEntries(most), text: `at most: ${text}` };
}

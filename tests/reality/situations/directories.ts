/** Figures and lists that move while a run looks at them. */
import type { Decide } from "../front.js";
import { CONFORMS, changed, fronted, isFor, isSuccess, type JsonValue, type Situation, warned } from "../situation.js";
import { type JsonObject, relisting } from "../unusual.js";

/** Balances that are others at each read. */
function moving(): Decide {
  let reads = 0;
  return async (arrival, pass) => {
    const answer = await pass();
    if (!isFor("listBalances", arrival) || !isSuccess(answer)) return answer;
    reads += 1;
    const move = (value: JsonValue): JsonValue =>
      typeof value === "object" && value !== null && !Array.isArray(value) && typeof value.total_amount === "number"
        ? {
            ...value,
            total_amount: value.total_amount + reads,
            available_amount: Number(value.available_amount) + reads,
          }
        : value;
    return changed(answer, (value) => (Array.isArray(value) ? value.map(move) : value));
  };
}

/** Transactions of which more are listed with every so many readings, each one before the others. */
function more(all: readonly JsonObject[], count: number): readonly JsonObject[] {
  const newest = Array.from({ length: count }, (_, index) => ({
    ...all[0],
    id: `fee_${index}`,
    reference_id: `fee-${index}`,
    type: "fee",
    status: "booked",
  }));
  return [...newest.reverse(), ...all];
}

/** A new transaction comes in with every tenth reading of the list. */
const growing = relisting((all, reading) => ({ items: more(all, Math.floor(reading / 10)) }));

/** The same, and the total counts what was there a few readings ago. */
const growingAndLagging = relisting((all, reading) => {
  const items = more(all, Math.min(Math.floor(reading / 10), 6));
  return { items, total: more(all, Math.min(Math.floor(Math.max(0, reading - 8) / 10), 6)).length };
});

/** A total that is right once the pages of its size were read twice: the look after that finds it so, however fast the machine is. */
const lagging = (): Decide => {
  const reads = new Map<number, number>();
  return relisting((items, _reading, path) => {
    const size = Number(new URL(path, "http://x").searchParams.get("page_size") ?? items.length);
    const before = reads.get(size) ?? 0;
    reads.set(size, before + 1);
    const isRight = before >= 2 * Math.ceil(items.length / size);
    return { items, total: items.length - (isRight ? 0 : 1) };
  })();
};

export const DIRECTORIES: readonly Situation[] = [
  fronted("balances that move at each read", "smoke", moving, { ...CONFORMS, observed: /wallets changed within/ }),
  fronted("a total that lags behind", "smoke", lagging, { ...CONFORMS, observed: /lags behind/ }),
  fronted("a list that grows during the run", "smoke", growing, CONFORMS),
  fronted("a list that grows while its total lags behind", "smoke", growingAndLagging, CONFORMS),
  // Nothing tells that it lags: it is never right.
  fronted(
    "a total that is one less for ever",
    "smoke",
    relisting((items) => ({ items, total: items.length - 1 })),
    warned(1, /total differs/),
  ),
];

/** Figures and lists that move while a run looks at them. */
import type { Decide } from "../front.js";
import { CONFORMS, changed, fronted, isFor, isSuccess, type JsonValue, type Situation } from "../situation.js";

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

/** A total that was counted before the last ones came. */
function stale(): Decide {
  return async (arrival, pass) => {
    const answer = await pass();
    if (!isFor("listTransactions", arrival) || !isSuccess(answer)) return answer;
    return changed(answer, (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && typeof value.total === "number"
        ? { ...value, total: value.total - 1 }
        : value,
    );
  };
}

/** A new transaction comes in with every tenth read of the list: each page moves on by so many. */
function growing(): Decide {
  let reads = 0;
  return async (arrival, pass) => {
    const answer = await pass();
    if (!isFor("listTransactions", arrival) || !isSuccess(answer)) return answer;
    reads += 1;
    const more = Math.floor(reads / 10);
    return changed(answer, (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && typeof value.total === "number"
        ? { ...value, total: value.total + more }
        : value,
    );
  };
}

export const DIRECTORIES: readonly Situation[] = [
  fronted("balances that move at each read", "smoke", moving, { ...CONFORMS, observed: /move|differ|chang/i }),
  fronted("a total that lags behind", "smoke", stale, { ...CONFORMS, observed: /total/i }),
  fronted("a total that grows during the run", "smoke", growing, { ...CONFORMS, observed: /total/i }),
];

import { isObject } from "../../json.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("state");

function list(
  way: string,
  rule: string,
  title: string,
  change: (wallets: readonly unknown[], reading: number) => readonly unknown[],
): Defect {
  return defect(`listBalances/state/${rule}/${way}`, title, () => {
    let readings = 0;
    return bodyChanged((body) => (Array.isArray(body) ? change(body, ++readings) : body));
  });
}

/** Section 4.8: one entry for each wallet. */
export const BALANCES: readonly Defect[] = [
  list("first-twice", "wallets.distinct", "the first wallet is listed twice", (wallets) => [
    ...wallets,
    ...wallets.slice(0, 1),
  ]),
  list("all-twice", "wallets.distinct", "every wallet is listed twice", (wallets) => [...wallets, ...wallets]),
  list("coming-and-going", "repeat", "the last wallet is missing from every third reading", (wallets, reading) =>
    reading % 3 === 0 ? wallets.slice(0, -1) : wallets,
  ),
  list("alternating", "repeat", "the total amounts are higher in every third reading", (wallets, reading) =>
    wallets.map((wallet) =>
      isObject(wallet) && reading % 3 === 0 ? { ...wallet, total_amount: Number(wallet.total_amount) + 10 } : wallet,
    ),
  ),
  list("shrinking", "repeat", "the available amounts shrink with each reading", (wallets, reading) =>
    wallets.map((wallet) =>
      isObject(wallet)
        ? { ...wallet, available_amount: Math.max(0, Number(wallet.available_amount) - reading) }
        : wallet,
    ),
  ),
];

/** Repeated readings of the balances show the same wallets (section 4.8). */
import { check } from "../../../engine/check.js";
import { readings, type Step, steps } from "../../../engine/sequenceCase.js";
import { amount } from "../../../reports/visible.js";
import { isObject, type JsonObject } from "../../../schemas/json.js";
import { inconsistencyIn, movedIn, type WalletReading } from "./balanceChanges.js";

/** How many readings are under way at once: no other case asks for balances several times at once in a smoke run. */
const AT_ONCE = 4;

const NAMING = ["currency_type", "currency", "network"] as const;

function walletsOf({ value }: Step): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The members that name a wallet: not those that are there in one reading and missing in another, which is another fault. */
function namingIn(answers: readonly Step[]): (typeof NAMING)[number][] {
  return NAMING.filter((name) => {
    const lacking = answers.map((answer) => walletsOf(answer).filter((wallet) => wallet[name] === undefined).length);
    return new Set(lacking).size < 2;
  });
}

function readingOf(step: Step, naming: readonly string[]): WalletReading[] {
  return walletsOf(step).map((wallet) => ({
    wallet: naming
      .flatMap((name) => {
        if (name === "network")
          return wallet.network === undefined ? "without a network" : `on ${String(wallet.network)}`;
        return wallet[name] === undefined ? [] : String(wallet[name]);
      })
      .join(" "),
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
        // All but the first two and the last were under way at once.
        const turns = [answers.slice(0, 1), answers.slice(1, 2), answers.slice(2, -1), answers.slice(-1)];
        const naming = namingIn(usable);
        const reading = (step: Step): WalletReading[] => readingOf(step, naming);
        const moved = movedIn(usable.map(reading));
        sequence.execution.observe(
          "unknown.listBalances.moving",
          {
            value: { wallets: moved },
            text:
              moved === 0
                ? `${usable.length} readings show the same amounts`
                : `${amount(moved, "wallet")} changed within ${usable.length} readings`,
          },
          first.exchange,
        );
        const inconsistency = inconsistencyIn(
          turns.map((turn) => turn.filter((step) => usable.includes(step)).map(reading)),
        );
        sequence.expect(
          inconsistency === null,
          (usable.at(-1) ?? first).exchange,
          {
            message: inconsistency?.message ?? "",
            expected: "the same wallets in each reading, with amounts that payments in between explain",
            actual: [...new Set(inconsistency?.states ?? [])].join(", then "),
          },
          first.exchange,
        );
      }),
    ),
});

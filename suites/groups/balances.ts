/** What the list of balances shows as a whole (section 4.8): one entry for each wallet, the same on each reading. */
import { isObject } from "../../generators/json.js";
import { check, group } from "../define.js";
import type { CheckGroup } from "../model.js";
import { programUnit, readings, type Step } from "../programUnit.js";

function wallets(step: Step): string[] {
  if (!Array.isArray(step.value)) return [];
  return step.value
    .filter(isObject)
    .map(({ currency, network, currency_type }) => JSON.stringify([currency, network ?? null, currency_type]))
    .sort();
}

/** Checks of the balances as a whole. */
export function balances(): CheckGroup {
  const distinct = check("listBalances", "state", {
    rule: "wallets.distinct",
    level: "should",
    title: "Each wallet is listed once",
    sends: "GET /api/balances",
    expects: "no two entries that are alike in all documented fields",
  });
  const repeat = check("listBalances", "state", {
    rule: "repeat",
    title: "Repeated readings show the same wallets",
    sends: "GET /api/balances, six times",
    expects: "the same currencies and networks each time, and amounts that do not alternate",
  });
  return group("listBalances", [distinct, repeat], (world) => {
    const [template] = world.templates.listBalances;
    if (template === undefined) return [];
    return [
      programUnit({
        check: distinct.id,
        operation: "listBalances",
        tier: 0,
        async play(stage) {
          const step = await stage.step(template, "read");
          if (!Array.isArray(step.value)) return stage.blocked("the balances are not a list");
          const entries = step.value
            .filter(isObject)
            .map(({ status, total_amount, available_amount, currency, network, currency_type }) =>
              JSON.stringify([status, total_amount, available_amount, currency, network, currency_type]),
            );
          const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
          stage.expect(twice === undefined, step.exchange, {
            message: "A wallet is listed twice",
            expected: "one entry for each wallet",
            actual: `twice: ${twice}`,
          });
        },
      }),
      programUnit({
        check: repeat.id,
        operation: "listBalances",
        tier: 0,
        async play(stage) {
          const usable = (await readings(stage, template)).filter((step) => step.accepted && Array.isArray(step.value));
          const [first, ...others] = usable;
          if (first === undefined) return stage.blocked("the balances are not a list");
          for (const next of others) {
            stage.expect(
              wallets(first).join() === wallets(next).join(),
              next.exchange,
              {
                message: "Two readings show different wallets",
                expected: wallets(first).join(" "),
                actual: wallets(next).join(" "),
              },
              first.exchange,
            );
          }
          // Money may move between two readings; it does not move there and back within milliseconds.
          const amounts = usable.map((step) => amountsOf(step));
          const alternates = amounts.some(
            (value, index) => index >= 2 && value !== amounts[index - 1] && amounts.slice(0, index - 1).includes(value),
          );
          const ever = amounts.length > 3 && new Set(amounts).size === amounts.length;
          stage.expect(!alternates && !ever, (usable.at(-1) ?? first).exchange, {
            message: "The amounts of the same wallets change from reading to reading",
            expected: "the same amounts within milliseconds",
            actual: [...new Set(amounts)].join(" then "),
          });
        },
      }),
    ];
  });
}

function amountsOf(step: Step): string {
  if (!Array.isArray(step.value)) return "";
  return step.value
    .filter(isObject)
    .map(({ currency, network, total_amount, available_amount }) =>
      JSON.stringify([currency, network, total_amount, available_amount]),
    )
    .sort()
    .join();
}

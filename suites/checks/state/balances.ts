/** What the list of balances shows as a whole (section 4.8): one entry for each wallet, the same on each reading. */
import { isObject } from "../../../generators/json.js";
import { check, group } from "../../../engine/check.js";
import type { CheckGroup } from "../../../engine/model.js";
import { programUnit, readings, type Step } from "../../../engine/sequenceCase.js";
import { suspicionOf, type WalletReading } from "./balanceMoves.js";

function readingOf(step: Step): WalletReading[] {
  if (!Array.isArray(step.value)) return [];
  return step.value.filter(isObject).map(({ currency, network, currency_type, total_amount, available_amount }) => ({
    wallet: [currency, network ?? "no network", currency_type].map(String).join(" "),
    total: total_amount,
    available: available_amount,
  }));
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
    expects:
      "no wallet and no total that goes away and comes back, and amounts that do not change everywhere each time",
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
          const steps = await readings(stage, template);
          const usable = steps.filter((step) => step.accepted && Array.isArray(step.value));
          const [first] = usable;
          if (first === undefined) return stage.blocked("the balances are not a list");
          // The third to the fifth were under way at once.
          const [one, two, ...rest] = steps;
          const turns = [[one], [two], rest.slice(0, -1), rest.slice(-1)].map((turn) =>
            turn.flatMap((step) => (step !== undefined && usable.includes(step) ? [readingOf(step)] : [])),
          );
          const suspicion = suspicionOf(turns);
          stage.expect(
            suspicion === null,
            (usable.at(-1) ?? first).exchange,
            {
              message: suspicion?.message ?? "",
              expected: "what wallets in use can show within milliseconds",
              actual: [...new Set(suspicion?.states ?? [])].join(" then "),
            },
            first.exchange,
          );
        },
      }),
    ];
  });
}

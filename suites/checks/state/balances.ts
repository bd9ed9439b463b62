/** What the list of balances shows as a whole (section 4.8): one entry for each wallet, the same on each reading. */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { CheckGroup } from "../../../engine/model.js";
import { readings, type Step, sequenceCase } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../generators/json.js";
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
  const distinct = checkOf("listBalances", "state", {
    rule: "wallets.distinct",
    level: "should",
    title: "Each wallet is listed once",
    sends: "GET /api/balances",
    expects: "no two entries that are alike in all documented fields",
  });
  const repeat = checkOf("listBalances", "state", {
    rule: "repeat",
    title: "Repeated readings show the same wallets",
    sends: "GET /api/balances, six times",
    expects:
      "no wallet and no total that goes away and comes back, and amounts that do not change everywhere each time",
  });
  return group("listBalances", [distinct, repeat], (target) => {
    const [template] = target.templates.listBalances;
    if (template === undefined) return [];
    return [
      sequenceCase({
        check: distinct.id,
        operation: "listBalances",
        tier: 0,
        async execute(sequence) {
          const step = await sequence.step(template, "read");
          if (!Array.isArray(step.value)) return sequence.blocked("the balances are not a list");
          const entries = step.value
            .filter(isObject)
            .map(({ status, total_amount, available_amount, currency, network, currency_type }) =>
              JSON.stringify([status, total_amount, available_amount, currency, network, currency_type]),
            );
          const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
          sequence.expect(twice === undefined, step.exchange, {
            message: "A wallet is listed twice",
            expected: "one entry for each wallet",
            actual: `twice: ${twice}`,
          });
        },
      }),
      sequenceCase({
        check: repeat.id,
        operation: "listBalances",
        tier: 0,
        async execute(sequence) {
          const steps = await readings(sequence, template);
          const usable = steps.filter((step) => step.accepted && Array.isArray(step.value));
          const [first] = usable;
          if (first === undefined) return sequence.blocked("the balances are not a list");
          // The third to the fifth were under way at once.
          const [one, two, ...rest] = steps;
          const turns = [[one], [two], rest.slice(0, -1), rest.slice(-1)].map((turn) =>
            turn.flatMap((step) => (step !== undefined && usable.includes(step) ? [readingOf(step)] : [])),
          );
          const suspicion = suspicionOf(turns);
          sequence.expect(
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

/** Each wallet is listed once (section 4.8). */
import { check } from "../../../engine/check.js";
import { steps } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../schemas/json.js";

export const distinctWallets = check("listBalances/state/wallets.distinct", {
  sends: "GET /api/balances",
  expects: "no two entries with the same currency, network and currency_type",
  cases: ({ templates }) =>
    templates.listBalances.slice(0, 1).map((template) =>
      steps(0, async (sequence) => {
        const { value, exchange } = await sequence.reading(template, "read");
        if (!Array.isArray(value)) return sequence.blocked("the balances are not a list");
        const entries = value
          .filter(isObject)
          .map(({ currency, network, currency_type }) => JSON.stringify({ currency, network, currency_type }));
        const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
        sequence.expect(twice === undefined, exchange, {
          message: "A wallet is listed twice",
          expected: "one entry for each wallet",
          actual: `twice: ${twice}`,
        });
      }),
    ),
});

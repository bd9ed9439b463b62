/** Each wallet is listed once (section 4.8). */
import { check } from "../../../engine/check.js";
import { steps } from "../../../engine/sequenceCase.js";
import { isObject } from "../../../schemas/json.js";

export const distinctWallets = check("listBalances/state/wallets.distinct", {
  sends: "GET /api/balances",
  expects: "no two entries that are alike in all documented fields, but of wallets that hold nothing",
  cases: ({ templates }) =>
    templates.listBalances.slice(0, 1).map((template) =>
      steps(0, async (sequence) => {
        const { value, exchange } = await sequence.reading(template, "read");
        if (!Array.isArray(value)) return sequence.blocked("the balances are not a list");
        const entries = value
          .filter(isObject)
          // Two wallets of a kind that hold nothing look alike.
          .filter(({ total_amount, available_amount }) => total_amount !== 0 || available_amount !== 0)
          .map(({ status, total_amount, available_amount, currency, network, currency_type }) =>
            JSON.stringify([status, total_amount, available_amount, currency, network, currency_type]),
          );
        const twice = entries.find((entry, index) => entries.indexOf(entry) !== index);
        sequence.expect(twice === undefined, exchange, {
          message: "A wallet is listed twice",
          expected: "one entry for each wallet",
          actual: `twice: ${twice}`,
        });
      }),
    ),
});

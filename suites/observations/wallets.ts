/** Which wallets are listed, and how, where section 2.8 is silent. */

import { group } from "../../engine/checkGroup.js";
import type { CheckGroup } from "../../engine/model.js";
import { isObject } from "../../generators/json.js";
import { inquiryCase, type JsonRecord } from "./observing.js";
import { shown, sortedList } from "./texts.js";

const OPEN = "unknown.listBalances";

/** The fields by which a list is in order, if by any. */
function orderOf(wallets: readonly JsonRecord[]): string {
  const key = (names: readonly string[]) => (wallet: JsonRecord) =>
    names.map((name) => String(wallet[name] ?? "")).join(" ");
  for (const names of [["currency", "network"], ["network", "currency"], ["currency_type"], ["status"]]) {
    const keys = wallets.map(key(names));
    if (keys.every((value, index) => index === 0 || (keys[index - 1] ?? "") <= value))
      return `by ${names.join(" and ")}`;
  }
  return "in no order that the fields show";
}

function nothing(wallet: JsonRecord): boolean {
  return wallet.total_amount === 0;
}

/** The open points of the balances. */
export function walletPoints(): CheckGroup {
  return group("listBalances", [], (target) => {
    const [template] = target.templates.listBalances;
    if (template === undefined) return [];
    return [
      inquiryCase("listBalances", "wallets", 1, null, async (inquiry) => {
        const reply = await inquiry.ask(template, null);
        if (!reply.accepted || !Array.isArray(reply.value)) return;
        const wallets = reply.value.filter(isObject);
        if (wallets.length === 0) return;
        inquiry.answer(
          `${OPEN}.emptyWallets`,
          wallets.some(nothing) ? "a wallet that holds nothing is listed" : "every listed wallet holds something",
          reply,
        );
        const statuses = sortedList(wallets.map(({ status }) => shown(status)));
        const inactive = wallets.some(({ status }) => status === "inactive");
        inquiry.answer(
          `${OPEN}.inactiveWallets`,
          inactive ? "inactive wallets are listed" : `no inactive wallet is listed; seen: ${statuses}`,
          reply,
        );
        if (wallets.length > 1) inquiry.answer(`${OPEN}.ordering`, orderOf(wallets), reply);
        const held = wallets.some(
          ({ total_amount: total, available_amount: available }) =>
            typeof total === "number" && typeof available === "number" && available < total,
        );
        inquiry.answer(
          `${OPEN}.heldAmount`,
          held
            ? "some wallets have less available than in total; why is not shown"
            : "what is available is the total in every wallet",
          reply,
        );
        const fiat = wallets.filter(({ currency, currency_type: type }) => currency === "USD" || type === "fiat");
        if (fiat.length > 0) {
          inquiry.answer(
            "conflict.listBalances.fiatNetwork",
            `network of a fiat wallet: ${sortedList(fiat.map(({ network }) => shown(network)))}`,
            reply,
          );
        }
      }),
    ];
  });
}

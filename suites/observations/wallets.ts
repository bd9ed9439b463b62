/** Which wallets are listed, and how, where section 2.8 is silent. */
import type { Exercise } from "../../engine/check.js";
import type { Observed } from "../../engine/observations.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { inquiries, inquiry } from "./observing.js";
import { phrase, valuesSeen } from "./texts.js";

const UNKNOWN = "unknown.listBalances";
/** Fields by which the list may be in order. */
const ORDERS = [["currency", "network"], ["network", "currency"], ["currency_type"], ["status"]];

function orderOf(wallets: readonly JsonRecord[]): Observed {
  const isBy = (names: readonly string[]) => {
    const keys = wallets.map((wallet) => names.map((name) => String(wallet[name] ?? "")).join(" "));
    return keys.every((value, index) => index === 0 || (keys[index - 1] ?? "") <= value);
  };
  const names = ORDERS.find(isBy);
  return names === undefined
    ? { value: { by: [] }, text: "in no order that the fields show" }
    : { value: { by: names }, text: `by ${names.join(" and ")}` };
}

function emptyWallets(wallets: readonly JsonRecord[]): Observed {
  const listed = wallets.some(({ total_amount: total }) => total === 0);
  const text = listed ? "a wallet that holds nothing is listed" : "every listed wallet holds something";
  return { value: { listed }, text };
}

function inactiveWallets(wallets: readonly JsonRecord[]): Observed {
  const listed = wallets.some(({ status }) => status === "inactive");
  const statuses = valuesSeen(wallets.map(({ status }) => status));
  const text = listed ? "inactive wallets are listed" : `no inactive wallet is listed; seen: ${statuses.text}`;
  return { value: { listed, statuses: statuses.value }, text };
}

function heldAmount(wallets: readonly JsonRecord[]): Observed {
  const held = wallets.some(
    ({ total_amount: total, available_amount: available }) =>
      typeof total === "number" && typeof available === "number" && available < total,
  );
  const text = held
    ? "some wallets have less available than in total; why is not shown"
    : "what is available is the total in every wallet";
  return { value: { held }, text };
}

/** What is asked about the balances. */
export const wallets: Exercise = inquiries(
  "listBalances",
  "wallets",
  ({
    templates: {
      listBalances: [template],
    },
  }) => {
    if (template === undefined) return [];
    return [
      inquiry("listed", {}, async (asked) => {
        const reply = await asked.ask(template, null);
        const found = reply.accepted && Array.isArray(reply.value) ? reply.value.filter(isObject) : [];
        if (found.length === 0) return;
        asked.answer(`${UNKNOWN}.emptyWallets`, emptyWallets(found), reply);
        asked.answer(`${UNKNOWN}.inactiveWallets`, inactiveWallets(found), reply);
        if (found.length > 1) asked.answer(`${UNKNOWN}.ordering`, orderOf(found), reply);
        asked.answer(`${UNKNOWN}.heldAmount`, heldAmount(found), reply);
        const fiat = found.filter(({ currency, currency_type: type }) => currency === "USD" || type === "fiat");
        if (fiat.length === 0) return;
        const networks = valuesSeen(fiat.map(({ network }) => network));
        asked.answer("conflict.listBalances.fiatNetwork", phrase`network of a fiat wallet: ${networks}`, reply);
      }),
    ];
  },
);

/** How the fields of payment details depend on each other, which section 2.2 does not say. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../engine/model.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { isObject, type Json, type JsonObject } from "../../generators/json.js";
import { ethereumAddress, tronAddress } from "../../generators/texts/walletAddress.js";
import { inquiryCase, type Reply, templateOf, withBody } from "./observing.js";
import { gathered, outcome } from "./texts.js";
import { type Trial, telling, trialsCase, tryAll, values } from "./trials.js";

const OPEN = "unknown.createRecipient";
const BANK_NETWORKS = ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"];
const LOCAL_CODE = "102584001234";
const CURRENCIES = ["CNY", "USD", "EUR", "GBP"];

function detailsOf(template: Template): JsonObject {
  const details = template.body?.payment_details;
  return isObject(details) ? details : {};
}

/** The template with several payment fields changed at once: a combination is the one thing that differs. */
function combination(template: Template, label: string, changes: JsonObject, without: readonly string[] = []): Trial {
  const details: Record<string, Json> = { ...detailsOf(template), ...changes };
  for (const name of without) delete details[name];
  return { label, edit: null, template: withBody(template, { payment_details: details }) };
}

function methods(bank: Template): Case {
  const trials = BANK_NETWORKS.flatMap((network) => [
    combination(bank, `${network} with INTERNATIONAL_WIRE`, { network, payment_method: "INTERNATIONAL_WIRE" }),
    combination(bank, `${network} with LOCAL`, { network, payment_method: "LOCAL" }),
  ]);
  return trialsCase(`${OPEN}.methodOfNetwork`, 2, bank, trials);
}

/** Which currencies each network takes, and whether a bank in CN can be on it at all, which is a conflict. */
function currencies(bank: Template): Case {
  const trials = BANK_NETWORKS.flatMap((network) =>
    CURRENCIES.map((currency) =>
      combination(bank, `${network} with ${currency}`, { network, account_currency: currency }),
    ),
  );
  return inquiryCase("createRecipient", "currencyOfNetwork", 2, bank, async (inquiry) => {
    const replies = await tryAll(inquiry, bank, trials);
    const evidence = telling(replies);
    if (evidence === undefined) return;
    const answer = gathered(replies.map(([{ label }, reply]) => [label, outcome(reply)]));
    inquiry.answer(`${OPEN}.currencyOfNetwork`, answer, evidence);
    inquiry.answer("conflict.createRecipient.bankCountry", `with country CN, ${answer}`, evidence);
  });
}

function bankPoints(bank: Template): Case[] {
  const swift = detailsOf(bank).swift_code;
  const swiftCode = typeof swift === "string" ? swift : "PEARCNBJ";
  return [
    methods(bank),
    currencies(bank),
    trialsCase(
      `${OPEN}.localCodeOfNetwork`,
      2,
      bank,
      BANK_NETWORKS.flatMap((network) => [
        combination(bank, `${network} without local_bank_code`, { network }, ["local_bank_code"]),
        combination(bank, `${network} with one`, { network, local_bank_code: LOCAL_CODE }),
      ]),
    ),
    trialsCase(`${OPEN}.countryOfSwiftCode`, 2, bank, [
      {
        label: "a swift_code of another country",
        edit: {
          kind: "set",
          at: ["payment_details", "swift_code"],
          value: `${swiftCode.slice(0, 4)}DE${swiftCode.slice(6)}`,
        },
      },
    ]),
    trialsCase(`${OPEN}.ownerOfAccount`, 2, bank, [
      {
        label: "an account in another name",
        edit: { kind: "set", at: ["payment_details", "account_name"], value: "Somebody Else Limited" },
      },
    ]),
    trialsCase(
      `${OPEN}.accountCurrencyValues`,
      1,
      bank,
      values(["payment_details", "account_currency"], "usd", "Usd", "XYZ", "U$D", "123"),
    ),
    trialsCase(
      `${OPEN}.localCodeCharacters`,
      2,
      bank,
      values(["payment_details", "local_bank_code"], "ABC123456", "10-20-30", "abc def", "中文行号", "#/%!"),
    ),
  ];
}

function cryptoPoints(crypto: Template): Case[] {
  const addressOn = (network: string, name: string, wallet_address: string) =>
    combination(crypto, `${name} on ${network}`, { network, wallet_address });
  return [
    trialsCase(`${OPEN}.addressOfNetwork`, 2, crypto, [
      addressOn("TRX", "a Tron address", tronAddress("own")),
      addressOn("ETH", "an Ethereum address", ethereumAddress("own")),
      addressOn("ETH", "a Tron address", tronAddress("other")),
      addressOn("TRX", "an Ethereum address", ethereumAddress("other")),
    ]),
    trialsCase(
      `${OPEN}.cryptoCurrencyOfNetwork`,
      2,
      crypto,
      ["ETH", "TRX"].flatMap((network) =>
        ["USDT", "USDC"].map((currency) =>
          combination(crypto, `${currency} on ${network}`, {
            network,
            currency,
            wallet_address: (network === "TRX" ? tronAddress : ethereumAddress)(currency),
          }),
        ),
      ),
    ),
  ];
}

/** Two recipients with one account: each of the others in a run has an account of its own. */
function repeatedAccount(templates: readonly Template[]): Case[] {
  const [first] = templates;
  if (first === undefined) return [];
  const unknownId = `${OPEN}.repeatedAccount`;
  return [
    inquiryCase("createRecipient", unknownId, 1, first, async (inquiry) => {
      const tried: [string, string][] = [];
      let evidence: Reply | null = null;
      for (const template of templates) {
        const own = withTextsOf(template, `${inquiry.target.run} ${unknownId} ${inquiry.execution.attempt}`);
        const one = await inquiry.ask(own, null);
        if (!one.accepted) continue;
        const other = await inquiry.ask(own, null);
        const what = isObject(template.body?.payment_details) ? template.body.payment_details.account_type : "";
        tried.push([`the same ${what === "crypto" ? "wallet address" : "account number"}`, outcome(other)]);
        evidence = evidence === null || !other.accepted ? other : evidence;
      }
      if (evidence !== null) inquiry.answer(unknownId, gathered(tried), evidence);
    }),
  ];
}

/** A field of the other kind of account, beside those of its own. */
function otherVariant(bank: Template, crypto: Template): Case {
  return trialsCase(`${OPEN}.otherVariantFields`, 1, bank, [
    {
      label: "a bank account with a wallet_address",
      edit: { kind: "set", at: ["payment_details", "wallet_address"], value: tronAddress("beside a bank account") },
    },
    {
      label: "a crypto wallet with a bank_name",
      template: crypto,
      edit: { kind: "set", at: ["payment_details", "bank_name"], value: "Harbour Commercial Bank" },
    },
  ]);
}

/** The open points of payment details. */
export function paymentDetailPoints(): CheckGroup {
  return group("createRecipient", [], (target) => {
    const bank = templateOf(target, "createRecipient", "bank");
    const crypto = templateOf(target, "createRecipient", "crypto");
    return [
      ...(bank === undefined ? [] : bankPoints(bank)),
      ...(crypto === undefined ? [] : cryptoPoints(crypto)),
      ...repeatedAccount([bank, crypto].filter((template) => template !== undefined)),
      ...(bank === undefined || crypto === undefined ? [] : [otherVariant(bank, crypto)]),
    ];
  });
}

/** How the fields of payment details depend on each other, which section 2.2 does not say. */
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { ethereumAddress, tronAddress } from "../../generators/texts/walletAddress.js";
import { isObject, type Json, type JsonObject } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import {
  type Attempt,
  answerWith,
  attempt,
  seen,
  type Trial,
  telling,
  trials,
  tries,
  tryAll,
  unknowns,
  values,
  withBody,
} from "./asks.js";
import { type Inquiry, inquiry } from "./inquiry.js";
import { gathered, phrase } from "./words.js";

const BANK_NETWORKS = ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"];
const CURRENCIES = ["CNY", "USD", "EUR", "GBP"];
const OWNER = "payment_details.account_name";
const CURRENCY = "payment_details.account_currency";
const BANK_CODE = "payment_details.local_bank_code";
const LOCAL_CODES = ["ABC123456", "10-20-30", "abc def", "中文行号", "#/%!"];

function detailsOf({ body }: Template): JsonObject {
  return isObject(body?.payment_details) ? body.payment_details : {};
}

/** The template with several payment fields changed at once: the combination is the only difference. */
function combination(template: Template, name: string, changes: JsonObject, without: readonly string[] = []): Trial {
  const details: Record<string, Json> = { ...detailsOf(template), ...changes };
  for (const name of without) delete details[name];
  return { name, edit: null, template: withBody(template, { payment_details: details }) };
}

/** Which currencies each network takes, and whether a bank in CN can be on it at all, which is a conflict. */
async function currencies(asked: Inquiry, bank: Template) {
  const all = BANK_NETWORKS.flatMap((network) =>
    CURRENCIES.map((currency) =>
      combination(bank, `${network} with ${currency}`, { network, account_currency: currency }),
    ),
  );
  const attempts = await tryAll(asked, bank, all);
  const reply = telling(attempts);
  const tried = gathered(attempts.map(({ name, went, label }) => [name, went, label]));
  return reply === undefined ? null : { reply, tried };
}

function foreignCode(bank: Template): Trial[] {
  const { swift_code: code } = detailsOf(bank);
  const own = typeof code === "string" ? code : "PEARCNBJ";
  return values("payment_details.swift_code", {
    "a swift_code of another country": `${own.slice(0, 4)}DE${own.slice(6)}`,
  });
}

const banks = unknowns("createRecipient", (target) => templateOf(target, "createRecipient", "bank"), {
  "unknown.createRecipient.methodOfNetwork": trials(
    (bank) =>
      BANK_NETWORKS.flatMap((network) =>
        ["INTERNATIONAL_WIRE", "LOCAL"].map((method) =>
          combination(bank, `${network} with ${method}`, { network, payment_method: method }),
        ),
      ),
    2,
  ),
  ...seen(
    currencies,
    {
      "unknown.createRecipient.currencyOfNetwork": ({ tried }) => tried,
      "conflict.createRecipient.bankCountry": ({ tried }) => phrase`with country CN, ${tried}`,
    },
    (control) => ({ control, tier: 2 }),
  ),
  "unknown.createRecipient.localCodeOfNetwork": trials(
    (bank) =>
      BANK_NETWORKS.flatMap((network) => [
        combination(bank, `${network} without local_bank_code`, { network }, ["local_bank_code"]),
        combination(bank, `${network} with one`, { network, local_bank_code: "102584001234" }),
      ]),
    2,
  ),
  "unknown.createRecipient.countryOfSwiftCode": trials(foreignCode, 2),
  "unknown.createRecipient.ownerOfAccount": tries(OWNER, { "an account in another name": "Somebody Else Limited" }, 2),
  "unknown.createRecipient.accountCurrencyValues": tries(CURRENCY, ["usd", "Usd", "XYZ", "U$D", "123"]),
  "unknown.createRecipient.localCodeCharacters": tries(BANK_CODE, LOCAL_CODES, 2),
  "unknown.createRecipient.otherVariantFields": trials((_, target) => {
    const crypto = templateOf(target, "createRecipient", "crypto");
    if (crypto === undefined) return [];
    const wallet = tronAddress("beside a bank account");
    const name = { "a crypto wallet with a bank_name": "Harbour Commercial Bank" };
    return [
      ...values("payment_details.wallet_address", { "a bank account with a wallet_address": wallet }),
      ...values("payment_details.bank_name", name).map((trial) => ({ ...trial, template: crypto })),
    ];
  }),
});

function addressOn(crypto: Template, network: string, name: string, wallet_address: string): Trial {
  return combination(crypto, `${name} on ${network}`, { network, wallet_address });
}

const wallets = unknowns("createRecipient", (target) => templateOf(target, "createRecipient", "crypto"), {
  "unknown.createRecipient.addressOfNetwork": trials(
    (crypto) => [
      addressOn(crypto, "TRX", "a Tron address", tronAddress("own")),
      addressOn(crypto, "ETH", "an Ethereum address", ethereumAddress("own")),
      addressOn(crypto, "ETH", "a Tron address", tronAddress("other")),
      addressOn(crypto, "TRX", "an Ethereum address", ethereumAddress("other")),
    ],
    2,
  ),
  "unknown.createRecipient.cryptoCurrencyOfNetwork": trials(
    (crypto) =>
      Object.entries({ ETH: ethereumAddress, TRX: tronAddress }).flatMap(([network, address]) =>
        ["USDT", "USDC"].map((currency) =>
          combination(crypto, `${currency} on ${network}`, { network, currency, wallet_address: address(currency) }),
        ),
      ),
    2,
  ),
});

/** Two recipients with one account: all others in a run have different accounts. */
const accounts = unknowns("createRecipient", ({ templates }) => templates.createRecipient[0], {
  "unknown.createRecipient.repeatedAccount": (id, _, target) => {
    const [bank, crypto] = (["bank", "crypto"] as const).map((kind) => templateOf(target, "createRecipient", kind));
    const control = bank ?? crypto;
    if (control === undefined) return [];
    return [
      inquiry(id, { control }, async (asked) => {
        const attempts: Attempt[] = [];
        for (const [name, template] of [
          ["the same account number", bank],
          ["the same wallet address", crypto],
        ] as const) {
          if (template === undefined) continue;
          const own = withTextsOf(template, asked.fresh("account"));
          const one = await asked.ask(own, null);
          if (one.accepted) attempts.push(attempt(name, await asked.ask(own, null)));
        }
        answerWith(asked, id, attempts);
      }),
    ];
  },
});

export const payments = [banks, wallets, accounts];

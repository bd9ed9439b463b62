/** How the fields of payment details depend on each other, which section 2.2 does not say. */

import type { CaseDraft, Exercise } from "../../engine/check.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { ethereumAddress, tronAddress } from "../../generators/texts/walletAddress.js";
import { isObject, type Json, type JsonObject } from "../../schemas/json.js";
import { templateOf } from "../recipientTemplates.js";
import { inquiries, inquiry, withBody } from "./observing.js";
import { gathered, phrase } from "./texts.js";
import { type Attempt, answerWith, attempt, type Trial, telling, trialsOf, tryAll, values } from "./trials.js";

const UNKNOWN = "unknown.createRecipient";
const BANK_NETWORKS = ["SWIFT", "ACH", "SEPA", "RTGS", "FPS"];
const LOCAL_CODE = "102584001234";
const CURRENCIES = ["CNY", "USD", "EUR", "GBP"];

function detailsOf(template: Template): JsonObject {
  const details = template.body?.payment_details;
  return isObject(details) ? details : {};
}

/** The template with several payment fields changed at once: a combination is the one thing that differs. */
function combination(template: Template, name: string, changes: JsonObject, without: readonly string[] = []): Trial {
  const details: Record<string, Json> = { ...detailsOf(template), ...changes };
  for (const name of without) delete details[name];
  return { name, edit: null, template: withBody(template, { payment_details: details }) };
}

function methods(bank: Template): CaseDraft {
  const trials = BANK_NETWORKS.flatMap((network) => [
    combination(bank, `${network} with INTERNATIONAL_WIRE`, { network, payment_method: "INTERNATIONAL_WIRE" }),
    combination(bank, `${network} with LOCAL`, { network, payment_method: "LOCAL" }),
  ]);
  return trialsOf(`${UNKNOWN}.methodOfNetwork`, 2, bank, trials);
}

/** Which currencies each network takes, and whether a bank in CN can be on it at all, which is a conflict. */
function currencies(bank: Template): CaseDraft {
  const trials = BANK_NETWORKS.flatMap((network) =>
    CURRENCIES.map((currency) =>
      combination(bank, `${network} with ${currency}`, { network, account_currency: currency }),
    ),
  );
  return inquiry("currencyOfNetwork", { tier: 2, control: bank }, async (asked) => {
    const attempts = await tryAll(asked, bank, trials);
    const evidence = telling(attempts);
    answerWith(asked, `${UNKNOWN}.currencyOfNetwork`, attempts, evidence);
    answerWith(
      asked,
      "conflict.createRecipient.bankCountry",
      attempts,
      evidence,
      (tried) => phrase`with country CN, ${gathered(tried)}`,
    );
  });
}

function ofBanks(bank: Template): CaseDraft[] {
  const swift = detailsOf(bank).swift_code;
  const swiftCode = typeof swift === "string" ? swift : "PEARCNBJ";
  return [
    methods(bank),
    currencies(bank),
    trialsOf(
      `${UNKNOWN}.localCodeOfNetwork`,
      2,
      bank,
      BANK_NETWORKS.flatMap((network) => [
        combination(bank, `${network} without local_bank_code`, { network }, ["local_bank_code"]),
        combination(bank, `${network} with one`, { network, local_bank_code: LOCAL_CODE }),
      ]),
    ),
    trialsOf(`${UNKNOWN}.countryOfSwiftCode`, 2, bank, [
      {
        name: "a swift_code of another country",
        edit: {
          kind: "set",
          at: ["payment_details", "swift_code"],
          value: `${swiftCode.slice(0, 4)}DE${swiftCode.slice(6)}`,
        },
      },
    ]),
    trialsOf(`${UNKNOWN}.ownerOfAccount`, 2, bank, [
      {
        name: "an account in another name",
        edit: { kind: "set", at: ["payment_details", "account_name"], value: "Somebody Else Limited" },
      },
    ]),
    trialsOf(
      `${UNKNOWN}.accountCurrencyValues`,
      1,
      bank,
      values(["payment_details", "account_currency"], "usd", "Usd", "XYZ", "U$D", "123"),
    ),
    trialsOf(
      `${UNKNOWN}.localCodeCharacters`,
      2,
      bank,
      values(["payment_details", "local_bank_code"], "ABC123456", "10-20-30", "abc def", "中文行号", "#/%!"),
    ),
  ];
}

function ofWallets(crypto: Template): CaseDraft[] {
  const addressOn = (network: string, name: string, wallet_address: string) =>
    combination(crypto, `${name} on ${network}`, { network, wallet_address });
  return [
    trialsOf(`${UNKNOWN}.addressOfNetwork`, 2, crypto, [
      addressOn("TRX", "a Tron address", tronAddress("own")),
      addressOn("ETH", "an Ethereum address", ethereumAddress("own")),
      addressOn("ETH", "a Tron address", tronAddress("other")),
      addressOn("TRX", "an Ethereum address", ethereumAddress("other")),
    ]),
    trialsOf(
      `${UNKNOWN}.cryptoCurrencyOfNetwork`,
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
function repeatedAccount(bank: Template | undefined, crypto: Template | undefined): CaseDraft[] {
  const templates = { "the same account number": bank, "the same wallet address": crypto };
  const control = bank ?? crypto;
  if (control === undefined) return [];
  const unknownId = `${UNKNOWN}.repeatedAccount`;
  return [
    inquiry(unknownId, { control }, async (asked) => {
      const attempts: Attempt[] = [];
      for (const [name, template] of Object.entries(templates)) {
        if (template === undefined) continue;
        const own = withTextsOf(template, asked.fresh("account"));
        const one = await asked.ask(own, null);
        if (one.accepted) attempts.push(attempt(name, await asked.ask(own, null)));
      }
      answerWith(asked, unknownId, attempts);
    }),
  ];
}

/** A field of the other kind of account, beside those of its own. */
function otherVariant(bank: Template, crypto: Template): CaseDraft {
  return trialsOf(`${UNKNOWN}.otherVariantFields`, 1, bank, [
    {
      name: "a bank account with a wallet_address",
      edit: { kind: "set", at: ["payment_details", "wallet_address"], value: tronAddress("beside a bank account") },
    },
    {
      name: "a crypto wallet with a bank_name",
      template: crypto,
      edit: { kind: "set", at: ["payment_details", "bank_name"], value: "Harbour Commercial Bank" },
    },
  ]);
}

/** What is asked about payment details. */
export const paymentDetails: Exercise = inquiries("createRecipient", "paymentDetails", (target) => {
  const bank = templateOf(target, "createRecipient", "bank");
  const crypto = templateOf(target, "createRecipient", "crypto");
  return [
    ...(bank === undefined ? [] : ofBanks(bank)),
    ...(crypto === undefined ? [] : ofWallets(crypto)),
    ...repeatedAccount(bank, crypto),
    ...(bank === undefined || crypto === undefined ? [] : [otherVariant(bank, crypto)]),
  ];
});

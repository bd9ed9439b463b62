/**
 * Templates of recipient creation and update: requests that a conforming deployment accepts, drawn by fast-check. The same
 * seed gives the same ones. Their banks are real.
 */
import type { Faker } from "@faker-js/faker";
import type fc from "fast-check";
import { fieldAt, fieldTree, optionalMembers, walk } from "../../schemas/fieldTree.js";
import {
  isObject,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
  without,
  withValueAt,
} from "../../schemas/json.js";
import { CONTRACT_VERSION, OPERATIONS } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";
import { iban } from "../texts/checkDigits.js";
import { freshTextsOf } from "../texts/freshTexts.js";
import { ethereumAddress, tronAddress } from "../texts/walletAddress.js";
import { meeting } from "./accountRequirements.js";
import { ACCOUNT_TYPES, type AccountType } from "./accountTypes.js";
import { drawnOnce, formsOf, payloads, TEMPLATE_COUNT, type TemplateContext } from "./context.js";
import { fitted } from "./fits.js";
import { company, domain, fakerFor, firstName, lastName, municipality, place, streetAddress } from "./madeUp.js";

const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** Each bank network once, with values that suit it: whether others would suit is open. */
const BANK_ROUTES = [
  { network: "SWIFT", payment_method: "INTERNATIONAL_WIRE", account_currency: "USD" },
  { network: "RTGS", payment_method: "LOCAL", account_currency: "CNY" },
  { network: "FPS", payment_method: "LOCAL", account_currency: "HKD" },
  // No local bank code below: accounts of this network need none.
  { network: "SEPA", payment_method: "INTERNATIONAL_WIRE", account_currency: "EUR" },
  { network: "ACH", payment_method: "LOCAL", account_currency: "USD" },
] as const;

/** Banks with their codes, that of the bank and that of its branch in Shenzhen: a service may look up codes, and compare the names. */
const BANKS = [
  ["Bank of China", "BKCHCNBJ", "BKCHCNBJ45A"],
  ["Industrial and Commercial Bank of China", "ICBKCNBJ", "ICBKCNBJSZN"],
  ["China Construction Bank", "PCBCCNBJ", "PCBCCNBJSZX"],
  ["Bank of Communications", "COMMCNSH", "COMMCNSHSZN"],
] as const;

/** Where the branches are: districts of Shenzhen. */
const DISTRICTS = ["Futian", "Luohu", "Nanshan", "Longgang", "Yantian", "Longhua"] as const;

function bankAccount(faker: Faker, index: number): JsonObject {
  const [bank, short, long] = faker.helpers.arrayElement(BANKS);
  const route = BANK_ROUTES[index % BANK_ROUTES.length] ?? BANK_ROUTES[0];
  const bankName = `${bank}, Shenzhen ${faker.helpers.arrayElement(DISTRICTS)} Sub-branch`;
  const accountName = company(faker).english;
  const number = faker.string.fromCharacters(`${UPPER}0123456789`, 18);
  return {
    account_type: "bank",
    bank_name: bankName,
    network: route.network,
    payment_method: route.payment_method,
    account_name: accountName,
    // A SEPA account has an IBAN.
    account_number: route.network === "SEPA" ? iban(number) : number,
    swift_code: index % 2 === 0 ? long : short,
    account_currency: route.account_currency,
    country_code: "CN",
    local_bank_code: faker.string.numeric({ length: 12, allowLeadingZeros: true }),
  };
}

function cryptoAccount(faker: Faker, index: number, walletName: string): JsonObject {
  const tron = index % 2 === 0;
  return {
    account_type: "crypto",
    wallet_name: walletName,
    wallet_address: (tron ? tronAddress : ethereumAddress)(faker.string.alphanumeric(20)),
    network: tron ? "TRX" : "ETH",
    currency: tron ? "USDT" : "USDC",
  };
}

/** The fields of the addresses of some forms: each is optional, and occurs somewhere without each other one. */
const PARTS_OF_ADDRESS: Readonly<Record<AccountType, Readonly<Record<number, readonly string[]>>>> = {
  bank: { 2: ["address_line_1", "address_line_2", "city"], 4: ["address_line_1", "state", "post_code"] },
  crypto: { 2: ["address_line_2", "state"], 4: ["city", "post_code"] },
};

/** The form in which several fields have the same text: a line is repeated, and a wallet has its owner's name. */
const REPEATING = 1;

const PAGES = ["about", "contact", "company", "products", "news"] as const;

function addressOf(accountType: AccountType, form: number, address: JsonObject): JsonObject {
  const parts = PARTS_OF_ADDRESS[accountType][form];
  return parts === undefined ? address : Object.fromEntries(parts.map((name) => [name, address[name] ?? ""]));
}

/** Any recipient of one form: its names, places, numbers and bank are drawn. */
function recipients(
  context: TemplateContext,
  accountType: AccountType,
  index: number,
  purpose: "create" | "update",
): fc.Arbitrary<JsonObject> {
  // Other files in an update than in the creation with the same number: what is not stored shows.
  const start = (index * 3 + (purpose === "update" ? 1 : 0)) % Math.max(1, context.recipientFiles.length - 2);
  // Whose account it is, and at what address, differently for each network. Templates without optional fields stay
  // without them.
  const form = formsOf(context.seed, `${purpose} ${accountType}`, [SPARSE])[index] ?? index;
  // A service may keep the kind that a recipient was created with, so the update of the same number has that kind as
  // well.
  const isPerson = (formsOf(context.seed, `create ${accountType}`, [SPARSE])[index] ?? index) % 3 === 1;
  const repeats = form === REPEATING;
  return payloads((seed) => {
    const faker = fakerFor(seed, "recipient");
    const { english } = company(faker);
    const { city, state, postCode } = (repeats ? municipality : place)(faker);
    const street = `${streetAddress(faker)}, Building ${index + 1}`;
    const name = isPerson ? `${firstName(faker)} ${lastName(faker)}` : english;
    return {
      business_name: name,
      business_type: isPerson ? "Individual" : "Business",
      country_code: "CN",
      // A service may treat websites with a query separately.
      website: `https://${domain(faker)}/${faker.helpers.arrayElement(PAGES)}${form === 2 ? "?lang=en" : ""}`,
      address_info: addressOf(accountType, form, {
        address_line_1: street,
        address_line_2: repeats
          ? street
          : `Floor ${faker.number.int({ min: 1, max: 60 })}, Unit ${faker.number.int({ min: 1, max: 40 })}`,
        city,
        state,
        post_code: postCode,
      }),
      payment_details:
        accountType === "bank"
          ? bankAccount(faker, index)
          : cryptoAccount(faker, index, repeats ? name : `${lastName(faker)} treasury wallet`),
      file_id_list: context.recipientFiles.slice(start, start + 2),
    };
  });
}

/** Templates of recipient creation: each account type, several times. */
export function createRecipientTemplates(context: TemplateContext): Template[] {
  return eachRecipient(context, "create", sparseAccount, (body) => ({
    operation: "createRecipient",
    body: { partner_recipient_id: "", ...body },
    query: {},
    path: {},
    version: context.createVersion,
    freshField: "partner_recipient_id",
  }));
}

/** The number of the templates that leave out what the document calls optional. */
const SPARSE = 3;

const UPDATE = fieldTree(OPERATIONS.updateRecipient.requestSchema);
const DETAILS = fieldAt(OPERATIONS.updateRecipient.requestSchema, "payment_details");

/** An account without the fields that are documented as not required. */
function sparseAccount(body: JsonObject): JsonObject {
  const { payment_details: details } = body;
  return isObject(details) ? { ...body, payment_details: without(details, optionalMembers(DETAILS)) } : body;
}

/** An update's body without anything that may be left out (section 2.1). */
function sparseUpdate(body: JsonObject): JsonObject {
  return sparseAccount(without(body, optionalMembers(UPDATE)));
}

/** Templates of recipient update; the recipient to update is filled in when a case is sent. */
export function updateRecipientTemplates(context: TemplateContext): Template[] {
  return eachRecipient(context, "update", sparseUpdate, (body) => ({
    operation: "updateRecipient",
    body,
    query: {},
    path: { recipient_id: "" },
    version: CONTRACT_VERSION,
    freshField: null,
  }));
}

const LINES: readonly Pointer[] = [
  ["address_info", "address_line_1"],
  ["address_info", "address_line_2"],
];

/** An update that changes something after the same one: whether an update that changes nothing is taken is left open (section 4.2). */
export function changedUpdate(update: Template): Template {
  const body = LINES.reduce<Json>((rest, at) => {
    const line = valueAt(rest, at);
    return typeof line === "string" ? withValueAt(rest, at, `${line} B`) : rest;
  }, update.body);
  return isObject(body) ? { ...update, body } : update;
}

function eachRecipient(
  context: TemplateContext,
  purpose: "create" | "update",
  sparse: (body: JsonObject) => JsonObject,
  templateOf: (body: JsonObject) => Omit<Template, "id" | "freshTexts">,
): Template[] {
  const { requestSchema } = OPERATIONS[`${purpose}Recipient`];
  return Array.from({ length: TEMPLATE_COUNT }, (_, index) =>
    ACCOUNT_TYPES.map((accountType) => {
      const { seed, recipientFiles } = context;
      const full = drawnOnce(recipientFiles, seed, `${purpose} ${accountType} ${index}`, () =>
        recipients(context, accountType, index, purpose),
      );
      const id = `${accountType}-${index + 1}`;
      const body = meeting(index === SPARSE ? sparse(full) : full, context.requirements?.[id]);
      const freshTexts = freshTextsOf(requestSchema, body);
      // An update may need what a creation may leave out.
      const fits = context.fits?.[id]?.filter(({ at, to }) => to !== undefined || !isRequired(requestSchema, at));
      return fitted({ id, ...templateOf(body), freshTexts }, fits);
    }),
  ).flat();
}

function isRequired(schemaName: string, at: Pointer): boolean {
  return [...walk(fieldTree(schemaName))].some(({ location, required }) => required && location.join() === at.join());
}

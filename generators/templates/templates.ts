/**
 * Templates: realistic requests that a conforming deployment accepts. The same seed gives the same templates.
 * No account, address or person in them is real: names are made up, numbers are drawn at random. Banks are real ones.
 */
import { base, en, Faker, zh_CN } from "@faker-js/faker";
import { type Suit, suitedBody } from "../../engine/adaptation/accountRequirements.js";
import { isObject, type JsonObject } from "../../schemas/json.js";
import { CONTRACT_VERSION } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";
import { freshTextsOfCustomer, freshTextsOfRecipient } from "../texts/freshTexts.js";
import { iban } from "../texts/iban.js";
import { hash32 } from "../texts/partnerId.js";
import { ethereumAddress, tronAddress } from "../texts/walletAddress.js";

/** What the templates need to know of the run. */
export interface TemplateContext {
  readonly seed: number;
  /** Api-Version of recipient creation, or null for none. */
  readonly createVersion: string | null;
  /** Api-Version of customer creation. */
  readonly customerVersion: string | null;
  /** Ids of files uploaded as Invoice or Contract. */
  readonly recipientFiles: readonly string[];
  /** Ids of files uploaded as customer documents: corporate ones, then identity front and back. */
  readonly customerFiles: CustomerFiles;
  /** What the service asks of recipients beyond the document, by the id of the template. */
  readonly suits?: Readonly<Record<string, Suit>>;
}

/** File ids by the customer field that they belong to. */
export interface CustomerFiles {
  readonly corporate: readonly string[];
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** How many different templates there are of each kind. */
export const TEMPLATE_COUNT = 5;
export const ACCOUNT_TYPES = ["bank", "crypto"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ";

function fakerFor(seed: number, key: string): Faker {
  const faker = new Faker({ locale: [en, base] });
  faker.seed(hash32(`${seed} ${key}`));
  return faker;
}

/** Fakers are costly to make; one with Chinese names serves all templates. */
function chineseFakerFor(seed: number, key: string): Faker {
  const faker = new Faker({ locale: [zh_CN, en, base] });
  faker.seed(hash32(`zh ${seed} ${key}`));
  return faker;
}

/** Characters of a company's name: how long those of customers may be is open. */
const LONGEST_NAME = 40;

function companyName(faker: Faker): string {
  const city = faker.helpers.arrayElement(["Shenzhen", "Ningbo", "Xiamen", "Qingdao", "Suzhou", "Dongguan"]);
  const trade = faker.helpers.arrayElement(["Precision Tools", "Textile", "Optics", "Machinery", "Ceramics", "Toys"]);
  const names = [`${city} ${faker.word.adjective()} ${trade} Co., Ltd`, `${city} ${trade} Co., Ltd`];
  return names.find(({ length }) => length <= LONGEST_NAME) ?? "";
}

/** Each bank network once, in company that suits it: whether others would suit is open. */
const BANK_ROUTES = [
  { network: "SWIFT", payment_method: "INTERNATIONAL_WIRE", account_currency: "USD" },
  { network: "RTGS", payment_method: "LOCAL", account_currency: "CNY" },
  { network: "FPS", payment_method: "LOCAL", account_currency: "HKD" },
  // Without a local bank code below: accounts of this network need none.
  { network: "SEPA", payment_method: "INTERNATIONAL_WIRE", account_currency: "EUR" },
  { network: "ACH", payment_method: "LOCAL", account_currency: "USD" },
] as const;

/** Banks with their codes, a short and a long one: a service may look codes up, and compare the names. */
const BANKS = [
  ["Bank of China", "BKCHCNBJ", "BKCHCNBJ45A"],
  ["Industrial and Commercial Bank of China", "ICBKCNBJ", "ICBKCNBJSZN"],
  ["China Construction Bank", "PCBCCNBJ", "PCBCCNBJSZX"],
  ["Bank of Communications", "COMMCNSH", "COMMCNSHSZN"],
] as const;

/** An account number that suits its network: a SEPA account has an IBAN. */
function numberFor(network: string, number: string): string {
  return network === "SEPA" ? iban(number) : number;
}

function bankAccount(faker: Faker, index: number): JsonObject {
  const [bank, short, long] = faker.helpers.arrayElement(BANKS);
  const route = BANK_ROUTES[index % BANK_ROUTES.length] ?? BANK_ROUTES[0];
  return {
    account_type: "bank",
    bank_name: `${bank}, ${faker.word.adjective()} branch`,
    network: route.network,
    payment_method: route.payment_method,
    account_name: companyName(faker),
    account_number: numberFor(route.network, faker.string.fromCharacters(`${UPPER}0123456789`, 18)),
    swift_code: index % 2 === 0 ? long : short,
    account_currency: route.account_currency,
    country_code: "CN",
    local_bank_code: faker.string.numeric({ length: 12, allowLeadingZeros: true }),
  };
}

function cryptoAccount(faker: Faker, index: number): JsonObject {
  const tron = index % 2 === 0;
  return {
    account_type: "crypto",
    wallet_name: `${faker.word.adjective()} treasury wallet`,
    wallet_address: (tron ? tronAddress : ethereumAddress)(faker.string.alphanumeric(20)),
    network: tron ? "TRX" : "ETH",
    currency: tron ? "USDT" : "USDC",
  };
}

/**
 * What the addresses of some templates hold: each of its fields is optional, and stands without the one before it
 * somewhere.
 */
const PARTS_OF_ADDRESS: Readonly<Record<number, readonly string[]>> = {
  2: ["address_line_2", "city", "post_code"],
  4: ["address_line_1", "state"],
};

/** A company's website; a service may treat those apart that have a query. */
function websiteOf(index: number, address: string): string {
  return `https://${address}${index === 2 ? "?lang=en" : ""}`;
}

function addressOf(index: number, address: JsonObject): JsonObject {
  const parts = PARTS_OF_ADDRESS[index];
  return parts === undefined ? address : Object.fromEntries(parts.map((name) => [name, address[name] ?? ""]));
}

function recipientBody(context: TemplateContext, accountType: AccountType, index: number, purpose: string): JsonObject {
  const faker = fakerFor(context.seed, `${purpose} ${accountType} ${index}`);
  // Other files in an update than in the creation with the same number: what is not stored shows.
  const start = (index * 3 + (purpose === "update" ? 1 : 0)) % Math.max(1, context.recipientFiles.length - 2);
  const isPerson = index % 3 === 1;
  const company = companyName(faker);
  return {
    business_name: isPerson ? faker.person.fullName().slice(0, LONGEST_NAME).trim() : company,
    business_type: isPerson ? "Individual" : "Business",
    country_code: "CN",
    website: websiteOf(index, `www.${faker.internet.domainWord()}.example/${faker.word.noun()}`),
    address_info: addressOf(index, {
      address_line_1: `${faker.number.int({ min: 1, max: 900 })} ${faker.word.noun()} Road, Building ${index + 1}`,
      address_line_2: `Floor ${faker.number.int({ min: 1, max: 60 })}, Case ${faker.number.int({ min: 1, max: 40 })}`,
      city: faker.helpers.arrayElement(["Shenzhen", "Ningbo", "Xiamen", "Suzhou"]),
      state: faker.helpers.arrayElement(["Guangdong", "Zhejiang", "Fujian", "Jiangsu"]),
      post_code: faker.string.numeric({ length: 6, allowLeadingZeros: true }),
    }),
    payment_details: accountType === "bank" ? bankAccount(faker, index) : cryptoAccount(faker, index),
    file_id_list: context.recipientFiles.slice(start, start + 2),
  };
}

/** Templates of recipient creation: each account type, several times. */
export function createRecipientTemplates(context: TemplateContext): Template[] {
  const templates: Template[] = [];
  for (let index = 0; index < TEMPLATE_COUNT; index++) {
    for (const accountType of ACCOUNT_TYPES) {
      const full = recipientBody(context, accountType, index, "create");
      const id = `${accountType}-${index + 1}`;
      const body = suitedBody(index === SPARSE ? sparseAccount(full) : full, context.suits?.[id]);
      templates.push({
        id,
        operation: "createRecipient",
        body: { partner_recipient_id: "", ...body },
        query: {},
        path: {},
        version: context.createVersion,
        freshField: "partner_recipient_id",
        freshTexts: freshTextsOfRecipient(body),
      });
    }
  }
  return templates;
}

/** The number of the templates that leave out what the document calls optional. */
const SPARSE = 3;

/** An account without the fields that are documented as not required. */
function sparseAccount(body: JsonObject): JsonObject {
  if (!isObject(body.payment_details)) return body;
  const { payment_method: _method, local_bank_code: _code, ...account } = body.payment_details;
  return { ...body, payment_details: account };
}

/** An update's body without all that may be left out (section 2.1). */
function sparseUpdate(body: JsonObject): JsonObject {
  const { website: _website, address_info: _address, file_id_list: _files, ...rest } = body;
  return sparseAccount(rest);
}

/** Templates of recipient update; the recipient to update is filled in when a case is sent. */
export function updateRecipientTemplates(context: TemplateContext): Template[] {
  const templates: Template[] = [];
  for (let index = 0; index < TEMPLATE_COUNT; index++) {
    for (const accountType of ACCOUNT_TYPES) {
      const full = recipientBody(context, accountType, index, "update");
      const id = `${accountType}-${index + 1}`;
      const body = suitedBody(index === SPARSE ? sparseUpdate(full) : full, context.suits?.[id]);
      templates.push({
        id,
        operation: "updateRecipient",
        body,
        query: {},
        path: { recipient_id: "" },
        version: CONTRACT_VERSION,
        freshField: null,
        freshTexts: freshTextsOfRecipient(body),
      });
    }
  }
  return templates;
}

/** The number of the customer whose dates have a fraction of a second: one notation alone may be taken. */
const FRACTIONAL = 2;
/** The place of the person whose names are of another script. */
const FOREIGNER = 2;
/** The number of the customer whose revenue is a whole number. */
const WHOLE = 1;

function day(faker: Faker, index: number, from: string, to: string): string {
  const date = faker.date.between({ from, to }).toISOString().slice(0, 10);
  return `${date}T00:00:00${index === FRACTIONAL ? ".000" : ""}Z`;
}

function fileField(name: string, files: readonly string[], position: number): JsonObject {
  const id = files[position % Math.max(1, files.length)];
  return id === undefined ? {} : { [name]: id };
}

function businessPerson(context: TemplateContext, index: number, position: number): JsonObject {
  const faker = fakerFor(context.seed, `person ${index} ${position}`);
  const chinese = chineseFakerFor(context.seed, `person ${index} ${position}`);
  // The third person is from abroad: what is run to letters shows in no Chinese name.
  const own = position === FOREIGNER ? faker : chinese;
  const { front, back } = context.customerFiles;
  return {
    basic_info: {
      first_name_english: faker.person.firstName(),
      last_name_english: faker.person.lastName(),
      first_name: own.person.firstName(),
      last_name: own.person.lastName(),
      birth_date: day(faker, index, "1960-01-01", "1995-12-31"),
      nationality: "CN",
    },
    identification: {
      id_number: `E${faker.string.numeric(8)}`,
      id_issuing_country_code: "CN",
      id_expiration_date: day(faker, index, "2031-01-01", "2034-12-31"),
      id_issue_date: day(faker, index, "2015-01-01", "2022-12-31"),
      // Where nothing could be uploaded the fields are left out: the document does not call them required.
      ...fileField("id_document_front_file_id", front, position),
      ...fileField("id_document_back_file_id", back, position),
    },
    residential_address: {
      residential_address_line1: `${faker.number.int({ min: 1, max: 900 })} ${faker.word.noun()} Street`,
      residential_address_city: "Hangzhou",
      residential_address_state: "Zhejiang",
      residential_address_postcode: faker.string.numeric({ length: 6, allowLeadingZeros: true }),
      residential_address_country_code: "CN",
    },
  };
}

/** A customer creation's body with so many business persons. */
export function customerBody(context: TemplateContext, index: number, persons: number): JsonObject {
  const faker = fakerFor(context.seed, `customer ${index}`);
  const chinese = chineseFakerFor(context.seed, `customer ${index}`);
  return {
    partner_customer_id: "",
    business_details: {
      business_name_english: companyName(faker),
      business_name: `${chinese.location.city()}${chinese.person.lastName()}氏贸易有限公司`,
      business_identifier_number: `91${faker.string.alphanumeric({ length: 16, casing: "upper" })}`,
      business_identifier_country_code: "CN",
      website: `https://www.${faker.internet.domainWord()}.example`,
      business_identifier_start_date: day(faker, index, "2005-01-01", "2020-12-31"),
      business_identifier_expiry_date: day(faker, index, "2031-01-01", "2040-12-31"),
      ...(context.customerFiles.corporate.length === 0
        ? {}
        : { business_identifier_document_list: context.customerFiles.corporate.slice(0, 2) }),
    },
    registration_address: {
      registration_address_line1: `${faker.number.int({ min: 1, max: 900 })} ${faker.word.noun()} Avenue`,
      registration_address_city: "Shanghai",
      registration_address_state: "Shanghai",
      registration_address_postcode: faker.string.numeric({ length: 6, allowLeadingZeros: true }),
      registration_address_country_code: "CN",
    },
    account_usage: {
      operating_country: "CN",
      goods_service_description: `Export of ${faker.word.noun()} parts & tools`,
      industry_category_code: faker.string.numeric(4),
      estimated_monthly_revenue_currency: "USD",
      estimated_monthly_revenue_amount:
        faker.number.int({ min: 1_000_000, max: 90_000_000 }) / (index === WHOLE ? 1 : 100),
    },
    primary_contact: {
      contact_phone: `+86138${faker.string.numeric(8)}`,
      contact_email: `${faker.internet
        .username()
        .toLowerCase()
        .replace(/[^a-z0-9]/g, "")}@partner.example`,
    },
    business_person_list: Array.from({ length: persons }, (_, position) => businessPerson(context, index, position)),
  };
}

/** The number of the customer with four business persons; the others have two. */
const CROWDED = 3;

/** Templates of customer creation. */
export function createCustomerTemplates(context: TemplateContext): Template[] {
  return Array.from({ length: TEMPLATE_COUNT }, (_, index) => {
    const body = customerBody(context, index, index === CROWDED ? 4 : 2);
    return {
      id: `business-${index + 1}`,
      operation: "createCustomer" as const,
      body,
      query: {},
      path: {},
      version: context.customerVersion,
      freshField: "partner_customer_id",
      freshTexts: freshTextsOfCustomer(body),
    };
  });
}

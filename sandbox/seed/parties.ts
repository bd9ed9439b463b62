import { base, en, Faker, zh_CN } from "@faker-js/faker";
import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import type { Customer, Recipient, RecipientStatus } from "../state.js";

/** Stores a seeded file of a type (section 4.3) and returns its id. */
export function seedFile(service: Service, type: string): string {
  const id = service.newId("file");
  service.state.files.set(id, { id, type }, 64);
  return id;
}

/** Where the invented names come from: international ones in Latin letters, Chinese ones in Chinese characters. */
export type NameSources = ReturnType<typeof nameSources>;

export function nameSources(seed: number) {
  const international = new Faker({ locale: [en, base], seed });
  const chinese = new Faker({ locale: [zh_CN, en, base], seed: seed + 1 });
  return { international, chinese };
}

const PLACES = [
  { country: "CN", city: "Shenzhen", state: "Guangdong", street: "Sample Avenue", postcode: "518000" },
  { country: "SG", city: "Singapore", state: "Singapore", street: "Sample Quay", postcode: "018000" },
  { country: "GB", city: "Leeds", state: "West Yorkshire", street: "Sample Lane", postcode: "LS1 0AA" },
  { country: "US", city: "Portland", state: "Oregon", street: "Sample Street", postcode: "97200" },
  { country: "AE", city: "Dubai", state: "Dubai", street: "Sample Road", postcode: "00000" },
] as const;
const DAY = 86_400_000;

/** A seeded customer with one or two business persons. Nothing in it can belong to a real company or person. */
export function seedCustomer(index: number, startedAt: number, names: NameSources, service: Service): Customer {
  const { international, chinese } = names;
  const { country, city, state, street, postcode } = PLACES[index % PLACES.length] ?? PLACES[0];
  const file = (type: string): string => seedFile(service, type);
  const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
  const address = (prefix: string): JsonObject => ({
    [`${prefix}_line1`]: `${international.number.int({ min: 1, max: 400 })} ${street}`,
    [`${prefix}_city`]: city,
    [`${prefix}_state`]: state,
    [`${prefix}_postcode`]: postcode,
    [`${prefix}_country_code`]: country,
  });
  const englishName = `${international.company.name()} Sample Co.`;
  const person = (number: number): JsonObject => ({
    basic_info: {
      first_name_english: international.person.firstName(),
      last_name_english: international.person.lastName(),
      first_name: country === "CN" ? chinese.person.firstName() : international.person.firstName(),
      last_name: country === "CN" ? chinese.person.lastName() : international.person.lastName(),
      birth_date: time(Date.UTC(1970 + ((index * 7 + number) % 30), index % 12, 1 + number)),
      nationality: country,
    },
    identification: {
      id_number: `SAMPLE${international.string.numeric(10)}`,
      id_issuing_country_code: country,
      id_expiration_date: time(startedAt + 2_000 * DAY),
      id_issue_date: time(startedAt - 1_000 * DAY),
      id_document_front_file_id: file("Main page"),
      id_document_back_file_id: file("Back page"),
    },
    residential_address: address("residential_address"),
  });
  const fields: JsonObject = {
    partner_customer_id: `customer-${international.string.alphanumeric(16 + index)}`,
    business_details: {
      business_name_english: englishName,
      business_name: country === "CN" ? chinese.company.name() : englishName,
      business_identifier_number: `SAMPLE${international.string.numeric(12)}`,
      business_identifier_country_code: country,
      website: `https://customer-${index + 1}.example.com`,
      business_identifier_start_date: time(startedAt - 3_000 * DAY),
      business_identifier_expiry_date: time(startedAt + 3_000 * DAY),
      business_identifier_document_list: [file("Business Registration"), file("Article of Association")],
    },
    registration_address: address("registration_address"),
    account_usage: {
      operating_country: country,
      goods_service_description: `Export of ${international.commerce.product().toLowerCase()}`,
      industry_category_code: international.string.numeric(4),
      estimated_monthly_revenue_currency: "USD",
      estimated_monthly_revenue_amount: international.number.int({ min: 10, max: 900 }) * 1_000 + 0.5,
    },
    primary_contact: {
      contact_phone: `+1555${international.string.numeric(7)}`,
      contact_email: `contact-${index + 1}@example.com`,
    },
    business_person_list: index % 2 === 0 ? [person(1)] : [person(1), person(2)],
  };
  return { id: service.newId("cus"), partnerId: String(fields.partner_customer_id), createdAt: startedAt, fields };
}

const CITIES = [
  ["Shenzhen", "Guangdong", "518000"],
  ["Hangzhou", "Zhejiang", "310000"],
  ["Shanghai", "Shanghai", "200000"],
  ["Ningbo", "Zhejiang", "315000"],
  ["Guangzhou", "Guangdong", "510000"],
] as const;

const BANKS = [
  ["Harbour Sample Bank", "QZHBCNSHXXX", "SWIFT", "USD"],
  ["Pearl River Sample Bank", "QZPRCNSZ", "RTGS", "CNY"],
  ["Jade Mountain Sample Bank", "QZJMCNBJ110", "FPS", "HKD"],
] as const;

const UNUSUAL_STATUSES: Readonly<Record<number, RecipientStatus>> = { 10: "rejected", 11: "suspended" };

/** Seeded recipients of both kinds, alternating. Nothing in them can be a real account or belong to a real person. */
export function seedRecipient(index: number, startedAt: number, names: NameSources, service: Service): Recipient {
  const { international, chinese } = names;
  const individual = index % 4 === 3;
  const name = index % 2 === 0 ? chinese.company.name() : `${international.company.name()} Trading Ltd.`;
  const [city, state, postCode] = CITIES[index % CITIES.length] ?? CITIES[0];
  const fields: JsonObject = {
    partner_recipient_id: `payee-${international.string.alphanumeric(14 + ((index * 11) % 45))}`,
    business_name: individual ? chinese.person.fullName() : name,
    business_type: individual ? "Individual" : "Business",
    country_code: "CN",
    website: `https://payee-${index + 1}.example.com`,
    address_info: {
      address_line_1: `${international.number.int({ min: 1, max: 999 })} ${international.location.street()}`,
      address_line_2: `Building ${international.number.int({ min: 1, max: 40 })}`,
      city,
      state,
      post_code: postCode,
    },
    payment_details: index % 2 === 0 ? bankAccount(index, name, international) : cryptoAccount(index, international),
    file_id_list: [seedFile(service, "Invoice"), seedFile(service, "Contract")],
  };
  return {
    id: service.newId("rcp"),
    partnerId: String(fields.partner_recipient_id),
    createdAt: startedAt,
    activeAt: startedAt,
    status: UNUSUAL_STATUSES[index] ?? service.behaviour.recipientStart,
    fields,
  };
}

function bankAccount(index: number, holder: string, faker: NameSources["international"]): JsonObject {
  const [bankName, swiftCode, network, currency] = BANKS[(index / 2) % BANKS.length] ?? BANKS[0];
  return {
    account_type: "bank",
    bank_name: bankName,
    network,
    payment_method: network === "SWIFT" ? "INTERNATIONAL_WIRE" : "LOCAL",
    account_name: holder,
    account_number: `SAMPLE${faker.string.numeric(12)}`,
    swift_code: swiftCode,
    account_currency: currency,
    country_code: "CN",
    local_bank_code: faker.string.numeric(12),
  };
}

function cryptoAccount(index: number, faker: NameSources["international"]): JsonObject {
  const network = index % 4 === 1 ? "ETH" : "TRX";
  return {
    account_type: "crypto",
    wallet_name: `Settlement wallet ${index + 1}`,
    wallet_address: sampleWallet(network, faker),
    network,
    currency: index % 8 < 4 ? "USDT" : "USDC",
  };
}

/** A wallet address with the length and letters of its network that no wallet can have: its checksum part is fixed. */
export function sampleWallet(network: string, faker: NameSources["international"]): string {
  return network === "ETH"
    ? `0xSample${faker.string.hexadecimal({ length: 34, casing: "lower", prefix: "" })}`
    : `TSample0${faker.string.alphanumeric(26)}`;
}

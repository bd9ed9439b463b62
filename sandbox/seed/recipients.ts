import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import type { Recipient, RecipientStatus } from "../state.js";
import type { NameSources } from "./customers.js";
import { seedFile } from "./files.js";

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

/** Seeded recipients of both kinds, alternating. Nothing in them can be a real account or a real person's. */
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

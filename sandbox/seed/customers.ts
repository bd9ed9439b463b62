import { base, en, Faker, zh_CN } from "@faker-js/faker";
import type { JsonObject } from "../json.js";
import type { Service } from "../service.js";
import type { Customer } from "../state.js";
import { seedFile } from "./files.js";

/** Where the invented names come from: international ones in Latin letters, Chinese ones in Chinese characters. */
export interface NameSources {
  readonly international: Faker;
  readonly chinese: Faker;
}

export function nameSources(seed: number): NameSources {
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

/** A seeded customer with one or two business persons. Nothing in it can be a real company or a real person's. */
export function seedCustomer(index: number, startedAt: number, names: NameSources, service: Service): Customer {
  const { international, chinese } = names;
  const { country, city, state, street, postcode } = PLACES[index % PLACES.length] ?? PLACES[0];
  const file = (type: string): string => seedFile(service, type);
  const time = (milliseconds: number): string => new Date(milliseconds).toISOString();
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
    residential_address: {
      residential_address_line1: `${international.number.int({ min: 1, max: 400 })} ${street}`,
      residential_address_city: city,
      residential_address_state: state,
      residential_address_postcode: postcode,
      residential_address_country_code: country,
    },
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
    registration_address: {
      registration_address_line1: `${international.number.int({ min: 1, max: 400 })} ${street}`,
      registration_address_city: city,
      registration_address_state: state,
      registration_address_postcode: postcode,
      registration_address_country_code: country,
    },
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
  return {
    id: service.newId("cus"),
    partnerId: String(fields.partner_customer_id),
    createdAt: startedAt,
    fields,
  };
}

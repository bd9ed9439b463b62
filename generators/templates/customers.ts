/** Templates of customer creation (section 2.4): requests that a conforming deployment accepts, drawn by fast-check. The same seed gives the same ones. */
import type { Faker } from "@faker-js/faker";
import type fc from "fast-check";
import { isObject, type Json, type JsonObject, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { OPERATIONS } from "../../schemas/operations.js";
import type { Template } from "../edits/edit.js";
import { freshTextsOf } from "../texts/freshTexts.js";
import { type CustomerFiles, drawnOnce, formsOf, payloads, TEMPLATE_COUNT, type TemplateContext } from "./context.js";
import { fitted } from "./fits.js";
import { chineseFakerFor, company, domain, fakerFor, firstName, lastName, place, streetAddress } from "./madeUp.js";

/** Where the templates of customers refer to files: the list of documents, and both sides of the first person's document. */
export const CUSTOMER_FILES = {
  documents: ["business_details", "business_identifier_document_list"],
  front: ["business_person_list", 0, "identification", "id_document_front_file_id"],
  back: ["business_person_list", 0, "identification", "id_document_back_file_id"],
} as const satisfies Record<string, Pointer>;

/** The ids of files at these places; null where a customer refers to fewer. */
export function customerFilesIn(body: Json | undefined) {
  const [front, back] = [valueAt(body, CUSTOMER_FILES.front), valueAt(body, CUSTOMER_FILES.back)];
  const documents = valueAt(body, CUSTOMER_FILES.documents);
  const [corporate] = Array.isArray(documents) ? documents : [];
  if (typeof front !== "string" || typeof back !== "string" || typeof corporate !== "string") return null;
  return { front, back, corporate };
}

/** The template of a customer that refers to these files. */
export function withCustomerFiles(template: Template, { corporate, front, back }: CustomerFiles): Template {
  const places: readonly (readonly [Pointer, Json | undefined])[] = [
    [CUSTOMER_FILES.documents, [...corporate]],
    [CUSTOMER_FILES.front, front[0]],
    [CUSTOMER_FILES.back, back[0]],
  ];
  const body = places.reduce<Json>((sofar, [at, id]) => withValueAt(sofar, at, id), template.body ?? {});
  return { ...template, body: isObject(body) ? body : template.body };
}

/** The form of the customer whose dates have a fraction of a second: only one notation may be accepted. */
const FRACTIONAL = 2;
/** The index of the person whose names are in another script. */
const FOREIGNER = 2;
const GOODS = ["bicycle", "machine", "furniture", "lighting", "camera"] as const;
/** The form of the customer whose revenue is a whole number, and whose persons are of one family. */
const WHOLE = 1;

function day(faker: Faker, form: number, from: string, to: string): string {
  const date = faker.date.between({ from, to }).toISOString().slice(0, 10);
  return `${date}T00:00:00${form === FRACTIONAL ? ".000" : ""}Z`;
}

function fileField(name: string, files: readonly string[], position: number): JsonObject {
  const id = files[position % Math.max(1, files.length)];
  return id === undefined ? {} : { [name]: id };
}

/**
 * @param seed draws the customer
 * @param family persons with the same one share their last name
 */
function businessPerson(
  { customerFiles: { front, back } }: TemplateContext,
  seed: number,
  dates: number,
  position: number,
  family: number,
): JsonObject {
  const faker = fakerFor(seed, `person ${position}`);
  const chinese = chineseFakerFor(seed, `person ${position}`);
  const familyKey = `family ${family}`;
  // The third person is from abroad: what is reduced to letters does not show in a Chinese name.
  const isForeigner = position === FOREIGNER;
  const home = place(faker);
  return {
    basic_info: {
      first_name_english: firstName(faker),
      last_name_english: lastName(fakerFor(seed, familyKey)),
      first_name: isForeigner ? firstName(faker) : chinese.person.firstName(),
      last_name: isForeigner ? lastName(faker) : chineseFakerFor(seed, familyKey).person.lastName(),
      birth_date: day(faker, dates, "1960-01-01", "1995-12-31"),
      nationality: "CN",
    },
    identification: {
      id_number: `E${faker.string.numeric(8)}`,
      id_issuing_country_code: "CN",
      id_expiration_date: day(faker, dates, "2031-01-01", "2034-12-31"),
      id_issue_date: day(faker, dates, "2015-01-01", "2022-12-31"),
      // Where nothing could be uploaded the fields are left out: the document does not call them required.
      ...fileField("id_document_front_file_id", front, position),
      ...fileField("id_document_back_file_id", back, position),
    },
    residential_address: {
      residential_address_line1: streetAddress(faker),
      residential_address_city: home.city,
      residential_address_state: home.state,
      residential_address_postcode: home.postCode,
      residential_address_country_code: "CN",
    },
  };
}

/** A revenue that no service should find too large. */
function revenue(faker: Faker, isWhole: boolean): number {
  const cents = faker.number.int({ min: 1_000_000, max: 90_000_000 });
  return isWhole ? Math.round(cents / 100) : cents / 100;
}

/** Any customer of one form, with a given number of business persons: its names, places, numbers and dates are drawn. */
function customers(context: TemplateContext, index: number, persons: number): fc.Arbitrary<JsonObject> {
  const dates = formsOf(context.seed, "customer dates")[index] ?? index;
  const amounts = formsOf(context.seed, "customer amounts")[index];
  return payloads((seed) => {
    const faker = fakerFor(seed, "customer");
    const { english, chinese } = company(faker);
    const seat = place(faker);
    return {
      partner_customer_id: "",
      business_details: {
        business_name_english: english,
        business_name: chinese,
        business_identifier_number: `91${faker.string.alphanumeric({ length: 16, casing: "upper" })}`,
        business_identifier_country_code: "CN",
        website: `https://${domain(faker)}`,
        business_identifier_start_date: day(faker, dates, "2005-01-01", "2020-12-31"),
        business_identifier_expiry_date: day(faker, dates, "2031-01-01", "2040-12-31"),
        ...(context.customerFiles.corporate.length === 0
          ? {}
          : { business_identifier_document_list: context.customerFiles.corporate.slice(0, Math.max(2, persons - 1)) }),
      },
      registration_address: {
        registration_address_line1: streetAddress(faker),
        registration_address_city: seat.city,
        registration_address_state: seat.state,
        registration_address_postcode: seat.postCode,
        registration_address_country_code: "CN",
      },
      account_usage: {
        operating_country: "CN",
        goods_service_description: `Export of ${faker.helpers.arrayElement(GOODS)} parts & tools`,
        industry_category_code: faker.string.numeric(4),
        estimated_monthly_revenue_currency: "USD",
        estimated_monthly_revenue_amount: revenue(faker, amounts === WHOLE),
      },
      primary_contact: {
        contact_phone: `+86138${faker.string.numeric(8)}`,
        contact_email: `${firstName(faker)}${lastName(faker)}@partner.example.com`.toLowerCase(),
      },
      business_person_list: Array.from({ length: persons }, (_, position) =>
        businessPerson(context, seed, dates, position, amounts === WHOLE ? 0 : position),
      ),
    };
  });
}

/** The form of the customer with four business persons and three documents; the others have two of each. */
const CROWDED = 3;

export function createCustomerTemplates(context: TemplateContext): Template[] {
  return Array.from({ length: TEMPLATE_COUNT }, (_, index) => {
    const crowd = formsOf(context.seed, "customer persons")[index];
    const body = drawnOnce(context.customerFiles, context.seed, `customer ${index}`, () =>
      customers(context, index, crowd === CROWDED ? 4 : 2),
    );
    const template: Template = {
      id: `business-${index + 1}`,
      operation: "createCustomer",
      body,
      query: {},
      path: {},
      version: context.customerVersion,
      freshField: "partner_customer_id",
      freshTexts: freshTextsOf(OPERATIONS.createCustomer.requestSchema, body),
    };
    return fitted(template, context.fits?.[template.id]);
  });
}

import { isObject } from "../../json.js";
import { type Change, changeAt } from "../bodyPath.js";
import { bodyChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { textChange } from "../text.js";
import { echoDefect, swapped } from "./echoDefect.js";

const defect = familyOf("echo");

function customers(): Defect[] {
  const of = (path: string, way: string, title: string, change: Change, ...also: readonly string[]): Defect =>
    echoDefect("createCustomer", path, way, title, change, also);
  const ofText = (path: string, way: string, title: string, change: (text: string) => string): Defect =>
    of(path, way, title, textChange(change));
  const amount = "account_usage.estimated_monthly_revenue_amount";
  const numeric =
    (change: (number: number) => number): Change =>
    (value) =>
      typeof value === "number" ? change(value) : value;
  const person = "business_person_list[]";
  const secondPerson = (path: string, way: string, title: string, change: Change): Defect =>
    defect(`createCustomer/echo/${person}.${path}/${way}`, title, {
      stored: (fields) => {
        const people = fields.business_person_list;
        return Array.isArray(people)
          ? {
              ...fields,
              business_person_list: people.map((each: unknown, index) =>
                index === 1 ? changeAt(each, path, change) : each,
              ),
            }
          : fields;
      },
    });
  return [
    of(amount, "whole", "is rounded to a whole number", numeric(Math.round)),
    of(
      amount,
      "one-decimal",
      "is rounded to one decimal",
      numeric((value) => Math.round(value * 10) / 10),
    ),
    of(amount, "single-precision", "loses digits beyond the seventh", numeric(Math.fround)),
    of(
      amount,
      "cents",
      "comes back in cents",
      numeric((value) => value * 100),
    ),
    ofText("business_details.business_identifier_start_date", "offset-dropped", "loses its offset from UTC", (value) =>
      value.replace(/[+-]\d\d:\d\d$/, "Z"),
    ),
    ofText(
      "business_details.business_identifier_expiry_date",
      "midnight",
      "comes back as midnight of its day",
      (value) => value.replace(/T\d\d:\d\d:\d\d/, "T00:00:00"),
    ),
    ofText(`${person}.basic_info.birth_date`, "day-earlier", "comes back a day earlier", (value) => moved(value, -DAY)),
    ofText(`${person}.identification.id_expiration_date`, "local-time", "comes back eight hours later", (value) =>
      moved(value, DAY / 3),
    ),
    of(`${person}.identification.id_issue_date`, "now", "comes back as another date", () => "2024-12-01T00:00:00Z"),
    of(
      `${person}.basic_info`,
      "names-swapped",
      "comes back with first and last name swapped",
      (value) => (isObject(value) ? swapped(value, "first_name", "last_name") : value),
      `${person}.basic_info.first_name`,
      `${person}.basic_info.last_name`,
    ),
    of(
      `${person}.identification`,
      "sides-swapped",
      "comes back with the two sides of the document swapped",
      (value) => (isObject(value) ? swapped(value, "id_document_front_file_id", "id_document_back_file_id") : value),
      `${person}.identification.id_document_front_file_id`,
      `${person}.identification.id_document_back_file_id`,
    ),
    ofText(`${person}.identification.id_number`, "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.)/, ""),
    ),
    ofText(`${person}.identification.id_number`, "masked", "comes back masked", (value) =>
      value.replace(/.(?=.{4})/g, "*"),
    ),
    ofText("primary_contact.contact_phone", "no-plus", "comes back without its plus sign", (value) =>
      value.replace(/^\+/, ""),
    ),
    of(
      "primary_contact.contact_email",
      "small",
      "comes back in small letters",
      textChange((value) => value.toLowerCase()),
      "normal-form.lower-case",
    ),
    ofText("registration_address.registration_address_postcode", "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.)/, ""),
    ),
    ofText("business_details.business_name", "mangled", "comes back with its UTF-8 read as Latin-1", (value) =>
      Buffer.from(value).toString("latin1"),
    ),
    ofText("account_usage.goods_service_description", "cut-at-64", "is cut to 64 characters", (value) =>
      value.slice(0, 64),
    ),
    ofText("account_usage.industry_category_code", "leading-zeros", "loses its leading zeros", (value) =>
      value.replace(/^0+(?=.)/, ""),
    ),
    of("business_details.business_identifier_document_list", "reversed", "comes back in the reverse order", (value) =>
      Array.isArray(value) ? value.toReversed() : value,
    ),
    of(
      "business_details.business_identifier_document_list",
      "first-two",
      "comes back with its first two files",
      (value) => (Array.isArray(value) ? value.slice(0, 2) : value),
    ),
    of("business_person_list", "first-only", "comes back with its first person only", (value) =>
      Array.isArray(value) ? value.slice(0, 1) : value,
    ),
    of("business_person_list", "reversed", "comes back in the reverse order", (value) =>
      Array.isArray(value) ? value.toReversed() : value,
    ),
    secondPerson("basic_info.first_name", "second-person", "the second person's first name comes back empty", () => ""),
    secondPerson(
      "identification.id_number",
      "second-person",
      "the second person's id_number comes back in another form",
      textChange((value) => `#${value}`),
    ),
    defect(
      [
        `createCustomer/echo/${person}.residential_address/of-first-person`,
        `echo/${person}.residential_address.residential_address_city`,
      ],
      "every person comes back with the address of the first one",
      bodyChanged((body) => {
        const people = isObject(body) ? body.business_person_list : undefined;
        const first: unknown = Array.isArray(people) ? people[0] : undefined;
        return isObject(first)
          ? changeAt(body, `${person}.residential_address`, () => first.residential_address)
          : body;
      }),
    ),
  ];
}

const DAY = 24 * 3_600_000;

function moved(value: string, milliseconds: number): string {
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? value : new Date(instant + milliseconds).toISOString();
}

/** Values of a customer that change between the request and the response. */
export const ECHO_CUSTOMERS: readonly Defect[] = customers();

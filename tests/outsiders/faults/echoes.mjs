/** What was sent does not come back as it was sent (sections 2.1, 2.4). */
import { Decimal } from "../json.mjs";
import { changeAt, countOf, fault, onBody, onField, RECIPIENT_WRITES } from "./making.mjs";

const text = (change) => (value) => (typeof value === "string" ? change(value) : value);
const list = (change) => (value) => (Array.isArray(value) ? change(value) : value);

const SPELLINGS = {
  trimmed: ["without the blanks around it", text((value) => value.trim())],
  "blanks-collapsed": ["with single blanks for double ones", text((value) => value.replaceAll(/ {2,}/g, " "))],
  uppercased: ["in capitals", text((value) => value.toUpperCase())],
  lowercased: ["in small letters", text((value) => value.toLowerCase())],
  "cut-at-100": ["cut after 100 characters", text((value) => value.slice(0, 100))],
  "cut-at-60": ["cut after 60 characters", text((value) => value.slice(0, 60))],
  "last-character-lost": [
    "without its last character when it is as long as it may be",
    text((value) => (value.length >= 128 ? value.slice(0, -1) : value)),
  ],
  "encoding-mangled": [
    "with its UTF-8 read as Latin-1",
    text((value) => Buffer.from(value, "utf8").toString("latin1")),
  ],
  "non-ascii-replaced": [
    "with question marks for what is not ASCII",
    text((value) => value.replaceAll(/[^ -~]/g, "?")),
  ],
  "accents-lost": ["without accents", text((value) => value.normalize("NFD").replaceAll(/\p{M}/gu, ""))],
  "markup-escaped": [
    "with its ampersands and quotes as HTML entities",
    text((value) => value.replaceAll("&", "&amp;").replaceAll("'", "&#39;")),
  ],
  "quotes-dropped": ["without apostrophes and quotes", text((value) => value.replaceAll(/['"]/g, ""))],
  "leading-zeros-lost": ["without the zeros in front", text((value) => value.replace(/^0+/, ""))],
  dropped: ["not at all", () => undefined],
  emptied: ["as an empty string", text(() => "")],
  nulled: ["as null", () => null],
  masked: [
    "with asterisks for all but its last four characters",
    text((value) => "*".repeat(Math.max(0, value.length - 4)) + value.slice(-4)),
  ],
  fixed: ["as the same text for everybody", text(() => "Sample")],
};

const LISTS = {
  reversed: ["backwards", list((items) => items.toReversed())],
  sorted: ["sorted", list((items) => items.toSorted())],
  deduplicated: ["without repetitions", list((items) => [...new Set(items)])],
  "last-lost": ["without its last item", list((items) => (items.length > 1 ? items.slice(0, -1) : items))],
  "first-only": ["with its first item only", list((items) => items.slice(0, 1))],
  emptied: ["empty", list(() => [])],
  dropped: ["not at all", () => undefined],
  joined: ["as one string with commas", list((items) => items.join(","))],
};

/** @param {Record<string, [string, (value: any) => unknown]>} changes */
function echo(operation, path, name, changes) {
  const [describe, change] = changes[name];
  return fault(
    operation,
    `${path}.echo-${name}`,
    `${path} comes back as it was sent`,
    `gives it back ${describe}`,
    onField(path, change),
  );
}

const RECIPIENT_ECHOES = {
  business_name: [
    "trimmed",
    "blanks-collapsed",
    "uppercased",
    "cut-at-100",
    "last-character-lost",
    "encoding-mangled",
    "non-ascii-replaced",
    "accents-lost",
    "markup-escaped",
    "quotes-dropped",
    "fixed",
  ],
  website: ["lowercased", "cut-at-100", "dropped", "markup-escaped", "emptied"],
  "address_info.address_line_1": ["trimmed", "cut-at-100", "encoding-mangled"],
  "address_info.address_line_2": ["dropped", "nulled"],
  "address_info.city": ["uppercased", "cut-at-60"],
  "address_info.state": ["encoding-mangled", "emptied"],
  "address_info.post_code": ["leading-zeros-lost", "dropped"],
  address_info: ["dropped"],
  payment_details: ["dropped"],
  "payment_details.account_number": ["masked", "leading-zeros-lost", "dropped"],
  "payment_details.account_name": ["uppercased", "non-ascii-replaced"],
  "payment_details.bank_name": ["cut-at-100", "trimmed"],
  "payment_details.swift_code": ["dropped", "lowercased"],
  "payment_details.payment_method": ["dropped"],
  "payment_details.local_bank_code": ["leading-zeros-lost", "dropped"],
  "payment_details.account_currency": ["uppercased"],
  "payment_details.wallet_address": ["lowercased", "cut-at-60", "masked"],
  "payment_details.wallet_name": ["trimmed", "encoding-mangled"],
  "payment_details.currency": ["dropped"],
};

function recipientFaults(operation) {
  const make = (name, rule, describe, edit) => fault(operation, name, rule, describe, onBody(edit));
  return [
    ...Object.entries(RECIPIENT_ECHOES).flatMap(([path, names]) =>
      names.map((name) => echo(operation, path, name, SPELLINGS)),
    ),
    ...Object.keys(LISTS).map((name) => echo(operation, "file_id_list", name, LISTS)),
    make(
      "payment_details.network.echo-defaulted",
      "network comes back as it was sent",
      "answers ETH for every wallet",
      (body) => {
        if (body.payment_details?.account_type === "crypto") body.payment_details.network = "ETH";
        return body;
      },
    ),
    make(
      "payment_details.bank-network.echo-defaulted",
      "network comes back as it was sent",
      "answers SWIFT for every bank account",
      (body) => {
        if (body.payment_details?.account_type === "bank") body.payment_details.network = "SWIFT";
        return body;
      },
    ),
    make(
      "business_type.echo-defaulted",
      "business_type comes back as it was sent",
      "answers Business for everybody",
      (body) => ({ ...body, business_type: "Business" }),
    ),
    make(
      "business_name.echo-crypto-only",
      "business_name comes back as it was sent",
      "adds a word to it for crypto accounts",
      (body) =>
        body.payment_details?.account_type === "crypto"
          ? { ...body, business_name: `${body.business_name} wallet` }
          : body,
    ),
    make(
      "address_info.echo-flattened",
      "address_info comes back as an object with the fields that were sent",
      "puts the address fields beside the others",
      ({ address_info, ...body }) => ({
        ...body,
        ...address_info,
      }),
    ),
    make(
      "address_info.echo-lines-swapped",
      "each address line comes back in its own field",
      "swaps the two lines",
      (body) => {
        const { address_line_1: one, address_line_2: two } = body.address_info ?? {};
        if (one !== undefined && two !== undefined)
          Object.assign(body.address_info, { address_line_1: two, address_line_2: one });
        return body;
      },
    ),
  ];
}

const PEOPLE = "business_person_list.*";
const CUSTOMER_ECHOES = {
  partner_customer_id: ["uppercased", "trimmed", "dropped"],
  "business_details.business_name": ["encoding-mangled", "non-ascii-replaced", "trimmed", "cut-at-60"],
  "business_details.business_name_english": ["uppercased", "blanks-collapsed", "markup-escaped"],
  "business_details.business_identifier_number": ["leading-zeros-lost", "masked"],
  "business_details.website": ["dropped", "lowercased"],
  "registration_address.registration_address_line1": ["cut-at-60", "trimmed"],
  "registration_address.registration_address_postcode": ["leading-zeros-lost"],
  "registration_address.registration_address_country_code": ["lowercased"],
  registration_address: ["dropped"],
  "account_usage.goods_service_description": ["cut-at-60", "quotes-dropped"],
  "account_usage.estimated_monthly_revenue_currency": ["dropped"],
  "primary_contact.contact_email": ["uppercased", "masked"],
  "primary_contact.contact_phone": ["masked"],
  primary_contact: ["dropped"],
  [`${PEOPLE}.basic_info.first_name`]: ["encoding-mangled", "non-ascii-replaced"],
  [`${PEOPLE}.basic_info.last_name_english`]: ["uppercased"],
  [`${PEOPLE}.identification.id_number`]: ["masked", "leading-zeros-lost"],
  [`${PEOPLE}.identification.id_document_back_file_id`]: ["dropped"],
  [`${PEOPLE}.residential_address.residential_address_city`]: ["dropped", "uppercased"],
};

const AMOUNT = "account_usage.estimated_monthly_revenue_amount";
const AMOUNTS = {
  rounded: ["as a whole number", (value) => Math.round(Number(value))],
  "two-decimals": ["with two decimals", (value) => Number(Number(value).toFixed(2))],
  string: ["as a string", (value) => (value instanceof Decimal ? value.literal : String(value))],
  "single-precision": ["in single precision", (value) => Math.fround(Number(value))],
  cents: ["a hundred times as much", (value) => Number(value) * 100],
  zero: ["as 0", () => 0],
  dropped: ["not at all", () => undefined],
};

const DATES = {
  "day-only": ["as a day without a time", text((value) => value.slice(0, 10))],
  "zone-lost": ["without its zone", text((value) => value.replace(/(Z|[+-]\d\d:\d\d)$/, ""))],
  "zone-relabelled": [
    "with the zone replaced by Z and the time left",
    text((value) => value.replace(/[+-]\d\d:\d\d$/, "Z")),
  ],
  "day-before": ["a day early", text((value) => new Date(Date.parse(value) - 86_400_000).toISOString())],
  epoch: ["as milliseconds since 1970", text((value) => Date.parse(value))],
  midnight: ["at midnight", text((value) => `${value.slice(0, 10)}T00:00:00Z`)],
};

const DOCUMENTS = "business_details.business_identifier_document_list";

const customer = (name, rule, describe, edit) => fault("createCustomer", name, rule, describe, onBody(edit));

const CUSTOMER_FAULTS = [
  ...Object.entries(CUSTOMER_ECHOES).flatMap(([path, names]) =>
    names.map((name) => echo("createCustomer", path, name, SPELLINGS)),
  ),
  ...Object.keys(AMOUNTS).map((name) => echo("createCustomer", AMOUNT, name, AMOUNTS)),
  ...Object.keys(DATES).map((name) => echo("createCustomer", `${PEOPLE}.basic_info.birth_date`, name, DATES)),
  echo("createCustomer", "business_details.business_identifier_start_date", "day-before", DATES),
  echo("createCustomer", `${PEOPLE}.identification.id_issue_date`, "day-only", DATES),
  ...["reversed", "deduplicated", "last-lost", "dropped"].map((name) => echo("createCustomer", DOCUMENTS, name, LISTS)),
  ...["reversed", "last-lost", "emptied", "dropped"].map((name) =>
    echo("createCustomer", "business_person_list", name, LISTS),
  ),
  customer(
    "business_person_list.1.echo-first-twice",
    "each business person comes back as sent",
    "gives the first person's data for the second",
    (body) => {
      const people = body.business_person_list;
      if (Array.isArray(people) && people.length > 1) people[1] = people[0];
      return body;
    },
  ),
  customer(
    "business_person_list.1.echo-dropped-field",
    "each business person comes back as sent",
    "forgets the nationality of all but the first",
    (body) => {
      for (const person of (body.business_person_list ?? []).slice(1)) delete person.basic_info?.nationality;
      return body;
    },
  ),
  customer(
    "business_details.dates.echo-swapped",
    "each date comes back in its own field",
    "swaps start and expiry",
    (body) => {
      const details = body.business_details ?? {};
      const { business_identifier_start_date: start, business_identifier_expiry_date: end } = details;
      if (start !== undefined && end !== undefined)
        Object.assign(details, { business_identifier_start_date: end, business_identifier_expiry_date: start });
      return body;
    },
  ),
  customer(
    "echo-of-the-customer-before",
    "the customer that was sent comes back",
    "gives back the business details of the customer before",
    (body, call) => {
      const before = call.memory.get("details");
      call.memory.set("details", body.business_details);
      return before === undefined ? body : { ...body, business_details: before };
    },
  ),
  customer(
    "echo-every-third-lost",
    "primary_contact comes back as sent",
    "forgets it every third time",
    (body, call) => (countOf(call, "customers") % 3 === 0 ? changeAt(body, "primary_contact", () => undefined) : body),
  ),
];

export const ECHO_FAULTS = [...RECIPIENT_WRITES.flatMap(recipientFaults), ...CUSTOMER_FAULTS];

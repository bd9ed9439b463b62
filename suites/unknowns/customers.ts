/** What customer creation accepts and shows where section 2.4 is silent: fields, lengths, formats, dates, repetitions. */
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { CUSTOMER_FILES } from "../../generators/templates/customers.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { verb } from "../../reports/visible.js";
import { instantOf } from "../../schemas/dateTime.js";
import { type Field, fieldTree, ITEM, walk } from "../../schemas/fieldTree.js";
import { isObject, type Json, jsonText, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import {
  type Ask,
  type Attempt,
  answerWith,
  anyBody,
  attempt,
  controlled,
  createsTwice,
  itself,
  leavesOut,
  nulls,
  placeOf,
  type Rows,
  seen,
  setting,
  trials,
  tries,
  tryAll,
  unknowns,
  values,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { extended, fieldSeen, type Outcome, outcome, phrase, valuesSeen } from "./words.js";

const PERSON = "business_person_list.0";
const BIRTH = `${PERSON}.basic_info.birth_date`;
export const DOCUMENTS = CUSTOMER_FILES.documents.join(".");
export const FRONT = CUSTOMER_FILES.front.join(".");
const BACK = CUSTOMER_FILES.back.join(".");
const EXPIRY_OF_ID = `${PERSON}.identification.id_expiration_date`;
const EXPIRY_OF_BUSINESS = "business_details.business_identifier_expiry_date";
const PHONE = "primary_contact.contact_phone";
const COUNTRY = "account_usage.operating_country";
const CURRENCY = "account_usage.estimated_monthly_revenue_currency";
const REVENUE = "account_usage.estimated_monthly_revenue_amount";
const INDUSTRY = "account_usage.industry_category_code";
const WEBSITE = "business_details.website";
const IDENTIFIER = "business_details.business_identifier_number";
const POSTCODE = "registration_address.registration_address_postcode";
const EMAIL = "primary_contact.contact_email";

const ROOT = fieldTree("customer-create.schema.json");
const FIELDS = [...walk(ROOT)].filter(({ path, name }) => path !== "" && name !== ITEM);

function inFirstItem({ location }: Field): Pointer {
  return location.map((step) => (step === ITEM ? 0 : step));
}

/** Whether each field must be sent: the large groups are asked about in every profile. */
const required: Rows<Template> = Object.fromEntries(
  FIELDS.map((field) => [
    `unknown.createCustomer.required.${field.path.replaceAll(ITEM, "")}`,
    leavesOut(inFirstItem(field), ROOT.children.includes(field) && field.children.length > 0 ? 0 : undefined),
  ]),
);

/** One of every few leaves is enough to see what null does. */
const NULL_STEP = 4;
const LEAVES = FIELDS.filter(({ children }) => children.length === 0);
const NULLED = new Set([...ROOT.children, ...LEAVES.filter((_, index) => index % NULL_STEP === 0)]);

/** Lengths that a text is tried with: none, very few, many, very many characters. */
const LENGTHS = [0, 1, 256, 2000];

function characters(length: number): string {
  return `${length} ${verb(length, "character", "characters")}`;
}

function isText({ type, rules, name }: Field): boolean {
  return type === "string" && rules.format === undefined && name !== ITEM;
}

/** A text of a given length; the template's text is repeated, so that its kind of characters stays. */
function textOf(current: Json | undefined, length: number): string {
  const seed = typeof current === "string" && current !== "" ? current : "x";
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
}

function withLength(asked: Inquiry, template: Template, fields: readonly Field[], length: number): Promise<Reply> {
  let body: Json = template.body ?? {};
  for (const field of fields) {
    const at = inFirstItem(field);
    body = withValueAt(body, at, textOf(valueAt(template.body ?? undefined, at), length));
  }
  return asked.ask({ ...template, body: isObject(body) ? body : {} }, null);
}

/** All texts of a group at once; where that is refused, one by one. */
function lengthsOf(parent: Field): Ask<Template> {
  // File ids are not the partner's own texts.
  const texts = parent.children.filter((field) => isText(field) && field.kind !== "fileId");
  return controlled(async (asked, id, template) => {
    const attempts: Attempt[] = [];
    let evidence: Reply | undefined;
    for (const length of LENGTHS) {
      const together = await withLength(asked, template, texts, length);
      if (evidence === undefined || !together.accepted) evidence = together;
      if (together.accepted) {
        attempts.push(attempt(characters(length), together));
        continue;
      }
      for (const field of texts) {
        const reply = await withLength(asked, template, [field], length);
        attempts.push(attempt(`${field.name} with ${characters(length)}`, reply));
      }
    }
    answerWith(asked, id, attempts, evidence);
  }, 2);
}

const lengths: Rows<Template> = Object.fromEntries(
  [...walk(ROOT)]
    .filter(({ path, children }) => path !== "" && children.some(isText))
    .map((group) => [`unknown.createCustomer.lengths.${group.path.replaceAll(ITEM, "")}`, lengthsOf(group)]),
);

/** The partner's own id has to be new each time, even when it is short. */
const partnerIdLengths = controlled(async (asked, id, template) => {
  const all = [8, 19, 20, 64, 65, 256].map((length) => {
    const value = asked.fresh(`length ${length}`).slice(8).padEnd(length, "x").slice(0, length);
    return { name: characters(length), edit: setting("partner_customer_id", value) };
  });
  answerWith(asked, id, await tryAll(asked, template, all));
}, 2);

/** A list with other numbers of items: those of the template, repeated. */
function counts(path: string, sizes: readonly number[]): Ask<Template> {
  return trials(({ body }) => {
    const list = valueAt(body ?? undefined, placeOf(path));
    const items = Array.isArray(list) ? list : [];
    return sizes.map((size) => {
      const length = items.length === 0 ? 0 : size;
      const value = Array.from({ length }, (_, index) => items[index % items.length] ?? null);
      return { name: String(size), edit: setting(path, value) };
    });
  });
}

/** A field of the response, sent: with a value that the service itself gave, and with one of ours. */
const responseFieldsSent = controlled(async (asked, id, template) => {
  const path = "business_details.business_type";
  const first = await asked.ask(template, null);
  const reply = await asked.ask(template, setting(path, "Individual"));
  if (!first.accepted) return;
  const [own, after] = [first, reply].map(({ body }) => valueAt(body, placeOf(path)));
  const effect = after === "Individual" ? "stored" : after === own ? "ignored" : "changed to another value";
  const went = outcome(reply);
  const { value, text } = reply.accepted ? extended(went, { effect }, ` and ${effect}`) : went;
  asked.answer(id, { value, text: `business_type sent is ${text}` }, reply);
}, 2);

/** The notation in which a date came back, without the date itself. */
function notation(sent: string, received: unknown): Outcome {
  if (received === sent) return { value: { notation: "as sent" }, text: "as it was written" };
  if (typeof received !== "string") {
    const type = isObject(received) ? "an object" : jsonText(received);
    return { value: { notation: type }, text: `as ${type}` };
  }
  const sameInstant = instantOf(sent) === instantOf(received);
  const sameDay = sent.slice(0, 10) === received.slice(0, 10);
  const instant = sameInstant ? "as the same instant in another notation" : "as another instant";
  return {
    value: { notation: "another", sameInstant, sameDay },
    text: `${instant}, which shows ${sameDay ? "the same day" : "another day"}`,
  };
}

/** A date with an offset: a day that may be another one elsewhere. */
async function offsetDate(asked: Inquiry, template: Template) {
  const value = "1980-05-17T00:00:00+08:00";
  const reply = await asked.ask(template, setting(BIRTH, value));
  const observed = reply.accepted
    ? phrase`a date with an offset comes back ${notation(value, valueAt(reply.body, placeOf(BIRTH)))}`
    : phrase`a date with an offset is ${outcome(reply)}`;
  return { reply, observed };
}

const duplicateBusiness = controlled(async (asked, id, template) => {
  const own = withTextsOf(template, asked.fresh("business twice"));
  const first = await asked.ask(own, null);
  if (!first.accepted) return;
  const second = await asked.ask(own, null);
  const same = second.accepted && second.body.customer_id === first.body.customer_id;
  const went = extended(outcome(second), { same }, same ? " and gives the same customer" : "");
  asked.answer(id, phrase`the same business under another partner id is ${went}`, second);
}, 2);

function frontOf({ body }: Template): string | null {
  const front = valueAt(body ?? undefined, placeOf(FRONT));
  return typeof front === "string" && front !== "" ? front : null;
}

/** What customers show: a new one, and those in known transfers. */
interface Customers {
  readonly reply: Reply;
  readonly all: readonly unknown[];
}

function valuesOf(path: string, { all }: Customers): Outcome {
  return valuesSeen(
    all.map((one) => valueAt(one, placeOf(path))).filter((value) => value !== undefined && value !== null),
  );
}

/** The values of a field that the response adds. */
function vocabulary(path: string) {
  return (customers: Customers) => {
    const found = valuesOf(path, customers);
    return found.text === "" ? { ...found, text: "the field does not appear" } : phrase`seen: ${found}`;
  };
}

const firstStatus = ({ reply }: Customers) => phrase`a new customer is ${fieldSeen("status", reply.body.status)}`;

export const customers = unknowns("createCustomer", ({ templates }) => templates.createCustomer[0], {
  ...required,
  ...anyBody("createCustomer"),
  "unknown.createCustomer.nullValues": nulls(() => [...NULLED].map(inFirstItem)),
  "unknown.createCustomer.lengths.partner_customer_id": partnerIdLengths,
  ...lengths,
  "conflict.createCustomer.formats": trials([
    ...values(BIRTH, ["1980-05-17"]),
    ...values(PHONE, ["no phone"]),
    ...values(EMAIL, ["no-at-sign.example.com"]),
  ]),
  "unknown.createCustomer.countryCodeFormat": tries(COUNTRY, ["US", "cn", "CHN", "China", "156", "ZZ"]),
  "unknown.createCustomer.currencyFormat": tries(CURRENCY, ["EUR", "usd", "XYZ", "US Dollar"]),
  "unknown.createCustomer.revenueRange": tries(REVENUE, [0, -1, 0.125, 1234567.891, 1e15]),
  "unknown.createCustomer.industryCategoryValues": tries(INDUSTRY, ["0111", "A", "Manufacturing", "not-a-category"], 2),
  "unknown.createCustomer.phoneFormat": tries(PHONE, [
    "13800138000",
    "+86 138 0013 8000",
    "+1-202-555-0143",
    "008613800138000",
    "no phone",
  ]),
  "unknown.createCustomer.emailFormat": tries(EMAIL, [
    "no-at-sign.example.com",
    "a@b",
    "two@@signs.example.com",
    "经理@partner.example.com",
  ]),
  "unknown.createCustomer.websiteFormat": tries(WEBSITE, ["not a web address", "www.partner.example.com", "x"], 2),
  "unknown.createCustomer.identifierFormat": tries(IDENTIFIER, ["1", "ABC-123", "统一代码"], 2),
  "unknown.createCustomer.idNumberFormat": tries(`${PERSON}.identification.id_number`, ["1", "ABC 123", "身份证"], 2),
  "unknown.createCustomer.postcodeFormat": tries(POSTCODE, ["1", "SW1A 1AA", "12345678901234567890", "邮编"], 2),
  "unknown.createCustomer.personCount": counts("business_person_list", [0, 1, 3, 5, 20]),
  "unknown.createCustomer.documentCount": counts(DOCUMENTS, [0, 1, 5, 11]),
  "unknown.createCustomer.responseFieldsSent": responseFieldsSent,
  "unknown.createCustomer.dateOnly": tries(BIRTH, {
    "a day only": "1980-05-17",
    "a time without an offset": "1980-05-17T00:00:00",
    "a blank between day and time": "1980-05-17 00:00:00Z",
  }),
  "unknown.createCustomer.dateOrder": trials([
    ...values(EXPIRY_OF_BUSINESS, { "a business that expires before it starts": "1999-01-01T00:00:00Z" }),
    ...values(EXPIRY_OF_ID, { "an identity document that expires before its issue": "2001-01-01T00:00:00Z" }),
  ]),
  "unknown.createCustomer.expiredDocument": trials([
    ...values(EXPIRY_OF_BUSINESS, { "a registration that has expired": "2021-06-01T00:00:00Z" }),
    ...values(EXPIRY_OF_ID, { "an identity document that has expired": "2023-06-01T00:00:00Z" }),
  ]),
  "unknown.createCustomer.futureBirthDate": tries(
    BIRTH,
    { "a birth in the future": "2090-01-01T00:00:00Z", "a minor": "2022-01-01T00:00:00Z" },
    2,
  ),
  ...seen(
    offsetDate,
    {
      "unknown.createCustomer.dateEcho": ({ observed }) => observed,
      "conflict.createCustomer.calendarDates": ({ observed }) => observed,
    },
    itself,
  ),
  "unknown.createCustomer.unknownFileId": trials((template) => {
    const front = frontOf(template);
    if (front === null) return [];
    return [
      ...values(FRONT, { "an id like those that were issued": unknownIdLike(front) }),
      ...values(DOCUMENTS, { "a text that is like no id": ["ppconform"] }),
    ];
  }),
  "unknown.createCustomer.repeatedFileId": trials((template) => {
    const front = frontOf(template);
    return front === null ? [] : values(BACK, { "the front also as the back": front });
  }, 2),
  "unknown.createCustomer.duplicatePartnerId": createsTwice("customer"),
  "unknown.createCustomer.duplicateBusiness": duplicateBusiness,
  ...seen(
    async (asked, template: Template): Promise<Customers | null> => {
      const reply = await asked.ask(template, null);
      const known = asked.target.transfers.map(({ detail }) => detail.customer).filter(isObject);
      return reply.accepted ? { reply, all: [reply.body, ...known] } : null;
    },
    {
      "unknown.createCustomer.businessTypeValues": vocabulary("business_details.business_type"),
      "unknown.createCustomer.identifierTypeValues": vocabulary("business_details.business_identifier_type"),
      "unknown.createCustomer.productReferenceValues": vocabulary("account_usage.account_usage_product_reference"),
      "unknown.createCustomer.roleTypeValues": vocabulary(`${PERSON}.basic_info.role_type`),
      "unknown.createCustomer.idTypeValues": vocabulary(`${PERSON}.identification.id_type`),
      "unknown.createCustomer.initialStatus": firstStatus,
      "conflict.createCustomer.status": firstStatus,
      "unknown.customerStatusValues": (customers) => phrase`seen: ${valuesOf("status", customers)}`,
    },
    itself,
  ),
});

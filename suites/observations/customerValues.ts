/** Which values customer creation takes and gives: formats, counts, files, vocabulary (sections 2.4 and 3). */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../engine/model.js";
import { type Template, withTextsOf } from "../../generators/edits/edit.js";
import { isObject, type Json, valueAt } from "../../generators/json.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { instantOf } from "../../schemas/dateTime.js";
import { inquiryCase, type JsonRecord } from "./observing.js";
import { memberAt, outcome, shown, sortedList } from "./texts.js";
import { type Trial, trialsCase, values } from "./trials.js";

const OPEN = "unknown.createCustomer";
const PERSON = ["business_person_list", 0] as const;
const BIRTH = [...PERSON, "basic_info", "birth_date"];
const IDENTITY = [...PERSON, "identification"] as const;
const DETAILS = "business_details";

/** Formats of single fields: several notations of each. */
function formats(template: Template): Case[] {
  const testCase = (topic: string, tier: number, ...trials: readonly Trial[]) =>
    trialsCase(`${OPEN}.${topic}`, tier, template, trials);
  const usage = "account_usage";
  return [
    testCase("countryCodeFormat", 1, ...values([usage, "operating_country"], "US", "cn", "CHN", "China", "156", "ZZ")),
    testCase(
      "currencyFormat",
      1,
      ...values([usage, "estimated_monthly_revenue_currency"], "EUR", "usd", "XYZ", "US Dollar"),
    ),
    testCase(
      "revenueRange",
      1,
      ...values([usage, "estimated_monthly_revenue_amount"], 0, -1, 0.125, 1234567.891, 1e15),
    ),
    testCase(
      "industryCategoryValues",
      2,
      ...values([usage, "industry_category_code"], "0111", "A", "Manufacturing", "not-a-category"),
    ),
    testCase(
      "phoneFormat",
      1,
      ...values(
        ["primary_contact", "contact_phone"],
        "13800138000",
        "+86 138 0013 8000",
        "+1-202-555-0143",
        "008613800138000",
        "no phone",
      ),
    ),
    testCase(
      "emailFormat",
      1,
      ...values(
        ["primary_contact", "contact_email"],
        "no-at-sign.example",
        "a@b",
        "two@@signs.example",
        "经理@partner.example",
      ),
    ),
    testCase("websiteFormat", 2, ...values([DETAILS, "website"], "not a web address", "www.partner.example", "x")),
    testCase("identifierFormat", 2, ...values([DETAILS, "business_identifier_number"], "1", "ABC-123", "统一代码")),
    testCase("idNumberFormat", 2, ...values([...IDENTITY, "id_number"], "1", "ABC 123", "身份证")),
    testCase(
      "postcodeFormat",
      2,
      ...values(
        ["registration_address", "registration_address_postcode"],
        "1",
        "SW1A 1AA",
        "12345678901234567890",
        "邮编",
      ),
    ),
  ];
}

/** The notation in which a date came back, told without the date itself. */
function notation(sent: string, received: unknown): string {
  if (received === sent) return "as it was written";
  if (typeof received !== "string") return isObject(received) ? "as an object" : `as ${shown(received)}`;
  const same = instantOf(sent) === instantOf(received);
  const day = sent.slice(0, 10) === received.slice(0, 10) ? "the same day" : "another day";
  return `${same ? "as the same instant in another notation" : "as another instant"}, which shows ${day}`;
}

function dates(template: Template): Case[] {
  const at = [...BIRTH];
  return [
    trialsCase(`${OPEN}.dateOnly`, 1, template, [
      { label: "a day only", edit: { kind: "set", at, value: "1980-05-17" } },
      { label: "a time without an offset", edit: { kind: "set", at, value: "1980-05-17T00:00:00" } },
      { label: "a blank between day and time", edit: { kind: "set", at, value: "1980-05-17 00:00:00Z" } },
    ]),
    trialsCase(`${OPEN}.dateOrder`, 1, template, [
      {
        label: "a business that expires before it starts",
        edit: { kind: "set", at: [DETAILS, "business_identifier_expiry_date"], value: "1999-01-01T00:00:00Z" },
      },
      {
        label: "an identity document that expires before its issue",
        edit: { kind: "set", at: [...IDENTITY, "id_expiration_date"], value: "2001-01-01T00:00:00Z" },
      },
    ]),
    trialsCase(`${OPEN}.expiredDocument`, 1, template, [
      {
        label: "a registration that has expired",
        edit: { kind: "set", at: [DETAILS, "business_identifier_expiry_date"], value: "2021-06-01T00:00:00Z" },
      },
      {
        label: "an identity document that has expired",
        edit: { kind: "set", at: [...IDENTITY, "id_expiration_date"], value: "2023-06-01T00:00:00Z" },
      },
    ]),
    trialsCase(`${OPEN}.futureBirthDate`, 2, template, [
      { label: "a birth in the future", edit: { kind: "set", at, value: "2090-01-01T00:00:00Z" } },
      { label: "a minor", edit: { kind: "set", at, value: "2022-01-01T00:00:00Z" } },
    ]),
    inquiryCase("createCustomer", "dateEcho", 1, template, async (inquiry) => {
      const value = "1980-05-17T00:00:00+08:00";
      const reply = await inquiry.ask(template, { kind: "set", at, value });
      const received = memberAt(reply.body, at);
      const answer = reply.accepted
        ? `a date with an offset comes back ${notation(value, received)}`
        : `a date with an offset is ${outcome(reply)}`;
      inquiry.answer(`${OPEN}.dateEcho`, answer, reply);
      inquiry.answer("conflict.createCustomer.calendarDates", answer, reply);
    }),
  ];
}

function counts(template: Template): Case[] {
  const persons = valueAt(template.body ?? undefined, ["business_person_list"]);
  const documents = valueAt(template.body ?? undefined, [DETAILS, "business_identifier_document_list"]);
  const filled = (list: Json | undefined, count: number): Json[] => {
    const items = Array.isArray(list) ? list : [];
    return Array.from({ length: items.length === 0 ? 0 : count }, (_, index) => items[index % items.length] ?? null);
  };
  const testCase = (topic: string, at: readonly string[], list: Json | undefined, sizes: readonly number[]) =>
    trialsCase(
      `${OPEN}.${topic}`,
      1,
      template,
      sizes.map((size) => ({ label: String(size), edit: { kind: "set", at, value: filled(list, size) } })),
    );
  return [
    testCase("personCount", ["business_person_list"], persons, [0, 1, 3, 5, 20]),
    testCase("documentCount", [DETAILS, "business_identifier_document_list"], documents, [0, 1, 5, 11]),
  ];
}

function files(template: Template): Case[] {
  const front = valueAt(template.body ?? undefined, [...IDENTITY, "id_document_front_file_id"]);
  if (typeof front !== "string" || front === "") return [];
  return [
    trialsCase(`${OPEN}.unknownFileId`, 1, template, [
      {
        label: "an id like those that were issued",
        edit: { kind: "set", at: [...IDENTITY, "id_document_front_file_id"], value: unknownIdLike(front) },
      },
      {
        label: "a text that is like no id",
        edit: { kind: "set", at: [DETAILS, "business_identifier_document_list"], value: ["ppconform"] },
      },
    ]),
    trialsCase(`${OPEN}.repeatedFileId`, 2, template, [
      {
        label: "the front also as the back",
        edit: { kind: "set", at: [...IDENTITY, "id_document_back_file_id"], value: front },
      },
    ]),
  ];
}

function duplicates(template: Template): Case[] {
  return [
    inquiryCase("createCustomer", "duplicatePartnerId", 1, template, async (inquiry) => {
      const value = partnerId(inquiry.target.run, "customer twice", inquiry.execution.attempt);
      const edit = { kind: "set", at: ["partner_customer_id"], value } as const;
      const own = withTextsOf(template, value);
      const first = await inquiry.ask(own, edit);
      if (!first.accepted) return;
      const second = await inquiry.ask(own, edit);
      const same = second.body.customer_id === first.body.customer_id;
      const what = second.accepted ? (same ? " and gives the same customer again" : " and gives another customer") : "";
      inquiry.answer(
        `${OPEN}.duplicatePartnerId`,
        `a second creation with the same id is ${outcome(second)}${what}`,
        second,
      );
    }),
    inquiryCase("createCustomer", "duplicateBusiness", 2, template, async (inquiry) => {
      const own = withTextsOf(template, partnerId(inquiry.target.run, "business twice", inquiry.execution.attempt));
      const first = await inquiry.ask(own, null);
      if (!first.accepted) return;
      const second = await inquiry.ask(own, null);
      const same = second.accepted && second.body.customer_id === first.body.customer_id;
      const answer = `the same business under another partner id is ${outcome(second)}`;
      inquiry.answer(`${OPEN}.duplicateBusiness`, same ? `${answer} and gives the same customer` : answer, second);
    }),
  ];
}

/** Fields that the response adds, by the open point that asks for their values. */
const ADDED: Readonly<Record<string, readonly (string | number)[]>> = {
  businessTypeValues: [DETAILS, "business_type"],
  identifierTypeValues: [DETAILS, "business_identifier_type"],
  productReferenceValues: ["account_usage", "account_usage_product_reference"],
  roleTypeValues: [...PERSON, "basic_info", "role_type"],
  idTypeValues: [...IDENTITY, "id_type"],
};

/** The values of the fields that the response adds, in new customers and in those of known transfers. */
function vocabulary(target: Target, template: Template): Case {
  return inquiryCase("createCustomer", "vocabulary", 1, template, async (inquiry) => {
    const reply = await inquiry.ask(template, null);
    if (!reply.accepted) return;
    const embedded = target.transfers.map(({ detail }) => detail.customer).filter(isObject);
    const seen = (at: readonly (string | number)[], from: readonly JsonRecord[]) =>
      from.map((customer) => memberAt(customer, at)).filter((value) => value !== undefined && value !== null);
    for (const [topic, at] of Object.entries(ADDED)) {
      const found = seen(at, [reply.body, ...embedded]);
      const answer =
        found.length === 0 ? "the field does not appear" : `seen: ${sortedList(found.map((value) => shown(value)))}`;
      inquiry.answer(`${OPEN}.${topic}`, answer, reply);
    }
    const status = shown(reply.body.status);
    inquiry.answer(`${OPEN}.initialStatus`, `a new customer is ${status}`, reply);
    inquiry.answer("conflict.createCustomer.status", `a new customer is ${status}`, reply);
    const statuses = seen(["status"], [reply.body, ...embedded]);
    inquiry.answer("unknown.customerStatusValues", `seen: ${sortedList(statuses.map((value) => shown(value)))}`, reply);
  });
}

/** A field of the response, sent: with a value that the service itself gave, and with one of our own. */
function responseFieldsSent(template: Template): Case {
  return inquiryCase("createCustomer", "responseFieldsSent", 2, template, async (inquiry) => {
    const at = [DETAILS, "business_type"];
    const first = await inquiry.ask(template, null);
    const own = memberAt(first.body, at);
    const reply = await inquiry.ask(template, { kind: "set", at, value: "Individual" });
    if (!first.accepted) return;
    const after = memberAt(reply.body, at);
    const effect = !reply.accepted
      ? ""
      : after === "Individual"
        ? " and stored"
        : after === own
          ? " and ignored"
          : " and changed to another value";
    inquiry.answer(`${OPEN}.responseFieldsSent`, `business_type sent is ${outcome(reply)}${effect}`, reply);
  });
}

/** The open points about values of customers. */
export function customerValuePoints(): CheckGroup {
  return group("createCustomer", [], (target) => {
    const [template] = target.templates.createCustomer;
    if (template === undefined) return [];
    return [
      ...formats(template),
      ...dates(template),
      ...counts(template),
      ...files(template),
      ...duplicates(template),
      vocabulary(target, template),
      responseFieldsSent(template),
    ];
  });
}

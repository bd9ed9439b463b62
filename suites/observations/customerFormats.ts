/** Which formats and counts customer creation takes, and which fields of the response (section 2.4). */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { Template } from "../../generators/edits/edit.js";
import { type Json, valueAt } from "../../schemas/json.js";
import { inquiries, inquiry } from "./observing.js";
import { extended, memberAt, outcome } from "./texts.js";
import { type Trial, trialsOf, values } from "./trials.js";

const UNKNOWN = "unknown.createCustomer";
const DETAILS = "business_details";
const IDENTITY = ["business_person_list", 0, "identification"] as const;

/** Formats of single fields: several notations of each. */
function formats(template: Template): CaseDraft[] {
  const trying = (topic: string, tier: number, ...trials: readonly Trial[]) =>
    trialsOf(`${UNKNOWN}.${topic}`, tier, template, trials);
  const usage = "account_usage";
  return [
    trying("countryCodeFormat", 1, ...values([usage, "operating_country"], "US", "cn", "CHN", "China", "156", "ZZ")),
    trying(
      "currencyFormat",
      1,
      ...values([usage, "estimated_monthly_revenue_currency"], "EUR", "usd", "XYZ", "US Dollar"),
    ),
    trying("revenueRange", 1, ...values([usage, "estimated_monthly_revenue_amount"], 0, -1, 0.125, 1234567.891, 1e15)),
    trying(
      "industryCategoryValues",
      2,
      ...values([usage, "industry_category_code"], "0111", "A", "Manufacturing", "not-a-category"),
    ),
    trying(
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
    trying(
      "emailFormat",
      1,
      ...values(
        ["primary_contact", "contact_email"],
        "no-at-sign.example.com",
        "a@b",
        "two@@signs.example.com",
        "经理@partner.example.com",
      ),
    ),
    trying("websiteFormat", 2, ...values([DETAILS, "website"], "not a web address", "www.partner.example.com", "x")),
    trying("identifierFormat", 2, ...values([DETAILS, "business_identifier_number"], "1", "ABC-123", "统一代码")),
    trying("idNumberFormat", 2, ...values([...IDENTITY, "id_number"], "1", "ABC 123", "身份证")),
    trying(
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

/** One text of each documented format that is written in none of its notations. */
function anyFormat(template: Template): CaseDraft {
  return trialsOf("conflict.createCustomer.formats", 1, template, [
    ...values(["business_person_list", 0, "basic_info", "birth_date"], "1980-05-17"),
    ...values(["primary_contact", "contact_phone"], "no phone"),
    ...values(["primary_contact", "contact_email"], "no-at-sign.example.com"),
  ]);
}

function counts(template: Template): CaseDraft[] {
  const persons = valueAt(template.body ?? undefined, ["business_person_list"]);
  const documents = valueAt(template.body ?? undefined, [DETAILS, "business_identifier_document_list"]);
  const filled = (list: Json | undefined, count: number): Json[] => {
    const items = Array.isArray(list) ? list : [];
    return Array.from({ length: items.length === 0 ? 0 : count }, (_, index) => items[index % items.length] ?? null);
  };
  const trying = (topic: string, at: readonly string[], list: Json | undefined, sizes: readonly number[]) =>
    trialsOf(
      `${UNKNOWN}.${topic}`,
      1,
      template,
      sizes.map((size) => ({ name: String(size), edit: { kind: "set", at, value: filled(list, size) } })),
    );
  return [
    trying("personCount", ["business_person_list"], persons, [0, 1, 3, 5, 20]),
    trying("documentCount", [DETAILS, "business_identifier_document_list"], documents, [0, 1, 5, 11]),
  ];
}

/** A field of the response, sent: with a value that the service itself gave, and with one of our own. */
function responseFieldsSent(template: Template): CaseDraft {
  return inquiry("responseFieldsSent", { tier: 2, control: template }, async (asked) => {
    const at = [DETAILS, "business_type"];
    const first = await asked.ask(template, null);
    const own = memberAt(first.body, at);
    const reply = await asked.ask(template, { kind: "set", at, value: "Individual" });
    if (!first.accepted) return;
    const went = outcome(reply);
    const after = memberAt(reply.body, at);
    const effect = after === "Individual" ? "stored" : after === own ? "ignored" : "changed to another value";
    const { value, text } = reply.accepted ? extended(went, { effect }, ` and ${effect}`) : went;
    asked.answer(`${UNKNOWN}.responseFieldsSent`, { value, text: `business_type sent is ${text}` }, reply);
  });
}

/** What is asked about formats of customers. */
export const customerFormats: Exercise = inquiries("createCustomer", "formats", (target) => {
  const [template] = target.templates.createCustomer;
  return template === undefined
    ? []
    : [anyFormat(template), ...formats(template), ...counts(template), responseFieldsSent(template)];
});

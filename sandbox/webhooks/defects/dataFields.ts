import { changeAt, publishedPath } from "../../defects/bodyPath.js";
import { inTurn } from "../../defects/requestTables.js";
import { brokenRules, distortionsOf, leftOut } from "../../defects/response/distortions.js";
import { RESPONSE_TABLES, type ShownField } from "../../defects/response/tables.js";
import { isObject } from "../../json.js";
import type { Change } from "../../service.js";
import { CATEGORY_NAMES, inData, type WebhookDefect, webhookDefect } from "./defect.js";

/** The data objects whose fields the document describes: they are the responses of creation (section 6). */
const DESCRIBED_DATA = [
  { category: "Recipient", fields: RESPONSE_TABLES.createRecipient },
  { category: "Customer", fields: RESPONSE_TABLES.createCustomer },
] as const;

function distorted(category: Change["category"], field: ShownField, turn: number): WebhookDefect[] {
  const { path } = field.rule;
  const name = CATEGORY_NAMES[category];
  // Of a customer, what was sent and does not come back disagrees with what was sent, and breaks no rule of its own.
  const mayBeMissed = !path.endsWith("[]") && (category === "Recipient" || !field.isSent);
  const ways = { present: mayBeMissed ? [leftOut] : [], ...distortionsOf(field) };
  return Object.entries(ways).flatMap(([keyword, choices]) => {
    const chosen = inTurn(choices, turn);
    if (chosen === undefined) return [];
    const [rule = "", ...also] = brokenRules(field, keyword);
    return webhookDefect(
      [`webhooks/${name}.${rule}/${chosen.way}`, ...also.map((other) => `webhooks/${name}.${other}`)],
      `${publishedPath(path)} in the data object of a ${name} ${chosen.does}`,
      inData(category, (data) => {
        const changed = changeAt(data, path, chosen.change);
        return isObject(changed) ? changed : data;
      }),
    );
  });
}

/** A field at the top of the data object has a value that breaks the rule `keyword`, whether it was there before or not. */
function wrong(category: Change["category"], field: string, keyword: string, value: unknown): WebhookDefect {
  const name = CATEGORY_NAMES[category];
  return webhookDefect(
    `webhooks/${name}.${field}.${keyword}/wrong`,
    `${field} in the data object of a ${name} is ${JSON.stringify(value)}`,
    inData(category, (data) => ({ ...data, [field]: value })),
  );
}

/** Values that a service may well have for another contract. */
const OTHER_CONTRACTS: readonly WebhookDefect[] = [
  wrong("Recipient", "business_name", "type", { name: "Sample" }),
  wrong("Recipient", "business_name", "minLength", "A"),
  wrong("Recipient", "business_type", "enum", "Company"),
  wrong("Recipient", "country_code", "enum", "CHN"),
  wrong("Recipient", "status", "enum", "verified"),
  wrong("Recipient", "created_at", "format", "yesterday"),
  wrong("Recipient", "file_id_list", "type", "none"),
  wrong("Recipient", "partner_recipient_id", "minLength", "short"),
  wrong("Customer", "status", "type", 1),
  wrong("Customer", "created_at", "format", "2025-13-45"),
  wrong("Customer", "business_person_list", "type", {}),
  wrong("Customer", "business_details", "type", "Sample Trading"),
];

const NO_TIMES = ["yesterday", "2025-13-45T00:00:00Z", "01/02/2025 10:00"] as const;

/** Of the data of transactions only the notation of times is described (section 1). */
const TRANSACTION_TIMES: readonly WebhookDefect[] = (["Transfers", "Deposit", "Return"] as const).flatMap(
  (category, position) =>
    ["created_at", "audit_at", "completed_at"].map((field, index) =>
      wrong(category, field, "format", inTurn(NO_TIMES, position + index)),
    ),
);

/** Every documented rule of every field of a data object, each broken in one way; the ways take turns. */
export const DATA_FIELD_DEFECTS: readonly WebhookDefect[] = [
  ...DESCRIBED_DATA.flatMap(({ category, fields }, position) =>
    // Other turns than those of the responses, so that a field is not broken in the same way in both.
    fields.flatMap((field, index) => distorted(category, field, index + position + 1)),
  ),
  ...OTHER_CONTRACTS,
  ...TRANSACTION_TIMES,
];

import type { FieldRule } from "../../fieldRule.js";
import type { OperationName } from "../../operations/names.js";
import { publishedPath } from "../bodyPath.js";
import { shownValueChanged } from "../changes.js";
import { type Defect, defectOf } from "../defect.js";
import { inTurn } from "../requestTables.js";
import { brokenRules, distortionsOf, leftOut } from "./distortions.js";
import { RESPONSE_TABLES, type ShownField } from "./tables.js";

const OPERATIONS = Object.entries(RESPONSE_TABLES).map(([name, fields]) => ({ name, fields }));

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(RESPONSE_TABLES, name);
}

function distorted(operation: OperationName, field: ShownField, turn: number): Defect[] {
  const { rule, isSent } = field;
  const path = publishedPath(rule.path);
  // What was sent and does not come back is a fault of the echo.
  const missing = isSent || path.endsWith("[]") || isUncertain(rule) ? [] : [leftOut];
  return Object.entries({ present: missing, ...distortionsOf(field) }).flatMap(([keyword, ways]) => {
    const chosen = inTurn(ways, turn);
    if (chosen === undefined) return [];
    const rules = [
      ...brokenRules(field, keyword).map((broken) => `response/${broken}`),
      ...(isSent ? [`echo/${path}`] : []),
      ...(STATE_RULES[operation]?.[rule.path] ?? []),
    ];
    const title = `${path} in the response ${chosen.does}`;
    return defectOf("response", operation, rules, chosen.way, title, shownValueChanged(rule.path, chosen.change));
  });
}

/** What else is wrong once one of these values is not the one that it should be. */
const STATE_RULES: Readonly<Partial<Record<OperationName, Readonly<Record<string, readonly string[]>>>>> = {
  updateRecipient: {
    recipient_id: ["state/recipient_id.kept"],
    partner_recipient_id: ["state/partner_recipient_id.kept"],
    created_at: ["state/created_at.kept"],
  },
  getTransferDetail: {
    transaction_id: ["state/asked-for"],
    partner_transaction_id: ["state/asked-for"],
    customer_id: ["state/customer.agrees"],
    "customer.customer_id": ["state/customer.agrees"],
    recipient_id: ["state/recipient.agrees"],
    "recipient.recipient_id": ["state/recipient.agrees"],
  },
  getDepositDetail: {
    transaction_id: ["state/asked-for"],
    partner_transaction_id: ["state/asked-for"],
  },
};

/** Fields inside the customer or recipient of a transfer that need not be there, because they may never have been sent. */
function isUncertain({ path, required }: FieldRule): boolean {
  const inside = /^(?:customer|recipient)\.(.*)$/.exec(path)?.[1];
  // An account that is there has all that it requires.
  if (inside?.startsWith("payment_details") === true && inside !== "payment_details") return required !== true;
  const certain = [
    "customer_id",
    "recipient_id",
    "partner_recipient_id",
    "status",
    "created_at",
    "business_name",
    "business_type",
    "country_code",
  ];
  return inside !== undefined && !certain.includes(inside);
}

/** Every documented rule of every response field, each broken in one way; the ways take turns. */
export const RESPONSE_FIELDS: readonly Defect[] = OPERATIONS.flatMap(({ name, fields }, position) =>
  isOperation(name) ? fields.flatMap((field, index) => distorted(name, field, index + position)) : [],
);

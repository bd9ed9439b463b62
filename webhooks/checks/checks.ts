/** The checks of deliveries (sections 1, 5 and 6). Nothing is sent for them: the service delivers by itself. */

import type { CheckDefinition } from "../../engine/model.js";
import { KEYWORD_EXPECTATIONS, PRESENCE_EXPECTATIONS } from "../../engine/responseExpectations.js";
import { ruleName } from "../../oracles/responseBody.js";
import type { Area, Level } from "../../reports/model.js";
import { type Field, fieldTree, keywordsOf, walk } from "../../schemas/fieldTree.js";
import { CATEGORIES, type Category, dataSchema } from "../reading/reading.js";

interface WebhookText {
  readonly rule: string;
  readonly section: string;
  readonly level?: Level;
  readonly title: string;
  readonly sends?: string;
  readonly expects: string;
}

const EACH = "nothing: every delivery that comes is judged";

function webhookCheck(area: Area, text: WebhookText): CheckDefinition {
  const { rule, section, level = "must", title, sends = EACH, expects } = text;
  return {
    id: `webhooks/${area}/${rule}`,
    title,
    operation: "webhooks",
    area,
    section,
    level,
    statements: [`webhooks.${area}.${rule}`],
    sends,
    expects,
  };
}

/** Categories as they stand in check ids. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

/** Times of a transaction: the only fields of undescribed data that section 1 rules. */
export const TRANSACTION_TIMES = ["created_at", "audit_at", "completed_at"] as const;

/** The check of such a time. */
export function timeCheck(category: Category, field: string): string {
  return `webhooks/response/${CATEGORY_NAMES[category]}.${field}.format`;
}

const SIGNATURE: readonly CheckDefinition[] = [
  webhookCheck("auth", {
    rule: "signature.present",
    section: "5",
    title: "Every delivery carries X-Webhook-Signature",
    expects: "the header, with a value",
  }),
  webhookCheck("auth", {
    rule: "signature.covers-body",
    section: "5",
    title: "The signature depends on the body",
    expects: "different signatures for different bodies",
  }),
  webhookCheck("auth", {
    rule: "signature.secret",
    section: "5",
    title: "The signature is made with the account's webhook secret",
    expects: "no signature that is right for another secret",
  }),
  webhookCheck("auth", {
    rule: "signature.algorithm",
    section: "5",
    title: "The signature is an HMAC-SHA256",
    expects: "no signature that is right for another algorithm, or without a secret",
  }),
  webhookCheck("auth", {
    rule: "signature.valid",
    section: "5",
    title: "The signature of every delivery is right in the scheme that the service uses",
    expects: "a signature that can be verified like those of the other deliveries, and in full length",
  }),
  webhookCheck("auth", {
    rule: "signature.raw-body",
    section: "5",
    level: "should",
    title: "The signature covers the bytes that were sent",
    expects: "a signature that is right for the body as it came, not for another spelling of it",
  }),
  webhookCheck("auth", {
    rule: "signature.known-scheme",
    section: "5",
    level: "should",
    title: "A usual scheme explains the signatures",
    expects: "a signature that one of the usual schemes, or the one that was stated, can verify",
  }),
];

const ENVELOPE: readonly CheckDefinition[] = [
  webhookCheck("response", {
    rule: "body.json",
    section: "1",
    title: "The body of a delivery is JSON",
    expects: "a body that can be read as JSON in UTF-8",
  }),
  webhookCheck("response", {
    rule: "body.mediaType",
    section: "1",
    level: "should",
    title: "A delivery has a JSON media type",
    expects: "content-type application/json, or another JSON media type",
  }),
  webhookCheck("response", {
    rule: "envelope.data",
    section: "6",
    title: "A delivery of a documented category carries the data object",
    expects: "an object with fields of the category's data, wherever it stands",
  }),
];

function fieldChecks(category: Category, field: Field): CheckDefinition[] {
  const kind = CATEGORY_NAMES[category];
  const name = field.path === "" ? "the data object" : field.path;
  const definitions = keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => {
      const expects = KEYWORD_EXPECTATIONS[keyword]?.(field) ?? keyword;
      return webhookCheck("response", {
        rule: `${kind}.${ruleName(field.path, keyword)}`,
        section: field.section,
        level: keyword === "idPrefix" || field.should.includes(keyword) ? "should" : "must",
        title: `In a ${kind} delivery, ${name} is ${expects}`,
        expects,
      });
    });
  if (field.presence === null) return definitions;
  return [
    ...definitions,
    webhookCheck("response", {
      rule: `${kind}.${ruleName(field.path, "present")}`,
      section: field.section,
      level: field.presence === "required" ? "must" : "should",
      title: `In a ${kind} delivery, ${name} is there`,
      expects: PRESENCE_EXPECTATIONS[field.presence] ?? "",
    }),
  ];
}

function dataChecks(category: Category): CheckDefinition[] {
  const schema = dataSchema(category);
  if (schema !== null) return [...walk(fieldTree(schema))].flatMap((field) => fieldChecks(category, field));
  return TRANSACTION_TIMES.map((field) =>
    webhookCheck("response", {
      rule: `${CATEGORY_NAMES[category]}.${field}.format`,
      section: "1",
      title: `In a ${CATEGORY_NAMES[category]} delivery, ${field} is a date-time when it is there`,
      expects: "an ISO 8601 date-time",
    }),
  );
}

const AGREEMENT: Readonly<
  Record<Category, { readonly level: Level; readonly title: string; readonly expects: string }>
> = {
  Recipient: {
    level: "must",
    title: "The data of a recipient delivery is the recipient",
    expects: "the ids and values that creation or update showed or was sent",
  },
  Customer: {
    level: "must",
    title: "The data of a customer delivery is the customer",
    expects: "the ids and values that creation showed or was sent",
  },
  Transfers: {
    level: "should",
    title: "The data of a transfer delivery agrees with the transfer's detail",
    expects: "the values of the detail in the fields that both have, and a documented status",
  },
  Deposit: {
    level: "should",
    title: "The data of a deposit delivery agrees with the deposit's detail",
    expects: "the values of the detail in the fields that both have, and a documented status",
  },
  Return: {
    level: "should",
    title: "The data of a return delivery agrees with the transfer that came back",
    expects: "the customer and the recipient of the transfer whose id it carries",
  },
};

/** The check that the data of a category says what the operations say. */
export function agreementCheck(category: Category): string {
  return `webhooks/echo/${CATEGORY_NAMES[category]}.agrees`;
}

/** The check that a change of a category is delivered. */
export function arrivalCheck(category: Category): string {
  return `webhooks/state/delivered.${CATEGORY_NAMES[category]}`;
}

const ARRIVALS: Readonly<Record<Category, string>> = {
  Recipient: "A change of a recipient's status is delivered",
  Customer: "A change of a customer's status is delivered",
  Transfers: "A change of a transfer is delivered",
  Deposit: "A deposit is delivered",
  Return: "A return is delivered",
};

/** All checks of deliveries. */
export const WEBHOOK_CHECKS: readonly CheckDefinition[] = [
  ...SIGNATURE,
  ...ENVELOPE,
  ...CATEGORIES.flatMap(dataChecks),
  ...CATEGORIES.map((category) =>
    webhookCheck("echo", { rule: `${CATEGORY_NAMES[category]}.agrees`, section: "6", ...AGREEMENT[category] }),
  ),
  ...CATEGORIES.map((category) =>
    webhookCheck("state", {
      rule: `delivered.${CATEGORY_NAMES[category]}`,
      section: "6",
      level: "should",
      title: ARRIVALS[category],
      sends: "what the run may send to cause a change; nothing where the document shows no operation for it",
      expects: "a delivery within the time that is waited, for a change that was seen to happen",
    }),
  ),
];

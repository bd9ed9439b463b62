/** The deliveries of the service as OpenAPI webhooks (contract document, sections 5 and 6). */

import { CATEGORIES, CATEGORY_NAMES, type Category, dataSchema } from "../schemas/deliveries.js";
import type { DocumentPlace } from "../schemas/ledger/unknown.js";
import { SIGNATURE_HEADER } from "../schemas/operations.js";
import { schemaReference } from "./components.js";
import type { Parameter, PathItem } from "./model.js";
import type { Seen } from "./seen.js";
import { unknownFields, unknownsAt } from "./unknowns.js";

const SUMMARIES: Readonly<Record<Category, string>> = {
  Transfers: "A transfer, single or of a batch, has moved on",
  Deposit: "Funds from outside have reached a wallet",
  Return: "A payout has come back and was credited again",
  Customer: "The onboarding or identity check of a customer has changed its status",
  Recipient: "A saved recipient has another status",
};

/** Where the unknowns and conflicts about the data stand that no operation which is described gives. */
const PLACES: Readonly<Partial<Record<Category, DocumentPlace>>> = {
  Transfers: "transferData",
  Deposit: "depositData",
  Return: "returnData",
};

const SIGNATURE = "WebhookSignature";

/** Only the data object is documented. What is around it is not, so that any JSON may be the body. */
function delivery(category: Category, seen: Seen): PathItem {
  const summary = SUMMARIES[category];
  const data = dataSchema(category);
  const place = PLACES[category];
  return {
    post: {
      operationId: `${CATEGORY_NAMES[category]}Webhook`,
      summary,
      description: `${summary}. What is around the data object is not shown.`,
      tags: ["Webhooks"],
      "x-section": "6",
      // A delivery goes to the partner, and carries a signature instead of credentials.
      security: [],
      parameters: [{ $ref: `#/components/parameters/${SIGNATURE}` }],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              description: "Holds the data object; where it stands, and what is around it, is not shown.",
              ...(data === null ? {} : { "x-data": schemaReference(data) }),
            },
          },
        },
      },
      ...(place === undefined ? {} : unknownFields(unknownsAt("webhooks", place), seen)),
    },
  };
}

/** The five categories. That they are posted is usual, and not shown. */
export function webhooks(seen: Seen): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(CATEGORIES.map((category) => [category, delivery(category, seen)]));
}

/** The header of every delivery, as a component. */
export function webhookParameters(seen: Seen): Readonly<Record<string, Parameter>> {
  return {
    [SIGNATURE]: {
      name: SIGNATURE_HEADER,
      in: "header",
      description: "An HMAC-SHA256 made with the webhook secret of the account.",
      required: true,
      schema: { type: "string" },
      ...unknownFields(unknownsAt("webhooks", "signature"), seen),
    },
  };
}

/** The deliveries of the service as OpenAPI webhooks (contract document, sections 5 and 6). */

import type { Category } from "../schemas/deliveries.js";
import type { DocumentPlace } from "../schemas/ledger/unknowns.js";
import { SIGNATURE_HEADER } from "../schemas/operations.js";
import { schemaReference } from "./components.js";
import type { Parameter, PathItem } from "./model.js";
import type { Seen } from "./seen.js";
import { unknownFields, unknownsAt } from "./unknowns.js";

interface Webhook {
  readonly operationId: string;
  readonly summary: string;
  /** The schema document of the data object, where an operation that is described gives it. */
  readonly data: string | null;
  /** Where the unknowns and conflicts stand that are about its data; null where an operation that is described gives it. */
  readonly place: DocumentPlace | null;
}

const WEBHOOKS: Readonly<Record<Category, Webhook>> = {
  Transfers: {
    operationId: "transferWebhook",
    summary: "A transfer, single or of a batch, has moved on",
    data: null,
    place: "transferData",
  },
  Deposit: {
    operationId: "depositWebhook",
    summary: "Funds from outside have reached a wallet",
    data: null,
    place: "depositData",
  },
  Return: {
    operationId: "returnWebhook",
    summary: "A payout has come back and was credited again",
    data: null,
    place: "returnData",
  },
  Customer: {
    operationId: "customerWebhook",
    summary: "The onboarding or identity check of a customer has changed its status",
    data: "webhook-customer.schema.json",
    place: null,
  },
  Recipient: {
    operationId: "recipientWebhook",
    summary: "A saved recipient has another status",
    data: "webhook-recipient.schema.json",
    place: null,
  },
};

const SIGNATURE = "WebhookSignature";

/** Only the data object is documented. What is around it is not, so that any JSON may be the body. */
function delivery({ operationId, summary, data, place }: Webhook, seen: Seen): PathItem {
  return {
    post: {
      operationId,
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
      ...(place === null ? {} : unknownFields(unknownsAt("webhooks", place), seen)),
    },
  };
}

/** The five categories. That they are posted is usual, and not shown. */
export function webhooks(seen: Seen): Readonly<Record<string, PathItem>> {
  return Object.fromEntries(Object.entries(WEBHOOKS).map(([category, webhook]) => [category, delivery(webhook, seen)]));
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

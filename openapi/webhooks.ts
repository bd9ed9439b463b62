/** The deliveries of the service as OpenAPI webhooks (contract document, sections 5 and 6). */

import { SIGNATURE_HEADER } from "../schemas/operations.js";
import type { Category } from "../webhooks/deliveryReading.js";
import { schemaReference } from "./components.js";
import type { Parameter, PathItem } from "./model.js";
import type { Seen } from "./seen.js";
import { openPointFields, type Points, pointsAt } from "./unknowns.js";

interface Webhook {
  readonly operationId: string;
  readonly summary: string;
  /** The schema document of the data object, where an operation that is described gives it. */
  readonly data: string | null;
  /** Ids of the points that are about its data. */
  readonly points: readonly string[];
}

const WEBHOOKS: Readonly<Record<Category, Webhook>> = {
  Transfers: {
    operationId: "transferWebhook",
    summary: "A transfer, single or of a batch, has moved on",
    data: null,
    points: ["unknown.webhooks.transferData", "conflict.webhooks.undescribedData", "conflict.webhooks.batchTransfers"],
  },
  Deposit: {
    operationId: "depositWebhook",
    summary: "Funds from outside have reached a wallet",
    data: null,
    points: ["unknown.webhooks.depositData", "conflict.webhooks.undescribedData", "conflict.webhooks.depositOrigin"],
  },
  Return: {
    operationId: "returnWebhook",
    summary: "A payout has come back and was credited again",
    data: null,
    points: ["unknown.webhooks.returnData", "conflict.webhooks.undescribedData"],
  },
  Customer: {
    operationId: "customerWebhook",
    summary: "The onboarding or identity check of a customer has changed its status",
    data: "webhook-customer.schema.json",
    points: [],
  },
  Recipient: {
    operationId: "recipientWebhook",
    summary: "A saved recipient has another status",
    data: "webhook-recipient.schema.json",
    points: [],
  },
};

const SIGNATURE = "WebhookSignature";

function dataPoints(ids: readonly string[]): Points {
  const { unknowns, conflicts } = pointsAt("webhooks", "data");
  return {
    unknowns: unknowns.filter(({ id }) => ids.includes(id)),
    conflicts: conflicts.filter(({ id }) => ids.includes(id)),
  };
}

/** Only the data object is documented. What is around it is not, so that any JSON may be the body. */
function delivery({ operationId, summary, data, points }: Webhook, seen: Seen): PathItem {
  return {
    post: {
      operationId,
      summary,
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
      ...openPointFields(dataPoints(points), seen),
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
      ...openPointFields(pointsAt("webhooks", "signature"), seen),
    },
  };
}

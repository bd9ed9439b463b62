import type { Behaviour } from "../behaviours.js";
import type { JsonObject } from "../json.js";
import type { Change, Service } from "../service.js";

/** Something that happened, as it was when it happened. Every attempt to deliver it carries the same body. */
export interface WebhookEvent {
  /** The same for repetitions and duplicates. */
  readonly id: string;
  readonly category: Change["category"];
  /** The event identifier in the chosen spelling. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly data: JsonObject;
}

/** The event of a change that is due; undefined when something later has made it untrue. */
export function eventOf(change: Change, service: Service): WebhookEvent | undefined {
  const { behaviour } = service;
  const shown = change.data();
  if (shown === undefined) return undefined;
  const brief = change.category === "Transfers" && behaviour.webhookTransferData === "brief";
  return {
    id: service.newId("evt"),
    category: change.category,
    name: eventName(change.category, String(shown.status), behaviour.webhookEventNames),
    at: change.at,
    data: brief ? withoutParties(shown) : shown,
  };
}

function withoutParties(transfer: JsonObject): JsonObject {
  const { customer: _customer, recipient: _recipient, ...brief } = transfer;
  return brief;
}

const SUBJECTS: Readonly<Record<Change["category"], string>> = {
  Transfers: "transfer",
  Deposit: "deposit",
  Return: "return",
  Customer: "customer",
  Recipient: "recipient",
};

function eventName(category: Change["category"], status: string, spelling: Behaviour["webhookEventNames"]): string {
  switch (spelling) {
    case "dotted":
      return `${SUBJECTS[category]}.${status.toLowerCase()}`;
    case "capitals":
      return `${SUBJECTS[category]}_${status}`.toUpperCase();
    case "category":
      return category;
  }
}

/** What is delivered for an event: its data object in the chosen envelope (section 6). */
export function envelopeOf(event: WebhookEvent, service: Service): JsonObject {
  const { id, name } = event;
  const createdAt = service.writeTime(event.at);
  const data = service.behaviour.webhookDataPlace === "nested" ? { object: event.data } : event.data;
  switch (service.behaviour.webhookEnvelope) {
    case "typed":
      return { type: name, id, created_at: createdAt, data };
    case "named":
      return { event: name, data };
    case "eventAndPayload":
      return { event: { id, name, created_at: createdAt }, payload: data };
    case "bare":
      return data;
  }
}

/** The headers that tell what the body does not: where there is no envelope, the id and the name of the event. */
export function eventHeaders({ id, name }: WebhookEvent, { behaviour }: Service): Readonly<Record<string, string>> {
  return behaviour.webhookEnvelope === "bare" ? { "X-Webhook-Id": id, "X-Webhook-Event": name } : {};
}

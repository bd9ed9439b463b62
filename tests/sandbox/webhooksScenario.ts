import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import { type Behaviour, chooseBehaviour } from "../../sandbox/behaviours.js";
import { credentialsFor } from "../../sandbox/credentials.js";
import { Hooks } from "../../sandbox/defects/hooks.js";
import { createHttpServer } from "../../sandbox/httpServer.js";
import { plantSeedData } from "../../sandbox/seed/seed.js";
import { Service } from "../../sandbox/service.js";
import type { DeliveryHooks } from "../../sandbox/webhooks/hooks.js";
import { mountWebhookControl, WebhookRegistration } from "../../sandbox/webhooks/registration.js";
import { controls, type KnownIds, knownIdsOf } from "./defectControls.js";
import { member } from "./partner.js";
import { type Arrived, pause, receiver } from "./webhooksReceiver.js";

/** What happened in a scenario and what was delivered about it. */
export interface Scenario {
  readonly behaviour: Behaviour;
  readonly arrived: readonly Arrived[];
  /** The answers of the operations, each of which one delivery must show. */
  readonly answers: readonly unknown[];
}

const credentials = credentialsFor(42);

/**
 * Something of each category happens: a bank and a crypto recipient, whose status is then changed, a customer, each with
 * every documented field, a transfer, a deposit and a return. The receiver refuses the first delivery once.
 */
export async function runScenario(
  behaviours: Readonly<Record<string, string>> = {},
  hooks: readonly DeliveryHooks[] = [],
): Promise<Scenario> {
  const behaviour = chooseBehaviour(behaviours);
  const service = new Service({ behaviour, credentials, mode: "instant", seed: 42 });
  plantSeedData(42, service);
  const server = createHttpServer(service, new Hooks());
  const webhook = new WebhookRegistration(service, hooks, { firstPause: 5, attempt: 1_000 });
  mountWebhookControl(server, service, webhook);
  const { url, arrived } = await receiver((index) => (index === 0 ? 500 : 200));
  await webhook.register(url);
  const answers = await act(server, knownIdsOf(service));
  while (webhook.current.deliveries.waiting > 0) {
    await pause(2);
  }
  await webhook.close();
  await server.close();
  return { behaviour, arrived, answers };
}

async function act(server: FastifyInstance, known: KnownIds): Promise<unknown[]> {
  const base = await server.listen({ port: 0, host: "127.0.0.1" });
  const headers = {
    "x-api-key": credentials.apiKey,
    "x-api-secret": credentials.apiSecret,
    "content-type": "application/json",
    "api-version": "2024-12-01",
  };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const [bankBody, cryptoBody] = controls("createRecipient", known).map(({ body }) => body);
  const [customerBody] = controls("createCustomer", known).map(({ body }) => body);

  const bank = await post("/api/recipients/create", bankBody);
  const crypto = await post("/api/recipients/create", cryptoBody);
  const customer = await post("/api/customers/create", customerBody);
  const ids = { customer_id: member(customer, "customer_id"), recipient_id: member(crypto, "recipient_id") };
  const transfer = await post("/_sandbox/transfers", { ...ids, amount: 250 });
  const deposit = await post("/_sandbox/deposits", { amount: 77.5 });
  const returned = await post("/_sandbox/returns", { transaction_id: member(transfer, "transaction_id") });
  const suspended = await post("/_sandbox/recipients/status", { ...ids, status: "suspended" });
  return [bank, crypto, customer, transfer, deposit, returned, suspended];
}

/** What is wrong with the deliveries of a scenario, for a partner who knows the scheme; nothing of a conforming one. */
export function faults({ behaviour, arrived, answers }: Scenario): string[] {
  const found = arrived.flatMap((delivery) => signatureFaults(delivery, behaviour));
  const shown = arrived.map(({ text }) => dataIn(text, behaviour));
  const expected = answers.map((answer) => (behaviour.webhookTransferData === "brief" ? briefly(answer) : answer));
  for (const answer of expected) {
    if (!shown.some((data) => isDeepStrictEqual(data, answer))) found.push(`not delivered: ${JSON.stringify(answer)}`);
  }
  if (arrived.some(({ headers }) => !/^application\/json\b/i.test(headers["content-type"] ?? ""))) {
    found.push("media type");
  }
  return found;
}

function briefly(answer: unknown): unknown {
  if (member(answer, "transaction_type") !== "transfer" || typeof answer !== "object" || answer === null) return answer;
  return Object.fromEntries(Object.entries(answer).filter(([name]) => name !== "customer" && name !== "recipient"));
}

const dataPaths: Readonly<Record<Behaviour["webhookEnvelope"], string>> = {
  typed: "data",
  named: "data",
  eventAndPayload: "payload",
  bare: "",
};

/** The data object of a body; undefined where there is none. */
export function dataIn(text: string, { webhookEnvelope, webhookDataPlace }: Behaviour): unknown {
  const path = [dataPaths[webhookEnvelope], webhookDataPlace === "nested" ? "object" : ""].filter(
    (part) => part !== "",
  );
  try {
    const body: unknown = JSON.parse(text);
    return path.length === 0 ? body : member(body, path.join("."));
  } catch {
    return undefined;
  }
}

function signatureFaults({ headers, text }: Arrived, behaviour: Behaviour): string[] {
  const header = String(headers["x-webhook-signature"] ?? "");
  const inList = /^t=(\d+),v1=(.+)$/.exec(header);
  const time = inList?.[1] ?? headers["x-webhook-timestamp"];
  const signed = {
    body: text,
    timeDotBody: `${time}.${text}`,
    timeAndBody: `${time}${text}`,
    idDotTimeDotBody: `${headers["x-webhook-id"]}.${time}.${text}`,
  }[behaviour.webhookSignedContent];
  const written = createHmac("sha256", credentials.webhookSecret)
    .update(signed)
    .digest(behaviour.webhookSignatureEncoding);
  const expected = { bare: written, prefixed: `sha256=${written}`, list: `t=${time},v1=${written}` };
  return header === expected[behaviour.webhookSignature] ? [] : [`signature ${header} of ${text}`];
}

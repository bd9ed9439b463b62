/** How deliveries are received: a receiver, and what is known of where they come from. */
import { request } from "undici";
import { isObject, type JsonRecord } from "../schemas/json.js";
import type { ExpectedDelivery } from "./delivery.js";
import { answerWell, answerWithChaos, type Receiver, startReceiver } from "./receiver.js";

export interface Waiting {
  readonly received: number;
  /** Expected deliveries that have not come yet. */
  readonly missing: number;
  /** Milliseconds waited, and how long at most. */
  readonly waited: number;
  readonly limit: number;
}

interface ReceptionOptions {
  /** Port of the receiver; 0 for any free one. */
  readonly port: number;
  readonly host?: string;
  readonly path?: string;
  /** Answer some deliveries with an error on purpose, to see repetitions. */
  readonly chaos: boolean;
  /** Signed content as the user states it; null or absent to find it out. */
  readonly stated?: string | null;
  /** Milliseconds to wait for an expected delivery, once everything has been sent. */
  readonly waitMs: number;
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** An open receiver, to be closed when the run is over. */
export interface Reception extends Pick<ReceptionOptions, "stated" | "waitMs" | "onWaiting"> {
  readonly receiver: Receiver;
  /** What only the embedded sandbox does: the receiver is registered there, and each creation is delivered. Null for any other. */
  readonly sandbox: {
    /** Triggers events that the run cannot cause by documented operations. */
    readonly causeDeliveries: () => Promise<readonly ExpectedDelivery[]>;
    /** How many deliveries are still to come. */
    readonly pending: () => Promise<number>;
  } | null;
  readonly close: () => Promise<void>;
}

/**
 * Opens a receiver: for a deployment whose user registers its address, or registered at a sandbox.
 * @param sandbox address of the sandbox
 * @throws UsageError when the port or the address cannot be used
 */
export async function openReception(options: ReceptionOptions, sandbox: string | null = null): Promise<Reception> {
  const { port, host, path, chaos, ...waiting } = options;
  const receiver = await startReceiver({ port, host, path, answers: chaos ? answerWithChaos() : answerWell });
  if (sandbox === null) return { ...waiting, receiver, sandbox, close: () => receiver.close() };
  await registerAtSandbox(sandbox, receiver.url);
  return {
    ...waiting,
    receiver,
    sandbox: { causeDeliveries: () => causeAtSandbox(sandbox), pending: () => pendingAtSandbox(sandbox) },
    close: async () => {
      // The sandbox may have ended already; then nothing is registered any more.
      await registerAtSandbox(sandbox, null).catch(() => undefined);
      await receiver.close();
    },
  };
}

/*
 * The embedded sandbox as a source of deliveries: registering the receiver, and triggering events for which the
 * document shows no operation. No other deployment has these paths, and nothing is judged by their answers.
 */

/** In milliseconds. The sandbox is on this machine, and as slow as it is. */
const LONGEST_ANSWER = 60_000;

async function ask(
  baseUrl: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: JsonRecord,
): Promise<JsonRecord> {
  const response = await request(`${baseUrl}${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    headersTimeout: LONGEST_ANSWER,
    bodyTimeout: LONGEST_ANSWER,
  });
  const text = await response.body.text();
  if (response.statusCode !== 200)
    throw new Error(`the sandbox answers ${method} ${path} with ${response.statusCode}: ${text.slice(0, 200)}`);
  const value: unknown = JSON.parse(text);
  return isObject(value) ? value : {};
}

/** Makes the sandbox deliver to an address from now on; to none when it is null. */
async function registerAtSandbox(baseUrl: string, receiver: string | null): Promise<void> {
  await ask(baseUrl, "PUT", "/_sandbox/webhook", { url: receiver });
}

/** How many deliveries the sandbox still has to make. One that has ended makes none. */
async function pendingAtSandbox(baseUrl: string): Promise<number> {
  const { deliveries } = await ask(baseUrl, "GET", "/_sandbox/webhook").catch((): JsonRecord => ({}));
  return isObject(deliveries) ? Number(deliveries.waiting) : 0;
}

function firstId(state: JsonRecord, list: string, field: string, position: number): string {
  const entries = state[list];
  const entry: unknown = Array.isArray(entries) ? entries[position % Math.max(1, entries.length)] : undefined;
  return isObject(entry) ? String(entry[field]) : "";
}

function expectations(category: "Transfers" | "Deposit", shown: JsonRecord, final: string): ExpectedDelivery[] {
  const id = String(shown.transaction_id);
  const kind = category === "Deposit" ? "deposit" : "transfer";
  return [
    { category, ids: [id], status: null, because: `the sandbox was told to make the ${kind} ${id}` },
    { category, ids: [id], status: final, because: `the ${kind} ${id} became ${final}` },
  ];
}

/** Creates transfers, deposits and a return, and returns the deliveries that they should cause. */
async function causeAtSandbox(baseUrl: string): Promise<ExpectedDelivery[]> {
  const state = await ask(baseUrl, "GET", "/_sandbox/state");
  const expected: ExpectedDelivery[] = [];
  for (const [position, outcome] of (["succeeded", "failed", "succeeded"] as const).entries()) {
    const transfer = await ask(baseUrl, "POST", "/_sandbox/transfers", {
      customer_id: firstId(state, "customers", "customer_id", position),
      recipient_id: firstId(state, "recipients", "recipient_id", position),
      amount: 250.25 + position,
      outcome,
    });
    expected.push(...expectations("Transfers", transfer, outcome === "failed" ? "failed" : "completed"));
  }
  for (const [network, account_currency, outcome] of [
    ["ETH", "USDT", "succeeded"],
    ["TRX", "USDC", "failed"],
  ] as const) {
    const order = { network, account_currency, amount: 1_000.5, outcome };
    const deposit = await ask(baseUrl, "POST", "/_sandbox/deposits", order);
    expected.push(...expectations("Deposit", deposit, outcome === "failed" ? "Failed" : "Succeeded"));
  }
  const returned = await ask(baseUrl, "POST", "/_sandbox/returns", {});
  const id = String(returned.transaction_id);
  return [
    ...expected,
    { category: "Return", ids: [id], status: null, because: `the sandbox was told to return the payout ${id}` },
  ];
}

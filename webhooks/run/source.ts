/** Deliveries of the embedded sandbox: a receiver that is registered by itself, and events that make it deliver. */
import { join } from "node:path";
import { request } from "undici";
import { createRedactor } from "../../client/redact.js";
import type { Attending, DeliverySource } from "../../engine/deliveries.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { shellWord } from "../../schemas/shell.js";
import { deliveryCommand } from "../delivery.js";
import { answerWell, answerWithChaos, type Receiver, startReceiver } from "../receiver/receiver.js";
import { DELIVERIES_FILE } from "../saved.js";
import { signingKeys } from "../signature/signature.js";
import type { ExpectedDelivery } from "./arrivals.js";
import { type Attendance, type Reception, unlessEnded, type Waiting } from "./attendance.js";
import { causeChanges } from "./causedChanges.js";
import { KnownResources } from "./knownResources.js";
import { writeVerdicts } from "./results.js";
import { waitForDeliveries } from "./waiting.js";

/*
 * Attends to deliveries while a run goes on, and judges them at its end. Deliveries are not answers to requests: they come
 * when they come, and none of them can be asked for again. So they are judged once, after everything else was sent, and
 * each failure is a proof by itself.
 */

/** What is received, as a run follows it. */
function deliverySource(reception: Reception): DeliverySource {
  return {
    follow: ({ credentials, ...run }) => {
      const known = new KnownResources();
      const keys = signingKeys(credentials, reception.stated);
      const redactor = createRedactor(credentials);
      return {
        note: (exchange) => known.note(exchange),
        attend: (target, sender) => attend({ ...run, reception, known, keys, redactor, target, sender }),
      };
    },
    commands: (folder) => ({
      curl: (exchanges) =>
        exchanges
          .slice(-1)
          .map(({ wire }) => deliveryCommand(wire))
          .join(""),
      again: () => `ppconform verify-webhook ${shellWord(join(folder, DELIVERIES_FILE))}`,
    }),
  };
}

/** Begins to attend: causes what it can, beside the run's other work. */
function attend(attendance: Attendance): Attending {
  const { reception, target, sender } = attendance;
  const causedChanges = unlessEnded(causeChanges(sender, target), []);
  const stirred = reception.sandbox?.stir() ?? Promise.resolve([]);
  // Looked at when the run is finished; until then a failure must not count as unhandled.
  causedChanges.catch(() => undefined);
  stirred.catch(() => undefined);
  return {
    async finish(executed) {
      const delivered = await waitForDeliveries(attendance, await causedChanges, await stirred);
      const attended = await writeVerdicts(attendance, delivered, executed);
      // Random cases may follow, as many as there is time for.
      attendance.known.end();
      return attended;
    },
  };
}

/*
 * The embedded sandbox as a source of deliveries: registering the receiver, and making things happen for which the
 * document shows no operation. No other deployment has these paths, and nothing is judged by their answers.
 */

/** In milliseconds. The sandbox is on this machine, and as slow as it. */
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

/** Has the sandbox deliver to an address from now on; to none when it is null. */
async function registerAtSandbox(baseUrl: string, receiver: string | null): Promise<void> {
  await ask(baseUrl, "PUT", "/_sandbox/webhook", { url: receiver });
}

/** How many deliveries the sandbox has still to make. One that has ended makes none. */
async function waitingAtSandbox(baseUrl: string): Promise<number> {
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

/** Makes transfers, deposits and a return, and says which deliveries they call for. */
async function stirSandbox(baseUrl: string): Promise<ExpectedDelivery[]> {
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
    const deposit = await ask(baseUrl, "POST", "/_sandbox/deposits", {
      network,
      account_currency,
      amount: 1_000.5,
      outcome,
    });
    expected.push(...expectations("Deposit", deposit, outcome === "failed" ? "Failed" : "Succeeded"));
  }
  const returned = await ask(baseUrl, "POST", "/_sandbox/returns", {});
  const id = String(returned.transaction_id);
  return [
    ...expected,
    { category: "Return", ids: [id], status: null, because: `the sandbox was told to return the payout ${id}` },
  ];
}

interface SourceOptions {
  /** Port of the receiver; 0 for any free one. */
  readonly port: number;
  readonly host?: string;
  readonly path?: string;
  /** Answer some deliveries badly on purpose, to see repetitions. */
  readonly chaos: boolean;
  readonly stated?: string | null;
  readonly waitMs: number;
  readonly onWaiting?: (waiting: Waiting) => void;
}

/** A source of deliveries, to be closed when the run is over. */
export interface OpenSource {
  readonly source: DeliverySource;
  readonly receiver: Receiver;
  close(): Promise<void>;
}

function receive({ port, host, path, chaos }: SourceOptions): Promise<Receiver> {
  return startReceiver({ port, host, path, answers: chaos ? answerWithChaos() : answerWell });
}

function common({ stated = null, waitMs, onWaiting }: SourceOptions): Omit<Reception, "receiver" | "sandbox"> {
  return { stated, waitMs, onWaiting };
}

/**
 * A receiver for a deployment whose user registers its address.
 * @throws ReceiverError when the port or the address cannot be used
 */
export async function openSource(options: SourceOptions): Promise<OpenSource> {
  const receiver = await receive(options);
  return {
    source: deliverySource({ receiver, sandbox: null, ...common(options) }),
    receiver,
    close: () => receiver.close(),
  };
}

/**
 * A receiver that is registered at a sandbox.
 * @param baseUrl address of the sandbox
 * @throws ReceiverError when the port or the address cannot be used
 */
export async function openSandboxSource(baseUrl: string, options: SourceOptions): Promise<OpenSource> {
  const receiver = await receive(options);
  await registerAtSandbox(baseUrl, receiver.url);
  const sandbox = { stir: () => stirSandbox(baseUrl), waiting: () => waitingAtSandbox(baseUrl) };
  return {
    source: deliverySource({ receiver, sandbox, ...common(options) }),
    receiver,
    close: async () => {
      // The sandbox may have ended before; then nothing is registered any more.
      await registerAtSandbox(baseUrl, null).catch(() => undefined);
      await receiver.close();
    },
  };
}

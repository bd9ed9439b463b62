/** The receiver of deliveries that a run opens, and what is kept of them. */
import { writeFile } from "node:fs/promises";
import type { Credentials } from "../client/credentials.js";
import { createRedactor } from "../client/redact.js";
import type { Deployment } from "../engine/settings/deployment.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { Delivery } from "../webhooks/delivery.js";
import { ReceiverError } from "../webhooks/receiver/receiver.js";
import type { Waiting } from "../webhooks/run/attendance.js";
import { type OpenSource, openSandboxSource, openSource } from "../webhooks/run/source.js";
import { savedDelivery } from "../webhooks/saved.js";
import type { WebhookFlags } from "./webhookOptions.js";

/** Seconds to wait for an expected delivery: the sandbox is quick, and nobody knows how quick others are. */
const SANDBOX_WAIT = 6;
const REMOTE_WAIT = 15;

/**
 * Opens the receiver that the flags ask for; null when they ask for none. At the embedded sandbox it is registered.
 * @throws UsageError when the port cannot be used, or when flags are given that need one
 */
export async function openWebhooks(
  flags: WebhookFlags,
  target: Deployment,
  onWaiting: (waiting: Waiting) => void,
): Promise<OpenSource | null> {
  const { webhookPort: port, webhookHost: host, webhookPath: path } = flags;
  if (port === undefined) {
    const needing = Object.keys(flags).find((name) => name.startsWith("webhook"));
    if (needing === undefined) return null;
    const option = needing.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    throw new UsageError(
      `--${option} is given without --webhook-port: nothing would be received. Add --webhook-port 0 for any free port.`,
    );
  }
  const embedded = target.kind === "sandbox";
  const options = {
    port,
    ...(host === undefined ? {} : { host }),
    ...(path === undefined ? {} : { path }),
    chaos: embedded || flags.webhookChaos === true,
    stated: flags.webhookSigned ?? null,
    waitMs: (flags.webhookWait ?? (embedded ? SANDBOX_WAIT : REMOTE_WAIT)) * 1_000,
    onWaiting,
  };
  return embedded ? openSandboxSource(target.baseUrl, options).catch(usage) : openSource(options).catch(usage);
}

function usage(error: unknown): never {
  throw error instanceof ReceiverError ? new UsageError(error.message) : error;
}

/** What is waited for, in words. */
export function waitingText({ received, missing, waited, limit }: Waiting): string {
  const expected = missing === 0 ? "" : `, ${missing} expected ${missing === 1 ? "one has" : "ones have"} not come`;
  return `waiting for deliveries: ${received} came${expected} · ${(waited / 1_000).toFixed(1)} of ${(limit / 1_000).toFixed(0)} s`;
}

/** Writes deliveries to a file, one line of JSON each, without secrets. */
export async function saveDeliveries(
  file: string,
  deliveries: readonly Delivery[],
  credentials: Credentials,
): Promise<void> {
  const redactor = createRedactor(credentials);
  function* lines(): Generator<string> {
    for (const delivery of deliveries) yield `${JSON.stringify(savedDelivery(delivery, redactor))}\n`;
  }
  await writeFile(file, lines(), "utf8");
}

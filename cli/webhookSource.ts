/** The receiver of deliveries that a run opens. */
import type { Deployment } from "../engine/settings/deployment.js";
import { openReception, type Reception, type Waiting } from "../webhooks/reception.js";
import type { RunFlags } from "./options.js";

/** Seconds to wait for an expected delivery: the sandbox is quick, and nobody knows how quick others are. */
const SANDBOX_WAIT = 6;
const REMOTE_WAIT = 15;

/**
 * Opens the receiver that the flags request; null when they request none. At the embedded sandbox it is registered.
 * @throws UsageError when the port cannot be used
 */
export async function openWebhooks(
  flags: RunFlags,
  target: Deployment,
  onWaiting: (waiting: Waiting) => void,
): Promise<Reception | null> {
  const { webhookPort: port, webhookHost: host, webhookPath: path } = flags;
  if (port === undefined) return null;
  const embedded = target.kind === "sandbox";
  const options = {
    port,
    host,
    path,
    chaos: embedded || flags.webhookChaos === true,
    stated: flags.webhookSigned ?? null,
    waitMs: (flags.webhookWait ?? (embedded ? SANDBOX_WAIT : REMOTE_WAIT)) * 1_000,
    onWaiting,
  };
  return openReception(options, embedded ? target.baseUrl : null);
}

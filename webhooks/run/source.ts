/** Deliveries of the embedded sandbox: a receiver that is registered by itself, and events that make it deliver. */

import type { DeliverySource } from "../../engine/deliveries.js";
import { answerWell, answerWithChaos } from "../receiver/answers.js";
import { type Receiver, startReceiver } from "../receiver/receiver.js";
import { deliverySource } from "./attend.js";
import type { Reception, Waiting } from "./attendance.js";
import { registerAtSandbox, stirSandbox, waitingAtSandbox } from "./sandboxEvents.js";

export interface SourceOptions {
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

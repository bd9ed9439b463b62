import type { AddressInfo } from "node:net";
import { chooseBehaviour, shuffledBehaviours } from "./behaviours.js";
import { credentialsFor, type SandboxCredentials } from "./credentials.js";
import { hooksOf } from "./defects/registry.js";
import { deliveryHooksOf } from "./defects/webhooks.js";
import { createHttpServer } from "./httpServer.js";
import { plantSeedData } from "./seed/seed.js";
import { type Mode, Service } from "./service.js";
import { SandboxUsageError } from "./usageError.js";
import { isWebhookUrl, mountWebhookControl, WebhookRegistration } from "./webhooks/deliveries.js";

export type { SandboxCredentials } from "./credentials.js";

export interface SandboxOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  readonly host?: string;
  /** Decides the seed data, ids and credentials; 42 by default. */
  readonly seed?: number;
  /** Values of axes by name; the others have their default. */
  readonly behaviours?: Readonly<Record<string, string>>;
  /** A seed that draws the values of the other axes instead of their defaults. */
  readonly shuffle?: number;
  readonly defects?: readonly string[];
  /** Where webhooks are delivered, from the start; the control path registers another address. */
  readonly webhookUrl?: string;
  /** Whether states change after a second (the default), at once, or never. */
  readonly mode?: Mode;
  /** Called with a line about each request. Default: none. */
  readonly log?: (line: string) => void;
  /** The clock, in milliseconds, by which requests per second are counted; real time by default. */
  readonly clock?: () => number;
}

export interface RunningSandbox {
  readonly baseUrl: string;
  readonly port: number;
  readonly credentials: SandboxCredentials;
  close(): Promise<void>;
}

/** The distance of the seed of the second partner's data from that of the first. */
const SECOND_SEED = 1_000_003;

/**
 * Starts a sandbox in this process; its state is its own and ends with it.
 * @throws SandboxUsageError for an unknown behaviour or defect, an address that cannot be listened on, or a webhook
 * address that cannot be delivered to.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const { port = 0, host = "127.0.0.1", seed = 42, behaviours = {}, defects = [], mode = "live", webhookUrl } = options;
  refuseBadNumbers(port, seed);
  if (webhookUrl !== undefined && !isWebhookUrl(webhookUrl))
    throw new SandboxUsageError(`The webhook address "${webhookUrl}" is not an http or https address.`);
  const credentials = credentialsFor(seed);
  const drawn = options.shuffle === undefined ? {} : shuffledBehaviours(options.shuffle);
  const behaviour = chooseBehaviour({ ...drawn, ...behaviours });
  const hooks = hooksOf(defects);
  const planted = (own: number): Service => {
    const made = new Service({ behaviour, credentials, mode, seed: own, hooks });
    plantSeedData(own, made);
    return made;
  };
  const service = planted(seed);
  if (behaviour.otherPartner !== "shared") service.makeSecond = () => planted(seed - SECOND_SEED);
  const server = createHttpServer(service, hooks, options);
  const webhook = new WebhookRegistration(service, deliveryHooksOf(defects));
  mountWebhookControl(server, service, webhook);
  try {
    await server.listen({ port, host });
  } catch (error) {
    await server.close();
    throw listenError(error, host, port);
  }
  await webhook.register(webhookUrl);
  const address = server.server.address();
  const boundPort = isAddress(address) ? address.port : port;
  return {
    baseUrl: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    credentials,
    close: async () => {
      await webhook.register(undefined);
      await server.close();
    },
  };
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

function refuseBadNumbers(port: number, seed: number): void {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new SandboxUsageError(`The port ${port} is not a whole number from 0 to 65535.`);
  if (!Number.isSafeInteger(seed)) throw new SandboxUsageError(`The seed ${seed} is not a whole number.`);
}

function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const noAddress = `"${host}" is not an address of this machine. 127.0.0.1 always is.`;
  const messages: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} of ${host} is in use. Choose another, or 0 for any free one.`,
    EACCES: `You may not use port ${port} of ${host}. Choose one above 1023.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
    EAI_AGAIN: noAddress,
  };
  const message = messages[code];
  return message === undefined ? error : new SandboxUsageError(message);
}

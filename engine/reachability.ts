/** Whether the target can be reached and lets the credentials in, before anything else is tried. */
import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { type OperationId, operationOf } from "../schemas/operation.js";
import { wrongTargetText } from "./wrongTarget.js";

/** The target gives no answer, or refuses the credentials everywhere: nothing can be judged. */
export class TargetError extends Error {
  override readonly name = "TargetError";

  constructor(
    message: string,
    readonly about: "address" | "credentials" = "address",
  ) {
    super(message);
  }
}

/** A documented read with the valid credentials. */
export function readRequest(operation: OperationId, query: Readonly<Record<string, string>> = {}): WireRequest {
  const pairs = new URLSearchParams(query).toString();
  return {
    method: "GET",
    path: `${operationOf(operation).path}${pairs === "" ? "" : `?${pairs}`}`,
    headers: { accept: "application/json" },
    body: null,
    credentials: "valid",
  };
}

/** How a service is asked for what is documented before anything is known of it. Nothing of it stores anything. */
export interface Doors {
  /** Reads that need nothing to be known, the one that tells most first: where all refuse the credentials, these are wrong. */
  readonly reads: readonly WireRequest[];
  /** What the other documented paths are asked for. */
  readonly others: readonly WireRequest[];
  /** Whether the first read is answered as it is documented: then no other is sent. */
  readonly isItself: (exchange: Exchange) => boolean;
}

/** Whether an operation alone is silent: another read is answered. */
async function isAnotherAnswered(sender: Sender, { failure }: Exchange, reads: readonly WireRequest[]) {
  if (failure?.kind !== "timeout") return false;
  const answers = await Promise.all(reads.map((request) => sender.send(request)));
  return answers.some(({ response }) => response !== null);
}

/**
 * Sends the first requests of a run: where the first is answered as documented, no other. No path is asked for more than
 * a GET, which stores nothing.
 * @throws TargetError when there is no answer, when all reads answer 401, or when nothing answers like the service
 */
export async function reach(sender: Sender, baseUrl: string, { reads, others, isItself }: Doors): Promise<void> {
  const [first, ...more] = reads;
  if (first === undefined) return;
  const exchange = await sender.send(first);
  if (
    exchange.failure !== null &&
    exchange.failure.kind !== "protocol" &&
    !(await isAnotherAnswered(sender, exchange, more))
  ) {
    const tls = exchange.failure.kind === "unreachable" ? exchange.failure.tls : undefined;
    if (tls !== undefined) throw new TargetError(`${baseUrl} ${tls.wrong} (${exchange.failure.message}). ${tls.mend}`);
    throw new TargetError(
      `${baseUrl} cannot be reached: ${exchange.failure.message}. Check the address (--base-url or CONFORMANCE_BASE_URL) and that the service is running.`,
    );
  }
  if (isItself(exchange)) return;
  const sent = [...others, ...more];
  const answers = await Promise.all(sent.map((request) => sender.send(request)));
  const ofReads = [exchange, ...answers.slice(others.length)];
  if (ofReads.every(({ response }) => response?.status === 401))
    throw new TargetError(
      `${baseUrl} refuses the credentials: every operation that was tried answers 401. Check CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
      "credentials",
    );
  const wrong = wrongTargetText(baseUrl, [exchange, ...answers]);
  if (wrong !== null) throw new TargetError(wrong);
}

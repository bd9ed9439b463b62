/** Whether the target can be reached, is this service at all, and accepts the credentials, before anything else is tried. */
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Sender } from "../../client/send.js";
import { bodyOf, errorsIn } from "../../oracles/json.js";
import { answerText, hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isObject } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { meaningOf } from "../../schemas/statuses.js";
import { firstDetail, quoted } from "../judge/refusalText.js";

/** Whether an answer is written as the service writes: JSON for a success, the error shape for anything else (section 7). */
function isTelling(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  if (isSuccess(exchange)) return isObject(body) || Array.isArray(body);
  return hasStatus(exchange, (status) => meaningOf(status) !== "redirect") && errorsIn(body).length > 0;
}

/** Statuses that a service gives for reasons of its own. Where all paths have one of the others, the address is the reason. */
function isOfTheRequest(status: number): boolean {
  const meaning = meaningOf(status);
  return meaning === "content" || meaning === "credentials" || meaning === "pace";
}

function isHtml({ response }: Exchange): boolean {
  return (response?.headers["content-type"] ?? "").toLowerCase().includes("html");
}

/** What all answers have in common in one respect; null when they differ. */
function common(exchanges: readonly Exchange[], of: (exchange: Exchange) => string | null): string | null {
  const [first = null, ...others] = exchanges.map(of);
  return others.every((other) => other === first) ? first : null;
}

/** Longest part of an answer that is shown. */
const SHOWN = 60;

/** What may be wrong with the path of an address: each documented path begins with `/api` itself. */
function prefixText(baseUrl: string): string {
  const own = /\/api\/*$/.exec(baseUrl);
  return own === null
    ? "Is a path prefix missing?"
    : `The documented paths begin with /api themselves: is ${baseUrl.slice(0, own.index)} the address?`;
}

/** What was seen, and what may be the reason: two sentences, the first without its beginning. */
function seenText(baseUrl: string, exchanges: readonly Exchange[], first: Exchange): string {
  const paths = `all ${exchanges.length} documented paths`;
  const status = common(exchanges, answerText);
  const page = exchanges.every(isHtml) ? " with an HTML page" : "";
  if (status === null) {
    const statuses = [...new Set(exchanges.map(answerText))].sort();
    const form = page === "" ? "never JSON as it is documented" : "each with an HTML page";
    return `${paths} give ${statuses.join(" or ")}, ${form}. ${prefixText(baseUrl)}`;
  }
  switch (meaningOf(Number(status))) {
    case "redirect": {
      const to = common(exchanges, ({ response }) => response?.headers.location ?? null);
      return `${paths} are answered with a redirect (${status})${to === null ? "" : ` to ${to}`}. Is this the address of the service itself?`;
    }
    case "permission": {
      const words = firstDetail(first) === null ? `${status}${page}` : quoted(first);
      return `${paths} give ${words}. A gateway may ask for a header of its own (CONFORMANCE_HEADER_<NAME>), or block our User-Agent (user-agent in ppconform.config.yaml sets another) or this address; or the key has no permission at all.`;
    }
    case "failure":
    case "gateway":
      return `${paths} give ${status}${page}. Is the service running behind this address?`;
    case "success": {
      const body = common(exchanges, ({ response }) => response?.body ?? null);
      const text = body?.trim().slice(0, SHOWN);
      const held = text === "" ? " without any text" : `: ${text}`;
      const same = body === null ? ", never as JSON" : ` and the same body${held}`;
      return `${paths} give ${status}${page === "" ? same : page}. ${prefixText(baseUrl)}`;
    }
    default:
      return `${paths} give ${status}${page}. ${prefixText(baseUrl)}`;
  }
}

/**
 * Why the answers to all documented paths cannot be this service's, as a sentence; null when they may be. One broken
 * operation does not make a wrong target, nor does a service that does not know what it is asked for.
 */
function wrongTargetText(baseUrl: string, exchanges: readonly Exchange[]): string | null {
  const [first] = exchanges;
  if (first === undefined) return null;
  const status = common(exchanges, answerText);
  const alike =
    status !== null &&
    (isSuccess(first)
      ? common(exchanges, ({ response }) => response?.body ?? null) !== null
      : !hasStatus(first, isOfTheRequest));
  if (!alike && exchanges.some(isTelling)) return null;
  return `Nothing at ${baseUrl} answers like this service: ${seenText(baseUrl, exchanges, first)}`;
}

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
  const path = `${operationOf(operation).path}${pairs === "" ? "" : `?${pairs}`}`;
  return { method: "GET", path, headers: { accept: "application/json" }, body: null, credentials: "valid" };
}

/** How a service is asked for documented things before anything is known of it. None of this stores anything. */
export interface Doors {
  /** Reads that need no prior knowledge, the most telling one first: where all refuse the credentials, these are wrong. */
  readonly reads: readonly WireRequest[];
  /** What the other documented paths are asked for. */
  readonly others: readonly WireRequest[];
  /** Whether the first read is answered as documented: then no other is sent. */
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
    if (tls !== undefined) throw new TargetError(`${baseUrl} ${tls.wrong} (${exchange.failure.message}). ${tls.fix}`);
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

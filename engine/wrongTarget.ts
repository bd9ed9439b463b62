/** Whether what stands at an address is this service at all: told from the answers to all documented paths. */
import type { Exchange } from "../client/model.js";
import { bodyOf, errorsIn } from "../oracles/json.js";
import { answerText, hasStatus, isSuccess } from "../oracles/outcome.js";
import { isObject } from "../schemas/json.js";
import { meaningOf } from "../schemas/statuses.js";
import { firstDetail, quoted } from "./refusalText.js";

/** Whether an answer is written as the service writes: JSON for a success, the error shape for anything else (section 7). */
function isTelling(exchange: Exchange): boolean {
  const body = bodyOf(exchange);
  if (isSuccess(exchange)) return isObject(body) || Array.isArray(body);
  return hasStatus(exchange, (status) => meaningOf(status) !== "redirect") && errorsIn(body).length > 0;
}

/** Statuses that a service gives to a request for a reason of its own. Where all paths have one of the others, it is the address's. */
function isOfTheRequest(status: number): boolean {
  const meaning = meaningOf(status);
  return meaning === "content" || meaning === "credentials" || meaning === "pace";
}

function isHtml({ response }: Exchange): boolean {
  return (response?.headers["content-type"] ?? "").toLowerCase().includes("html");
}

/** What all answers have in common, in one respect; null when they differ. */
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
      return `${paths} give ${words}. A gateway may block our User-Agent (--user-agent names another), or this address; or the key has no permission at all.`;
    }
    case "failure":
    case "gateway":
      return `${paths} give ${status}${page}. Is the service running behind this address?`;
    case "success": {
      const body = common(exchanges, ({ response }) => response?.body ?? null);
      const same = body === null ? ", never as JSON" : ` and the same body: ${body.slice(0, SHOWN)}`;
      return `${paths} give ${status}${page === "" ? same : page}. ${prefixText(baseUrl)}`;
    }
    default:
      return `${paths} give ${status}${page}. ${prefixText(baseUrl)}`;
  }
}

/**
 * Why the answers to all documented paths cannot be this service's, as a sentence; null when they may be. One broken
 * operation is no wrong target, and neither is a service that does not know what it is asked for.
 */
export function wrongTargetText(baseUrl: string, exchanges: readonly Exchange[]): string | null {
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

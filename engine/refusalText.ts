/** A refusal in the service's own words. */
import type { Exchange } from "../client/model.js";
import { isObject } from "../generators/json.js";
import { jsonBody } from "../oracles/json.js";

/** Statuses of a refusal that are about something else than what the request holds. */
const OTHER_MEANINGS: ReadonlySet<number> = new Set([401, 403, 404, 405, 429]);

/** Whether a status says that a request is refused for what it holds: which one does is open (section 7). */
export function isValidationStatus(status: number): boolean {
  return status >= 400 && status < 500 && !OTHER_MEANINGS.has(status);
}

/** Longest part of an error's detail that a reason quotes, in characters. */
const QUOTED = 160;

/** The detail of an error's first entry; null when it has none. */
export function firstDetail({ response }: Exchange): string | null {
  const body = response === null ? null : jsonBody(response);
  if (body?.ok !== true || !isObject(body.value) || !Array.isArray(body.value.errors)) return null;
  const detail = body.value.errors.filter(isObject).map((error) => error.detail)[0];
  return typeof detail === "string" && detail !== "" ? detail : null;
}

/** An error's status and detail, for a reason. */
export function quoted(exchange: Exchange): string {
  const detail = firstDetail(exchange);
  const status = String(exchange.response?.status);
  if (detail === null) return `${status} without a detail`;
  const characters = [...detail];
  return `${status} “${characters.slice(0, QUOTED).join("")}${characters.length > QUOTED ? "…" : ""}”`;
}

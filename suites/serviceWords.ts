/** A refusal in the service's own words. */
import type { Exchange } from "../client/model.js";
import { isObject } from "../generators/json.js";
import { jsonBody } from "../oracles/json.js";

/** Statuses with which a request is refused for what it holds. */
export const VALIDATION: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

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

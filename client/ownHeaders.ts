/**
 * Headers of the user's own on every request, such as a gateway in front of a deployment asks for. Their values are
 * secrets: they travel as placeholders, and the transport puts the values in as a request leaves.
 */
import type { WireRequest } from "./model.js";

/** How the variables begin that hold such headers: CONFORMANCE_HEADER_CF_ACCESS_TOKEN is `cf-access-token`. */
export const OWN_HEADER_PREFIX = "CONFORMANCE_HEADER_";

/** Names and values of the user's own headers, the names in lower case. */
export type OwnHeaders = Readonly<Record<string, string>>;

/** The header that a variable holds. */
export function ownHeaderOf(variable: string): string {
  return variable.slice(OWN_HEADER_PREFIX.length).toLowerCase().replaceAll("_", "-");
}

/** The variable that holds a header. */
export function variableOf(header: string): string {
  return OWN_HEADER_PREFIX + header.toUpperCase().replaceAll("-", "_");
}

const PLACEHOLDER = /^<(CONFORMANCE_HEADER_\w+)>$/;

/** The variable whose value belongs in place of a header's value; null for a value of its own. */
export function variableIn(value: string): string | null {
  return PLACEHOLDER.exec(value)?.[1] ?? null;
}

/** The request with a placeholder for each of the user's headers that neither it nor its credentials name themselves. */
export function withOwnHeaders(wire: WireRequest, own: OwnHeaders, credentials: readonly string[]): WireRequest {
  const names = new Set([...Object.keys(wire.headers), ...credentials].map((name) => name.toLowerCase()));
  const added = Object.keys(own).filter((name) => !names.has(name));
  if (added.length === 0) return wire;
  const headers = Object.fromEntries(added.map((name) => [name, `<${variableOf(name)}>`]));
  return { ...wire, headers: { ...wire.headers, ...headers } };
}

/** The value that leaves in a header; null where a placeholder stands for a header that this run was not given. */
export function sentValue(value: string, own: OwnHeaders): string | null {
  const variable = variableIn(value);
  return variable === null ? value : (own[ownHeaderOf(variable)] ?? null);
}

/** From a recorded request back to one that can be sent: with real credentials, and with partner ids that are new. */
import { CREDENTIALS_EDITS, describedCredentials, variableIn } from "../../client/credentials.js";
import { CREDENTIAL_FIELD_NAMES } from "../../client/credentialsEdits.js";
import { curlCommand } from "../../client/curl.js";
import type { CredentialsEdit, WireRequest } from "../../client/model.js";
import type { ReportedRequest } from "../../reports/model.js";

/** A secret that the recorder took out of a text: its name is known, but not its original form. */
const PLACEHOLDER = /<(?:RESTRICTED_|SECOND_)?API_(?:KEY|SECRET)>|<WEBHOOK_SECRET>/;

/** Stands for bytes that are not UTF-8: the recorded text is not what was sent. */
const LOST_BYTES = "\ufffd";

/** Headers that the transport adds. */
const ADDED: ReadonlySet<string> = new Set(["user-agent", "host", "content-length", "connection"]);

function sameFields(left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}

function lowerNames(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
}

function splitQuery(path: string): { path: string; credentials: Record<string, string> } {
  const start = path.indexOf("?");
  if (start < 0) return { path, credentials: {} };
  const credentials: Record<string, string> = {};
  const kept = path
    .slice(start + 1)
    .split("&")
    .filter((pair) => {
      const equals = pair.indexOf("=");
      const name = pair.slice(0, Math.max(0, equals)).toLowerCase();
      if (!CREDENTIAL_FIELD_NAMES.has(name)) return true;
      credentials[name] = pair.slice(equals + 1);
      return false;
    });
  const query = kept.length === 0 ? "" : `?${kept.join("&")}`;
  return { path: `${path.slice(0, start)}${query}`, credentials };
}

/** A header of the user's own may have a name that an edit of the credentials has, such as Authorization. */
function isCredential(name: string, value: string): boolean {
  return CREDENTIAL_FIELD_NAMES.has(name) && variableIn(value) === null;
}

/** Which edit of the credentials a recorded request had, by the placeholders in it. */
function credentialsOf(
  headers: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
): CredentialsEdit | null {
  const present = Object.fromEntries(Object.entries(headers).filter((field) => isCredential(...field)));
  const found = CREDENTIALS_EDITS.find((edit) => {
    const described = describedCredentials(edit);
    return sameFields(lowerNames(described.headers), present) && sameFields(lowerNames(described.query), query);
  });
  return found ?? null;
}

/**
 * The request to send again; null when the record does not hold it whole: it was sent elsewhere, its bytes were not
 * text, or it held a secret outside the credentials.
 * @param baseUrl the address that the recorded request was sent to
 */
export function wireOf(request: ReportedRequest, baseUrl: string): WireRequest | null {
  const base = baseUrl.replace(/\/+$/, "");
  if (!request.url.startsWith(`${base}/`)) return null;
  const split = splitQuery(request.url.slice(base.length));
  const recorded = lowerNames(request.headers);
  const credentials = credentialsOf(recorded, split.credentials);
  if (credentials === null) return null;
  const headers = Object.fromEntries(
    Object.entries(recorded).filter(([name, value]) => !isCredential(name, value) && !ADDED.has(name)),
  );
  const texts = [split.path, request.body ?? "", ...Object.values(headers)];
  if (texts.some((text) => PLACEHOLDER.test(text) || text.includes(LOST_BYTES))) return null;
  return { method: request.method, path: split.path, headers, body: request.body, credentials };
}

const PARTNER_ID = /("partner_(?:recipient|customer)_id"\s*:\s*")((?:[^"\\]|\\.)*)(?=")/gs;

/** The part of a partner id that is changed: after the prefix, within the documented minimum of 20 characters. */
const CHANGED_FROM = 3;
const CHANGED_TO = 20;

function freshId(written: string, token: string): string {
  // A JSON escape is one character.
  const cases = written.match(/\\u[0-9a-fA-F]{4}|\\.|./gsu) ?? [];
  return cases
    .map((testCase, index) => {
      if (index < CHANGED_FROM || index >= CHANGED_TO || !/^[a-z0-9]$/.test(testCase)) return testCase;
      return token[(index - CHANGED_FROM) % token.length] ?? testCase;
    })
    .join("");
}

/**
 * The same request with new partner ids in its body, so that a creation is not a duplicate. Length, letter case and odd
 * characters of an id stay: they may be what the request is about.
 * @param token lower-case letters and digits, another one for each request; 17 of them count
 */
export function withFreshIds(request: WireRequest, token: string): WireRequest {
  if (typeof request.body !== "string") return request;
  const body = request.body.replaceAll(PARTNER_ID, (_, before: string, id: string) => before + freshId(id, token));
  return { ...request, body };
}

/** A command for a shell that sends a recorded request again; null when the record does not hold it whole. */
export function commandFor(request: ReportedRequest, baseUrl: string): string | null {
  const wire = wireOf(request, baseUrl);
  return wire === null ? null : curlCommand(wire);
}

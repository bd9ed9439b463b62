import type { ServerResponse } from "node:http";
import type { Behaviour } from "./behaviours.js";
import { Hooks, type OutgoingResponse } from "./defects/hooks.js";
import { isObject, writeJson } from "./json.js";
import { ERROR_CODES, type PartnerRequest, type Refusal, type Result } from "./request.js";
import type { Service } from "./service.js";

/** Writes results to the wire. `request` is given where it was for one of the nine operations. */
type Responder = (result: Result, response: ServerResponse, request?: PartnerRequest) => void;

const LATENCIES: Readonly<Record<Behaviour["latency"], number>> = { none: 0, "20ms": 20 };

/** Section 4 gives the text, but no place for it. */
const SUCCESS_TEXT = "Operation Successful";

const HEADER_CASES: Readonly<Record<Behaviour["headerCase"], (name: string) => string>> = {
  title: (name) => name,
  lower: (name) => name.toLowerCase(),
  upper: (name) => name.toUpperCase(),
};

export function createResponder(service: Service, hooks = new Hooks()): Responder {
  const { behaviour } = service;
  const writeBody = bodyWriter(behaviour);
  const headerName = HEADER_CASES[behaviour.headerCase];
  const [contentType, contentLength] = [headerName("Content-Type"), headerName("Content-Length")];
  const errorMediaType = behaviour.errorMediaType === "asSuccess" ? behaviour.jsonMediaType : behaviour.errorMediaType;
  const delay = LATENCIES[behaviour.latency];

  const outgoing = (result: Result): OutgoingResponse => {
    const headers: Record<string, string> = {};
    if (behaviour.connection === "close") headers[headerName("Connection")] = "close";
    if (result.kind === "success") {
      headers[contentType] = result.mediaType ?? behaviour.jsonMediaType;
      if (behaviour.successText === "header") headers[headerName("X-Result")] = SUCCESS_TEXT;
      const hasField = behaviour.successText === "field" && isObject(result.body);
      const body = hasField ? { ...result.body, message: SUCCESS_TEXT } : result.body;
      return { status: result.status, headers, text: writeBody(body) };
    }
    headers[contentType] = errorMediaType;
    if (result.retryAfter !== undefined) headers[headerName("Retry-After")] = String(result.retryAfter);
    return { status: result.status, headers, text: writeBody(errorBody(result, behaviour)) };
  };

  const write: Responder = (result, response, request) => {
    const plain = outgoing(result);
    const { status, headers, text } = request === undefined ? plain : hooks.at("response", plain, request, service);
    if (status === 204 || status === 304) {
      // HTTP allows these no body; only a defect chooses them.
      response.writeHead(status, headers);
      response.end();
    } else if (behaviour.bodyFraming === "contentLength") {
      response.writeHead(status, { ...headers, [contentLength]: Buffer.byteLength(text) });
      response.end(text);
    } else {
      response.writeHead(status, headers);
      // Two writes, so that the body really travels in more than one chunk.
      const middle = Math.ceil(text.length / 2);
      const bytes = Buffer.from(text);
      response.write(bytes.subarray(0, middle));
      response.end(bytes.subarray(middle));
    }
  };

  // No body whatsoever may end the process.
  const writeSafely: Responder = (result, response, request) => {
    try {
      write(result, response, request);
    } catch {
      response.destroy();
    }
  };

  return (result, response, request) => {
    const wait = request === undefined ? delay : hooks.at("delay", delay, request, service);
    if (wait === 0) writeSafely(result, response, request);
    else setTimeout(writeSafely, wait, result, response, request);
  };
}

const DOCUMENTED_CODE = "ORG_ID_INVALID";

/** Section 7. */
export function errorBody({ code, details }: Refusal, behaviour: Behaviour): object {
  const listed = behaviour.errorsListed === "all" ? details : details.slice(0, 1);
  // The one code that the document gives, where a request lacks permission: the codes of other faults are made up.
  const word = code === "FORBIDDEN" ? DOCUMENTED_CODE : code;
  const written = { words: word, numbers: ERROR_CODES[code], single: DOCUMENTED_CODE }[behaviour.errorCodes];
  return { errors: listed.map((detail) => ({ detail, code: written })) };
}

const JSON_TEXTS: Readonly<Record<Behaviour["jsonText"], (body: unknown) => string>> = {
  compact: writeJson,
  pretty: (body) => `${writeJson(body, 2)}\n`,
  escaped: (body) => escapeBeyondAscii(writeJson(body)),
};

/** How a response body becomes text under a behaviour. The plain case goes straight to JSON.stringify. */
export function bodyWriter(behaviour: Behaviour): (body: unknown) => string {
  const { extraFields, keyOrder, jsonText } = behaviour;
  const write = JSON_TEXTS[jsonText];
  return extraFields === "none" && keyOrder === "documented"
    ? (body) => write(body)
    : (body) => write(arrange(body, behaviour));
}

function arrange(value: unknown, behaviour: Behaviour): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => arrange(item, behaviour));
  if (!isObject(value)) return value;
  const members = Object.entries(behaviour.extraFields === "some" ? { ...value, ...extraFields() } : value);
  if (behaviour.keyOrder === "alphabetical") members.sort(([one], [other]) => (one < other ? -1 : 1));
  else if (behaviour.keyOrder === "reversed") members.reverse();
  return Object.fromEntries(members.map(([name, member]) => [name, arrange(member, behaviour)]));
}

let shown = 0;

/** Members of the service's own; one is another each time that it is shown. */
function extraFields() {
  shown += 1;
  return { x_schema_revision: 7, x_trace: null, x_labels: ["internal"], x_shown: shown };
}

function escapeBeyondAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

import type { ServerResponse } from "node:http";
import { type Answer, ERROR_CODES, type Refusal } from "./answer.js";
import type { Behaviour } from "./behaviours.js";
import type { Call } from "./call.js";
import type { DefectHooks } from "./defects/hooks.js";
import { bodyWriter } from "./responseText.js";
import type { Service } from "./service.js";

/** Writes answers to the wire. `call` is given where the request was one of the nine operations. */
export type Responder = (answer: Answer, response: ServerResponse, call?: Call) => void;

const LATENCIES: Readonly<Record<Behaviour["latency"], number>> = { none: 0, "20ms": 20 };

const HEADER_CASES: Readonly<Record<Behaviour["headerCase"], (name: string) => string>> = {
  title: (name) => name,
  lower: (name) => name.toLowerCase(),
  upper: (name) => name.toUpperCase(),
};

export function createResponder(service: Service, hooks: DefectHooks = {}): Responder {
  const { behaviour } = service;
  const writeBody = bodyWriter(behaviour);
  const headerName = HEADER_CASES[behaviour.headerCase];
  const contentType = headerName("Content-Type");
  const contentLength = headerName("Content-Length");
  const retryAfter = headerName("Retry-After");
  const connection = headerName("Connection");
  const errorMediaType = behaviour.errorMediaType === "asSuccess" ? behaviour.jsonMediaType : behaviour.errorMediaType;
  const delay = LATENCIES[behaviour.latency];

  const outgoing = (answer: Answer): { status: number; headers: Record<string, string>; text: string } => {
    const headers: Record<string, string> = {};
    if (behaviour.connection === "close") headers[connection] = "close";
    if (answer.kind === "success") {
      headers[contentType] = answer.mediaType ?? behaviour.jsonMediaType;
      return { status: answer.status, headers, text: writeBody(answer.body) };
    }
    headers[contentType] = errorMediaType;
    if (answer.retryAfter !== undefined) headers[retryAfter] = String(answer.retryAfter);
    return { status: answer.status, headers, text: writeBody(errorBody(answer, behaviour)) };
  };

  const write: Responder = (answer, response, call) => {
    const plain = outgoing(answer);
    const { status, headers, text } =
      call !== undefined && hooks.response !== undefined ? hooks.response(plain, call, service) : plain;
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

  // Nothing that a body turns out to be may end the process.
  const writeSafely: Responder = (answer, response, call) => {
    try {
      write(answer, response, call);
    } catch {
      response.destroy();
    }
  };

  if (delay === 0 && hooks.delay === undefined) return writeSafely;
  return (answer, response, call) => {
    const wait = call === undefined ? delay : (hooks.delay?.(delay, call, service) ?? delay);
    if (wait === 0) writeSafely(answer, response, call);
    else setTimeout(writeSafely, wait, answer, response, call);
  };
}

/** Section 7. */
export function errorBody({ code, details }: Refusal, behaviour: Behaviour): object {
  const listed = behaviour.errorsListed === "all" ? details : details.slice(0, 1);
  const written = { words: code, numbers: ERROR_CODES[code], single: "ORG_ID_INVALID" }[behaviour.errorCodes];
  return { errors: listed.map((detail) => ({ detail, code: written })) };
}

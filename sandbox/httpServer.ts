import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { mountControlPath } from "./control.js";
import { authenticator } from "./credentials.js";
import type { Hooks } from "./defects/hooks.js";
import { isObject } from "./json.js";
import { OPERATIONS } from "./operations/operations.js";
import { mountPages } from "./pages.js";
import { createPipeline } from "./pipeline.js";
import {
  badRequestStatus,
  type PartnerRequest,
  type QueryValue,
  type Refusal,
  type Result,
  refusal,
  UNAUTHORIZED,
} from "./request.js";
import { createResponder, errorBody } from "./responder.js";
import type { Operation, Service } from "./service.js";

const LARGEST_BODY = 1024 * 1024;
/** Connections open at once; further ones are closed. */
const MOST_CONNECTIONS = 2_048;
/** Milliseconds in which the headers of a request must have arrived. */
const HEADERS_TIME = 10_000;

/** The service behind HTTP. Whatever comes in, what goes out has the shape of section 7 or that of a success. */
export function createHttpServer(
  service: Service,
  hooks: Hooks,
  {
    log,
    clock = () => performance.now(),
  }: { readonly log?: (line: string) => void; readonly clock?: () => number } = {},
): FastifyInstance {
  const { behaviour } = service;
  const server = fastify({
    logger: false,
    bodyLimit: LARGEST_BODY,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    requestTimeout: 30_000,
    return503OnClosing: false,
    // A request without Host is answered like any other, where Node would send an error without a body.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: 16_384 },
    clientErrorHandler: (error, socket) => refuseUnreadable(error.code, socket, service),
    frameworkErrors: (_error, _request, reply) => {
      send(refusal(404, "NOT_FOUND", "There is nothing at this path"), reply);
    },
  });
  server.server.maxConnections = MOST_CONNECTIONS;
  server.server.headersTimeout = HEADERS_TIME;
  const respond = createResponder(service, hooks);
  const pipeline = createPipeline(service, hooks);
  const authenticate = authenticator(service.credentials);
  const isKnown = ({ headers }: FastifyRequest): boolean =>
    authenticate(headers["x-api-key"], headers["x-api-secret"]) !== undefined;
  const overLimit = behaviour.rateLimit === "none" ? undefined : rateLimiter(Number(behaviour.rateLimit), clock);

  function send(result: Result, reply: FastifyReply, partnerRequest?: PartnerRequest): void {
    reply.hijack();
    if (log !== undefined) reply.raw.once("finish", () => log(logLine(result, reply)));
    respond(result, reply.raw, partnerRequest);
  }

  // Bodies are kept as raw bytes: the operation decides how to read them.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  for (const operation of OPERATIONS) {
    server.route({
      method: operation.method,
      url: operation.path,
      handler: (request, reply) => {
        const partnerRequest = partnerRequestOf(operation, request);
        const limited = overLimit?.();
        send(
          limited ?? safely(() => pipeline(operation, partnerRequest)),
          reply,
          limited === undefined ? partnerRequest : undefined,
        );
      },
    });
  }
  mountControlPath(server, service, send);
  mountPages(server, service);

  server.setNotFoundHandler((request, reply) => {
    const operation = operationAt(request.url);
    const answer = (): Result => {
      if (operation === undefined) return nothingHere(request);
      const isChecked = behaviour.wrongMethodCredentials === "checked" && !isKnown(request);
      const result = isChecked ? UNAUTHORIZED : wrongMethod(operation, service);
      return hooks.at("unrouted", result, partnerRequestOf(operation, request), service);
    };
    send(overLimit?.() ?? answer(), reply);
  });
  server.setErrorHandler((error, request, reply) => {
    send(isKnown(request) ? frameworkRefusal(error, request.url, service) : UNAUTHORIZED, reply);
  });
  server.server.on("checkExpectation", (_request, response) => {
    respond(refusal(417, "MALFORMED_REQUEST", "The expectation of this request cannot be met"), response);
  });
  return server;
}

/** One request in one line: when, what was requested, the status, how long it took, and why it was refused. */
function logLine(result: Result, { request, raw, elapsedTime }: FastifyReply): string {
  const time = new Date().toISOString().slice(11, 23);
  const why = result.kind === "success" ? "" : `  ${result.code}: ${result.details.join("; ")}`;
  const line = `${time} ${request.method} ${request.url} ${raw.statusCode} ${Math.round(elapsedTime)} ms${why}`;
  return line.replaceAll(/[^\x20-\x7e\xa0-\uffff]/g, "?");
}

function safely(result: () => Result): Result {
  try {
    return result();
  } catch {
    return refusal(500, "INTERNAL_ERROR", "The request could not be processed");
  }
}

/** What the document names but does not describe (section 4.10), and the replacement here. */
const UNDESCRIBED: Readonly<Record<string, string>> = {
  "POST /api/transfer/create": "POST /_sandbox/transfers starts a transfer",
  "GET /api/transactions/return/detail": "POST /_sandbox/returns returns a transfer and reports it by webhook",
};

function nothingHere(request?: Pick<FastifyRequest, "method" | "url">): Refusal {
  const instead = request && UNDESCRIBED[`${request.method} ${request.url.split("?")[0]}`];
  return refusal(
    404,
    "NOT_FOUND",
    instead === undefined
      ? "There is nothing at this path"
      : `The document names this operation and does not describe it (section 4.10), so it is not here; in this sandbox, ${instead}`,
  );
}

function wrongMethod({ name }: Operation, { behaviour }: Service): Refusal {
  const notFound = name !== "updateRecipient" && behaviour.wrongMethod === "404";
  return notFound ? nothingHere() : refusal(405, "METHOD_NOT_ALLOWED", "This path does not take this method");
}

function partnerRequestOf(operation: Operation, request: FastifyRequest): PartnerRequest {
  const { params, query, body } = request;
  return {
    operation: operation.name,
    method: request.method,
    headers: request.headers,
    query: isQuery(query) ? query : {},
    recipientId: isObject(params) && typeof params.recipient_id === "string" ? params.recipient_id : "",
    rawBody: Buffer.isBuffer(body) ? body : undefined,
    principal: undefined,
    fields: {},
  };
}

function isQuery(query: unknown): query is Readonly<Record<string, QueryValue>> {
  return isObject(query);
}

const PATHS = OPERATIONS.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(":recipient_id", "[^/]+")}$`),
}));

function operationAt(url: string): Operation | undefined {
  const [path = ""] = url.split("?", 1);
  return PATHS.find(({ pattern }) => pattern.test(path))?.operation;
}

/** What Fastify refuses before the service sees the request: a body that is too large or cannot be read. */
function frameworkRefusal(error: unknown, url: string, { behaviour }: Service): Refusal {
  const status = isObject(error) && typeof error.statusCode === "number" ? error.statusCode : 500;
  if (status === 413) return refusal(413, "BODY_TOO_LARGE", `The body is larger than ${LARGEST_BODY} bytes`);
  return status >= 400 && status < 500
    ? refusal(badRequestStatus(operationAt(url)?.name, behaviour), "MALFORMED_REQUEST", "The request cannot be read")
    : refusal(500, "INTERNAL_ERROR", "The request could not be processed");
}

const UNREADABLE_STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers bytes that are not an HTTP request, for which there is no response object, and ends the connection. */
function refuseUnreadable(code: string | undefined, socket: Socket, { behaviour }: Service): void {
  if (code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = UNREADABLE_STATUSES[code ?? ""] ?? 400;
  const body = JSON.stringify(errorBody(refusal(status, "MALFORMED_REQUEST", "The request cannot be read"), behaviour));
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`);
}

/** Counts requests in windows of one second; returns the refusal of one that is over the limit. */
function rateLimiter(perSecond: number, now: () => number): () => Refusal | undefined {
  let windowStart = 0;
  let served = 0;
  return () => {
    const time = now();
    if (time - windowStart >= 1_000) {
      windowStart = time;
      served = 0;
    }
    served++;
    return served <= perSecond
      ? undefined
      : { ...refusal(429, "TOO_MANY_REQUESTS", `At most ${perSecond} requests a second are served`), retryAfter: 1 };
  };
}

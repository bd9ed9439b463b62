/** Unusual statuses, error bodies, notations and headers. */
import type { Answer, Arrival } from "../front.js";
import { changed, inPlace, isFor, isSuccess, type JsonValue, json, readJson, refusal } from "../situation.js";
import {
  type Choice,
  deciding,
  isObject,
  type JsonObject,
  NOBODY,
  onSuccess,
  type Reshape,
  times,
  unusual,
  withHeaders,
} from "../unusual.js";

/** Changes the error bodies. */
function errors(change: (errors: readonly JsonValue[], body: JsonObject, answer: Answer) => JsonValue): Reshape {
  return (answer) =>
    answer.status < 400
      ? answer
      : changed(answer, (body) =>
          isObject(body) && Array.isArray(body.errors) ? change(body.errors, body, answer) : body,
        );
}

/** Answers a status in place of another off the update. */
function otherStatus(on: (arrival: Arrival, answer: Answer) => number | null): Reshape {
  return (answer, arrival) => {
    const status = isFor("updateRecipient", arrival) ? null : on(arrival, answer);
    return status === null ? answer : { ...answer, status };
  };
}

/** Numbers in another JSON notation of the same value. */
function notation(write: (digits: string) => string): Reshape {
  return onSuccess((answer) => ({
    ...answer,
    body: (answer.body ?? "").replace(/(?<=":)-?\d+(\.\d+)?(?=[,}])/g, write),
  }));
}

export const STATUSES: readonly Choice[] = [
  unusual(
    "422 for values, 400 for JSON, 415 for media types, off the update",
    otherStatus(({ body }, { status }) => (status === 400 && readJson(body) !== undefined ? 422 : null)),
  ),
  unusual("creations answered with 201, uploads with 202, customers with 200", (answer, arrival) =>
    !isSuccess(answer)
      ? answer
      : isFor("createRecipient", arrival)
        ? { ...answer, status: 201 }
        : isFor("uploadFile", arrival)
          ? { ...answer, status: 202 }
          : answer,
  ),
  unusual(
    "412 for an unknown version, 409 for conflicts, off the update",
    otherStatus(({ headers }, { status }) =>
      status === 400 &&
      headers["api-version"] !== undefined &&
      !/^20\d\d-\d\d-\d\d$/.test(String(headers["api-version"]))
        ? 412
        : null,
    ),
  ),
  unusual("401 with WWW-Authenticate, 405 with Allow", (answer) =>
    answer.status === 401
      ? withHeaders({ "www-authenticate": 'ApiKey realm="partners"' })(answer, NOBODY)
      : answer.status === 405
        ? withHeaders({ allow: "GET, POST" })(answer, NOBODY)
        : answer,
  ),
  deciding("OPTIONS is answered with 204 for browsers, HEAD with 200", () => ({ method, path }) => {
    if (method === "OPTIONS") return { status: 204, headers: { "access-control-allow-origin": "*" } };
    return method === "HEAD" && /balances|transactions/.test(path) ? json(200, []) : "pass";
  }),
  deciding("unknown query parameters are refused", () => async (arrival, pass) => {
    const answer = await pass();
    const known = /^(file_type|page_number|page_size|partner_transaction_id|transaction_id)$/;
    const odd = [...new URL(arrival.path, "http://front").searchParams.keys()].find((name) => !known.test(name));
    return odd === undefined || !isSuccess(answer) ? answer : refusal(400, `${odd}: is not a parameter`);
  }),
  deciding(
    "bodies of more than 16 KB are refused with 413",
    () => async (arrival, pass) =>
      arrival.body.length <= 16_384 ? "pass" : inPlace(pass, refusal(413, "The body is too large.", "TOO_LARGE")),
  ),
  deciding(
    "bodies of more than 32 KB are refused with 400, in words",
    () => async (arrival, pass) =>
      arrival.body.length <= 32_768 ? "pass" : inPlace(pass, refusal(400, "http: request body too large")),
  ),
  deciding(
    "429 without Retry-After now and then",
    () =>
      ({ number }) =>
        number % 90 === 0 ? refusal(429, "Too many requests.", "TOO_MANY_REQUESTS") : "pass",
  ),
  deciding(
    "429 with a date in Retry-After now and then",
    () =>
      ({ number }) =>
        number % 200 === 0
          ? json(
              429,
              { errors: [{ detail: "Slow down.", code: "SLOW" }] },
              { "retry-after": new Date(Date.now() + 1000).toUTCString() },
            )
          : "pass",
  ),
  unusual(
    "duplicates of partner ids are answered with 409 and the first one's id",
    errors((list, body) => ({ ...body, errors: [...list], existing_id: "rcp_0" })),
  ),
];

export const BODIES: readonly Choice[] = [
  unusual(
    "errors with a field, a help page, a trace and a time",
    errors((list) => ({
      timestamp: "2026-11-22T04:00:00Z",
      path: "/api",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      errors: list.map((error) =>
        isObject(error) ? { ...error, field: null, help: "https://help.example.com", meta: {} } : error,
      ),
      status: "error",
    })),
  ),
  unusual(
    "each error twice, with a long text",
    errors((list) => ({
      errors: [...list, ...list].map((error) =>
        isObject(error) ? { ...error, detail: `${String(error.detail)} ${"See the manual. ".repeat(20)}` } : error,
      ),
    })),
  ),
  unusual(
    "errors in Chinese, with numbers as codes",
    errors(() => ({ errors: [{ detail: "参数无效", code: "40001" }] })),
  ),
  unusual(
    "numbers with an exponent",
    notation((digits) => (/\./.test(digits) ? `${digits}e0` : digits)),
  ),
  unusual(
    "whole amounts as 12.00, others as 12.500",
    notation((digits) => (/\./.test(digits) ? `${digits}00` : digits)),
  ),
  unusual(
    "amounts in exponents throughout",
    onSuccess((answer) => ({
      ...answer,
      body: (answer.body ?? "").replace(
        /("(?:\w*amount|exchange_rate|fee)":)(\d+(?:\.\d+)?)(?=[,}])/g,
        (own, name, digits) => (digits.length > 15 ? own : `${name}${Number(digits).toExponential().toUpperCase()}`),
      ),
    })),
  ),
  unusual(
    "times with offsets and nine digits",
    times((time) => `${new Date(Date.parse(time) + 8 * 3600e3).toISOString().slice(0, 23)}000000+08:00`),
  ),
  unusual(
    "times in small letters",
    times((time) => time.toLowerCase()),
  ),
  unusual(
    "times with a negative offset, to the second",
    times((time) => new Date(Date.parse(time) - 5 * 3600e3).toISOString().replace(/\.\d+Z/, "-05:00")),
  ),
  unusual("a line break after each body", (answer) => ({ ...answer, body: answer.body ? `${answer.body}\r\n` : "" })),
  unusual("a media type of its own", (answer) =>
    answer.headers?.["content-type"]?.includes("json")
      ? withHeaders({ "content-type": "application/vnd.partner.v2+json;charset=UTF-8" })(answer, NOBODY)
      : answer,
  ),
  unusual("compressed answers", withHeaders({ "content-encoding": "gzip", vary: "accept-encoding" })),
  unusual(
    "many long header fields",
    withHeaders({
      "set-cookie": `s=${"x".repeat(2000)}; Path=/`,
      "x-trace": "y".repeat(3000),
      "server-timing": "db;dur=53",
      via: "1.1 gateway",
    }),
  ),
  unusual(
    "members of its own everywhere",
    onSuccess((answer) => changed(answer, (value) => own(value))),
  ),
];

/** The value with undocumented members in each object. */
function own(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(own);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => [name, own(member)]);
  return { ...Object.fromEntries(members), _links: { self: null }, version: 3, id_number_type: "OTHER", tags: [] };
}

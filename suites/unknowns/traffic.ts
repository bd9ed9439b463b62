/**
 * Unknowns that all judged traffic answers: success statuses, refusals, codes, headers, notations. One row each, applied
 * to every answer, whoever sent the request. An answer grows with the traffic; at the end of a run it depends only on
 * what was sent, not on the order of the answers.
 */

import type { Exchange, RecordedResponse } from "../../client/model.js";
import type { TrafficNotes } from "../../engine/contract.js";
import type { Observations, Observed } from "../../engine/judge/observations.js";
import type { Judging } from "../../engine/model.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { undocumentedFields } from "../../oracles/undocumentedFields.js";
import type { Growing, Summary } from "../../reports/across/answers.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { isObject, type Json } from "../../schemas/json.js";
import { operationOf } from "../../schemas/operation.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { isServerError, isTooFast, isValidation } from "../../schemas/statuses.js";
import { mustBeOpen } from "./asks.js";
import { ID_NOTATIONS, idNotation, TIME_NOTATIONS, timeNotation } from "./notations.js";
import { AnswerTimes, connectionNotation, jsonNotation, lengthNotation, memberOrder } from "./wireNotation.js";
import { codesOf, word } from "./words.js";

interface Answer {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly judging: Judging;
  readonly isSuccess: boolean;
  readonly isRefusal: boolean;
  /** The body of a success or a refusal; null when it is not JSON. */
  readonly body: { readonly value: unknown } | null;
  readonly codes: readonly string[];
}

/** What an answer shows: several things, or none of them; null where it is not about the unknown. */
type Read = (answer: Answer) => readonly Observed[] | null;

interface Passive extends Partial<Growing> {
  readonly read: Read;
}

/** Rows for successes only, and for refusals whose body is JSON. */
function ofSuccess(read: Read): Read {
  return (answer) => (answer.isSuccess ? read(answer) : null);
}
function ofRefusal(read: Read): Read {
  return (answer) => (answer.isRefusal && answer.body !== null ? read(answer) : null);
}

function statusPart(status: number): Observed {
  return { value: status, text: String(status) };
}

/** For an answer that is put together: makes the text from its value so far. */
function notationPart(value: Json): Observed {
  return { value, text: JSON.stringify(value) };
}

function codesWith(status: number): Read {
  return ofRefusal(({ response, codes }) => (response.status === status ? codes.map(word) : null));
}

/** Headers that HTTP itself explains, or that say nothing about the service. */
const PLAIN =
  "content-type content-length date connection keep-alive transfer-encoding server vary etag content-encoding";
const PLAIN_HEADERS = new Set(PLAIN.split(" "));
const SUCCESS_TEXT = "Operation Successful";
const SERVICE_TIMES: ReadonlySet<string> = new Set(["created_at", "audit_at", "completed_at"]);
const SERVICE_IDS: ReadonlySet<string> = new Set(["recipient_id", "customer_id", "transaction_id", "file_id"]);

/** Notations of the texts under certain names, at any depth. */
function notationsOf(
  value: unknown,
  names: ReadonlySet<string>,
  notation: (name: string, text: string) => Json,
): Observed[] {
  const found: Observed[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    else if (isObject(part)) {
      for (const name in part) {
        const member = part[name];
        if (typeof member === "object") visit(member);
        else if (typeof member === "string" && names.has(name)) {
          const noted = notation(name, member);
          if (noted !== null) found.push(notationPart(noted));
        }
      }
    }
  };
  visit(value);
  return found;
}

/** Fields of an answer that nobody documented. Some services return what the request added, which is not theirs. */
function extraFields({ body, judging: { operation, sent } }: Answer): Observed[] {
  return [...undocumentedFields(fieldTree(operationOf(operation).responseSchema), body?.value)]
    .filter(({ path }) => !isObject(sent) || !Object.hasOwn(sent, path))
    .map(({ path }) => word(path));
}

const OF_THE_SERVICE: Readonly<Record<string, Read | Passive>> = {
  "unknown.responseHeaders": {
    none: "none but those of HTTP itself",
    read: ({ response }) =>
      Object.keys(response.headers)
        .filter((name) => !PLAIN_HEADERS.has(name))
        .map(word),
  },
  "unknown.responseMediaType": ({ response }) => {
    const type = response.headers["content-type"] ?? "none";
    const kind = response.status < 400 ? "success" : "error";
    return [{ value: { kind, type }, text: `${kind}: ${type}` }];
  },
  "unknown.responseLength": ({ response }) => {
    const length = lengthNotation(response);
    return length === null ? null : [word(length)];
  },
  "unknown.responseConnection": ({ response }) => [word(connectionNotation(response))],
  "unknown.headerNames": ({ exchange: { contentTypeName: name } }) => (name === undefined ? null : [word(name)]),
  "unknown.rateLimit": {
    none: "no header states a limit, and no request was refused for one",
    read: ({ response }) =>
      Object.entries(response.headers)
        .filter(([name]) => /ratelimit-limit|rate-limit$/i.test(name))
        .map(([name, value]) => ({ value: { header: name, value }, text: `${name}: ${value}` })),
  },
  "unknown.rateLimitAnswer": { none: "no request was refused for a limit", read: () => [] },
  "conflict.invalidCredentials": ({ response, judging }) =>
    hasBadCredentials(judging) ? [statusPart(response.status)] : null,
  "conflict.successText": {
    none: "in no header and no body of a success",
    read: ofSuccess(({ response: { headers, body } }) => [
      ...(Object.values(headers).includes(SUCCESS_TEXT) ? [word("in headers")] : []),
      ...(body.includes(SUCCESS_TEXT) ? [word("in bodies")] : []),
    ]),
  },
  "unknown.jsonNotation": ofSuccess(({ response, body }) =>
    body === null ? null : jsonNotation(response.body).map(word),
  ),
  "unknown.memberOrder": ofSuccess(({ body, judging }) => {
    const order = judging.response ? memberOrder(judging.operation, body?.value) : null;
    return order === null ? null : [word(order)];
  }),
  "unknown.timestampNotation": {
    summary: TIME_NOTATIONS,
    read: ofSuccess(({ body }) => notationsOf(body?.value, SERVICE_TIMES, (_, text) => timeNotation(text))),
  },
  "unknown.idLength": {
    summary: ID_NOTATIONS,
    // A sent value may come back under the same name.
    read: ofSuccess(({ body, judging }) =>
      judging.response ? notationsOf(body?.value, SERVICE_IDS, idNotation) : null,
    ),
  },
  "unknown.errorCodes": ofRefusal(({ codes }) => codes.map(word)),
  "unknown.sampleCode": {
    none: "not seen",
    read: ofRefusal(({ codes, response: { status }, judging: { operation } }) =>
      codes.includes("ORG_ID_INVALID") ? [{ value: { status, operation }, text: `${status} of ${operation}` }] : [],
    ),
  },
  "unknown.unauthorizedCode": codesWith(401),
  "unknown.forbiddenCode": codesWith(403),
  "unknown.restrictedOperations": ofRefusal(({ response, judging }) =>
    response.status === 403 ? [word(judging.operation)] : null,
  ),
};

const OF_AN_OPERATION: Readonly<Record<string, Read | Passive>> = {
  successStatus: ofSuccess(({ response, judging }) =>
    operationOf(judging.operation).successStatus === null ? [statusPart(response.status)] : null,
  ),
  extraResponseFields: {
    none: "none",
    read: ofSuccess((answer) =>
      answer.body === null || !answer.judging.response || answer.judging.operation === "getTransferReceipt"
        ? null
        : extraFields(answer),
    ),
  },
  refusalCode: ofRefusal(({ response: { status }, codes }) =>
    codes.map((code) => ({ value: { status, code }, text: `${status} ${code}` })),
  ),
  refusalStatus: ofRefusal(({ response: { status }, judging }) =>
    isRuleRefusal(judging) && isValidation(status) && operationOf(judging.operation).refusalStatus === null
      ? [statusPart(status)]
      : null,
  ),
};

mustBeOpen(Object.keys(OF_THE_SERVICE));

function rowsOf(table: Readonly<Record<string, Read | Passive>>): (readonly [string, Passive])[] {
  return Object.entries(table).map(([id, row]) => [id, typeof row === "function" ? { read: row } : row]);
}

const ROWS = rowsOf(OF_THE_SERVICE);
const TOPICS = rowsOf(OF_AN_OPERATION);

const BY_ID: ReadonlyMap<string, Passive> = new Map([
  ...ROWS,
  ...OPERATION_IDS.flatMap((operation) =>
    TOPICS.map(([topic, row]) => [`unknown.${operation}.${topic}`, row] as const),
  ),
]);

/** Whether the answer to an unknown lists what was met in all traffic, so that a partial run sees only part of it. */
export function growing(id: string): Growing | null {
  const row = BY_ID.get(id);
  if (row === undefined) return null;
  const { none = null, summary } = row;
  return summary === undefined ? { none } : { none, summary };
}

/** How many milliseconds before a refusal requests are counted. */
const SECOND = 1_000;
/** Fewest requests remembered to say how many were sent in a second. */
const LATEST = 16_384;

/** What was met of an unknown: the parts of its answer, each with its exchange. */
interface Part extends Observed {
  readonly evidence: Exchange;
}

/** What was met, put together: each part with the exchange that first showed it. */
function summed(parts: readonly Part[], { join, text }: Summary): Part[] {
  return join(parts.map(({ value }) => value)).flatMap((value) => {
    const brought = parts.find((part) => join([part.value, value]).length === 1);
    return brought === undefined ? [] : [{ value, text: text(value), evidence: brought.evidence }];
  });
}

export class NotesOfTraffic implements TrafficNotes {
  /** By unknown, and by the text of the part. */
  private readonly seen = new Map<string, Map<string, Part>>();
  /** When the latest answered requests were sent, until the first refusal for a limit; milliseconds since the epoch. */
  private sentAt: number[] | null = [];
  private readonly answerTimes = new AnswerTimes();

  constructor(private readonly observations: Observations) {}

  noteAnswered(exchange: Exchange): void {
    this.sentAt?.push(exchange.startedAt);
    if (this.sentAt !== null && this.sentAt.length >= 2 * LATEST) this.sentAt.splice(0, LATEST);
    this.answerTimes.add(exchange);
  }

  finish(): void {
    const times = this.answerTimes.summary();
    if (times !== null) this.observations.set("unknown.responseTime", times);
  }

  noteThrottled(exchange: Exchange): void {
    const { response, startedAt } = exchange;
    if (response === null) return;
    const body = jsonBody(response);
    const codes = body.ok ? codesOf({ value: body.value }) : [];
    const { "retry-after": pause } = response.headers;
    const retryAfter = pause === undefined ? null : pauseNotation(pause);
    const notation = retryAfter === null ? "without retry-after" : `with retry-after as ${retryAfter}`;
    const { status } = response;
    const answer = { value: { status, codes, retryAfter }, text: [status, ...codes, notation].join(" ") };
    this.add("unknown.rateLimitAnswer", [answer], exchange);
    if (this.sentAt === null) return;
    const before = this.sentAt.filter((time) => time > startedAt - SECOND && time <= startedAt).length;
    this.sentAt = null;
    const text = `refused after about ${before} requests in the second before`;
    this.add("unknown.rateLimit", [{ value: { refusedAfter: { about: before } }, text }], exchange);
  }

  note(exchange: Exchange, judging: Judging): void {
    const { response } = exchange;
    if (response === null || isServerError(response.status)) return;
    if (isTooFast(response.status)) {
      this.noteThrottled(exchange);
      return;
    }
    const refused = response.status >= 400;
    const succeeded = !refused && isSuccess(exchange);
    const body = refused || succeeded ? jsonBody(response) : null;
    const answer: Answer = {
      exchange,
      response,
      judging,
      isSuccess: succeeded,
      isRefusal: refused,
      body: body?.ok === true ? body : null,
      codes: refused && body?.ok === true ? codesOf({ value: body.value }) : [],
    };
    for (const [id, row] of ROWS) this.add(id, row.read(answer), exchange, row);
    for (const [topic, row] of TOPICS)
      this.add(`unknown.${judging.operation}.${topic}`, row.read(answer), exchange, row);
  }

  /** Writes an answer again when something new was seen. */
  private add(
    id: string,
    met: readonly Observed[] | null,
    evidence: Exchange,
    { none = null, summary }: Partial<Growing> = BY_ID.get(id) ?? {},
  ): void {
    if (met === null) return;
    let known = this.seen.get(id);
    if (known === undefined) {
      if (met.length === 0 && none === null) return;
      known = new Map();
      this.seen.set(id, known);
      if (met.length === 0 && none !== null)
        this.observations.set(id, { value: [], text: none, evidence, parts: new Map() });
    }
    const before = known.size;
    for (const part of met) if (!known.has(part.text)) known.set(part.text, { ...part, evidence });
    if (known.size === before) return;
    const seen = [...known.values()];
    const parts = (summary === undefined ? seen : summed(seen, summary)).toSorted(byText);
    this.observations.set(id, {
      value: parts.map(({ value }) => value),
      text: parts.map(({ text }) => text).join(", "),
      evidence,
      parts: new Map(parts.map((part) => [part.text, part.evidence])),
      ...(summary === undefined ? {} : { summary }),
    });
  }
}

function byText(one: Observed, other: Observed): number {
  return one.text < other.text ? -1 : one.text > other.text ? 1 : 0;
}

function pauseNotation(pause: string): string {
  return /^\d+$/.test(pause.trim()) ? "seconds" : "a date";
}

function hasBadCredentials({ check }: Judging): boolean {
  return check.includes("/auth/") && !check.includes("/auth/restricted");
}

/** Whether a request was sent to break a rule, so that its status is that of a broken rule. */
function isRuleRefusal({ check }: Judging): boolean {
  return check.includes("/refuses/");
}

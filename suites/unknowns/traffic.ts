/**
 * What all judged traffic tells about unknowns: success statuses, refusals, codes, headers, notations. An answer
 * grows with the traffic; at the end of a run it depends only on what was sent, not on the order of the answers.
 */

import type { Exchange } from "../../client/model.js";
import type { TrafficNotes } from "../../engine/asked.js";
import type { Judging } from "../../engine/model.js";
import type { Observations, Observed } from "../../engine/observations.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { undocumentedFields } from "../../oracles/undocumentedFields.js";
import type { Summary } from "../../reports/across/answers.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { isObject, type Json } from "../../schemas/json.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { isServerError, isTooFast, isValidation } from "../../schemas/statuses.js";
import { growing } from "./listed.js";
import { idNotation, timeNotation } from "./notations.js";
import { AnswerTimes, connectionNotation, jsonNotation, lengthNotation, memberOrder } from "./wireNotation.js";
import { codesOf } from "./words.js";

/** Headers that HTTP itself explains, or that say nothing of the service. */
const PLAIN_HEADERS = new Set([
  "content-type",
  "content-length",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "server",
  "vary",
  "etag",
  "content-encoding",
]);
const SUCCESS_TEXT = "Operation Successful";
const SERVICE_TIMES = new Set(["created_at", "audit_at", "completed_at"]);
const SERVICE_IDS = new Set(["recipient_id", "customer_id", "transaction_id", "file_id"]);

/** Visits every text that stands under one of the names of ids and times, at any depth. */
function visitNotable(value: unknown, visit: (name: string, text: string) => void): void {
  if (Array.isArray(value)) for (const item of value) visitNotable(item, visit);
  else if (isObject(value)) {
    for (const name in value) {
      const member = value[name];
      if (typeof member === "object") visitNotable(member, visit);
      else if (typeof member === "string" && (SERVICE_TIMES.has(name) || SERVICE_IDS.has(name))) visit(name, member);
    }
  }
}

/** Milliseconds before a refusal in which requests are counted. */
const SECOND = 1_000;
/** Requests at the least that are remembered to tell how many were sent in a second. */
const LATEST = 16_384;

/** What was met of an unknown: the parts of its answer, each with the exchange that brought it. */
interface Part extends Observed {
  readonly evidence: Exchange;
}

function word(text: string): Observed {
  return { value: text, text };
}

/** What was met, put together: each part with the exchange that brought the first of what it tells. */
function summed(parts: readonly Part[], { join, text }: Summary): Part[] {
  return join(parts.map(({ value }) => value)).flatMap((value) => {
    const brought = parts.find((part) => join([part.value, value]).length === 1);
    return brought === undefined ? [] : [{ value, text: text(value), evidence: brought.evidence }];
  });
}

/** Gathers what judged traffic tells. */
export class NotesOfTraffic implements TrafficNotes {
  /** By unknown, and by the text of the part. */
  private readonly seen = new Map<string, Map<string, Part>>();
  /** When the latest answered requests were sent, until the first refusal for a limit; milliseconds since the epoch. */
  private sentAt: number[] | null = [];
  private readonly answerTimes = new AnswerTimes();

  constructor(private readonly observations: Observations) {}

  /** Takes a request that was answered, judged or not. */
  noteAnswered(exchange: Exchange): void {
    this.sentAt?.push(exchange.startedAt);
    if (this.sentAt !== null && this.sentAt.length >= 2 * LATEST) this.sentAt.splice(0, LATEST);
    this.answerTimes.add(exchange);
  }

  /** Writes the answers that are known only once everything was sent. */
  finish(): void {
    const times = this.answerTimes.summary();
    if (times !== null) this.observations.set("unknown.responseTime", times);
  }

  /** Takes an exchange in which the target asked for a pause: 429, or 503 with Retry-After. */
  noteThrottled(exchange: Exchange): void {
    const { response, startedAt } = exchange;
    if (response === null) return;
    const body = jsonBody(response);
    const codes = body.ok ? codesOf({ value: body.value }) : [];
    const { "retry-after": pause } = response.headers;
    const retryAfter = pause === undefined ? null : pauseNotation(pause);
    const notation = retryAfter === null ? "without retry-after" : `with retry-after as ${retryAfter}`;
    const { status } = response;
    this.add(
      "unknown.rateLimitAnswer",
      [{ value: { status, codes, retryAfter }, text: [status, ...codes, notation].join(" ") }],
      exchange,
    );
    if (this.sentAt === null) return;
    const before = this.sentAt.filter((time) => time > startedAt - SECOND && time <= startedAt).length;
    this.sentAt = null;
    this.add(
      "unknown.rateLimit",
      [
        {
          value: { refusedAfter: { about: before } },
          text: `refused after about ${before} requests in the second before`,
        },
      ],
      exchange,
    );
  }

  /** Takes one judged exchange. */
  note(exchange: Exchange, judging: Judging): void {
    const { response } = exchange;
    if (response === null || isServerError(response.status)) return;
    if (isTooFast(response.status)) {
      this.noteThrottled(exchange);
      return;
    }
    this.noteHeaders(exchange);
    if (hasBadCredentials(judging)) this.add("conflict.invalidCredentials", [statusPart(response.status)], exchange);
    if (response.status >= 400) this.noteRefusal(exchange, judging);
    else if (isSuccess(exchange)) this.noteSuccess(exchange, judging);
  }

  private noteSuccess(exchange: Exchange, judging: Judging): void {
    const { response } = exchange;
    if (response === null) return;
    const { operation } = judging;
    if (OPERATIONS[operation].successStatus === null)
      this.add(`unknown.${operation}.successStatus`, [statusPart(response.status)], exchange);
    const places = [
      ...(Object.values(response.headers).includes(SUCCESS_TEXT) ? ["in headers"] : []),
      ...(response.body.includes(SUCCESS_TEXT) ? ["in bodies"] : []),
    ];
    this.add("conflict.successText", places.map(word), exchange);
    const body = jsonBody(response);
    if (!body.ok) return;
    this.add("unknown.jsonNotation", jsonNotation(response.body).map(word), exchange);
    const order = judging.response ? memberOrder(operation, body.value) : null;
    if (order !== null) this.add("unknown.memberOrder", [word(order)], exchange);
    visitNotable(body.value, (name, text) => {
      if (SERVICE_TIMES.has(name)) {
        const notation = timeNotation(text);
        if (notation !== null) this.add("unknown.timestampNotation", [notationPart(notation)], exchange);
        // What was sent may come back under the same name.
      } else if (judging.response) this.add("unknown.idLength", [notationPart(idNotation(name, text))], exchange);
    });
    if (!judging.response || operation === "getTransferReceipt") return;
    const { sent } = judging;
    // What the request added comes back in some services, and is no field of theirs.
    const extra = [...undocumentedFields(fieldTree(OPERATIONS[operation].responseSchema), body.value)].filter(
      ({ path }) => !isObject(sent) || !Object.hasOwn(sent, path),
    );
    this.add(
      `unknown.${operation}.extraResponseFields`,
      extra.map(({ path }) => word(path)),
      exchange,
    );
  }

  private noteRefusal(exchange: Exchange, judging: Judging): void {
    const { response } = exchange;
    const body = response === null ? null : jsonBody(response);
    if (response === null || body?.ok !== true) return;
    const { operation } = judging;
    const { status } = response;
    const codes = codesOf({ value: body.value });
    this.add(
      `unknown.${operation}.refusalCode`,
      codes.map((code) => ({ value: { status, code }, text: `${status} ${code}` })),
      exchange,
    );
    this.add("unknown.errorCodes", codes.map(word), exchange);
    const sample = codes.includes("ORG_ID_INVALID")
      ? [{ value: { status, operation }, text: `${status} of ${operation}` }]
      : [];
    this.add("unknown.sampleCode", sample, exchange);
    if (status === 401) this.add("unknown.unauthorizedCode", codes.map(word), exchange);
    if (status === 403) {
      this.add("unknown.forbiddenCode", codes.map(word), exchange);
      this.add("unknown.restrictedOperations", [word(operation)], exchange);
    }
    if (isRuleRefusal(judging) && isValidation(status) && OPERATIONS[operation].refusalStatus === null) {
      this.add(`unknown.${operation}.refusalStatus`, [statusPart(status)], exchange);
    }
  }

  private noteHeaders(exchange: Exchange): void {
    const { response } = exchange;
    if (response === null) return;
    const names = Object.keys(response.headers).filter((name) => !PLAIN_HEADERS.has(name));
    this.add("unknown.responseHeaders", names.map(word), exchange);
    const type = response.headers["content-type"] ?? "none";
    const kind = response.status < 400 ? "success" : "error";
    this.add("unknown.responseMediaType", [{ value: { kind, type }, text: `${kind}: ${type}` }], exchange);
    const length = lengthNotation(response);
    if (length !== null) this.add("unknown.responseLength", [word(length)], exchange);
    this.add("unknown.responseConnection", [word(connectionNotation(response))], exchange);
    if (exchange.contentTypeName !== undefined)
      this.add("unknown.headerNames", [word(exchange.contentTypeName)], exchange);
    const limits = Object.entries(response.headers).filter(([name]) => /ratelimit-limit|rate-limit$/i.test(name));
    this.add(
      "unknown.rateLimit",
      limits.map(([name, value]) => ({ value: { header: name, value }, text: `${name}: ${value}` })),
      exchange,
    );
    this.add("unknown.rateLimitAnswer", [], exchange);
  }

  /** Writes an answer again when something new was seen. */
  private add(id: string, met: readonly Observed[], evidence: Exchange): void {
    const { none = null, summary } = growing(id) ?? {};
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

/** Of an answer that is put together: told by its value until then. */
function notationPart(value: Json): Observed {
  return { value, text: JSON.stringify(value) };
}

function statusPart(status: number): Observed {
  return { value: status, text: String(status) };
}

function pauseNotation(pause: string): string {
  return /^\d+$/.test(pause.trim()) ? "seconds" : "a date";
}

/** Whether a request was sent with credentials that are missing or wrong. */
function hasBadCredentials({ check }: Judging): boolean {
  return check.includes("/auth/") && !check.includes("/auth/restricted");
}

/** Whether a request was sent to break a rule, so that its status is the one of a broken rule. */
function isRuleRefusal({ check }: Judging): boolean {
  return check.includes("/refuses/");
}

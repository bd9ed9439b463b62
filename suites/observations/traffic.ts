/**
 * What all judged traffic tells about open points: success statuses, refusals, codes, headers, notations. An answer
 * grows with the traffic; at the end of a run it depends only on what was sent, not on the order of the answers.
 */

import type { Exchange } from "../../client/model.js";
import type { Judging } from "../../engine/model.js";
import { isObject } from "../../generators/json.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { undocumentedFields } from "../../oracles/undocumentedFields.js";
import type { Growing } from "../../reports/diff/answers.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { isServerError, isTooFast, isValidation } from "../../schemas/statuses.js";
import { idShape, idWords, timeShape, timeWords } from "./notations.js";
import { codesOf, sortedList } from "./texts.js";
import { AnswerTimes, connectionNotation, jsonNotation, lengthNotation, memberOrder } from "./wireNotation.js";

/** Where an answer to an open point is written down, replacing the one before; each part with what brought it. */
export type WriteAnswer = (
  id: string,
  answer: string,
  evidence: Exchange,
  parts: ReadonlyMap<string, Exchange>,
) => void;

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

/** What is said of a point as long as nothing was met. */
const NONE: Readonly<Record<string, string>> = {
  "conflict.successText": "in no header and no body of a success",
  "unknown.sampleCode": "it was not met",
  "unknown.responseHeaders": "none but those of HTTP itself",
  "unknown.rateLimit": "no header tells a limit, and no request was refused for one",
  "unknown.rateLimitAnswer": "no request was refused for a limit",
};
/** Milliseconds before a refusal in which requests are counted. */
const SECOND = 1_000;
const NO_EXTRA_FIELDS = "none";

/** Points about the whole service that are answered by what was met. */
const GROWING: ReadonlySet<string> = new Set([
  ...Object.keys(NONE),
  "unknown.timestampNotation",
  "unknown.idLength",
  "unknown.errorCodes",
  "unknown.unauthorizedCode",
  "unknown.forbiddenCode",
  "unknown.restrictedOperations",
  "unknown.responseMediaType",
  "unknown.responseLength",
  "unknown.responseConnection",
  "unknown.headerNames",
  "unknown.memberOrder",
  "unknown.jsonNotation",
]);
/** Points about one operation that are. */
const GROWING_OF_OPERATION = /^unknown\.\w+\.(successStatus|extraResponseFields|refusalCode|refusalStatus)$/;

/** Whether the answer to a point lists what was met in all traffic, so that a part of a run sees a part of it. */
export function growing(id: string): Growing | null {
  if (GROWING.has(id)) return { none: NONE[id] ?? null };
  if (!GROWING_OF_OPERATION.test(id)) return null;
  return { none: id.endsWith(".extraResponseFields") ? NO_EXTRA_FIELDS : null };
}

/** Gathers what judged traffic tells. */
export class TrafficNotes {
  private readonly seen = new Map<string, Map<string, Exchange>>();
  /** When answered requests were sent, until the first refusal for a limit; milliseconds since the epoch. */
  private sentAt: number[] | null = [];
  private readonly times = new AnswerTimes();

  constructor(private readonly write: WriteAnswer) {}

  /** Takes a request that was answered, judged or not. */
  noteAnswered(exchange: Exchange): void {
    this.sentAt?.push(exchange.startedAt);
    this.times.add(exchange);
  }

  /** Writes the answers that are known only once everything was sent. */
  finish(): void {
    const times = this.times.summary();
    if (times !== null) this.write("unknown.responseTime", times.answer, times.evidence, new Map());
  }

  /** Takes an exchange in which the target asked for a pause: 429, or 503 with Retry-After. */
  noteThrottled(exchange: Exchange): void {
    const { response, startedAt } = exchange;
    if (response === null) return;
    const body = jsonBody(response);
    const codes = body.ok ? codesOf({ value: body.value }) : [];
    const pause = response.headers["retry-after"];
    const notation = pause === undefined ? "without retry-after" : `with retry-after as ${pauseNotation(pause)}`;
    this.add("unknown.rateLimitAnswer", [[response.status, ...codes, notation].join(" ")], exchange);
    if (this.sentAt === null) return;
    const before = this.sentAt.filter((time) => time > startedAt - SECOND && time <= startedAt).length;
    this.sentAt = null;
    this.add("unknown.rateLimit", [`refused after about ${before} requests in the second before`], exchange);
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
    if (response.status >= 400) this.noteRefusal(exchange, judging);
    else if (isSuccess(exchange)) this.noteSuccess(exchange, judging);
  }

  private noteSuccess(exchange: Exchange, judging: Judging): void {
    const { response } = exchange;
    if (response === null) return;
    const { operation } = judging;
    if (OPERATIONS[operation].successStatus === null)
      this.add(`unknown.${operation}.successStatus`, [String(response.status)], exchange);
    const places = [
      ...(Object.values(response.headers).includes(SUCCESS_TEXT) ? ["in headers"] : []),
      ...(response.body.includes(SUCCESS_TEXT) ? ["in bodies"] : []),
    ];
    this.add("conflict.successText", places, exchange);
    const body = jsonBody(response);
    if (!body.ok) return;
    this.add("unknown.jsonNotation", jsonNotation(response.body), exchange);
    const order = judging.response ? memberOrder(operation, body.value) : null;
    if (order !== null) this.add("unknown.memberOrder", [order], exchange);
    visitNotable(body.value, (name, text) => {
      if (SERVICE_TIMES.has(name)) {
        const shape = timeShape(text);
        if (shape !== null) this.add("unknown.timestampNotation", [shape], exchange, timeWords);
        // What was sent may come back under the same name.
      } else if (judging.response) this.add("unknown.idLength", [idShape(name, text)], exchange, idWords);
    });
    if (!judging.response || operation === "getTransferReceipt") return;
    const { sent } = judging;
    // What the request added comes back in some services, and is no field of theirs.
    const extra = [...undocumentedFields(fieldTree(OPERATIONS[operation].responseSchema), body.value)].filter(
      ({ path }) => !isObject(sent) || !Object.hasOwn(sent, path),
    );
    this.add(
      `unknown.${operation}.extraResponseFields`,
      extra.map(({ path }) => path),
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
      codes.map((code) => `${status} ${code}`),
      exchange,
    );
    this.add("unknown.errorCodes", codes, exchange);
    const sample = codes.includes("ORG_ID_INVALID") ? [`${status} of ${operation}`] : [];
    this.add("unknown.sampleCode", sample, exchange);
    if (status === 401) this.add("unknown.unauthorizedCode", codes, exchange);
    if (status === 403) {
      this.add("unknown.forbiddenCode", codes, exchange);
      this.add("unknown.restrictedOperations", [operation], exchange);
    }
    if (isRuleRefusal(judging) && isValidation(status) && OPERATIONS[operation].refusalStatus === null) {
      this.add(`unknown.${operation}.refusalStatus`, [String(status)], exchange);
    }
  }

  private noteHeaders(exchange: Exchange): void {
    const { response } = exchange;
    if (response === null) return;
    const names = Object.keys(response.headers).filter((name) => !PLAIN_HEADERS.has(name));
    this.add("unknown.responseHeaders", names, exchange);
    const type = response.headers["content-type"] ?? "none";
    this.add("unknown.responseMediaType", [`${response.status < 400 ? "success" : "error"}: ${type}`], exchange);
    const length = lengthNotation(response);
    if (length !== null) this.add("unknown.responseLength", [length], exchange);
    this.add("unknown.responseConnection", [connectionNotation(response)], exchange);
    if (exchange.contentTypeName !== undefined) this.add("unknown.headerNames", [exchange.contentTypeName], exchange);
    const limits = Object.entries(response.headers).filter(([name]) => /ratelimit-limit|rate-limit$/i.test(name));
    this.add(
      "unknown.rateLimit",
      limits.map(([name, value]) => `${name}: ${value}`),
      exchange,
    );
    this.add("unknown.rateLimitAnswer", [], exchange);
  }

  /** Writes an answer again when something new was seen. */
  private add(
    id: string,
    texts: readonly string[],
    exchange: Exchange,
    words: (seen: ReadonlySet<string>) => string = sortedList,
  ): void {
    const none = growing(id)?.none ?? null;
    let known = this.seen.get(id);
    if (known === undefined) {
      if (texts.length === 0 && none === null) return;
      known = new Map();
      this.seen.set(id, known);
      if (texts.length === 0 && none !== null) this.write(id, none, exchange, known);
    }
    const before = known.size;
    for (const text of texts) if (!known.has(text)) known.set(text, exchange);
    if (known.size > before) this.write(id, words(new Set(known.keys())), exchange, known);
  }
}

function pauseNotation(pause: string): string {
  return /^\d+$/.test(pause.trim()) ? "seconds" : "a date";
}

/** Whether a request was sent to break a rule, so that its status is the one of a broken rule. */
function isRuleRefusal({ check }: Judging): boolean {
  return check.includes("/refuses/");
}

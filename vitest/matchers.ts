/** Vitest matchers in the terms of the contract: they judge an answer as the suites do. */
import { expect } from "vitest";
import type { Exchange } from "../client/model.js";
import { Results } from "../engine/judge/results.js";
import { judgesOf, judgeTraffic } from "../engine/judge/traffic.js";
import { echo, isKept } from "../oracles/echo.js";
import { answerText, expectationText, meets } from "../oracles/outcome.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { isObject, jsonText, parsedJson } from "../schemas/json.js";
import { isOperationId, OPERATIONS, type OperationId } from "../schemas/operations.js";
import { CHECKS, SUITES } from "../suites/suites.js";
import type { ServiceAnswer } from "./service.js";

/** What the matchers take: an answer of `service`, or a status and a body from your own client. */
export type MatchedAnswer =
  | ServiceAnswer
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>> | Headers;
      /** Parsed, or the raw text. */
      readonly body: unknown;
    };

interface ContractMatchers<R = unknown> {
  /** The answer keeps every rule of level `must` of the operation's answers. */
  toFollowContract(operation: OperationId): R;
  /** The answer is a documented refusal: by its status, and in its shape. */
  toBeRefusedAsDocumented(operation?: OperationId): R;
  /** What was sent came back. */
  toEcho(sent: unknown, operation?: OperationId): R;
}

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: the declaration of Vitest, which this one adds to, has it so.
  interface Matchers<T = any> extends ContractMatchers<T> {}
}

interface Matched {
  readonly pass: boolean;
  readonly message: () => string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

function exchangeOf(answer: MatchedAnswer, operation: OperationId): Exchange {
  if ("exchange" in answer) return answer.exchange;
  const { method, path } = OPERATIONS[operation];
  const { status, body } = answer;
  const headers = new Headers(answer.headers ?? { "content-type": "application/json" });
  return {
    wire: { method, path, headers: {}, body: null, credentials: "valid" },
    request: { method, url: path, headers: {}, body: null },
    response: {
      status,
      headers: Object.fromEntries(headers),
      body: typeof body === "string" ? body : JSON.stringify(body),
      truncated: false,
    },
    failure: null,
    startedAt: 0,
    durationMs: 0,
    leaked: [],
  };
}

/**
 * @throws TypeError for anything but an answer, such as a Response whose body has not been read, and where no operation
 * is named
 */
function operationOf(answer: MatchedAnswer, operation: OperationId | undefined): OperationId {
  const given: unknown = answer;
  if (!isObject(given) || !("body" in given) || given.body instanceof ReadableStream)
    throw new TypeError("Expect an answer of service, or a status and a body that was read: expect({ status, body }).");
  const known = operation ?? ("operation" in answer ? answer.operation : undefined);
  if (known !== undefined && isOperationId(known)) return known;
  throw new TypeError(`Name the operation of the answer: one of ${Object.keys(OPERATIONS).join(", ")}.`);
}

/** A rule of level `must`, with what it expects and what is seen. */
interface Departure {
  readonly check: string;
  readonly expected: string;
  readonly actual: string;
}

const STATED = new Set(CHECKS.filter(({ level }) => level === "must").map(({ id }) => id));

/** The rules that an answer breaks, as the suites judge all traffic. */
function departures(operation: OperationId, exchange: Exchange, sent: unknown): Departure[] {
  const results = new Results();
  const judging = { check: "own", operation, sent, edit: null, control: null, response: true, errors: true };
  judgeTraffic(judgesOf(SUITES), exchange, { ...judging, echo: sent !== undefined }, results.writer("own"));
  return results.checks().flatMap((check) => {
    const { failures, unseen } = results.of(check);
    const [first] = [...failures, ...unseen];
    if (first === undefined || !STATED.has(check)) return [];
    return [{ check, expected: first.failure.expected, actual: first.failure.actual }];
  });
}

function matched(said: string, broken: readonly Departure[]): Matched {
  const side = (of: "expected" | "actual") => broken.map((one) => `${one.check}: ${one[of]}`).join("\n");
  if (broken.length === 0) return { pass: true, message: () => `${said}, but it should not` };
  const message = () => `this does not hold: ${said}\n${broken.map(({ check }) => `  ${check}`).join("\n")}`;
  return { pass: false, message, expected: side("expected"), actual: side("actual") };
}

expect.extend({
  toFollowContract(answer: MatchedAnswer, operation: OperationId): Matched {
    const exchange = exchangeOf(answer, operationOf(answer, operation));
    const sent = "sent" in answer ? answer.sent : undefined;
    return matched(`the answer follows the contract of ${operation}`, departures(operation, exchange, sent));
  },

  toBeRefusedAsDocumented(answer: MatchedAnswer, named?: OperationId): Matched {
    const operation = operationOf(answer, named);
    const exchange = exchangeOf(answer, operation);
    const expectation = { kind: "refuse" } as const;
    const refusal = {
      check: "status",
      expected: expectationText(operation, expectation),
      actual: answerText(exchange),
    };
    const isRefused = meets(operation, expectation, exchange);
    const broken = isRefused ? departures(operation, exchange, undefined) : [refusal];
    return matched(`${operation} refuses the request as documented`, broken);
  },

  toEcho(answer: MatchedAnswer, sent: unknown, named?: OperationId): Matched {
    const operation = operationOf(answer, named);
    const schema = OPERATIONS[operation].requestSchema;
    if (schema === null) throw new TypeError(`${operation} sends no body that could come back.`);
    const received = typeof answer.body === "string" ? parsedJson(answer.body) : answer.body;
    const lost = echo(fieldTree(schema), sent, received).filter((one) => !isKept(one));
    const broken = lost.map(({ place, ...one }) => ({
      check: place,
      expected: jsonText(one.sent),
      actual: one.outcome === "missing" ? "missing" : jsonText(one.received),
    }));
    return matched(`the answer of ${operation} shows what was sent`, broken);
  },
});

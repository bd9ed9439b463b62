/** Vitest matchers in the terms of the contract: they judge an answer as the suites do. */
import { expect } from "vitest";
import type { Exchange } from "../client/model.js";
import { Results } from "../engine/judge/results.js";
import { judgesOf, judgeTraffic } from "../engine/judge/traffic.js";
import type { CheckDefinition } from "../engine/model.js";
import { echo, isKept } from "../oracles/echo.js";
import { answerText, expectationText, meets } from "../oracles/outcome.js";
import { documentPlace } from "../reports/facts/statedAt.js";
import { labelled } from "../reports/formats/proofText.js";
import { amount } from "../reports/visible.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { isObject, jsonText, parsedJson } from "../schemas/json.js";
import { isOperationId, OPERATIONS, type OperationId } from "../schemas/operations.js";
import { shellWord } from "../schemas/shell.js";
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

/** A rule that an answer breaks, with what it expects and what came. */
interface Departure {
  /** As Vitest's diff names it: the id of a check, or the place of a value. */
  readonly name: string;
  readonly expected: string;
  readonly received: string;
  /** The check of the rule, where there is one. */
  readonly check: CheckDefinition | undefined;
}

const BY_ID: ReadonlyMap<string, CheckDefinition> = new Map(CHECKS.map((check) => [check.id, check]));

/** The rules that an answer breaks, as the suites judge all traffic. */
function departures(operation: OperationId, exchange: Exchange, sent: unknown): Departure[] {
  const results = new Results();
  const judging = { check: "own", operation, sent, edit: null, control: null, response: true, errors: true };
  judgeTraffic(judgesOf(SUITES), exchange, { ...judging, echo: sent !== undefined }, results.writer("own"));
  return results.checks().flatMap((id) => {
    const { failures, unseen } = results.of(id);
    const [first] = [...failures, ...unseen];
    const check = BY_ID.get(id);
    if (first === undefined || check?.level !== "must") return [];
    return [{ name: id, expected: first.failure.expected, received: first.failure.actual, check }];
  });
}

/** One rule in words: what it says and where, what was expected and came, and the command that explains it. */
function departureText({ name, expected, received, check }: Departure): string {
  const rule = check === undefined ? name : `${check.title} (section ${documentPlace(check)})`;
  const lines = [rule, `  ${labelled("expected", expected)}`, `  ${labelled("received", received)}`];
  if (check !== undefined)
    lines.push(`  ${labelled("explain", `npx --no-install ppconform explain ${shellWord(check.id)}`)}`);
  return lines.join("\n");
}

/**
 * @param failing what is wrong, as a sentence without its end
 * @param holding what is said where it should have been wrong
 */
function matched(failing: string, holding: string, broken: readonly Departure[]): Matched {
  if (broken.length === 0) return { pass: true, message: () => holding };
  const side = (of: "expected" | "received") => broken.map((one) => `${one.name}: ${one[of]}`).join("\n");
  const message = () => `${failing}:\n\n${broken.map(departureText).join("\n\n")}`;
  return { pass: false, message, expected: side("expected"), actual: side("received") };
}

expect.extend({
  toFollowContract(answer: MatchedAnswer, named: OperationId): Matched {
    const operation = operationOf(answer, named);
    const exchange = exchangeOf(answer, operation);
    const sent = "sent" in answer ? answer.sent : undefined;
    const broken = departures(operation, exchange, sent);
    const status = answerText(exchange);
    return matched(
      `${operation} answered ${status}, which breaks ${amount(broken.length, "rule")} of the contract`,
      `${operation} answered ${status}, which follows the contract, and was expected not to`,
      broken,
    );
  },

  toBeRefusedAsDocumented(answer: MatchedAnswer, named?: OperationId): Matched {
    const operation = operationOf(answer, named);
    const exchange = exchangeOf(answer, operation);
    const expectation = { kind: "refuse" } as const;
    const status = answerText(exchange);
    const holding = `${operation} refused the request with ${status}, as documented, and was expected not to`;
    if (meets(operation, expectation, exchange)) {
      const broken = departures(operation, exchange, undefined);
      const failing = `${operation} refused the request with ${status}, in an answer that breaks ${amount(broken.length, "rule")}`;
      return matched(failing, holding, broken);
    }
    const expected = expectationText(operation, expectation);
    const text = [labelled("expected", expected), labelled("received", status)].join("\n");
    const message = () => `${operation} did not refuse the request as documented:\n\n${text}`;
    return { pass: false, message, expected: `status: ${expected}`, actual: `status: ${status}` };
  },

  toEcho(answer: MatchedAnswer, sent: unknown, named?: OperationId): Matched {
    const operation = operationOf(answer, named);
    const schema = OPERATIONS[operation].requestSchema;
    if (schema === null) throw new TypeError(`${operation} sends no body that could come back.`);
    const received = typeof answer.body === "string" ? parsedJson(answer.body) : answer.body;
    const lost = echo(fieldTree(schema), sent, received).filter((one) => !isKept(one));
    const broken = lost.map(({ path, place, ...one }) => ({
      name: place,
      expected: jsonText(one.sent),
      received: one.outcome === "missing" ? "missing" : jsonText(one.received),
      check: BY_ID.get(`${operation}/echo/${path}`),
    }));
    return matched(
      `${operation} did not return what was sent`,
      `${operation} returned what was sent, and was expected not to`,
      broken,
    );
  },
});

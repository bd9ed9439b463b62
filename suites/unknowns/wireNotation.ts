/** How answers are written on the wire, in ways that HTTP and JSON leave open: each in a few words. */
import type { Exchange, RecordedResponse } from "../../client/model.js";
import type { SeenAnswer } from "../../engine/judge/observations.js";
import { Counted } from "../../engine/send/timings.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { isObject } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";

/** Operations whose answer has many members, none of them in an order that a partner sent. */
const WITH_MANY_MEMBERS: ReadonlySet<OperationId> = new Set(["getTransferDetail", "getDepositDetail"]);
const FEWEST_MEMBERS = 4;
/** How many characters of a body are searched for the notation. */
const LOOKED_AT = 8_192;

/** How the length of a body is indicated; null for an answer without one. */
export function lengthNotation({ headers, body }: RecordedResponse): string | null {
  if (headers["content-length"] !== undefined) return "by Content-Length";
  if (/chunked/i.test(headers["transfer-encoding"] ?? "")) return "in chunks";
  return body === "" ? null : "by the end of the connection";
}

/** What happens to the connection after an answer, according to its headers (RFC 9112, section 9). */
export function connectionNotation({ headers }: RecordedResponse): string {
  return /\bclose\b/i.test(headers.connection ?? "") ? "it is closed" : "it stays open";
}

/** How the members of an answer's object are ordered; null where too few of them show it. */
export function memberOrder(operation: OperationId, value: unknown): string | null {
  if (!WITH_MANY_MEMBERS.has(operation) || !isObject(value)) return null;
  const documented = fieldTree(operationOf(operation).responseSchema).children.map(({ location }) => location[0] ?? "");
  const names = Object.keys(value).filter((name) => documented.includes(name));
  if (names.length < FEWEST_MEMBERS) return null;
  const inOrder = (ordered: readonly string[]) => ordered.every((name, index) => name === names[index]);
  if (inOrder(documented.filter((name) => names.includes(name)))) return "as the fields are listed";
  return inOrder([...names].sort()) ? "by name" : "in another order";
}

/** How the JSON of an answer is written: its white space, and the characters beyond ASCII where it has some. */
export function jsonNotation(text: string): string[] {
  const start = text.slice(0, LOOKED_AT);
  const blanks = /^\s*[[{]\s*[\r\n]/.test(start)
    ? "in lines"
    : /^\s*[[{]+\s*"(?:[^"\\]|\\.)*"\s*:\s/.test(start)
      ? "with blanks"
      : "without white space";
  const escaped = /\\u(?!00[0-7])[0-9a-f]{4}/i.test(start);
  const plain = /[\u0080-\uffff]/.test(start);
  return [
    blanks,
    ...(escaped ? ["characters beyond ASCII as escapes"] : []),
    ...(plain ? ["characters beyond ASCII as they are"] : []),
  ];
}

/** How long answers took: the fastest, and the time within which half and 19 of 20 came. */
export class AnswerTimes {
  /** In whole milliseconds: a time between two counts as the later one. */
  private readonly times = new Counted();
  private slowest: Exchange | null = null;

  /** Takes one exchange; those without an answer have no such time. */
  add(exchange: Exchange): void {
    if (exchange.response === null) return;
    this.times.add(Math.ceil(exchange.durationMs));
    if (this.slowest === null || exchange.durationMs > this.slowest.durationMs) this.slowest = exchange;
  }

  /** The reported times, with the slowest exchange; null when there was no answer. */
  summary(): SeenAnswer | null {
    if (this.slowest === null) return null;
    const within = (share: number) => this.times.at(Math.floor((this.times.size - 1) * share));
    const [fastest, half, most] = [within(0), within(0.5), within(0.95)];
    return {
      value: { fastest: { milliseconds: fastest }, half: { milliseconds: half }, most: { milliseconds: most } },
      text: `fastest ${fastest} ms, p50 ${half} ms, p95 ${most} ms`,
      evidence: this.slowest,
    };
  }
}

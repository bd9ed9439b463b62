/** A request and its answer as lines to look at, with what matters in them marked. */
import { type BodyLine, bodyLines } from "../facts/bodyLines.js";
import { answered, headerLine, pathOf, pathSteps, requestLine } from "../facts/proof.js";
import type { ReportedExchange } from "../model.js";
import { brief } from "../visible.js";

export type ExchangeView = ReturnType<typeof exchangeView>;

/** What is marked in an exchange, and how much of it is shown. */
interface Shown {
  /** Where the edit was made. */
  readonly at?: string | null;
  /** Steps of the place in the answer that matters. */
  readonly answer?: readonly string[];
  /** Whether the status is what is wrong. */
  readonly status?: boolean;
  /** Characters of a body. */
  readonly limit: number;
  /** Whether it shows what was observed: then the headers that all messages have are left out. */
  readonly isEvidence?: boolean;
}

/** Headers that say nothing about what was observed. */
const USUAL_HEADERS: ReadonlySet<string> = new Set(
  "accept connection content-length date keep-alive user-agent vary x-api-key x-api-secret".split(" "),
);
const CREDENTIALS = /^x-api-|^authorization$|^cookie$/i;
/** Places of an edit outside the body. */
const OUTSIDE = /^(?:header |query |credentials$|method$|path$|body$)/;

function headersOf(headers: Readonly<Record<string, string>>, at: string | null, isEvidence: boolean): BodyLine[] {
  return Object.entries(headers)
    .filter(([name]) => !isEvidence || !USUAL_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => ({
      text: headerLine(name, value),
      marked: at?.toLowerCase() === `header ${name.toLowerCase()}` || (at === "credentials" && CREDENTIALS.test(name)),
    }));
}

function messageView(start: BodyLine, headers: BodyLine[], body: string, marks: readonly string[], limit: number) {
  const { lines, note } = bodyLines(body, marks, limit);
  return { lines: [start, ...headers, ...(body === "" ? [] : [{ text: "", marked: false }, ...lines])], note };
}

/** An exchange as two messages. */
export function exchangeView(exchange: ReportedExchange, shown: Shown) {
  const { request, response } = exchange;
  const { at = null, answer = [], status = false, limit, isEvidence = false } = shown;
  return {
    title: brief(`${request.method} ${pathOf(request.url)}`, 120),
    status: answered(exchange),
    request: messageView(
      { text: requestLine(request), marked: at !== null && /^(?:query |method$|path$)/.test(at) },
      headersOf(request.headers, at, isEvidence),
      request.body ?? "",
      at === null || OUTSIDE.test(at) ? [] : pathSteps(at),
      limit,
    ),
    response:
      response === null
        ? null
        : messageView(
            { text: `HTTP ${response.status}`, marked: status },
            headersOf(response.headers, null, isEvidence),
            response.body,
            answer,
            limit,
          ),
  };
}

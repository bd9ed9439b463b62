/** Runs the preflight against answers that a test makes up. */
import type { Exchange, WireRequest } from "../../client/model.js";
import { type PreflightOptions, runPreflight } from "../../discovery/preflight.js";
import type { Observations } from "../../engine/observations.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

export const OPTIONS: PreflightOptions = {
  baseUrl: "https://payments.example",
  seed: 42,
  profile: "smoke",
  noWrites: "it changes data",
  onlyRefused: false,
  storing: true,
  credentialsEdits: new Set(),
  apiVersion: null,
  transferId: null,
  depositId: null,
  stated: {},
  now: 1_790_000_000_000,
};
export const REFUSED = exchangeOf(responseOf({ errors: [{ detail: "no", code: "NO" }] }, 400));
export const UNKNOWN = exchangeOf(responseOf({ errors: [{ detail: "no", code: "NO" }] }, 404));
export const UNAUTHORIZED = exchangeOf(responseOf({ errors: [{ detail: "no", code: "NO" }] }, 401));

export type Answer = (
  request: WireRequest,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
) => Exchange;

/** Answers to `METHOD path` without its query; updates are accepted, and any other path with no answer is refused. */
export async function preflight(answers: Readonly<Record<string, Answer>>, changes: Partial<PreflightOptions> = {}) {
  const sent: WireRequest[] = [];
  const observations: Observations = new Map();
  const sender = {
    send: async (request: WireRequest): Promise<Exchange> => {
      sent.push(request);
      const url = new URL(request.path, OPTIONS.baseUrl);
      const body = typeof request.body === "string" ? JSON.parse(request.body) : {};
      return {
        ...(answers[`${request.method} ${url.pathname}`]?.(request, url.searchParams, body) ??
          (url.pathname.endsWith("/update") ? json({}) : REFUSED)),
        wire: request,
      };
    },
  };
  const { target, lines, facts } = await runPreflight(sender, { ...OPTIONS, ...changes }, observations);
  return { target, lines, sent, facts, observed: (id: string) => observations.get(id)?.text };
}

export const json = (body: unknown, status = 200): Exchange => exchangeOf(responseOf(body, status));
export const BALANCES: Answer = () => json([]);

/** A list of transactions with pages that are counted from a number. */
export function pagesFrom(firstPage: number, items: readonly Readonly<Record<string, unknown>>[]): Answer {
  return (_, query) => {
    const [number, size] = [Number(query.get("page_number")), Number(query.get("page_size"))];
    if (number < firstPage) return REFUSED;
    const start = (number - firstPage) * size;
    return json({
      page_number: number,
      page_size: size,
      total: items.length,
      items: items.slice(start, start + size),
    });
  };
}

export const ITEMS = Array.from({ length: 30 }, (_, index) => ({
  id: `txn_${index}`,
  reference_id: `partner-transaction-${index}`,
  type: index % 2 === 0 ? "transfer" : "deposit",
}));

/** A detail of every second transaction, looked up by its own id. */
export function detailOf(type: "transfer" | "deposit", parameter = "transaction_id"): Answer {
  return (_, query) => {
    const item = ITEMS.find((one) => one.id === query.get(parameter) && one.type === type);
    if (item === undefined) return UNKNOWN;
    return json({
      transaction_id: item.id,
      partner_transaction_id: item.reference_id,
      transaction_type: type,
      status: "completed",
    });
  };
}

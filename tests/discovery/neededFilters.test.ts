import { describe, expect, test } from "vitest";
import type { Exchange, WireRequest } from "../../client/model.js";
import { findNeeded, mayLackFilter, withListQuery } from "../../discovery/neededFilters.js";

function answer(request: WireRequest, status: number, detail: string): Exchange {
  const body = status < 300 ? { items: [] } : { errors: [{ code: "INVALID_PARAMETER", detail }] };
  return {
    request: { method: request.method, url: request.path, headers: {}, body: null },
    response: {
      status,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      truncated: false,
    },
    failure: null,
    leaked: [],
    startedAt: 0,
    durationMs: 1,
  } as unknown as Exchange;
}

/** A list that is refused in some words until a query satisfies it. */
function listOf(refusal: (query: URLSearchParams) => string | null) {
  const asked: string[] = [];
  const send = (request: WireRequest): Promise<Exchange> => {
    asked.push(request.path);
    const words = refusal(new URLSearchParams(request.path.split("?")[1]));
    return Promise.resolve(answer(request, words === null ? 200 : 400, words ?? ""));
  };
  return { asked, send };
}

const NOW = Date.UTC(2026, 0, 15);
const plain: WireRequest = {
  method: "GET",
  path: "/api/transactions?page_number=1",
  headers: {},
  body: null,
  credentials: "valid",
};

describe("a list that needs a filter", () => {
  test("is read with the parameter that its refusal names", async () => {
    const list = listOf((query) => (query.has("begin_ts") ? null : "begin_ts is required"));
    const refusal = await list.send(plain);
    expect(mayLackFilter(refusal)).toBe(true);
    expect(await findNeeded(list, refusal, NOW)).toEqual({ begin_ts: "2000-01-01T00:00:00Z" });
  });

  test("is read with a start and an end that are named one after the other, in another notation", async () => {
    const list = listOf((query) => {
      if (!query.has("dateFrom")) return "Parameter 'dateFrom' is missing";
      if (!query.has("dateTo")) return "Parameter 'dateTo' is missing";
      return /^\d{4}-\d\d-\d\d$/.test(query.get("dateFrom") ?? "") ? null : "dateFrom must be yyyy-MM-dd";
    });
    const needed = await findNeeded(list, await list.send(plain), NOW);
    expect(needed).toEqual({ dateFrom: "2000-01-01", dateTo: "2026-01-16" });
  });

  test("is read with a usual name where its refusal names none", async () => {
    const list = listOf((query) => (query.has("start_date") ? null : "请提供开始日期"));
    expect(await findNeeded(list, await list.send(plain), NOW)).toEqual({ start_date: "2000-01-01T00:00:00Z" });
  });

  test("cannot be read where none of those tried helps, and a page that is refused is another matter", async () => {
    const list = listOf(() => "the status filter is required");
    expect(await findNeeded(list, await list.send(plain), NOW)).toBeNull();
    expect(mayLackFilter(answer(plain, 400, "page_size must be a number"))).toBe(false);
    expect(mayLackFilter(answer(plain, 500, "start_time is required"))).toBe(false);
  });
});

test("what a list needs is added to readings of the list alone, and never over what a request says itself", async () => {
  const list = listOf(() => null);
  const sender = withListQuery(list, { start_time: "2000" });
  await sender.send(plain);
  await sender.send({ ...plain, path: "/api/transactions?start_time=7" });
  await sender.send({ ...plain, path: "/api/transactions/detail?transaction_id=a" });
  await sender.send({ ...plain, path: "/api/transactions" });
  expect(list.asked).toEqual([
    "/api/transactions?page_number=1&start_time=2000",
    "/api/transactions?start_time=7",
    "/api/transactions/detail?transaction_id=a",
    "/api/transactions?start_time=2000",
  ]);
});

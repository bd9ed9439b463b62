import { describe, expect, it, vi } from "vitest";
import { BudgetSpentError, RunInterruptedError } from "../../client/interruption.js";
import { request, startTarget, transportTo } from "./target.js";

describe("maxRequests", () => {
  it("sends no more than that", async () => {
    let hits = 0;
    const target = await startTarget((_, response) => {
      hits++;
      response.end();
    });
    const transport = transportTo(target.baseUrl, { maxRequests: 5 });
    const results = await Promise.allSettled(Array.from({ length: 9 }, () => transport.send(request())));
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(4);
    expect(refused.every(({ reason }) => reason instanceof BudgetSpentError)).toBe(true);
    expect(hits).toBe(5);
    expect(transport.stats().sent).toBe(5);
  });

  it("counts what is sent again", async () => {
    const target = await startTarget((_, response) => response.writeHead(429, { "retry-after": "0" }).end());
    const transport = transportTo(target.baseUrl, { maxRequests: 2, requestsPerSecond: 1000 });
    await expect(transport.send(request())).rejects.toThrow(
      "The budget of 2 requests is spent; allow more with --max-requests.",
    );
    expect(transport.stats().sent).toBe(2);
  });
});

describe("signal", () => {
  it("ends what is under way, what waits and what comes later", async () => {
    let arrived = 0;
    let aborted = 0;
    const target = await startTarget((_, response) => {
      arrived++;
      response.on("close", () => aborted++);
    });
    const controller = new AbortController();
    const transport = transportTo(target.baseUrl, { signal: controller.signal, concurrency: 2 });
    const sending = Promise.allSettled(Array.from({ length: 6 }, () => transport.send(request())));
    await expect.poll(() => arrived).toBe(2);
    controller.abort();
    const results = await sending;
    expect(
      results.every((result) => result.status === "rejected" && result.reason instanceof RunInterruptedError),
    ).toBe(true);
    await expect(transport.send(request())).rejects.toThrow(RunInterruptedError);
    expect(transport.stats().sent).toBe(2);
    await expect.poll(() => aborted).toBe(2);
  });

  it("ends a pause that the target asked for", async () => {
    const target = await startTarget((_, response) => response.writeHead(429, { "retry-after": "20" }).end());
    const controller = new AbortController();
    const onThrottled = vi.fn();
    const transport = transportTo(target.baseUrl, { signal: controller.signal, onThrottled });
    const sending = expect(transport.send(request())).rejects.toThrow(RunInterruptedError);
    await expect.poll(() => onThrottled.mock.calls.length).toBe(1);
    controller.abort();
    await sending;
  });

  it("sends nothing when it fired before", async () => {
    const transport = transportTo("http://127.0.0.1:1", { signal: AbortSignal.abort() });
    await expect(transport.send(request())).rejects.toThrow(RunInterruptedError);
  });
});

it("close drops the connections, so that the process can end", async () => {
  let open = 0;
  const target = await startTarget((incoming, response) => {
    open++;
    incoming.socket.on("close", () => open--);
    response.end();
  });
  const transport = transportTo(target.baseUrl);
  await transport.send(request());
  expect(open).toBe(1);
  await transport.close();
  await expect.poll(() => open).toBe(0);
});

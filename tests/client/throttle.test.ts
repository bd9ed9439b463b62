import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TargetThrottlesError } from "../../client/interruption.js";
import type { Exchange, RecordedResponse } from "../../client/model.js";
import { Pacer } from "../../client/pacing.js";
import { retryAfter, Throttling, throttlePause } from "../../client/throttle.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { TRIES_ALL } from "../slice.js";
import { request, startTarget, transportTo } from "./target.js";

const NOW = Date.parse("2026-01-01T00:00:00Z");

function answer(status: number, after?: string): RecordedResponse {
  return responseOf("", status, after === undefined ? {} : { "retry-after": after });
}

describe("Throttling", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Sends one request after the other to a target that throttles while it is asked to. */
  function throttled(isThrottling: () => boolean) {
    const onOver = vi.fn();
    const pacer = new Pacer();
    const wait = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));
    const throttling = new Throttling({ pacer, onOver, wait, isAnotherAnswered: async () => false });
    const send = throttling.intercept(async (wire) => ({
      ...exchangeOf(isThrottling() ? answer(429, "30") : answer(200)),
      wire,
    }));
    const sending = async (): Promise<never> => {
      for (;;) {
        await send(request());
        await wait(100);
      }
    };
    void sending();
    return onOver;
  }

  it("ends a run after a minute and a half of nothing else, however seldom the target is asked", async () => {
    const onOver = throttled(() => true);
    await vi.advanceTimersByTimeAsync(89_000);
    expect(onOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onOver).toHaveBeenCalledOnce();
  });

  it("begins anew with each answer", async () => {
    const began = Date.now();
    const onOver = throttled(() => Math.floor((Date.now() - began) / 1000) % 80 > 35);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onOver).not.toHaveBeenCalled();
  });
});

describe("throttlePause", () => {
  it("waits as long as the target asks for, in seconds or until a date", () => {
    expect(throttlePause(answer(429, "2"), 0, 0, NOW)).toBe(2000);
    expect(throttlePause(answer(429, "Thu, 01 Jan 2026 00:00:05 GMT"), 0, 0, NOW)).toBe(5000);
  });

  it.each(["0", "Wed, 31 Dec 2025 00:00:00 GMT"])("takes %j as soon: it waits the pause of its own", (after) => {
    for (const resends of [0, 1, 2]) {
      const own = throttlePause(answer(429), resends, 3, NOW);
      expect(own).toBeGreaterThanOrEqual(150);
      expect(throttlePause(answer(429, after), resends, 3, NOW)).toBe(own);
      expect(throttlePause(answer(503, after), resends, 3, NOW)).toBe(own);
    }
  });

  it("waits no longer than 30 seconds, and 10 where it is not told", () => {
    expect(throttlePause(answer(429, "86400"), 0, 0, NOW)).toBe(30_000);
    expect(throttlePause(answer(429), 12, 0, NOW)).toBe(10_000);
  });

  it("doubles the pause when the target names none, with a jitter that is the same in every run", () => {
    const pauses = [0, 1, 2].map((resends) => throttlePause(answer(429), resends, 7, NOW));
    expect(pauses[1]).toBe(2 * (pauses[0] ?? 0));
    expect(pauses[2]).toBe(4 * (pauses[0] ?? 0));
    for (let turn = 0; turn < 50; turn++) {
      const pause = throttlePause(answer(429), 0, turn, NOW);
      expect(pause).toBeGreaterThanOrEqual(150);
      expect(pause).toBeLessThan(250);
    }
  });

  it("takes other answers as answers", () => {
    expect(throttlePause(answer(503), 0, 0, NOW)).toBeNull();
    expect(throttlePause(answer(503, "soon"), 0, 0, NOW)).toBeNull();
    expect(throttlePause(answer(200, "1"), 0, 0, NOW)).toBeNull();
    expect(throttlePause(answer(400, "1"), 0, 0, NOW)).toBeNull();
  });

  it.each(["", "-1", "1.5", "2024-12-01", "1e9", "tomorrow"])("does not take %j for a pause", (value) => {
    expect(retryAfter(value, NOW)).toBeNull();
  });
});

describe("a target that throttles", () => {
  it.each(["0", "1"])("is asked again after Retry-After %s", async (after) => {
    let hits = 0;
    const target = await startTarget((_, response) => {
      if (hits++ === 0) {
        response.writeHead(429, { "retry-after": after }).end();
      } else {
        response.end("ok");
      }
    });
    const seen: Exchange[] = [];
    const transport = transportTo(target.baseUrl, { onExchange: (exchange) => seen.push(exchange) });
    const began = performance.now();
    const exchange = await transport.send(request());
    expect(exchange.response?.body).toBe("ok");
    expect(performance.now() - began).toBeGreaterThanOrEqual(Number(after) * 1000);
    expect(transport.stats()).toEqual({ sent: 2, retriedAfterThrottle: 1, connectionRetries: 0 });
    expect(seen).toEqual([exchange]);
  });

  // It waits for twenty seconds.
  it.runIf(TRIES_ALL)("on one operation is believed after six more attempts, while others are answered", async () => {
    const target = await startTarget(({ url = "" }, response) => {
      if (url === "/api/files/upload") response.writeHead(429, { "retry-after": "0" }).end("no");
      else response.end("ok");
    });
    const transport = transportTo(target.baseUrl);
    let isOver = false;
    const refused = transport.send(request({ path: "/api/files/upload" })).finally(() => {
      isOver = true;
    });
    while (!isOver) await transport.send(request());
    expect((await refused).response).toMatchObject({ status: 429, body: "no" });
    expect(transport.stats()).toMatchObject({ retriedAfterThrottle: 6 });
  });

  it.each(["0", "31536000"])("ends the run when it does nothing else, with Retry-After %s", async (after) => {
    const target = await startTarget((_, response) => response.writeHead(429, { "retry-after": after }).end("no"));
    const throttled: Exchange[] = [];
    const transport = transportTo(target.baseUrl, {
      patienceMs: 50,
      onThrottled: (exchange) => throttled.push(exchange),
    });
    const untilEnd = async (): Promise<never> => {
      for (;;) await transport.send(request());
    };
    await expect(untilEnd()).rejects.toThrow(TargetThrottlesError);
    await expect(transport.send(request())).rejects.toThrow(TargetThrottlesError);
    expect(new Set(throttled.map(({ response }) => response?.status))).toEqual(new Set([429]));
  });

  it("on one operation alone, for longer than anybody waits, is believed at once, and the others go on", async () => {
    const paths: string[] = [];
    const target = await startTarget(({ url = "" }, response) => {
      paths.push(url);
      if (url === "/api/files/upload") response.writeHead(429, { "retry-after": "3600" }).end("quota");
      else response.end("ok");
    });
    const reads = [request({ path: "/api/files/upload" }), request({ path: "/api/balances" })];
    const transport = transportTo(target.baseUrl, { outages: { reads } });
    const upload = (): Promise<Exchange> => transport.send(request({ path: "/api/files/upload" }));
    const began = performance.now();
    expect((await upload()).response).toMatchObject({ status: 429, body: "quota" });
    expect((await transport.send(request())).response?.body).toBe("ok");
    expect((await upload()).response?.status).toBe(429);
    expect(paths).toEqual(["/api/files/upload", "/api/balances", request().path, "/api/files/upload"]);
    expect(performance.now() - began).toBeLessThan(30_000);
  });

  it("stops everybody while it asks for a pause", async () => {
    const arrivals: number[] = [];
    const target = await startTarget((_, response) => {
      arrivals.push(performance.now());
      if (arrivals.length === 1) {
        response.writeHead(429, { "retry-after": "1" }).end();
      } else {
        response.end("ok");
      }
    });
    let throttled = 0;
    const transport = transportTo(target.baseUrl, { onThrottled: () => throttled++ });
    const first = transport.send(request());
    await expect.poll(() => throttled).toBe(1);
    await Promise.all([first, transport.send(request()), transport.send(request())]);
    const pauseBegan = arrivals[0] ?? 0;
    expect(arrivals.slice(1).every((arrival) => arrival - pauseBegan >= 950)).toBe(true);
  });
});

describe("Pacer", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  it("lets through a tenth of a second at once and the rest at the rate", async () => {
    const pacer = new Pacer(Number.POSITIVE_INFINITY, 100);
    let passed = 0;
    for (let turn = 0; turn < 40; turn++) {
      const waiting = pacer.pass();
      if (typeof waiting === "number") passed++;
      else void waiting.then(() => passed++);
    }
    expect(passed).toBe(10);
    await vi.advanceTimersByTimeAsync(149);
    expect(passed).toBe(24);
    await vi.advanceTimersByTimeAsync(151);
    expect(passed).toBe(40);
  });
});

it("requestsPerSecond spreads requests evenly", async () => {
  const target = await startTarget((_, response) => response.end());
  const transport = transportTo(target.baseUrl, { requestsPerSecond: 50 });
  const began = performance.now();
  await Promise.all(Array.from({ length: 30 }, () => transport.send(request())));
  expect(performance.now() - began).toBeGreaterThan(450);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pacer } from "../../client/pacing.js";
import { throttlePause } from "../../client/throttle.js";

/** What a service makes of a request: null when it takes it, else the header fields of a 429. */
type Service = (request: { now: number; underWay: number; index: number; operation: string }) => null | Headers;
type Headers = Readonly<Record<string, string>>;

interface Played {
  readonly seconds: number;
  readonly throttled: number;
  readonly sent: number;
}

const UNTOLD: Headers = {};
const SOON: Headers = { "retry-after": "0" };
const SECOND: Headers = { "retry-after": "1" };

const WORKERS = 16;
/** Milliseconds of an answer. */
const LATENCY = 20;

/** Sends requests as a run does, in virtual time. */
async function play(
  total: number,
  service: Service,
  operationOf: (index: number) => string = () => "one",
): Promise<Played> {
  const pacer = new Pacer(WORKERS);
  const began = performance.now();
  const sleep = (ms: number): Promise<void> => new Promise((go) => setTimeout(go, ms));
  let begun = 0;
  let sent = 0;
  let throttled = 0;
  let underWay = 0;
  const send = async (index: number): Promise<void> => {
    for (let resends = 0; ; resends++) {
      const leftAt = await pacer.pass(resends > 0);
      sent++;
      underWay++;
      const refused = service({ now: leftAt - began, underWay, index: sent, operation: operationOf(index) });
      await sleep(refused === null ? LATENCY : 2);
      underWay--;
      let waitsAlone = 0;
      if (refused === null) pacer.accepted(leftAt);
      else {
        const answer = { status: 429, headers: refused, body: "", truncated: false };
        const turn = throttled++;
        waitsAlone = pacer.throttled(
          (triedInVain) => throttlePause(answer, Math.max(resends, triedInVain), turn, 0) ?? 0,
          leftAt,
        );
      }
      pacer.back();
      if (refused === null) return;
      if (waitsAlone > 0) await sleep(waitsAlone);
    }
  };
  const work = async (): Promise<void> => {
    while (begun < total) await send(begun++);
  };
  let isOver = false;
  void Promise.all(Array.from({ length: WORKERS }, work)).then(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersToNextTimerAsync();
  return { seconds: (performance.now() - began) / 1000, throttled, sent };
}

/** Throttles each of so many requests, whatever the rate. */
function every(count: number, headers: Headers): Service {
  return ({ index }) => (index % count === 0 ? headers : null);
}

/** A token bucket. */
function bucket(rate: number, size: number, headers: Headers): Service {
  let tokens = size;
  let filledAt = 0;
  return ({ now }) => {
    tokens = Math.min(size, tokens + ((now - filledAt) * rate) / 1000);
    filledAt = now;
    if (tokens < 1) return headers;
    tokens -= 1;
    return null;
  };
}

/** So many requests in each window of time. */
function windowed(count: number, ms: number, isTold: boolean): Service {
  let current = -1;
  let taken = 0;
  return ({ now }) => {
    const at = Math.floor(now / ms);
    taken = at === current ? taken + 1 : 1;
    current = at;
    if (taken <= count) return null;
    return isTold ? { "retry-after": String(Math.ceil((ms - (now % ms)) / 1000)) } : UNTOLD;
  };
}

describe("a service that throttles", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  // Ideal: the seconds that the latency takes, and a pause for each throttled request, sixteen at a time.
  it.each([
    ["each 25th request", 1000, every(25, UNTOLD), 1.8, 6, 4],
    ["each 25th request, Retry-After 0", 1000, every(25, SOON), 1.8, 6, 4],
    ["each 25th request, Retry-After 1", 1000, every(25, SECOND), 3.8, 12, 4],
    ["each 400th request", 7700, every(400, UNTOLD), 9.9, 15, 0.3],
    ["each 400th request, Retry-After 1", 7700, every(400, SECOND), 10.8, 18, 0.3],
    ["one request alone", 900, (({ index }) => (index === 24 ? SECOND : null)) satisfies Service, 2.1, 10, 0.2],
  ])("for no limit of the rate (%s) does not slow a run down", async (_, total, service, ideal, most, share) => {
    const { seconds, throttled, sent } = await play(total, service);
    expect(seconds).toBeGreaterThanOrEqual(ideal - 1);
    expect(seconds).toBeLessThan(most);
    expect((throttled / sent) * 100).toBeLessThan(share);
  });

  it.each([
    ["10 a second, no burst", 500, bucket(10, 1, UNTOLD), 50, 125, 6],
    ["10 a second", 1000, bucket(10, 10, UNTOLD), 99, 105, 2],
    ["10 a second, Retry-After 1", 1000, bucket(10, 10, SECOND), 99, 112, 2],
    ["100 a second", 7700, bucket(100, 100, UNTOLD), 76, 78, 0.3],
    ["20 in each second", 900, windowed(20, 1000, true), 44, 70, 2],
    ["100 in each minute", 900, windowed(100, 60_000, true), 480, 600, 2],
    ["100 in each minute, untold", 900, windowed(100, 60_000, false), 480, 650, 5.6],
    ["4 at once", 2000, (({ underWay }) => (underWay > 4 ? UNTOLD : null)) satisfies Service, 10, 22, 1.1],
    [
      "4 at once, Retry-After 1",
      2000,
      (({ underWay }) => (underWay > 4 ? SECOND : null)) satisfies Service,
      10,
      32,
      1.1,
    ],
  ])("for a limit is sent what it allows, and little more: %s", async (_, total, service, ideal, most, share) => {
    const { seconds, throttled, sent } = await play(total, service);
    expect(seconds).toBeGreaterThanOrEqual(ideal - 10);
    expect(seconds).toBeLessThan(most);
    expect((throttled / sent) * 100).toBeLessThan(share);
  });

  it("for a limit of one operation is not sent more than that, and the others go on", async () => {
    const limit = bucket(10, 10, UNTOLD);
    const service: Service = (request) => (request.operation === "limited" ? limit(request) : null);
    const { seconds, throttled, sent } = await play(1000, service, (index) => (index % 2 === 0 ? "limited" : "free"));
    expect(seconds).toBeLessThan(110);
    expect((throttled / sent) * 100).toBeLessThan(3);
  });

  it("that comes to have a limit of the rate is slowed down for", async () => {
    const limit = bucket(10, 10, UNTOLD);
    const fault = every(25, UNTOLD);
    let isLimited = false;
    const service: Service = (request) => {
      isLimited ||= request.index > 500;
      return isLimited ? limit(request) : fault(request);
    };
    const { throttled, sent } = await play(1500, service);
    expect((throttled / sent) * 100).toBeLessThan(8);
  });

  it("all of the time is asked alone, and less and less", async () => {
    let asked = 0;
    const pacer = new Pacer();
    for (let resends = 0; performance.now() < 90_000; resends++) {
      const [leftAt] = await Promise.all([pacer.pass(resends > 0), vi.advanceTimersByTimeAsync(10_000)]);
      asked++;
      pacer.throttled(() => 10_000, leftAt);
      pacer.back();
    }
    expect(asked).toBeLessThan(12);
  });
});

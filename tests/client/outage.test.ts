import { describe, expect, test } from "vitest";
import { LostInOutageError, TargetGoneError } from "../../client/interruption.js";
import type { Outage } from "../../client/model.js";
import { isUnanswered } from "../../client/outage.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";
import { request, startTarget, transportTo } from "./target.js";

type Mode = "well" | "drop" | "502";

/** A target that answers as it is told, and remembers what reached it. */
async function target(mode: { now: Mode }) {
  const reached: string[] = [];
  const { baseUrl } = await startTarget((incoming, response) => {
    reached.push(`${incoming.method} ${incoming.url}`);
    if (mode.now === "drop") incoming.socket.destroy();
    else response.writeHead(mode.now === "502" ? 502 : 200).end(mode.now);
  });
  return { baseUrl, reached };
}

const READ = request({ path: "/read" });

function watching(baseUrl: string, options: { patienceMs?: number; onOutage?: (outage: Outage) => void } = {}) {
  return transportTo(baseUrl, { outages: { reads: [READ, request({ path: "/other" })], ...options } });
}

test.each<[unanswered: boolean, answers: readonly Parameters<typeof exchangeOf>[0][]]>([
  [true, [502, 503, 504].map((status) => responseOf("", status))],
  [false, [200, 400, 401, 404, 429, 500, 501].map((status) => responseOf("", status))],
  [true, (["timeout", "unreachable", "connection-lost"] as const).map((kind) => ({ kind, message: "" }))],
  [false, [{ kind: "protocol", message: "" }]],
])("whether a request got no answer is %j of %j", (unanswered, answers) => {
  for (const answer of answers) expect(isUnanswered(exchangeOf(answer))).toBe(unanswered);
});

test("a target that answers everything but one request is not away: the exchange is handed over as it is", async () => {
  const { baseUrl } = await startTarget((incoming, response) =>
    response.writeHead(incoming.url === "/other" ? 200 : 502).end("gateway"),
  );
  const transport = watching(baseUrl);
  await transport.send(request({ path: "/other" }));
  const exchange = await transport.send(request({ method: "POST", path: "/write", body: "{}" }));
  expect(exchange.response?.status).toBe(502);
  expect(transport.outages()).toEqual([]);
  expect(transport.stats().sent).toBe(4);
});

describe("a target that is away for a while", () => {
  test.each(["drop", "502"] as const)("(%s) is waited for, and what only reads is sent again", async (kind) => {
    const mode: { now: Mode } = { now: "well" };
    const { baseUrl } = await target(mode);
    const seen: Outage[] = [];
    const transport = watching(baseUrl, {
      onOutage: (outage) => {
        seen.push(outage);
        mode.now = "well";
      },
    });
    await transport.send(READ);
    mode.now = kind;
    const exchanges = await Promise.all(["/a", "/b", "/c"].map((path) => transport.send(request({ path }))));
    expect(exchanges.map(({ response }) => response?.status)).toEqual([200, 200, 200]);
    expect(transport.outages()).toMatchObject([{ requests: 3 }]);
    expect(seen.map(({ to }) => to === null)).toEqual([true, false]);
  });

  test("what may have reached it and writes is not sent again as it is", async () => {
    const mode: { now: Mode } = { now: "well" };
    const { baseUrl, reached } = await target(mode);
    const transport = watching(baseUrl, {
      onOutage: () => {
        mode.now = "well";
      },
    });
    await transport.send(READ);
    mode.now = "drop";
    await expect(transport.send(request({ method: "POST", path: "/write", body: "{}" }))).rejects.toThrow(
      LostInOutageError,
    );
    expect((await transport.send(request({ method: "POST", path: "/next", body: "{}" }))).response?.status).toBe(200);
    expect(reached).toContain("POST /next");
  });
});

test("a target that never answered is not away: nothing is waited for", async () => {
  const { baseUrl } = await target({ now: "502" });
  const transport = watching(baseUrl);
  expect((await transport.send(request({ path: "/a" }))).response?.status).toBe(502);
  expect([transport.stats().sent, transport.outages()]).toEqual([1, []]);
});

test("a target that does not come back ends the run, with the time and what was seen", async () => {
  const mode: { now: Mode } = { now: "well" };
  const { baseUrl } = await target(mode);
  const transport = watching(baseUrl, { patienceMs: 1 });
  await transport.send(READ);
  mode.now = "502";
  const error = await transport.send(request({ path: "/a" })).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TargetGoneError);
  expect(String(error)).toMatch(/stopped answering at \d{4}-\d\d-\d\dT.*Z: 502/);
  await expect(transport.send(request({ path: "/b" }))).rejects.toThrow(TargetGoneError);
  expect(transport.outages()).toMatchObject([{ to: null, seen: "502", requests: 1 }]);
});

import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bankRecipient, closeAll, isErrorShape, member, type Partner, partnerOf } from "./partner.js";

let partner: Partner;

beforeAll(async () => {
  partner = await partnerOf({ behaviours: { unknownFields: "echoed" } });
});
afterAll(closeAll);

/** Sends bytes over a connection of their own and returns all that comes back. */
function exchange(bytes: string | Buffer, halfOpen = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: partner.sandbox.port, host: "127.0.0.1", allowHalfOpen: true });
    let answer = "";
    socket.on("data", (data) => {
      answer += data.toString("latin1");
    });
    socket.on("error", () => resolve(answer));
    socket.on("close", () => resolve(answer));
    socket.on("end", () => socket.destroy());
    // Half a request is never answered; whatever else is sent gets its answer on any machine.
    socket.setTimeout(halfOpen ? 1_500 : 60_000, () => socket.destroy());
    socket.write(bytes);
    if (!halfOpen) socket.end();
  });
}

describe("whatever comes in", () => {
  it.each([
    ["no HTTP at all", "\u0000\u0001\u0002 garbage\r\n\r\n"],
    ["an unknown method", "BREW /api/balances HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["headers without end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}\r\n\r\n`],
    [
      "two lengths",
      "POST /api/recipients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    ],
    ["an expectation", "GET /api/balances HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n"],
    ["no host", "GET /api/balances HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["a path that cannot be decoded", "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["the server as a whole", "OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
    ["a tracing request", "TRACE /api/balances HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ])("is answered in the error shape: %s", async (_name, bytes) => {
    const answer = await exchange(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.toLowerCase()).toContain("content-type: application/json");
    expect(answer).toContain('{"errors":[{"detail":');
  });

  it("leaves the sandbox serving after half a request on an open connection", async () => {
    await exchange('POST /api/recipients/create HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{"a"', true);
    await exchange("POST /api/recipients/create HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    expect((await partner.get("/api/balances")).status).toBe(200);
  });

  it("is bounded: a body above one mebibyte is refused", async () => {
    const answer = await partner.createRecipient({ note: "x".repeat(1_100_000) });
    expect([answer.status, isErrorShape(answer)]).toEqual([413, true]);
  });

  it("is refused when it is nested without end", async () => {
    const headers = { "api-version": "2024-12-01" };
    for (const raw of [
      "[".repeat(500_000),
      `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      '{"a":'.repeat(150_000),
    ]) {
      const answer = await partner.send("POST", "/api/recipients/create", { raw, headers });
      expect([answer.status, isErrorShape(answer)]).toEqual([400, true]);
    }
  });

  it("reaches no prototype", async () => {
    const fields = { ...bankRecipient(), constructor: { prototype: { polluted: true } } };
    const raw = `${JSON.stringify(fields).slice(0, -1)},"__proto__":{"polluted":true},"toString":"text"}`;
    const { status, text } = await partner.send("POST", "/api/recipients/create", { raw });
    expect(status).toBe(200);
    expect(text).toContain('"__proto__":{"polluted":true}');
    expect(member({}, "polluted")).toBeUndefined();
    expect("polluted" in {}).toBe(false);
    expect((await partner.get("/api/transactions?__proto__=1&constructor=2")).status).toBe(200);
  });

  it("takes no member of the service's own from unknown fields", async () => {
    const { body } = await partner.createRecipient({
      status: "rejected",
      recipient_id: "mine",
      created_at: 1,
      colour: "red",
    });
    expect(body).toMatchObject({ status: "pending", colour: "red" });
    expect(member(body, "recipient_id")).toMatch(/^rcp_/);
  });

  it("may name any media type", async () => {
    for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=a"]) {
      expect([type, (await partner.createRecipient({}, { headers: { "content-type": type } })).status]).toEqual([
        type,
        200,
      ]);
    }
    const odd = await partner.createRecipient({}, { headers: { "content-type": "no type, really" } });
    expect([odd.status, isErrorShape(odd)]).toEqual([400, true]);
  });
});

import { createHash, createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeSignature, type SignatureFact, type SigningKeys } from "../../webhooks/signature.js";

const SECRET = "whsecret-of-this-account-2f8a";
const KEYS: SigningKeys = {
  secret: SECRET,
  others: [{ name: "the API secret", value: "api-secret-value" }],
  stated: null,
};
const BODY = '{"type":"recipient.active","data":{"name":"Zoë Łukasz 李"}}';

type Extent = Parameters<typeof judgeSignature>[3]["extent"];

function judge(
  headers: Record<string, string>,
  body: string | Buffer = BODY,
  keys = KEYS,
  extent: Extent = "reasons",
): SignatureFact {
  const message = { method: "POST", path: "/hooks/1?a=b", headers: { host: "receiver.example", ...headers } };
  const reading = {
    body: { kind: "json", value: null } as const,
    data: { objects: [{ name: "Zoë Łukasz 李" }], at: "data", asText: false },
    times: [{ at: "created_at", value: "2025-03-01T10:00:00Z" }],
    ids: [{ at: "id", value: "evt_1" }],
  };
  return judgeSignature({ ...message, body: Buffer.from(body) }, reading, keys, { first: null, extent });
}

function hmac(
  content: string | Buffer,
  encoding: "hex" | "base64" | "base64url" = "hex",
  algorithm = "sha256",
  secret = SECRET,
): string {
  return createHmac(algorithm, secret).update(content).digest(encoding);
}

function sha256(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

test.each([
  ["the body alone", BODY, {}, "{body}"],
  ["time.body", `1700000000.${BODY}`, { "x-webhook-timestamp": "1700000000" }, "{x-webhook-timestamp}.{body}"],
  ["time and body", `1700000000${BODY}`, { "x-webhook-timestamp": "1700000000" }, "{x-webhook-timestamp}{body}"],
  ["the data alone", '{"name":"Zoë Łukasz 李"}', {}, "{data}"],
  [
    "id.time.body",
    `msg_1.1700000000.${BODY}`,
    { "webhook-id": "msg_1", "webhook-timestamp": "1700000000" },
    "{webhook-id}.{webhook-timestamp}.{body}",
  ],
  ["the id in the body", `evt_1.${BODY}`, {}, "{id in the body}.{body}"],
  ["the time in the body", `2025-03-01T10:00:00Z\n${BODY}`, {}, "{time in the body}\\n{body}"],
  ["the address", `https://receiver.example/hooks/1?a=b${BODY}`, { "x-forwarded-proto": "https" }, "{url}{body}"],
  [
    "time, method, path",
    `1700000000POST/hooks/1?a=b${BODY}`,
    { "x-timestamp": "1700000000" },
    "{x-timestamp}{method}{path}{body}",
  ],
])("a signature over %s holds, in each encoding and notation", (_name, content, headers, expected) => {
  for (const encoding of ["hex", "base64", "base64url"] as const) {
    const written = hmac(content, encoding);
    for (const value of [written, `sha256=${written}`, `v1=${written}`, `v1,${written} v1,AAAA`, `"${written}"`]) {
      const fact = judge({ ...headers, "x-webhook-signature": value });
      expect(fact).toMatchObject({ kind: "holds", scheme: { content: expected, encoding, key: "text" } });
    }
  }
});

test("a list with a time holds, and its time is signed", () => {
  const fact = judge({ "x-webhook-signature": `t=1700000000,v1=${hmac(`1700000000.${BODY}`)}` });
  expect(fact).toEqual({
    kind: "holds",
    scheme: { content: "{time in the signature}.{body}", encoding: "hex", notation: "t=…,v1=…", key: "text" },
  });
});

test("a secret in base64 may be taken as its bytes", () => {
  const key = Buffer.from("0123456789abcdef0123456789abcdef");
  const secret = `whsec_${key.toString("base64")}`;
  const value = createHmac("sha256", key).update(BODY).digest("base64");
  expect(judge({ "x-webhook-signature": value }, BODY, { ...KEYS, secret })).toMatchObject({
    kind: "holds",
    scheme: { key: "base64" },
  });
});

test.each<[string, Record<string, string>, SignatureFact["kind"]]>([
  ["no header", {}, "missing"],
  ["an empty header", { "x-webhook-signature": " " }, "missing"],
  ["the API secret", { "x-webhook-signature": hmac(BODY, "hex", "sha256", "api-secret-value") }, "other-secret"],
  ["an empty secret", { "x-webhook-signature": hmac(BODY, "hex", "sha256", "") }, "other-secret"],
  [
    "the secret in lower case",
    { "x-webhook-signature": hmac(BODY, "hex", "sha256", SECRET.toUpperCase()) },
    "other-secret",
  ],
  ["SHA-1", { "x-webhook-signature": hmac(BODY, "hex", "sha1") }, "other-algorithm"],
  ["SHA-512", { "x-webhook-signature": hmac(BODY, "base64", "sha512") }, "other-algorithm"],
  ["a digest without a key", { "x-webhook-signature": sha256(BODY) }, "other-algorithm"],
  ["half of it", { "x-webhook-signature": hmac(BODY).slice(0, 32) }, "cut"],
  ["an empty body", { "x-webhook-signature": hmac("") }, "without-body"],
  ["the time only", { "x-webhook-signature": `t=1700000000,v1=${hmac("1700000000.")}` }, "without-body"],
  ["an indented body", { "x-webhook-signature": hmac(JSON.stringify(JSON.parse(BODY), null, 2)) }, "other-bytes"],
  [
    "a body in Latin-1",
    { "x-webhook-signature": hmac(Buffer.from(BODY.replace(/[^\0-\xff]/g, "?"), "latin1")) },
    "other-bytes",
  ],
  ["the data alone", { "x-webhook-signature": hmac('{"name":"Zoë Łukasz 李"}') }, "holds"],
  ["a plain digest of secret and body", { "x-webhook-signature": sha256(`${SECRET}${BODY}`) }, "other-algorithm"],
  ["a plain digest of body and secret", { "x-webhook-signature": sha256(`${BODY}${SECRET}`) }, "other-algorithm"],
  ["something else", { "x-webhook-signature": hmac("something else") }, "unexplained"],
  ["words", { "x-webhook-signature": "not a signature" }, "unexplained"],
])("a signature made with %s is told", (_name, headers, kind) => {
  expect(judge(headers).kind).toBe(kind);
});

test("a header that stands in for the documented one is named", () => {
  expect(judge({ "x-signature": hmac(BODY) })).toEqual({ kind: "missing", instead: "x-signature" });
});

test("a content that is stated is the only one", () => {
  const keys = { ...KEYS, stated: "{x-nonce}~{body}" };
  const headers = { "x-nonce": "n1", "x-webhook-signature": hmac(`n1~${BODY}`) };
  expect(judge(headers).kind).toBe("unexplained");
  expect(judge(headers, BODY, keys)).toMatchObject({ kind: "holds", scheme: { content: "{x-nonce}~{body}" } });
  expect(judge({ "x-nonce": "n1", "x-webhook-signature": hmac(BODY) }, BODY, keys).kind).toBe("unexplained");
});

test("without the secret nothing is claimed, except what needs none", () => {
  const keys = { ...KEYS, secret: null, others: [] };
  expect(judge({ "x-webhook-signature": hmac(BODY) }, BODY, keys).kind).toBe("not-verifiable");
  const digest = createHash("sha256").update(BODY).digest("hex");
  expect(judge({ "x-webhook-signature": digest }, BODY, keys).kind).toBe("other-algorithm");
});

test("no header and no body makes it throw", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 120 }), fc.uint8Array({ maxLength: 200 }), (header, body) => {
      const { kind } = judge({ "x-webhook-signature": header }, Buffer.from(body), KEYS, "schemes");
      expect(["missing", "unexplained"]).toContain(kind);
    }),
    { numRuns: 200 },
  );
});

test("a right signature over another body is never taken for right", () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (signed, sent) => {
      // An object within the body may be what is signed.
      fc.pre(!sent.includes(signed) || signed === "{}");
      fc.pre(signed !== sent);
      const fact = judge({ "x-webhook-signature": hmac(signed) }, sent, KEYS, "schemes");
      expect(fact.kind).toBe("unexplained");
    }),
    { numRuns: 100 },
  );
});

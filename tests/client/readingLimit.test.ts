import { expect, test } from "vitest";
import { ReadingLimit } from "../../client/body.js";
import { recordResponse } from "../../client/recording.js";
import { createRedactor } from "../../client/redact.js";
import { CREDENTIALS, request, startTarget, transportTo } from "./target.js";

const KIB = 1024;

test("long bodies are read until they come to the allowance, short ones always", () => {
  const limit = new ReadingLimit(4096 * KIB, 300 * KIB);
  for (let bodies = 0; bodies < 100; bodies++) limit.count(64 * KIB);
  expect(limit.bytes).toBe(4096 * KIB);
  limit.count(200 * KIB);
  expect(limit.bytes).toBe(4096 * KIB);
  limit.count(200 * KIB);
  expect(limit.bytes).toBe(64 * KIB);
  expect(new ReadingLimit(10, 0).bytes).toBe(10);
});

test("of a body that was not read to its end, little is kept, and secrets are found in all of it", () => {
  const body = `${"x".repeat(100 * KIB)} ${CREDENTIALS.apiSecret}`;
  const response = { status: 200, headers: {}, body, truncated: true };
  const recorded = recordResponse(response, createRedactor(CREDENTIALS));
  expect(recorded.response.body).toBe("x".repeat(4 * KIB));
  expect(recorded.leaked).not.toEqual([]);
});

test("a target that answers at great length is read less and less", async () => {
  const { baseUrl } = await startTarget((_, response) => response.end("x".repeat(3 * KIB * KIB)));
  const transport = transportTo(baseUrl);
  const lengths: (number | undefined)[] = [];
  for (let requests = 0; requests < 8; requests++) {
    const { response } = await transport.send(request());
    lengths.push(response?.truncated === true ? undefined : response?.body.length);
  }
  expect(lengths.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 3 * KIB * KIB));
  expect(lengths.slice(6)).toEqual([undefined, undefined]);
});

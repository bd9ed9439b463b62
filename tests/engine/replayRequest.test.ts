import { expect, test } from "vitest";
import { CREDENTIALS_EDITS, describedCredentials } from "../../client/credentials.js";
import type { WireRequest } from "../../client/model.js";
import { commandFor, wireOf, withFreshIds } from "../../engine/replayRequest.js";
import type { ReportedRequest } from "../../reports/model.js";

const BASE = "https://payments.example/v1";

function recorded(fields: Partial<ReportedRequest> = {}): ReportedRequest {
  return {
    method: "GET",
    url: `${BASE}/api/transactions?page_number=1`,
    headers: {
      accept: "application/json",
      "user-agent": "partner-payments-conformance",
      "X-API-Key": "<API_KEY>",
      "X-API-Secret": "<API_SECRET>",
    },
    body: null,
    ...fields,
  };
}

test("a recorded request becomes one that can be sent, without placeholders and added headers", () => {
  expect(wireOf(recorded(), BASE)).toEqual({
    method: "GET",
    path: "/api/transactions?page_number=1",
    headers: { accept: "application/json" },
    body: null,
    credentials: "valid",
  });
});

test.each(CREDENTIALS_EDITS)("the edit of the credentials is known by its placeholders: %s", (edit) => {
  const { headers, query } = describedCredentials(edit);
  const pairs = Object.entries(query).map(([name, value]) => `&${name}=${value}`);
  const request = recorded({ url: `${BASE}/api/transactions?page_number=1${pairs.join("")}`, headers: { ...headers } });
  expect(wireOf(request, BASE)).toMatchObject({ path: "/api/transactions?page_number=1", credentials: edit });
});

test.each([
  ["it went elsewhere", recorded({ url: "https://other.example/v1/api/balances" })],
  ["a secret stood in its body", recorded({ method: "POST", body: '{"website":"<API_SECRET>"}' })],
  ["its bytes were no text", recorded({ method: "POST", body: '{"website":"\ufffd"}' })],
  ["its credentials are of an unknown kind", recorded({ headers: { "X-API-Key": "<stolen>" } })],
])("a request is not sent again when %s", (_, request) => {
  expect(wireOf(request, BASE)).toBeNull();
});

test("a command for a shell carries path and headers, and takes secrets from the environment", () => {
  expect(commandFor(recorded(), BASE)).toBe(
    `curl -sS -i "$CONFORMANCE_BASE_URL"'/api/transactions?page_number=1' -H "X-API-Key: $CONFORMANCE_API_KEY" -H "X-API-Secret: $CONFORMANCE_API_SECRET" -H 'accept: application/json'`,
  );
});

function creation(body: string): WireRequest {
  return { method: "POST", path: "/api/recipients/create", headers: {}, body, credentials: "valid" };
}

const TOKEN = "0123456789abcdefg";

test.each([
  [
    '{"partner_recipient_id":"ppcaaaaabbbbbbbbbbbbconforms"}',
    '{"partner_recipient_id":"ppc0123456789abcdefgconforms"}',
  ],
  ['{ "partner_customer_id" : "ppcaaaaabbbb" }', '{ "partner_customer_id" : "ppc012345678" }'],
  [
    '{"partner_recipient_id":"ppcAAA\\n１\\u0041bbbbbbbbbbbbb"}',
    '{"partner_recipient_id":"ppcAAA\\n１\\u00416789abcdefgbb"}',
  ],
  ['{"partner_recipient_id":12345678901234567890}', '{"partner_recipient_id":12345678901234567890}'],
  ['{"business_name":"ppcaaaaabbbb"', '{"business_name":"ppcaaaaabbbb"'],
])("a partner id is new but of the same length and kind: %s", (before, after) => {
  expect(withFreshIds(creation(before), TOKEN).body).toBe(after);
});

import { expect, test } from "vitest";
import { type DocumentedRequest, deployments, documentedRequest } from "../../recorded/exchange.js";

function asked(method: string, url: string): DocumentedRequest | null {
  return documentedRequest({
    number: 1,
    method,
    url,
    headers: [],
    body: null,
    response: null,
    startedAt: null,
    durationMs: 0,
  });
}

test.each([
  ["POST", "https://api.example/api/recipients/create", "createRecipient", "https://api.example"],
  ["POST", "https://api.example/v2/eu/api/recipients/rcp_1/update?x=1", "updateRecipient", "https://api.example/v2/eu"],
  ["POST", "http://127.0.0.1:4010/api/files/upload?file_type=Invoice", "uploadFile", "http://127.0.0.1:4010"],
  ["POST", "https://api.example/api/customers/create", "createCustomer", "https://api.example"],
  [
    "GET",
    "https://api.example/api/transactions/transfer/detail?transaction_id=1",
    "getTransferDetail",
    "https://api.example",
  ],
  ["GET", "https://api.example/api/transactions?page_number=1", "listTransactions", "https://api.example"],
  ["GET", "https://api.example/api/transactions/transfer/receipt", "getTransferReceipt", "https://api.example"],
  ["GET", "https://api.example/api/balances", "listBalances", "https://api.example"],
  ["GET", "https://api.example/api/transactions/detail", "getDepositDetail", "https://api.example"],
])("%s %s is %s", (method, url, operation, baseUrl) => {
  expect(asked(method, url)).toMatchObject({ operation, baseUrl });
});

test.each([
  ["GET", "https://api.example/api/recipients/create"],
  ["OPTIONS", "https://api.example/api/balances"],
  ["GET", "https://api.example/api/balances/"],
  ["GET", "https://api.example/api/balances/7"],
  ["GET", "https://api.example/other-api/balance"],
  ["POST", "https://api.example/api/recipients/a/b/update"],
  ["POST", "https://api.example/api/recipients//update"],
  ["GET", "data:text/plain,/api/balances"],
  ["GET", "nonsense"],
  ["GET", ""],
])("%s %s is no documented operation", (method, url) => {
  expect(asked(method, url)).toBeNull();
});

test("the path begins where the base address ends, and keeps the query", () => {
  expect(asked("GET", "https://api.example/v2/api/transactions?page_number=2&page_size=5")?.path).toBe(
    "/api/transactions?page_number=2&page_size=5",
  );
});

test("deployments are counted, the busiest first", () => {
  const urls = [
    "https://a.example/api/balances",
    "https://b.example/api/balances",
    "https://b.example/api/transactions",
  ];
  const requests = urls.flatMap((url) => asked("GET", url) ?? []);
  expect(deployments(requests)).toEqual([
    ["https://b.example", 2],
    ["https://a.example", 1],
  ]);
});

/**
 * The checks of the fixture: one or more of every verdict, with findings on long, invisible and hostile values.
 */

import { AREAS, type CheckResult, type Finding, type ReportedExchange, type Verdict } from "../../reports/model.js";
import { isOperationId, OPERATIONS, SUBJECTS } from "../../schemas/operations.js";
import { identified } from "./checkIds.js";

export const BASE_URL = "https://sandbox.partner.example";

/** What a hostile deployment puts into its answers. */
export const HOSTILE = `</pre><script>alert(1)</script><img src=x onerror=alert(2)>"'&\u001b[31m\u202e]]>\u0000`;

const CREDENTIALS = { "x-api-key": "<API_KEY>", "x-api-secret": "<API_SECRET>" };

/** A request body of recipient creation or update. */
export function recipientBody(postCode: string, more: Record<string, unknown> = {}): string {
  return JSON.stringify({
    business_name: "上海远洋贸易有限公司",
    business_type: "Business",
    country_code: "CN",
    website: "https://ocean-trading.example",
    address_info: { address_line_1: "88 Century Avenue", city: "Shanghai", state: "Shanghai", post_code: postCode },
    payment_details: {
      account_type: "bank",
      bank_name: "Bank of China",
      network: "SWIFT",
      account_name: "Shanghai Ocean Trading",
      account_number: "BKCH0042310098871",
      swift_code: "BKCHCNBJ300",
      account_currency: "USD",
      country_code: "CN",
    },
    file_id_list: ["file_3f0c2a"],
    ...more,
  });
}

/** An exchange with the target of the fixture. */
export function exchange(
  method: string,
  path: string,
  body: string | null,
  status: number,
  answer: string,
): ReportedExchange {
  return {
    request: {
      method,
      url: `${BASE_URL}${path}`,
      headers: { ...CREDENTIALS, "api-version": "2024-12-01", "content-type": "application/json" },
      body,
    },
    response: { status, headers: { "content-type": "application/json; charset=utf-8", server: "nginx" }, body: answer },
  };
}

/** The body of a refusal. */
export const REFUSED = JSON.stringify({ errors: [{ detail: "post_code has a wrong length", code: "PARAM_INVALID" }] });

function stored(body: string): string {
  return JSON.stringify({
    recipient_id: "rcp_7f2c9e",
    status: "active",
    created_at: "2025-11-21T08:00:00Z",
    ...JSON.parse(body),
  });
}

let findingCount = 0;

/** What a finding says, with what it departs in; where nothing was edited, there is no control either. */
type Told = Pick<Finding, "message" | "expected" | "actual" | "exchange"> & Partial<Finding>;

function finding(told: Told): Finding {
  const id = `F${++findingCount}`;
  const { method, url, body } = told.exchange.request;
  return {
    id,
    curl: `curl -sS -X ${method} '${url}' -H "X-API-Key: $CONFORMANCE_API_KEY" -H "X-API-Secret: $CONFORMANCE_API_SECRET" --data-binary '${body ?? ""}'`,
    replay: `ppconform replay conformance-report/report.json ${id}`,
    edit: null,
    control: null,
    ...told,
  };
}

/** A recipient write that is accepted although one value breaks its rule. */
function acceptedWrite(
  path: string,
  message: string,
  edit: NonNullable<Finding["edit"]>,
  [control, body]: readonly [string, string],
) {
  return finding({
    message,
    expected: "refused with 400",
    actual: "200, and stored",
    edit,
    control: exchange("POST", path, control, 200, stored(control)),
    exchange: exchange("POST", path, body, 200, stored(body)),
  });
}

function postCode(path: string, value: string, length: string): Finding {
  const from = "2000012000012000";
  const message = `A post code of ${length} characters is accepted and stored on ${path === UPDATE ? "update" : "creation"}.`;
  const edit = { at: "address_info.post_code", from, to: value };
  return acceptedWrite(path, message, edit, [recipientBody(from), recipientBody(value)]);
}

/** A check in its place: `id | title | section | cases`. */
function passing(row: string): CheckResult {
  const [id = "", title = "", section = "", cases = ""] = row.split(" | ");
  return {
    ...identified(id),
    title,
    section,
    level: "must",
    statements: [id.replaceAll("/", ".")],
    verdict: "pass",
    requests: Number(cases) * 2,
    cases: Number(cases),
    findings: [],
  };
}

function violated(row: string, ...findings: Finding[]): CheckResult {
  return { ...passing(row), verdict: "violation", findings };
}

function ended(row: string, verdict: Verdict, reason: string): CheckResult {
  const check = passing(row);
  const judged = verdict === "known" || verdict === "flaky";
  return { ...check, verdict, reason, requests: judged ? check.requests : 0, cases: judged ? check.cases : 0 };
}

const UPDATE = "/api/recipients/rcp_7f2c9e/update";
export const CREATE = "/api/recipients/create";

function faulty(): CheckResult[] {
  const longName = "很".repeat(4096);
  const control = recipientBody("200001");
  const fullWidth = "１２３４５６７８\n";
  const numbered = recipientBody("200001", { payment_details: { account_type: "bank", account_number: fullWidth } });
  const list = `{"items":[],"note":"${"x".repeat(9000)}"}`;
  const noKey = exchange("GET", "/api/transactions?page_number=1&page_size=10", null, 200, list);
  return [
    violated(
      "updateRecipient/refuses/address_info.post_code.maxLength | A post code is at most 16 characters long | 2.3 | 6",
      postCode(UPDATE, "20000120000120000", "17"),
      postCode(UPDATE, "2".repeat(4096), "4,096"),
    ),
    violated(
      "updateRecipient/refuses/address_info.post_code.minLength | A post code is empty or at least 3 characters long | 2.3 | 4",
      postCode(UPDATE, "20", "2"),
    ),
    violated(
      "createRecipient/refuses/address_info.post_code.maxLength | A post code is at most 16 characters long | 2.3 | 6",
      postCode(CREATE, "20000120000120000", "17"),
    ),
    violated(
      "updateRecipient/refuses/payment_details.account_number.pattern | An account number is made of uppercase letters and digits | 2.2 | 9",
      acceptedWrite(
        UPDATE,
        "An account number of full-width digits with a trailing line feed is accepted on update.",
        { at: "payment_details.account_number", from: "BKCH0042310098871", to: fullWidth },
        [control, numbered],
      ),
    ),
    violated(
      "createRecipient/refuses/business_name.maxLength | A business name is at most 128 characters long | 2.1 | 5",
      finding({
        message: "A business name of 4,096 characters ends in an internal error instead of a refusal.",
        expected: "refused with a 4xx other than 401, 403, 404 and 405",
        actual: "500",
        edit: { at: "business_name", from: "上海远洋贸易有限公司", to: longName },
        control: exchange("POST", CREATE, control, 200, stored(control)),
        exchange: exchange(
          "POST",
          CREATE,
          recipientBody("200001", { business_name: longName }),
          500,
          "<html><h1>500</h1></html>",
        ),
      }),
    ),
    violated(
      "listTransactions/auth/no-secret | A request without the API secret is answered with 401 | 5 | 11",
      finding({
        message: "The list of transactions is given out to a request without the API secret.",
        expected: "401",
        actual: "200, with the list",
        edit: { at: "credentials", from: "valid", to: "no-secret" },
        control: noKey,
        exchange: noKey,
      }),
    ),
    violated(
      "listBalances/errors/shape | An error has a body with errors, each with detail and code | 7 | 3",
      finding({
        message: `The error body is not JSON: ${HOSTILE}`,
        expected: "a JSON object with a non-empty array errors",
        actual: `500 with ${HOSTILE}`,
        exchange: exchange("GET", "/api/balances", null, 500, HOSTILE.repeat(400)),
      }),
    ),
    {
      ...violated(
        "createCustomer/response/account_usage.account_usage_product_reference.present | The response of customer creation has a product reference | 2.4 | 2",
        finding({
          message: "The response has no account_usage_product_reference.",
          expected: "a string at account_usage.account_usage_product_reference",
          actual: "absent",
          exchange: exchange("POST", "/api/customers/create", "{}", 201, '{"customer_id":"cus_1","status":"active"}'),
        }),
      ),
      level: "should",
      verdict: "warning",
    },
  ];
}

const SIZES: Readonly<Record<string, number>> = { accepts: 44, refuses: 69, echo: 22, response: 9, auth: 12 };

function sound(): CheckResult[] {
  return SUBJECTS.filter(isOperationId).flatMap((operation) => {
    const write = OPERATIONS[operation].effect === "write";
    return AREAS.filter(
      (area) =>
        (write || !["refuses", "echo"].includes(area)) &&
        (area !== "version" || OPERATIONS[operation].version !== null),
    ).map((area) =>
      passing(
        `${operation}/${area}/documented | ${OPERATIONS[operation].title}: what is documented about ${area} | ${OPERATIONS[operation].section} | ${SIZES[area] ?? 4}`,
      ),
    );
  });
}

const NO_DEPOSIT = "no deposit exists on the target";

function others(): CheckResult[] {
  return [
    ended(
      "createRecipient/accepts/website.maxLength | A website of 225 characters is accepted | 2.1 | 2",
      "known",
      "baseline: PAY-1182, agreed until 2026-03",
    ),
    ended(
      "getTransferDetail/state/by-either-id | Both ids give the same transfer | 4.5 | 2",
      "flaky",
      "seen once, not repeated in 2 attempts",
    ),
    ended("getDepositDetail/state/listed | A deposit of the list can be read | 4.9 | 1", "not-exercised", NO_DEPOSIT),
    ended(
      "getDepositDetail/response/wallets | The wallet addresses of a deposit are strings | 2.7 | 1",
      "not-exercised",
      NO_DEPOSIT,
    ),
    ended(
      "uploadFile/auth/restricted | Restricted credentials are answered with 403 | 5 | 1",
      "not-exercised",
      "no restricted credentials were given (CONFORMANCE_RESTRICTED_API_KEY)",
    ),
    ended(
      "webhooks/response/signature | A delivery is signed | 5 | 1",
      "not-exercised",
      "no delivery arrived within 10 s",
    ),
    ended(
      "getTransferReceipt/version/header | Api-Version on the receipt | 9 | 1",
      "not-applicable",
      "the document states no version header here",
    ),
    ended(
      "getTransferReceipt/state/repeated | A receipt reads the same twice | 4.7 | 1",
      "error",
      "the check threw: Cannot read properties of undefined",
    ),
  ];
}

/** All checks, made anew on each call; findings are numbered from F1. */
export function fixtureChecks(): CheckResult[] {
  findingCount = 0;
  return [...faulty(), ...sound(), ...others()];
}

import { credentialsFor } from "../../sandbox/credentials.js";
import { controls, type Fields, type KnownIds, type TestRequest } from "./defectControls.js";

const { apiKey, apiSecret, restrictedApiKey, restrictedApiSecret } = credentialsFor(42);
const anonymous = { "x-api-key": undefined, "x-api-secret": undefined };

function withQuery(request: TestRequest, query: string): TestRequest {
  return { ...request, url: `${request.url}${request.url.includes("?") ? "&" : "?"}${query}` };
}

/** The character at a place gives way to another. */
function changedAt(text: string, at: number): string {
  return `${text.slice(0, at)}-${text.slice(at + 1)}`;
}

/** Credentials that are nearly right, or stand elsewhere; and every form of a request without credentials. */
export function holeRequests(operation: string, known: KnownIds): TestRequest[] {
  const forms = controls(operation, known);
  const [control] = forms;
  if (control === undefined) return [];
  const sent = (headers: TestRequest["headers"], query?: string): TestRequest =>
    query === undefined ? { ...control, headers } : { ...withQuery(control, query), headers };
  const restricted = { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret };
  return [
    ...[apiKey, apiSecret].flatMap((value, index) => {
      const name = index === 0 ? "x-api-key" : "x-api-secret";
      const middle = Math.floor(value.length / 2);
      const changed = [0, middle, value.length - 1].map((at) => changedAt(value, at));
      return [...changed, `${"x".repeat(value.length - 6)}${value.slice(-6)}`].map((text) => sent({ [name]: text }));
    }),
    sent({ "x-api-secret": apiKey }),
    sent({ "x-api-key": `"${apiKey}"`, "x-api-secret": `"${apiSecret}"` }),
    sent(anonymous, `apiKey=${apiKey}&apiSecret=${apiSecret}`),
    sent({ "x-api-secret": undefined }, `X-API-Secret=${apiSecret}`),
    sent({ "x-api-key": undefined }, `api_key=${apiKey}`),
    sent({ ...anonymous, authorization: `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString("base64")}` }),
    ...[apiKey, apiSecret].map((value) => sent({ ...anonymous, authorization: `Bearer ${value}` })),
    sent({ ...anonymous, cookie: `session=${apiSecret}` }),
    ...forms.map((form) => ({ ...form, headers: anonymous })),
    ...forms.map((form) => ({ ...form, headers: restricted })),
  ];
}

/** Requests that careless code fails at. */
export function oddRequests(operation: string, known: KnownIds): TestRequest[] {
  const [control] = controls(operation, known);
  if (control === undefined) return [];
  return control.body === undefined ? oddQueries(control) : oddBodies(operation, control, known);
}

function oddBodies(operation: string, control: TestRequest, known: KnownIds): TestRequest[] {
  const json = JSON.stringify(control.body);
  const raw = (text: string | Buffer, headers: TestRequest["headers"] = {}): TestRequest => ({
    ...control,
    raw: text,
    headers,
  });
  const added = (member: string): TestRequest => raw(json.replace(/^\{/, () => `{${member},`));
  const bytes = Buffer.from(json);
  return [
    ...['"extra":"\\u0000"', '"extra":"\\ud800"', '"extra":"\\udc00"', '"extra":"\u{1f338}"'].map(added),
    ...['"__proto__":{"a":1}', '"constructor":1', '"extra":"x","extra":"x"', '"extra":1e400'].map(added),
    added(`"extra":${"9".repeat(400)}`),
    added(`"extra":${"[".repeat(600)}${"]".repeat(600)}`),
    added(`"extra":${'{"a":'.repeat(600)}1${"}".repeat(600)}`),
    raw(Buffer.concat([bytes.subarray(0, -2), Buffer.from([0xff]), bytes.subarray(-2)])),
    raw(`\ufeff${json}`),
    ...["text/plain", "application/x-www-form-urlencoded", undefined].map((type) =>
      raw(json, { "content-type": type }),
    ),
    raw(json, { "content-encoding": "gzip" }),
    ...(operation === "updateRecipient" ? oddRecipients(control, known) : []),
  ];
}

function oddRecipients(control: TestRequest, known: KnownIds): TestRequest[] {
  const [first = ""] = known.recipients;
  const ids = ["%00", "%27", "%E4%BA%A4", "..%2Fx", "r".repeat(1_000)];
  return [...ids, ...nearly(first), ...known.partnerRecipients.slice(0, 1), ...known.customers.slice(0, 1)].map(
    (id) => ({ ...control, url: `/api/recipients/${id}/update` }),
  );
}

function nearly(id: string): string[] {
  return [id.slice(0, -1), `${id}0`, changedAt(id, id.length - 1)];
}

function oddQueries({ method, url }: TestRequest): TestRequest[] {
  const [path = ""] = url.split("?");
  const ids = ["%00", "%27", "%E4%BA%A4", "0".repeat(1_000)];
  const numbers = ["9223372036854775808", "1e3", "%20", "%D9%A3"];
  const queries = [
    ...ids.map((id) => `transaction_id=${id}`),
    "transaction_id=a&transaction_id=a",
    ...numbers.flatMap((number) => [`page_number=${number}`, `page_size=${number}`]),
    "page_size=5&page_size=5",
  ];
  return queries.map((query) => ({ method, url: `${path}?${query}` }));
}

/** Readings that show one transaction of many, in each way; and receipts for what is no transfer. */
export function readingRequests(operation: string, known: KnownIds): TestRequest[] {
  const get = (url: string): TestRequest => ({ method: "GET", url });
  const paths: Readonly<Record<string, readonly [string, KnownIds["transfers"]]>> = {
    getTransferDetail: ["/api/transactions/transfer/detail", known.transfers],
    getDepositDetail: ["/api/transactions/detail", known.deposits],
  };
  const [path, all] = paths[operation] ?? ["", []];
  const ways = all.flatMap(({ id, partnerId }) => [
    get(`${path}?transaction_id=${id}`),
    get(`${path}?partner_transaction_id=${partnerId}`),
    get(`${path}?transaction_id=${id}&partner_transaction_id=${partnerId}`),
  ]);
  switch (operation) {
    case "listTransactions":
      return [
        ...[50, 1, 7].map((size) => `page_number=7&page_size=${size}`),
        ...["page_number=1&page_size=50", "page_number=1.5", "page_size=2.5", "page_number=one", "page_size=-1"],
        "page_number=",
      ].map((query) => get(`/api/transactions?${query}`));
    case "getTransferReceipt":
      return ["txn_unknown", known.deposits[0]?.id].map((id) =>
        get(`/api/transactions/transfer/receipt?transaction_id=${id}`),
      );
    case "createCustomer":
      return controls(operation, known).flatMap((control) => {
        const fields: Fields = typeof control.body === "object" && control.body !== null ? { ...control.body } : {};
        const goods_service_description = "tea ".repeat(2_000);
        return { ...control, body: { ...fields, account_usage: { goods_service_description } } };
      });
    default: {
      const [first] = all;
      return first === undefined
        ? ways
        : [...ways, get(`${path}?transaction_id=${first.id}&transaction_id=${first.id}`)];
    }
  }
}

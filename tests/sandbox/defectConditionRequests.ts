import { credentialsFor } from "../../sandbox/credentials.js";
import { controls, type Fields, type KnownIds, letters, type TestRequest } from "./defectControls.js";

const { apiKey, restrictedApiKey, restrictedApiSecret } = credentialsFor(42);
const restricted = { "x-api-key": restrictedApiKey, "x-api-secret": restrictedApiSecret };

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fieldsOf({ body }: TestRequest): Fields {
  return isFields(body) ? body : {};
}

function partOf(request: TestRequest, name: string): Fields {
  const part = fieldsOf(request)[name];
  return isFields(part) ? part : {};
}

function changed(request: TestRequest, part: Fields): TestRequest {
  return { ...request, body: { ...fieldsOf(request), ...part } };
}

/** Payment details that lack nearly everything, and those of one kind under the name of the other. */
function incompleteDetails(bank: TestRequest, crypto: TestRequest): TestRequest[] {
  const [account, wallet] = [partOf(bank, "payment_details"), partOf(crypto, "payment_details")];
  const details = [
    {},
    { account_type: "bank" },
    { account_type: "crypto" },
    { ...wallet, account_type: "bank" },
    { ...account, account_type: "crypto" },
  ];
  return details.map((payment_details) => changed(bank, { payment_details }));
}

/** A creation that is refused, and a good one with its partner id. */
function refusedFirst(control: TestRequest, field: string, wrong: Fields): TestRequest[] {
  const named = { [field]: "partner-id-of-a-refused-one" };
  return [changed(control, { ...named, ...wrong }), changed(control, named)];
}

/** An id in the address with its letters in the other case. */
function inCapitals({ url, ...request }: TestRequest): TestRequest {
  return { ...request, url: url.replace(/(?:txn|rcp)_[^/&]+/, (id) => id.toUpperCase()) };
}

/** The version in the query alone. */
function versionInQuery(control: TestRequest): TestRequest {
  const url = `${control.url}${control.url.includes("?") ? "&" : "?"}Api-Version=2024-12-01`;
  return { ...control, url, headers: { "api-version": undefined } };
}

/** Requests under the conditions that some defects wait for. */
export function conditionRequests(operation: string, known: KnownIds): TestRequest[] {
  const all = controls(operation, known);
  const [control, second] = all;
  if (control === undefined) return [];
  const versions = ['"2024-12-01"', "v2024-12-01", "2026-08-31"].map((version) => ({
    ...control,
    headers: { "api-version": version },
  }));
  switch (operation) {
    case "createRecipient":
      return [
        changed(control, { partner_recipient_id: "1234567890123456789" }),
        changed(control, { address_info: { city: "Hangzhou", post_code: "" } }),
        ...withAndWithout(control, "partner_recipient_id", known),
        ...refusedFirst(control, "partner_recipient_id", { business_name: 1 }),
        ...(second === undefined ? [] : incompleteDetails(control, second)),
      ];
    case "updateRecipient":
      return second === undefined ? [] : [...versions, inCapitals(control), ...updates(control, second, known)];
    case "uploadFile":
      return [...versions, versionInQuery(control), { ...control, url: control.url.replace("Invoice", "Main%20Page") }];
    case "createCustomer":
      return [
        versionInQuery(control),
        ...customers(control, known),
        ...refusedFirst(control, "partner_customer_id", { business_details: 1 }),
      ];
    case "getTransferDetail":
      return [
        ...controls("updateRecipient", known).slice(0, 1),
        control,
        inCapitals(control),
        { ...control, url: control.url.replace(/(transaction_id=[^&]+)/, "$10") },
      ];
    case "getDepositDetail":
      return [
        inCapitals(control),
        { ...control, url: control.url.replace(/transaction_id=[^&]+/, "transaction_id=%25") },
      ];
    case "listTransactions":
      return [
        { ...control, url: "/api/transactions?page_number=2&page_size=1" },
        { ...control, url: "/api/transactions?page_number=2" },
        { ...control, url: "/api/transactions?page_number=4&page_size=5" },
        { ...control, url: "/api/transactions?page_number=1&page_size=100" },
        { ...control, url: "/api/transactions?page_number=2&page_size=30" },
        {
          ...control,
          url: "/api/transactions?page_number=2&page_size=5",
          headers: { "x-api-key": apiKey, "x-api-secret": undefined },
        },
      ];
    default:
      return [];
  }
}

function updates(bank: TestRequest, crypto: TestRequest, known: KnownIds): TestRequest[] {
  const account = partOf(bank, "payment_details");
  const wallet = partOf(crypto, "payment_details");
  const address = partOf(bank, "address_info");
  const withAccount = (part: Fields): TestRequest => changed(bank, { payment_details: { ...account, ...part } });
  const { address_line_1: _line, ...rest } = address;
  const { payment_details, ...others } = fieldsOf(bank);
  const [own = "", other = ""] = known.recipients;
  return [
    bank,
    { ...changed(bank, { payment_details: { ...wallet, wallet_name: letters(129) } }), url: bank.url },
    { ...bank, body: fieldsOf(crypto) },
    withAccount({ bank_name: letters(129) }),
    bank,
    changed(bank, { address_info: { ...rest, city: letters(65) } }),
    changed(bank, { business_name: `${letters(129)}𠮷` }),
    changed(bank, { website: `https://a.example/?${letters(225)}` }),
    withAccount({ payment_method: "LOCAL_TRANSFER" }),
    withAccount({ swift_code: "QZHBCN-22" }),
    withAccount({ account_number: "0012 3456 7890 1234" }),
    withAccount({ account_number: letters(12) }),
    withAccount({ local_bank_code: "123456789" }),
    withAccount({ bank_name: "Seller’s Bank" }),
    withAccount({ bank_name: "AB", account_name: letters(128) }),
    changed(bank, { address_info: { ...address, address_line_1: "Z" } }),
    changed(bank, { address_info: { ...address, state: "" } }),
    { ...bank, body: { payment_details, ...others } },
    { ...crypto, body: { ...fieldsOf(crypto), payment_details: { ...wallet, wallet_address: "aB".repeat(20) } } },
    changed(bank, { recipient_id: bank.url.includes(own) ? other : own }),
    bank,
    bank,
    { ...bank, url: `/api/recipients/${known.recipients.at(-1)}/update` },
    ...controls("getTransferDetail", known).slice(0, 6),
    ...refusedThenSparse(bank),
    ...changedAlone(bank, crypto),
    ...incompleteDetails(bank, crypto),
    changed(bank, { website: "" }),
    changed(bank, { file_id_list: [] }),
    { ...bank, body: {} },
  ];
}

/** Refused updates with a website of their own, each followed by one without any. */
function refusedThenSparse(bank: TestRequest): TestRequest[] {
  const { website: _website, ...sparse } = fieldsOf(bank);
  const carrying = (name: string): TestRequest => changed(bank, { website: `https://${name}.example` });
  const refused: TestRequest[] = [
    { ...carrying("four-hundred"), headers: { "api-version": "nonsense" } },
    { ...carrying("four-o-one"), headers: { "x-api-key": undefined } },
    { ...carrying("four-o-three"), headers: restricted },
  ];
  return refused.flatMap((request) => [request, { ...bank, body: sparse }]);
}

/** Updates that differ from the one before in one value. */
function changedAlone(bank: TestRequest, crypto: TestRequest): TestRequest[] {
  const account = partOf(bank, "payment_details");
  const wallet = partOf(crypto, "payment_details");
  const { business_type: type } = fieldsOf(bank);
  return [
    bank,
    changed(bank, { business_type: type === "Business" ? "Individual" : "Business" }),
    bank,
    changed(bank, { payment_details: { ...account, bank_name: "Another Bank" } }),
    crypto,
    changed(crypto, { payment_details: { ...wallet, wallet_name: "Another wallet" } }),
  ];
}

/** A creation with a website, and the next one without. */
function withAndWithout(control: TestRequest, partnerField: string, known: KnownIds): TestRequest[] {
  const { website: _website, ...rest } = fieldsOf(control);
  const fresh = () => ({ [partnerField]: `Condition-${known.fresh()}-website` });
  return [changed(control, fresh()), { ...control, body: { ...rest, ...fresh() } }];
}

function customers(control: TestRequest, known: KnownIds): TestRequest[] {
  const details = partOf(control, "business_details");
  const usage = partOf(control, "account_usage");
  const people: unknown = fieldsOf(control).business_person_list;
  const [first] = Array.isArray(people) ? people : [];
  const person = isFields(first) ? first : {};
  const basic = isFields(person.basic_info) ? person.basic_info : {};
  const identification = isFields(person.identification) ? person.identification : {};
  const foreigner = {
    ...person,
    basic_info: { ...basic, birth_date: "1976-02-29T00:00:00Z", nationality: "US" },
    identification: { ...identification, id_expiration_date: "2040-02-29T00:00:00Z" },
  };
  const fresh = (part: Fields): TestRequest =>
    changed(control, { partner_customer_id: `Customer-${known.fresh()}-condition`, ...part });
  const { website: _website, ...withoutWebsite } = details;
  return [
    fresh({}),
    fresh({ business_details: withoutWebsite }),
    fresh({ business_details: { ...details, business_name: 1 }, account_usage: { ...usage, operating_country: 1 } }),
    fresh({ business_details: { ...details, business_identifier_start_date: "2024-01-01T00:00:61Z" } }),
    fresh({ business_details: { ...details, business_identifier_start_date: "2020-02-29T00:00:00Z" } }),
    fresh({ business_details: { ...details, business_identifier_document_list: known.customerFiles.slice(0, 3) } }),
    fresh({
      account_usage: { ...usage, operating_country: "HK", estimated_monthly_revenue_currency: "EUR" },
      business_person_list: [person, person, foreigner],
    }),
  ];
}

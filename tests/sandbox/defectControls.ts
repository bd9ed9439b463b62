import type { Service } from "../../sandbox/service.js";

/** A request by which a defect may show; credentials and version are the right ones unless it brings others. */
export interface TestRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly body?: unknown;
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** An object of a request. */
export type Fields = Readonly<Record<string, unknown>>;

export const letters = (count: number, letter = "A"): string => letter.repeat(count);

/** What the requests to one service refer to. */
export interface KnownIds {
  readonly recipients: readonly string[];
  readonly partnerRecipients: readonly string[];
  readonly customers: readonly string[];
  readonly recipientFiles: readonly string[];
  readonly customerFiles: readonly string[];
  readonly transfers: readonly { readonly id: string; readonly partnerId: string }[];
  readonly deposits: readonly { readonly id: string; readonly partnerId: string }[];
  /** A number that was not given before. */
  readonly fresh: () => number;
}

export function knownIdsOf({ state }: Service): KnownIds {
  const files = [...state.files.values()];
  const transactions = state.transactionList();
  let given = 0;
  return {
    fresh: () => ++given,
    recipients: [...state.recipients.values()].map(({ id }) => id),
    partnerRecipients: [...state.recipients.values()].map(({ partnerId }) => partnerId),
    customers: [...state.customers.values()].map(({ id }) => id),
    recipientFiles: files.filter(({ type }) => type === "Invoice").map(({ id }) => id),
    customerFiles: files.filter(({ type }) => type === "Main page").map(({ id }) => id),
    transfers: transactions.filter(({ kind }) => kind === "transfer"),
    deposits: transactions.filter(({ kind }) => kind === "deposit"),
  };
}

function recipientBody(known: KnownIds, details: Fields, part: Fields = {}): Fields {
  return {
    business_name: "Ab & <Cd>  Éx'𠮷 Trading",
    business_type: "Individual",
    country_code: "CN",
    website: "https://Example.com/a%20b?x=1",
    address_info: {
      address_line_1: `1 O'Neill "Road"  ${letters(120, "x")}`,
      address_line_2: "Floor 2 &amp; 3",
      city: "Xi'àn city",
      state: "zhejiang WEST",
      post_code: "001000",
    },
    payment_details: details,
    file_id_list: known.recipientFiles.slice(2, 5).toReversed(),
    ...part,
  };
}

const bank: Fields = {
  account_type: "bank",
  bank_name: "Bank 'of' Ñandú",
  network: "RTGS",
  payment_method: "INTERNATIONAL_WIRE",
  account_name: "Zhòng & Sons 𠮷",
  account_number: "00123456789012345678",
  swift_code: "QZHBCN22",
  account_currency: "EUR",
  country_code: "CN",
  local_bank_code: "00123456",
};

const crypto: Fields = {
  account_type: "crypto",
  wallet_name: "null",
  wallet_address: "0xAbCdEf0123456789AbCdEf0123456789aBcDeF0123456789",
  network: "TRX",
  currency: "USDC",
};

const bankOf = (part: Fields): Fields => ({ ...bank, ...part });

function customerBody(known: KnownIds, part: Fields = {}): Fields {
  const [first = "", second = "", third = ""] = known.customerFiles;
  const person = (name: string): Fields => ({
    basic_info: {
      first_name_english: `${name}a`,
      last_name_english: `${name}b`,
      first_name: `${name}c`,
      last_name: `${name}d`,
      birth_date: "1980-05-01T23:30:00+08:00",
      nationality: "CN",
    },
    identification: {
      id_number: `00${name}12345`,
      id_issuing_country_code: "CN",
      id_expiration_date: "2030-01-02T10:00:00.5Z",
      id_issue_date: "2020-01-02T10:00:00Z",
      id_document_front_file_id: first,
      id_document_back_file_id: second,
    },
    residential_address: {
      residential_address_line1: `${name} Street`,
      residential_address_city: `${name} City`,
      residential_address_state: "State",
      residential_address_postcode: "00100",
      residential_address_country_code: "CN",
    },
  });
  return {
    partner_customer_id: `Customer-${known.fresh()}`,
    business_details: {
      business_name_english: "Sample & Co.",
      business_name: "上海样本",
      business_identifier_number: "0012",
      business_identifier_country_code: "CN",
      website: "https://a.example",
      business_identifier_start_date: "2020-01-01T08:00:00+08:00",
      business_identifier_expiry_date: "2035-01-01T08:30:00-05:00",
      business_identifier_document_list: [first, third],
    },
    registration_address: {
      registration_address_line1: "Line",
      registration_address_city: "City",
      registration_address_state: "State",
      registration_address_postcode: "00100",
      registration_address_country_code: "CN",
    },
    account_usage: {
      operating_country: "CN",
      goods_service_description: `Goods ${letters(90, "g")}`,
      industry_category_code: "0051",
      estimated_monthly_revenue_currency: "USD",
      estimated_monthly_revenue_amount: 1_234_567.89,
    },
    primary_contact: { contact_phone: "+8613800000000", contact_email: "Some.One@Example.com" },
    business_person_list: [person("Ann"), person("Bob")],
    ...part,
  };
}

/** The requests that an operation accepts, in several shapes, each with a partner id of its own. */
export function controls(operation: string, known: KnownIds): TestRequest[] {
  const [first = "", second = ""] = known.recipients;
  switch (operation) {
    case "createRecipient":
      return recipientBodies(known).map((body) =>
        create({ partner_recipient_id: `Partner-recipient-${known.fresh()}-x`, ...body }),
      );
    case "updateRecipient":
      return recipientBodies(known).map((body, index) => update(index % 2 === 0 ? first : second, body));
    case "uploadFile":
      return ["Invoice", "Contract", "Business Registration", "Article of Association", "Main page", "Back page"].map(
        upload,
      );
    case "createCustomer":
      return [customerBody(known), customerBody(known)].map(customer);
    case "getTransferDetail":
      return lookups("/api/transactions/transfer/detail", known.transfers);
    case "getDepositDetail":
      return lookups("/api/transactions/detail", known.deposits);
    case "getTransferReceipt":
      return known.transfers
        .slice(0, 6)
        .map(({ id }) => get(`/api/transactions/transfer/receipt?transaction_id=${id}`));
    case "listTransactions":
      return [
        "",
        "?page_number=1&page_size=5",
        "?page_number=2&page_size=5",
        "?page_size=10",
        "?page_number=2&page_size=10",
        "?page_number=5&page_size=10",
      ].map((query) => get(`/api/transactions${query}`));
    default:
      return [get("/api/balances"), get("/api/balances")];
  }
}

const get = (url: string): TestRequest => ({ method: "GET", url });
const post = (url: string, body: unknown): TestRequest => ({ method: "POST", url, body });
const create = (body: unknown): TestRequest => post("/api/recipients/create", body);
const update = (id: string, body: unknown): TestRequest => post(`/api/recipients/${id}/update`, body);
const customer = (body: unknown): TestRequest => post("/api/customers/create", body);
const upload = (type: string): TestRequest =>
  post(`/api/files/upload?file_type=${encodeURIComponent(type)}`, { file: "aGVsbG8=" });

function recipientBodies(known: KnownIds): Fields[] {
  const { local_bank_code: _code, payment_method: _method, ...plain } = bank;
  const ten = known.recipientFiles.slice(0, 10);
  return [
    recipientBody(known, bank),
    recipientBody(known, crypto),
    recipientBody(known, bankOf({ swift_code: "QZHBCN2A123" }), { address_info: {}, file_id_list: [] }),
    recipientBody(known, { ...crypto, network: "ETH" }, { file_id_list: ten, website: "" }),
    {
      business_name: "Plain Sample",
      business_type: "Business",
      country_code: "CN",
      payment_details: bankOf({ ...plain, account_number: "12345678901234567890" }),
    },
    { business_name: "Plain Other ", business_type: "Business", country_code: "CN", payment_details: plain },
    recipientBody(known, crypto, { file_id_list: ten.slice(0, 1) }),
  ];
}

function lookups(path: string, all: KnownIds["transfers"]): TestRequest[] {
  const [first] = all;
  return [
    ...all.slice(0, 9).map(({ id }) => get(`${path}?transaction_id=${id}`)),
    ...all.slice(0, 2).map(({ partnerId }) => get(`${path}?partner_transaction_id=${partnerId}`)),
    ...all.slice(0, 1).map(({ id }) => get(`${path}?transaction_id=${id}`)),
    get(`${path}?transaction_id=txn_unknown`),
    get(`${path}?partner_transaction_id=unknown-unknown-unknown`),
    get(`${path}?transaction_id=${first?.id.slice(0, -2)}`),
  ];
}

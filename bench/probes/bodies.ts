/** Bodies that the outsider's server takes, and edits of them that it may take or refuse. */

type Json = Record<string, unknown>;

const ABSENT = Symbol("absent");

const BANK: Json = {
  account_type: "bank",
  bank_name: " Ålesund Savings & Loan",
  network: "RTGS",
  payment_method: "LOCAL",
  account_name: "Zoë O'Neil",
  account_number: "00AB12345678",
  swift_code: "ABCDEF12XXX",
  account_currency: "cny",
  country_code: "CN",
  local_bank_code: "00123",
};
const CRYPTO: Json = {
  account_type: "crypto",
  wallet_name: " Wället ",
  wallet_address: `TQ5pXy7Rk2${"aZ09".repeat(13)}`,
  network: "TRX",
  currency: "USDC",
};
export const RECIPIENT: Json = {
  business_name: "  Café  'Zoë' & Söhne 名 ",
  business_type: "Individual",
  country_code: "CN",
  website: `https://Example.com/?a=1&b=2'${"w".repeat(90)}`,
  address_info: {
    address_line_1: ` Line, 1/2 é ${"x".repeat(110)}`,
    address_line_2: "Two",
    city: `Hángzhou ${"c".repeat(55)}`,
    state: "Zhèjiang",
    post_code: "012345",
  },
  payment_details: BANK,
  file_id_list: ["f-b", "f-a", "f-b"],
};
export const PLAIN: Json = {
  business_name: "Ab",
  business_type: "Business",
  country_code: "CN",
  payment_details: { ...CRYPTO, network: "ETH", currency: "USDT" },
};

const CUSTOMER: Json = {
  partner_customer_id: " customer-007 ",
  business_details: {
    business_name_english: "Salt  & Sons",
    business_name: ` 盐 ${"é".repeat(70)}`,
    business_identifier_number: "00912345",
    business_identifier_country_code: "CN",
    website: "https://Example.com",
    business_identifier_start_date: "2018-04-01T03:00:00.5+08:00",
    business_identifier_expiry_date: "2038-03-31T00:00:00.75+08:00",
    business_identifier_document_list: ["d-2", "d-1", "d-2"],
  },
  registration_address: {
    registration_address_line1: ` ${"l".repeat(80)} `,
    registration_address_city: "Shēnzhen",
    registration_address_state: "Guangdong",
    registration_address_postcode: "051800",
    registration_address_country_code: "CN",
  },
  account_usage: {
    operating_country: "CN",
    goods_service_description: `It's 100% "salt" ${"g".repeat(80)}`,
    industry_category_code: "0469",
    estimated_monthly_revenue_currency: "USD",
    estimated_monthly_revenue_amount: 125000.123456,
  },
  primary_contact: { contact_phone: "+8613800138000", contact_email: "office@example.com" },
  business_person_list: [person("Wei", "伟", "CN"), person("Ana", "Año", "ES")],
};

function person(english: string, own: string, nationality: string): Json {
  return {
    basic_info: {
      first_name_english: english,
      last_name_english: "Zhang",
      first_name: own,
      last_name: "张",
      birth_date: "1979-11-05T01:30:00.25+08:00",
      nationality,
    },
    identification: {
      id_number: "0044030119",
      id_issuing_country_code: nationality,
      id_expiration_date: "2034-01-01T00:00:00Z",
      id_issue_date: "2014-01-01T10:20:30Z",
      id_document_front_file_id: "front",
      id_document_back_file_id: "back",
    },
    residential_address: {
      residential_address_line1: "3 Lane",
      residential_address_city: "Shenzhen",
      residential_address_state: "Guangdong",
      residential_address_postcode: "051801",
      residential_address_country_code: "CN",
    },
  };
}

const WRONG_KINDS = [ABSENT, null, 7, true, ["CN"], { a: "b" }, "", [7], [null], ["a", 7], "text", "{}"];
const sizes = (...counts: number[]) => counts.flatMap((count) => ["7".repeat(count), "é".repeat(count)]);
export const around = (value: string) => [
  ` ${value} `,
  `${value}\n`,
  `${value}!`,
  `!${value}`,
  value.toLowerCase(),
  value.toUpperCase(),
  `${value.slice(0, -1)}-`,
  `${value.slice(0, -1)} `,
  `${value.slice(0, -1)}_`,
  `${value.slice(0, -1)}７`,
  "% sign",
];
const each = (...values: string[]) => values.flatMap((value) => [value, ...around(value)]);

const STRANGERS = ["Company", "HK", "ETH", "SWIFT", "USD", "CN", "nothing"];
const RECIPIENT_VALUES: Record<string, readonly unknown[]> = {
  business_name: sizes(1, 2, 65, 127, 128, 129).concat([" a", "a ", "  ", `a${" ".repeat(128)}`]),
  business_type: [...each("Business", "Individual"), ...STRANGERS],
  country_code: [...each("CN"), ...STRANGERS],
  website: sizes(224, 225, 226, 300),
  address_info: [{}],
  "address_info.address_line_1": sizes(254, 255, 256),
  "address_info.address_line_2": sizes(254, 255, 256),
  "address_info.city": sizes(63, 64, 65),
  "address_info.state": sizes(33, 63, 64, 65),
  "address_info.post_code": sizes(1, 2, 3, 4, 15, 16, 17),
  payment_details: [
    {},
    PLAIN.payment_details,
    { ...BANK, ...CRYPTO, account_type: "bank" },
    JSON.stringify(BANK),
    BANK,
  ],
  "payment_details.account_type": each("bank", "crypto").concat("paper"),
  "payment_details.bank_name": sizes(1, 2, 127, 128, 129),
  "payment_details.network": [...each("SWIFT", "ACH", "SEPA", "RTGS", "FPS"), ...STRANGERS],
  "payment_details.payment_method": [...each("INTERNATIONAL_WIRE", "LOCAL"), ...STRANGERS],
  "payment_details.account_name": sizes(1, 2, 127, 128, 129),
  "payment_details.account_number": [...sizes(7, 8, 9, 63, 64, 65), ...around("AB345678"), "0".repeat(9)],
  "payment_details.swift_code": [
    ...["ABCDEF12", "ABCDEFGH", "ABCDEF12X", "ABCDEF12XX", "ABCDEF12X12", "ABCD1F12", "A1CDEF12XXX"],
    ...around("ABCDEF12"),
    ...around("ABCDEFGHXX"),
  ],
  "payment_details.account_currency": sizes(2, 3, 4),
  "payment_details.country_code": [...each("CN"), ...STRANGERS],
  "payment_details.local_bank_code": [...sizes(2, 3, 4, 22, 23, 24), " 12", " 1 "],
  "crypto.wallet_name": sizes(1, 2, 127, 128, 129),
  "crypto.wallet_address": [
    ...sizes(25, 26, 27, 63, 64, 65),
    ...around("abcDEF".repeat(5)),
    "a".repeat(30),
    "A".repeat(30),
  ],
  "crypto.network": [...each("ETH", "TRX"), ...STRANGERS],
  "crypto.currency": [...each("USDT", "USDC"), ...STRANGERS],
  file_id_list: [
    [],
    ["x"],
    [...Array(10).keys()].map(String),
    [...Array(11).keys()].map(String),
    [...Array(15).keys()].map(String),
  ],
  "file_id_list.1": [7],
};

const CUSTOMER_DATES = [
  "2024-02-30T00:00:00Z",
  "2024-13-01T00:00:00Z",
  "2024-01-01",
  "2024-01-01 00:00:00Z",
  "2024-01-01T00:00:00",
];
const CUSTOMER_VALUES: readonly (readonly [string, readonly unknown[]])[] = [
  ...leaves(CUSTOMER).map((path): readonly [string, readonly unknown[]] => [
    path,
    /date$/.test(path) ? CUSTOMER_DATES : path.endsWith("amount") ? [0, 1, "12", 1e-7] : [],
  ]),
  ...["business_details", "registration_address", "account_usage", "primary_contact", "business_person_list"].map(
    (path): readonly [string, readonly unknown[]] => [path, [[], {}]],
  ),
  ...["", ".basic_info", ".identification", ".residential_address"].map(
    (path): readonly [string, readonly unknown[]] => [`business_person_list.1${path}`, []],
  ),
  ["business_details.business_identifier_document_list", [[], ["a"]]],
];

function leaves(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, item]) => leaves(item, path === "" ? name : `${path}.${name}`));
}

/** A copy with one value replaced; ABSENT takes it away. */
export function edited(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === step ? edited(item, rest, replacement) : item));
  const copy: Json = { ...(typeof value === "object" ? value : {}) };
  const next = edited(copy[step], rest, replacement);
  if (next === ABSENT) delete copy[step];
  else copy[step] = next;
  return copy;
}

const partnered = (body: Json): Json => ({ partner_recipient_id: "partner-recipient-000001", ...body });

function recipientEdits(base: Json): (readonly [string, unknown])[] {
  return Object.entries(RECIPIENT_VALUES).flatMap(([path, values]) => {
    const crypto = path.startsWith("crypto.");
    const body = crypto ? { ...base, payment_details: CRYPTO } : base;
    const steps = (crypto ? path.replace("crypto", "payment_details") : path).split(".");
    const edits = editsOf(body, steps.join("."), values);
    return edits.map(([, edit]): readonly [string, unknown] => [path, edit]);
  });
}

/** What an operation takes, and edits of that with the field they are about. */
export interface Writings {
  readonly bodies: readonly unknown[];
  readonly edits: readonly (readonly [string, unknown])[];
}

const editsOf = (body: unknown, path: string, values: readonly unknown[]) =>
  [...WRONG_KINDS, ...values].map((value): readonly [string, unknown] => [path, edited(body, path.split("."), value)]);

const CUSTOMER_EDITS = CUSTOMER_VALUES.flatMap(([path, values]) => editsOf(CUSTOMER, path, values));

const WRITINGS: Record<string, Writings> = {
  createRecipient: {
    bodies: [RECIPIENT, PLAIN, { ...RECIPIENT, payment_details: CRYPTO }].map(partnered),
    edits: [
      ...editsOf(partnered(RECIPIENT), "partner_recipient_id", sizes(19, 20, 21, 63, 64, 65)),
      ...recipientEdits(partnered(RECIPIENT)),
    ],
  },
  updateRecipient: {
    bodies: [
      RECIPIENT,
      PLAIN,
      { ...RECIPIENT, payment_details: CRYPTO },
      partnered({ ...RECIPIENT, file_id_list: ["f-c"] }),
    ],
    edits: recipientEdits(RECIPIENT),
  },
  uploadFile: { bodies: [{ file: "QUJD" }], edits: editsOf({ file: "QUJD" }, "file", []) },
  createCustomer: {
    bodies: [
      CUSTOMER,
      edited(CUSTOMER, ["business_details", "business_name"], "Other"),
      edited(CUSTOMER, ["account_usage", "estimated_monthly_revenue_amount"], 9),
    ],
    edits: CUSTOMER_EDITS,
  },
};

/** @throws Error when the operation writes nothing */
export function writingsOf(operation: string): Writings {
  const writings = WRITINGS[operation];
  if (writings === undefined) throw new Error(`"${operation}" has no body`);
  return writings;
}

/** The recipients that updates are tried on. */
export const RECIPIENTS: readonly unknown[] = [RECIPIENT, PLAIN].map((body, index) => ({
  ...body,
  partner_recipient_id: `partner-recipient-fixture-${index}`,
}));

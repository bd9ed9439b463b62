import { isObject, type JsonObject } from "../json.js";
import type { BodyOperation } from "../rules.js";
import {
  always,
  type Change,
  changeAt,
  listChange,
  publishedPath,
  removed,
  replaced,
  requestChanged,
  shownValueChanged,
  storedChanged,
  storedValueChanged,
  swapped,
  textChange,
} from "./changes.js";
import {
  type Defect,
  defectOf,
  defects,
  inTurn,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  type Rows,
  readRow,
} from "./defect.js";
import type { DefectHooks } from "./hooks.js";

const FAMILY = "echo";
const ECHOING = ["createRecipient", "updateRecipient", "createCustomer"] as const;

/** Rows `path way, other field | what becomes of it`: the value is changed before it is stored; the fields show it. */
function echoed(operation: BodyOperation, rows: Rows<Change>): Defect[] {
  return Object.entries(rows).map(([row, change]) => {
    const { name, also, title } = readRow(row);
    const [path = "", way = ""] = name.split(" ");
    const field = publishedPath(path);
    const rules = [field, ...also].map((each) => `echo/${each}`);
    return defectOf(FAMILY, operation, rules, way, `${field} ${title}`, storedValueChanged(path, change));
  });
}

const TEXT_WAYS: readonly (readonly [way: string, does: string, change: Change])[] = [
  ["last-cut", "without its last character", (value) => String(value).slice(0, -1)],
  ["backwards", "backwards", (value) => [...String(value)].reverse().join("")],
  ["doubled", "twice over", (value) => `${String(value)}${String(value)}`],
  ["spaced", "with a space before it", (value) => ` ${String(value)}`],
];

/** Every field of a request that is to come back, dropped; and some texts changed, the ways taking turns. */
function fields(operation: (typeof ECHOING)[number]): Defect[] {
  const whole = ["payment_details", "address_info"];
  return REQUEST_TABLES[operation].flatMap(({ path, kind, values }, index) => {
    const field = publishedPath(path);
    const isPart = kind === "object" && !whole.includes(path) && operation !== "createCustomer";
    if (path.endsWith("[]") || isPart) return [];
    const [way, does, change] = inTurn(TEXT_WAYS, index) ?? ["", "", always("")];
    const isChanged = kind === "text" && values === undefined && index % 3 === 0;
    return [
      ...defects(FAMILY, operation, {
        [`echo/${field}/dropped, response/${field}.present | ${field} does not come back`]: shownValueChanged(
          path,
          always(removed),
        ),
      }),
      ...defects(FAMILY, operation, {
        [`echo/${field}/${way} | ${field} comes back ${does}`]: storedValueChanged(path, change),
      }).filter(() => isChanged),
    ];
  });
}

const lower = textChange((value) => value.toLowerCase());
const asLatin1 = (value: string): string => Buffer.from(value).toString("latin1");
const reversed = listChange((list) => list.toReversed());
const first = (count: number): Change => listChange((list) => list.slice(0, count));

const BANK = "payment_details(bank)";
const CRYPTO = "payment_details(crypto)";

/** Values that change between the request and the response, some of them only where the value is an unusual one. */
const RECIPIENTS: Rows<Change> = {
  "business_name escaped | comes back with & and < escaped": textChange((value) =>
    value.replace(/&/g, "&amp;").replace(/</g, "&lt;"),
  ),
  "business_name mangled | comes back with its UTF-8 read as Latin-1": textChange((value) =>
    asLatin1(value).slice(0, 128),
  ),
  "business_name basic-plane | comes back with a question mark for a character of four bytes": replaced(
    /[\u{10000}-\u{10ffff}]/gu,
    "?",
  ),
  "address_info.address_line_1 cut-at-100 | is cut to 100 characters": textChange((value) => value.slice(0, 100)),
  "address_info.address_line_2 unescaped | comes back with what looks like an escape undone": textChange((value) =>
    value.replaceAll("&amp;", "&").replaceAll("%20", " "),
  ),
  "address_info.city no-accents | comes back without accents": textChange((value) =>
    value.normalize("NFD").replace(/\p{M}/gu, ""),
  ),
  "address_info.state capitalised | comes back with capitals at the beginning of each word only": textChange((value) =>
    value.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ),
  "address_info.post_code leading-zeros | loses its leading zeros": replaced(/^0+(?=.{3})/, ""),
  "address_info lines-swapped, address_info.address_line_1, address_info.address_line_2 | comes back with its two lines swapped":
    swapped("address_line_1", "address_line_2"),
  "website small, normal-form.lower-case | comes back in small letters": lower,
  "website no-query | comes back without what follows a question mark or a percent sign": replaced(/[?%].*$/, ""),
  "website slash | gets a slash at its end": textChange((value) =>
    value === "" || value.endsWith("/") || value.length > 224 ? value : `${value}/`,
  ),
  "business_type defaulted | is always Business": always("Business"),
  [`${BANK}.bank_name quotes | comes back with its quotation marks doubled`]: replaced(/'/g, "''"),
  [`${BANK}.account_name ascii | comes back with a question mark for every character beyond ASCII`]: replaced(
    /[^ -~]/gu,
    "?",
  ),
  [`${BANK}.account_number leading-zeros | loses its leading zeros`]: replaced(/^0+(?=.{8})/, ""),
  [`${BANK}.account_number number | comes back as far as a number holds it`]: textChange((value) =>
    /^\d{17,}$/.test(value) ? BigInt(Number(value)).toString() : value,
  ),
  [`${BANK}.swift_code branch-dropped | loses its branch`]: textChange((value) => value.slice(0, 8)),
  [`${BANK}.swift_code branch-filled | gets the branch XXX`]: textChange((value) => value.padEnd(11, "X")),
  [`${BANK}.local_bank_code leading-zeros | loses its leading zeros`]: replaced(/^0+(?=.{3})/, ""),
  [`${BANK}.network defaulted | is always SWIFT`]: always("SWIFT"),
  [`${BANK}.payment_method defaulted | is always LOCAL`]: always("LOCAL"),
  [`${BANK}.account_currency defaulted | is always CNY`]: always("CNY"),
  [`${CRYPTO}.wallet_address small | comes back in small letters`]: lower,
  [`${CRYPTO}.wallet_address cut-at-42 | is cut to 42 characters`]: textChange((value) => value.slice(0, 42)),
  [`${CRYPTO}.network swapped | comes back as the other network`]: (value) => (value === "ETH" ? "TRX" : "ETH"),
  [`${CRYPTO}.currency defaulted | is always USDT`]: always("USDT"),
  [`${CRYPTO}.wallet_name word-null | is empty where it was the word null`]: replaced(/^null$/, ""),
  "file_id_list reversed | comes back in the reverse order": reversed,
  "file_id_list sorted | comes back sorted": listChange((list) => list.toSorted()),
  "file_id_list first-only | comes back with its first item only": first(1),
  "file_id_list without-tenth | loses its tenth item": first(9),
  "file_id_list repeated | comes back with its last item twice": listChange((list) =>
    list.length > 0 && list.length < 10 ? [...list, list.at(-1)] : list,
  ),
};

/** Stores something else than an update was sent, for what was stored before. */
function beside(change: (fields: JsonObject, before: JsonObject) => JsonObject): DefectHooks {
  return storedChanged((fields, { recipientId }, { state }) => {
    const before = state.recipients.get(recipientId)?.fields;
    return before === undefined ? fields : change(fields, before);
  });
}

/** The same where both have an account. */
function besideAccount(change: (account: JsonObject, before: JsonObject) => JsonObject): DefectHooks {
  return beside((fields, { payment_details: before }) =>
    isObject(before) && isObject(fields.payment_details)
      ? { ...fields, payment_details: change(fields.payment_details, before) }
      : fields,
  );
}

/** What an update answers with or keeps, although it was sent something else. */
function updates(): Defect[] {
  const stale = (way: string, rules: readonly string[], title: string, names: readonly string[]): Defect => {
    const isKept = ([name]: readonly [string, unknown]): boolean => names.includes(name);
    const hooks = beside((sent, before) => ({ ...sent, ...Object.fromEntries(Object.entries(before).filter(isKept)) }));
    return defectOf(FAMILY, "updateRecipient", rules, way, title, hooks);
  };
  const all = ["business_name", "business_type", "website", "address_info", "payment_details", "file_id_list"];
  // The rules of the echo of a field and of what is inside it.
  const echoesOf = (name: string): string[] =>
    REQUEST_TABLES.updateRecipient
      .filter(({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}(`))
      .map(({ path }) => `echo/${publishedPath(path)}`);
  return [
    ...all.map((name) => stale("stale", echoesOf(name), `an update does not change ${name}`, [name])),
    stale(
      "nothing-changed",
      all.map((name) => `echo/${name}`),
      "an update changes nothing",
      all,
    ),
    ...defects(FAMILY, "updateRecipient", {
      "echo/file_id_list/appended | an update adds files to those that are there in place of replacing them": beside(
        (sent, { file_id_list: before }) =>
          Array.isArray(before) && Array.isArray(sent.file_id_list)
            ? { ...sent, file_id_list: [...before, ...sent.file_id_list].slice(0, 10) }
            : sent,
      ),
      "echo/payment_details/merged, echo/payment_details.account_type | an update of the account keeps what the account held before":
        besideAccount((account, before) => ({ ...account, ...before })),
    }),
    ...defects("state", "updateRecipient", {
      "state/variant.clean/left-over | an account that changes its kind keeps what only the kind before it has":
        besideAccount((account, before) =>
          before.account_type === account.account_type ? account : { ...before, ...account },
        ),
    }),
  ];
}

const AMOUNT = "account_usage.estimated_monthly_revenue_amount";
const PERSON = "business_person_list[]";
const FILES = "business_details.business_identifier_document_list";
const HOUR = 3_600_000;

const number =
  (change: (value: number) => number): Change =>
  (value) =>
    typeof value === "number" ? change(value) : value;

const later = (milliseconds: number): Change =>
  textChange((value) => {
    const instant = Date.parse(value);
    return Number.isNaN(instant) ? value : new Date(instant + milliseconds).toISOString();
  });

const withoutZeros = replaced(/^0+(?=.)/, "");

const CUSTOMERS: Rows<Change> = {
  [`${AMOUNT} whole | is rounded to a whole number`]: number(Math.round),
  [`${AMOUNT} one-decimal | is rounded to one decimal`]: number((value) => Math.round(value * 10) / 10),
  [`${AMOUNT} single-precision | loses digits beyond the seventh`]: number(Math.fround),
  [`${AMOUNT} cents | comes back in cents`]: number((value) => value * 100),
  "business_details.business_identifier_start_date offset-dropped | loses its offset from UTC": replaced(
    /[+-]\d\d:\d\d$/,
    "Z",
  ),
  "business_details.business_identifier_expiry_date midnight | comes back as midnight of its day": replaced(
    /T\d\d:\d\d:\d\d/,
    "T00:00:00",
  ),
  [`${PERSON}.basic_info.birth_date day-earlier | comes back a day earlier`]: later(-24 * HOUR),
  [`${PERSON}.identification.id_expiration_date local-time | comes back eight hours later`]: later(8 * HOUR),
  [`${PERSON}.identification.id_issue_date now | comes back as another date`]: always("2024-12-01T00:00:00Z"),
  [`${PERSON}.basic_info names-swapped, ${PERSON}.basic_info.first_name, ${PERSON}.basic_info.last_name | comes back with first and last name swapped`]:
    swapped("first_name", "last_name"),
  [`${PERSON}.identification sides-swapped, ${PERSON}.identification.id_document_front_file_id, ${PERSON}.identification.id_document_back_file_id | comes back with the two sides of the document swapped`]:
    swapped("id_document_front_file_id", "id_document_back_file_id"),
  [`${PERSON}.identification.id_number leading-zeros | loses its leading zeros`]: withoutZeros,
  [`${PERSON}.identification.id_number masked | comes back masked`]: replaced(/.(?=.{4})/g, "*"),
  "primary_contact.contact_phone no-plus | comes back without its plus sign": replaced(/^\+/, ""),
  "primary_contact.contact_email small, normal-form.lower-case | comes back in small letters": lower,
  "registration_address.registration_address_postcode leading-zeros | loses its leading zeros": withoutZeros,
  "business_details.business_name mangled | comes back with its UTF-8 read as Latin-1": textChange(asLatin1),
  "account_usage.goods_service_description cut-at-64 | is cut to 64 characters": textChange((value) =>
    value.slice(0, 64),
  ),
  "account_usage.industry_category_code leading-zeros | loses its leading zeros": withoutZeros,
  [`${FILES} reversed | comes back in the reverse order`]: reversed,
  [`${FILES} first-two | comes back with its first two files`]: first(2),
  "business_person_list first-only | comes back with its first person only": first(1),
  "business_person_list reversed | comes back in the reverse order": reversed,
};

/** Changes the value at a path of one business person, counted from 0. */
function ofPerson(place: number, path: string, change: Change): Change {
  return listChange((people) => people.map((each, index) => (index === place ? changeAt(each, path, change) : each)));
}

function people(): Defect[] {
  const address = `${PERSON}.residential_address`;
  return defects(FAMILY, "createCustomer", {
    [`echo/${PERSON}.basic_info.first_name/second-person | the second person's first name comes back empty`]:
      storedValueChanged("business_person_list", ofPerson(1, "basic_info.first_name", always(""))),
    [`echo/${PERSON}.identification.id_number/second-person | the second person's id_number comes back in another form`]:
      storedValueChanged("business_person_list", ofPerson(1, "identification.id_number", replaced(/^/, "#"))),
    [`echo/${address}/of-first-person, echo/${address}.residential_address_city | every person comes back with the address of the first one`]:
      shownValueChanged(
        "business_person_list",
        listChange((list) => {
          const [one] = list;
          return isObject(one)
            ? list.map((each) => changeAt(each, "residential_address", always(one.residential_address)))
            : list;
        }),
      ),
  });
}

/** What was sent comes back otherwise, or not at all. */
export const ECHO: readonly Defect[] = [
  ...ECHOING.flatMap(fields),
  ...RECIPIENT_OPERATIONS.flatMap((operation) => echoed(operation, RECIPIENTS)),
  ...updates(),
  ...echoed("createCustomer", CUSTOMERS),
  ...people(),
];

const NOTED_AT_LAST = "2038-01-19T03:14:07Z";
const CITY = "residential_address.residential_address_city";

/** Values that come back otherwise where few requests go: on certain days, in other countries, in the third place of a list. */
export const ECHO_RARE_VALUES: readonly Defect[] = [
  ...echoed("createCustomer", {
    [`${PERSON}.basic_info.birth_date leap-day | comes back as the day after the 29th of February`]: replaced(
      /-02-29T/,
      "-03-01T",
    ),
    [`${PERSON}.identification.id_expiration_date seconds-of-32-bits | is never after January 2038`]: textChange(
      (value) => (value > NOTED_AT_LAST ? NOTED_AT_LAST : value),
    ),
    [`${PERSON}.basic_info.nationality always-CN | is always CN`]: always("CN"),
    "account_usage.operating_country always-CN | is always CN": always("CN"),
    "account_usage.estimated_monthly_revenue_currency always-USD | is always USD": always("USD"),
  }),
  ...defects(FAMILY, "createCustomer", {
    [`echo/${PERSON}.${CITY}/third-person | the third person's city comes back in capitals`]: shownValueChanged(
      "business_person_list",
      ofPerson(2, CITY, (value) => String(value).toUpperCase()),
    ),
  }),
  ...echoed("updateRecipient", {
    [`${CRYPTO}.wallet_address prefix-added | of forty hexadecimal digits comes back with 0x before it`]: replaced(
      /^[0-9a-f]{40}$/i,
      "0x$&",
    ),
  }),
];

/** A value with every text in it changed; undefined takes a member away. */
function everyText(value: unknown, change: (text: string) => string | undefined): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => everyText(item, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, everyText(member, change)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** What a framework makes of all texts before they are stored. */
const FRAMEWORK: Readonly<Record<string, (text: string) => string | undefined>> = {
  "trimmed/stored | texts come back without the spaces around them": (text) => text.trim(),
  "collapsed/stored | texts come back with one space where several stood": (text) => text.replace(/\s+/g, " "),
  "NFC/stored | texts come back in the normal form NFC": (text) => text.normalize("NFC"),
  "empty/stored | texts come back only where there is something in them": (text) => (text === "" ? undefined : text),
};

/** Members that are taken for left out where they are empty: those of updates keep what was stored. */
const EMPTY_LOST: Readonly<Record<(typeof ECHOING)[number], readonly string[]>> = {
  createRecipient: ["website", "address_info.city"],
  updateRecipient: ["website", "file_id_list"],
  createCustomer: ["partner_customer_id", "business_details.website", "primary_contact.contact_phone"],
};

const withoutEmpty: Change = (value) =>
  value === "" || (Array.isArray(value) && value.length === 0) ? removed : value;

/** What becomes of the partner's own ids. */
const OWN_IDS: Rows<Change> = {
  "small | comes back in small letters": lower,
  "letters-only | loses its dots and slashes": replaced(/[./]/g, ""),
};

function ownIds(operation: "createRecipient" | "createCustomer", field: string): Defect[] {
  const trimmed = `echo/normal-form.trimmed`;
  return [
    ...Object.entries(OWN_IDS).flatMap(([row, change]) => echoed(operation, { [`${field} ${row}`]: change })),
    ...defects(FAMILY, operation, {
      [`${trimmed}/own-id | ${field} comes back without the spaces around it`]: storedValueChanged(
        field,
        textChange((id) => id.trim()),
      ),
      [`${trimmed}/end-of-own-id | ${field} comes back without the spaces at its end`]: storedValueChanged(
        field,
        textChange((id) => id.trimEnd()),
      ),
    }),
  ];
}

/** What was sent comes back in a normal form. The last is a code that is not refused in small letters. */
export const ECHO_NORMAL_FORMS: readonly Defect[] = ECHOING.flatMap((operation) => {
  const code =
    operation === "createCustomer" ? "registration_address.registration_address_postcode" : `${BANK}.local_bank_code`;
  return [
    ...(operation === "createRecipient" ? ownIds(operation, "partner_recipient_id") : []),
    ...(operation === "createCustomer" ? ownIds(operation, "partner_customer_id") : []),
    ...EMPTY_LOST[operation].flatMap((path) =>
      defects(FAMILY, operation, {
        [`echo/normal-form.empty/no-${path.replace(/^.*\./, "")} | an empty ${path} is taken for none`]: requestChanged(
          (body) => changeAt(body, path, withoutEmpty),
        ),
      }),
    ),
    ...Object.entries(FRAMEWORK).flatMap(([row, change]) =>
      defects(FAMILY, operation, {
        [`echo/normal-form.${row}`]: storedChanged((sent) => everyText(sent, change)),
      }),
    ),
    ...defects(FAMILY, operation, {
      [`echo/normal-form.upper-case/stored | ${publishedPath(code)} comes back in capitals`]: storedValueChanged(
        code,
        textChange((text) => text.toUpperCase()),
      ),
    }),
  ];
});

import { isObject, type JsonObject } from "../json.js";
import type { OperationName } from "../request.js";
import {
  always,
  type Change,
  changeAt,
  listChange,
  publishedPath,
  removed,
  replaced,
  requestValueChanged,
  shownValueChanged,
  storedChanged,
  storedValueChanged,
  swapped,
  textChange,
  valueIn,
} from "./changes.js";
import {
  type Defect,
  defectOf,
  defects,
  defectsBy,
  inTurn,
  pathOf,
  RECIPIENT_OPERATIONS,
  REQUEST_TABLES,
  rows,
  rulesIn,
} from "./defect.js";
import type { DefectHooks } from "./hooks.js";

const FAMILY = "echo";
const ECHOING = ["createRecipient", "updateRecipient", "createCustomer"] as const;

/** Declares values that are changed before they are stored, by their field. */
const echoed = (operations: OperationName | readonly OperationName[]) =>
  defectsBy(FAMILY, operations, ["echo"], (change: Change, path) => storedValueChanged(path, change));

const TEXT_WAYS = rows<Change>`
  last-cut | without its last character | ${(value) => String(value).slice(0, -1)}
  backwards | backwards | ${(value) => [...String(value)].reverse().join("")}
  doubled | twice over | ${(value) => `${String(value)}${String(value)}`}
  spaced | with a space before it | ${(value) => ` ${String(value)}`}
`;

/** Every field of a request that must come back, dropped; and some texts changed, the ways taking turns. */
function fields(operation: (typeof ECHOING)[number]): Defect[] {
  const whole = ["payment_details", "address_info"];
  return REQUEST_TABLES[operation].flatMap(({ path, kind, values }, index) => {
    const field = publishedPath(path);
    const isPart = kind === "object" && !whole.includes(path) && operation !== "createCustomer";
    if (path.endsWith("[]") || isPart) return [];
    const dropped = defects(FAMILY, operation)`
      echo/${field}/dropped, response/${field}.present | ${field} does not come back
        | ${shownValueChanged(path, always(removed))}
    `;
    const way = inTurn(TEXT_WAYS, index);
    const isChanged = kind === "text" && values === undefined && index % 3 === 0;
    if (way === undefined || !isChanged) return dropped;
    return dropped.concat(
      defects(FAMILY, operation)`
        echo/${field}/${way.name} | … comes back ${way.title} | ${storedValueChanged(path, way.value)}
      `,
    );
  });
}

const lower = textChange((value) => value.toLowerCase());
const upper = textChange((value) => value.toUpperCase());
const withoutZeros = replaced(/^0+(?=.)/, "");
const asLatin1 = (value: string): string => Buffer.from(value).toString("latin1");
const unescaped = (value: string): string => value.replaceAll("&amp;", "&").replaceAll("%20", " ");
const capitalised = (value: string): string =>
  value.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
const asNumber = (value: string): string => (/^\d{17,}$/.test(value) ? BigInt(Number(value)).toString() : value);
const withSlash = (value: string): string =>
  value === "" || value.endsWith("/") || value.length > 224 ? value : `${value}/`;
const first = (count: number): Change => listChange((list) => list.slice(0, count));
const reversed = listChange((list) => list.toReversed());
const goneWhenEmpty = listChange((list) => (list.length === 0 ? undefined : list));
const lastTwice = listChange((list) => (list.length > 0 && list.length < 10 ? [...list, list.at(-1)] : list));

/** Values that change between the request and the response, some of them only where the value is an unusual one. */
const RECIPIENTS = echoed(RECIPIENT_OPERATIONS)`
  business_name/escaped | … comes back with & and < escaped
    | ${textChange((value) => value.replace(/&/g, "&amp;").replace(/</g, "&lt;"))}
  business_name/mangled | … comes back with its UTF-8 read as Latin-1
    | ${textChange((value) => asLatin1(value).slice(0, 128))}
  business_name/basic-plane | … comes back with a question mark for a character of four bytes
    | ${replaced(/[\u{10000}-\u{10ffff}]/gu, "?")}
  address_info.address_line_1/cut-at-100 | … is cut to 100 characters | ${textChange((value) => value.slice(0, 100))}
  address_info.address_line_2/unescaped | … comes back with what looks like an escape undone | ${textChange(unescaped)}
  address_info.city/no-accents | … comes back without accents
    | ${textChange((value) => value.normalize("NFD").replace(/\p{M}/gu, ""))}
  address_info.state/capitalised | … comes back with capitals at the beginning of each word only
    | ${textChange(capitalised)}
  address_info.post_code/leading-zeros | … loses its leading zeros | ${replaced(/^0+(?=.{3})/, "")}
  address_info/lines-swapped, echo/address_info.address_line_1, echo/address_info.address_line_2
    | … comes back with its two lines swapped | ${swapped("address_line_1", "address_line_2")}
  website/small, echo/normal-form.lower-case | … comes back in small letters | ${lower}
  website/no-query | … comes back without what follows a question mark or a percent sign | ${replaced(/[?%].*$/, "")}
  website/slash | … gets a slash at its end | ${textChange(withSlash)}
  business_type/defaulted | … is always Business | ${always("Business")}
  bank.bank_name/quotes | … comes back with its quotation marks doubled | ${replaced(/'/g, "''")}
  bank.account_name/ascii | … comes back with a question mark for every character beyond ASCII
    | ${replaced(/[^ -~]/gu, "?")}
  bank.account_number/leading-zeros | … loses its leading zeros | ${replaced(/^0+(?=.{8})/, "")}
  bank.account_number/number | … comes back as far as a number holds it | ${textChange(asNumber)}
  bank.swift_code/branch-dropped | … loses its branch | ${textChange((value) => value.slice(0, 8))}
  bank.swift_code/branch-filled | … gets the branch XXX | ${textChange((value) => value.padEnd(11, "X"))}
  bank.local_bank_code/leading-zeros | … loses its leading zeros | ${replaced(/^0+(?=.{3})/, "")}
  bank.network/defaulted | … is always SWIFT | ${always("SWIFT")}
  bank.payment_method/defaulted | … is always LOCAL | ${always("LOCAL")}
  bank.account_currency/defaulted | … is always CNY | ${always("CNY")}
  crypto.wallet_address/small | … comes back in small letters | ${lower}
  crypto.wallet_address/cut-at-42 | … is cut to 42 characters | ${textChange((value) => value.slice(0, 42))}
  crypto.network/swapped | … comes back as the other network | ${(value) => (value === "ETH" ? "TRX" : "ETH")}
  crypto.currency/defaulted | … is always USDT | ${always("USDT")}
  crypto.wallet_name/word-null | … is empty where it was the word null | ${replaced(/^null$/, "")}
  file_id_list/reversed | … comes back in the reverse order | ${reversed}
  file_id_list/sorted | … comes back sorted | ${listChange((list) => list.toSorted())}
  file_id_list/first-only | … comes back with its first item only | ${first(1)}
  file_id_list/without-tenth | … loses its tenth item | ${first(9)}
  file_id_list/repeated | … comes back with its last item twice | ${lastTwice}
`;

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

/** What an update returns or keeps, although something else was sent. */
function updates(): Defect[] {
  const stale = (way: string, rules: readonly string[], title: string, names: readonly string[]): Defect => {
    const isKept = ([name]: readonly [string, unknown]): boolean => names.includes(name);
    const hooks = beside((sent, before) => ({ ...sent, ...Object.fromEntries(Object.entries(before).filter(isKept)) }));
    return defectOf(FAMILY, "updateRecipient", rules, way, title, hooks);
  };
  const all = ["business_name", "business_type", "website", "address_info", "payment_details", "file_id_list"];
  // The echo rules of a field and of what is inside it.
  const echoesOf = (name: string): string[] =>
    REQUEST_TABLES.updateRecipient
      .filter(({ path }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}(`))
      .map(({ path }) => `echo/${publishedPath(path)}`);
  return [
    ...all.map((name) => stale("stale", echoesOf(name), `an update does not change ${name}`, [name])),
    stale("nothing-changed", rulesIn(["echo"], ...all), "an update changes nothing", all),
    ...defects(FAMILY, "updateRecipient")`
      echo/file_id_list/appended | an update adds files to those that are there in place of replacing them
        | ${beside((sent, { file_id_list: before }) =>
          Array.isArray(before) && Array.isArray(sent.file_id_list)
            ? { ...sent, file_id_list: [...before, ...sent.file_id_list].slice(0, 10) }
            : sent,
        )}
      echo/payment_details/merged, echo/payment_details.account_type
        | an update of the account keeps what the account held before
        | ${besideAccount((account, before) => ({ ...account, ...before }))}
    `,
    ...defects("state", "updateRecipient")`
      state/variant.clean/left-over | an account that changes its kind keeps what only the kind before it has
        | ${besideAccount((account, before) =>
          before.account_type === account.account_type ? account : { ...before, ...account },
        )}
    `,
  ];
}

const number =
  (change: (value: number) => number): Change =>
  (value) =>
    typeof value === "number" ? change(value) : value;

const later = (hours: number): Change =>
  textChange((value) => {
    const instant = Date.parse(value);
    return Number.isNaN(instant) ? value : new Date(instant + hours * 3_600_000).toISOString();
  });

const CUSTOMERS = echoed("createCustomer")`
  account_usage.estimated_monthly_revenue_amount/whole | … is rounded to a whole number | ${number(Math.round)}
  account_usage.estimated_monthly_revenue_amount/one-decimal
    | … is rounded to one decimal | ${number((value) => Math.round(value * 10) / 10)}
  account_usage.estimated_monthly_revenue_amount/single-precision
    | … loses digits beyond the seventh | ${number(Math.fround)}
  account_usage.estimated_monthly_revenue_amount/cents | … comes back in cents | ${number((value) => value * 100)}
  business_details.business_identifier_start_date/offset-dropped
    | … loses its offset from UTC | ${replaced(/[+-]\d\d:\d\d$/, "Z")}
  business_details.business_identifier_expiry_date/midnight
    | … comes back as midnight of its day | ${replaced(/T\d\d:\d\d:\d\d/, "T00:00:00")}
  person.basic_info.birth_date/day-earlier | … comes back a day earlier | ${later(-24)}
  person.identification.id_expiration_date/local-time | … comes back eight hours later | ${later(8)}
  person.identification.id_issue_date/now | … comes back as another date | ${always("2024-12-01T00:00:00Z")}
  person.basic_info/names-swapped, echo/person.basic_info.first_name, echo/person.basic_info.last_name
    | … comes back with first and last name swapped | ${swapped("first_name", "last_name")}
  person.identification/sides-swapped, echo/person.identification.id_document_front_file_id,
      echo/person.identification.id_document_back_file_id | … comes back with the two sides of the document swapped
    | ${swapped("id_document_front_file_id", "id_document_back_file_id")}
  person.identification.id_number/leading-zeros | … loses its leading zeros | ${withoutZeros}
  person.identification.id_number/masked | … comes back masked | ${replaced(/.(?=.{4})/g, "*")}
  primary_contact.contact_phone/no-plus | … comes back without its plus sign | ${replaced(/^\+/, "")}
  primary_contact.contact_email/small, echo/normal-form.lower-case | … comes back in small letters | ${lower}
  registration_address.registration_address_postcode/leading-zeros | … loses its leading zeros | ${withoutZeros}
  business_details.business_name/mangled | … comes back with its UTF-8 read as Latin-1 | ${textChange(asLatin1)}
  account_usage.goods_service_description/cut-at-64
    | … is cut to 64 characters | ${textChange((value) => value.slice(0, 64))}
  account_usage.industry_category_code/leading-zeros | … loses its leading zeros | ${withoutZeros}
  business_details.business_identifier_document_list/reversed | … comes back in the reverse order | ${reversed}
  business_details.business_identifier_document_list/first-two | … comes back with its first two files | ${first(2)}
  business_details.business_identifier_document_list/absent-when-empty, echo/normal-form.empty
    | … does not come back where it is empty | ${goneWhenEmpty}
  business_person_list/absent-when-empty, echo/normal-form.empty | … does not come back where it is empty
    | ${goneWhenEmpty}
  business_person_list/first-only | … comes back with its first person only | ${first(1)}
  business_person_list/reversed | … comes back in the reverse order | ${reversed}
`;

/** Every person with the address of the first one. */
const oneAddress = listChange((list) => {
  const own = always(valueIn(list[0], "residential_address"));
  return list.map((each) => changeAt(each, "residential_address", own));
});

/** Changes the value at a path of one business person, counted from 0. */
function ofPerson(place: number, path: string, change: Change): Change {
  return listChange((people) => people.map((each, index) => (index === place ? changeAt(each, path, change) : each)));
}

const storedPerson = (place: number, path: string, change: Change): DefectHooks =>
  storedValueChanged("business_person_list", ofPerson(place, path, change));

const PEOPLE = defects(FAMILY, "createCustomer")`
  echo/person.basic_info.first_name/second-person | the second person's first name comes back empty
    | ${storedPerson(1, "basic_info.first_name", always(""))}
  echo/person.identification.id_number/second-person | the second person's id_number comes back in another form
    | ${storedPerson(1, "identification.id_number", replaced(/^/, "#"))}
  echo/person.residential_address/of-first-person, echo/person.residential_address.residential_address_city
    | every person comes back with the address of the first one
    | ${shownValueChanged("business_person_list", oneAddress)}
`;

/** What was sent comes back differently, or not at all. */
export const ECHO: readonly Defect[] = [
  ...ECHOING.flatMap(fields),
  ...RECIPIENTS,
  ...updates(),
  ...CUSTOMERS,
  ...PEOPLE,
];

const NOTED_AT_LAST = "2038-01-19T03:14:07Z";
const CITY = "residential_address.residential_address_city";

/** Values that come back differently in rare requests: on certain days, in other countries, as the third item of a list. */
export const ECHO_RARE_VALUES: readonly Defect[] = [
  ...echoed("createCustomer")`
    person.basic_info.birth_date/leap-day | … comes back as the day after the 29th of February
      | ${replaced(/-02-29T/, "-03-01T")}
    person.identification.id_expiration_date/seconds-of-32-bits | … is never after January 2038
      | ${textChange((value) => (value > NOTED_AT_LAST ? NOTED_AT_LAST : value))}
    person.basic_info.nationality/always-CN | … is always CN | ${always("CN")}
    account_usage.operating_country/always-CN | … is always CN | ${always("CN")}
    account_usage.estimated_monthly_revenue_currency/always-USD | … is always USD | ${always("USD")}
  `,
  ...defects(FAMILY, "createCustomer")`
    echo/person.${CITY}/third-person | the third person's city comes back in capitals
      | ${shownValueChanged("business_person_list", ofPerson(2, CITY, upper))}
  `,
  ...echoed("updateRecipient")`
    crypto.wallet_address/prefix-added | … of forty hexadecimal digits comes back with 0x before it
      | ${replaced(/^[0-9a-f]{40}$/i, "0x$&")}
  `,
];

/** A value with every text in it changed; undefined removes a member. */
function everyText(value: unknown, change: (text: string) => string | undefined): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => everyText(item, change));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, everyText(member, change)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

/** What a framework does to all texts before they are stored. */
const framework = (operation: OperationName): Defect[] =>
  defectsBy(FAMILY, operation, [], (change: (text: string) => string | undefined) =>
    storedChanged((sent) => everyText(sent, change)),
  )`
    echo/normal-form.trimmed/stored | texts come back without the spaces around them | ${(text) => text.trim()}
    echo/normal-form.collapsed/stored | texts come back with one space where several stood
      | ${(text) => text.replace(/\s+/g, " ")}
    echo/normal-form.NFC/stored | texts come back in the normal form NFC | ${(text) => text.normalize("NFC")}
    echo/normal-form.empty/stored | texts come back only where there is something in them
      | ${(text) => (text === "" ? undefined : text)}
  `;

/** Members that count as left out where they are empty: in updates they keep what was stored. */
const EMPTY_LOST: Readonly<Record<(typeof ECHOING)[number], readonly string[]>> = {
  createRecipient: ["website", "address_info.city"],
  updateRecipient: ["website", "file_id_list"],
  createCustomer: ["partner_customer_id", "business_details.website", "primary_contact.contact_phone"],
};

const withoutEmpty: Change = (value) =>
  value === "" || (Array.isArray(value) && value.length === 0) ? removed : value;

/** What happens to the partner's own ids. */
const ownIds = (operation: OperationName, field: string): Defect[] => [
  ...echoed(operation)`
    ${field}/small | … comes back in small letters | ${lower}
    ${field}/letters-only | … loses its dots and slashes | ${replaced(/[./]/g, "")}
  `,
  ...defects(FAMILY, operation)`
    echo/normal-form.trimmed/own-id | ${field} comes back without the spaces around it
      | ${storedValueChanged(field, replaced(/^\s+|\s+$/g, ""))}
    echo/normal-form.trimmed/end-of-own-id | ${field} comes back without the spaces at its end
      | ${storedValueChanged(field, replaced(/\s+$/, ""))}
  `,
];

/** What was sent comes back in a normal form. The last is a code that is not refused in lower case. */
export const ECHO_NORMAL_FORMS: readonly Defect[] = ECHOING.flatMap((operation) => {
  const code =
    operation === "createCustomer"
      ? "registration_address.registration_address_postcode"
      : "payment_details.bank.local_bank_code";
  return [
    ...(operation === "createRecipient" ? ownIds(operation, "partner_recipient_id") : []),
    ...(operation === "createCustomer" ? ownIds(operation, "partner_customer_id") : []),
    ...EMPTY_LOST[operation].flatMap((path) =>
      defects(FAMILY, operation)`
        echo/normal-form.empty/no-${path.replace(/^.*\./, "")} | an empty ${path} is taken for none
          | ${requestValueChanged(path, withoutEmpty)}
      `.map((defect) => (path === "partner_customer_id" ? { ...defect, needs: { customerRequired: "none" } } : defect)),
    ),
    ...framework(operation),
    ...defects(FAMILY, operation)`
      echo/normal-form.upper-case/stored | ${code} comes back in capitals | ${storedValueChanged(pathOf(code), upper)}
    `,
  ];
});

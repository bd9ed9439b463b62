/** Services that nobody wrote before: each makes other choices than the sandbox where the document is silent. */
import type { Answer, Arrival, Decide, FrontOptions } from "../front.js";
import {
  CONFORMS,
  changed,
  fronted,
  inPlace,
  isFor,
  isSuccess,
  type JsonValue,
  json,
  memberOf,
  refusal,
  type Situation,
  withTexts,
  writesRecipient,
} from "../situation.js";

type Reshape = (answer: Answer, arrival: Arrival) => Answer;

/** A service whose answers are the sandbox's in another shape. */
function unusual(name: string, reshape: Reshape, options: FrontOptions = {}): Situation {
  const decide = (): Decide => async (arrival, pass) => reshape(await pass(), arrival);
  return fronted(`unusual: ${name}`, "smoke", decide, CONFORMS, options);
}

/** A service that decides about requests in its own way. */
function deciding(name: string, decide: () => Decide, options: FrontOptions = {}): Situation {
  return fronted(`unusual: ${name}`, "smoke", decide, CONFORMS, options);
}

function withHeaders(headers: Readonly<Record<string, string>>): Reshape {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
}

function onSuccess(reshape: Reshape): Reshape {
  return (answer, arrival) => (isSuccess(answer) ? reshape(answer, arrival) : answer);
}

type JsonObject = { [name: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Changes the error bodies. */
function errors(change: (errors: readonly JsonValue[], body: JsonObject, answer: Answer) => JsonValue): Reshape {
  return (answer) =>
    answer.status < 400
      ? answer
      : changed(answer, (body) =>
          isObject(body) && Array.isArray(body.errors) ? change(body.errors, body, answer) : body,
        );
}

/** Answers a status in place of another off the update. */
function otherStatus(on: (arrival: Arrival, answer: Answer) => number | null): Reshape {
  return (answer, arrival) => {
    const status = isFor("updateRecipient", arrival) ? null : on(arrival, answer);
    return status === null ? answer : { ...answer, status };
  };
}

/** Numbers in another JSON notation of the same value. */
function notation(write: (digits: string) => string): Reshape {
  return onSuccess((answer) => ({
    ...answer,
    body: (answer.body ?? "").replace(/(?<=":)-?\d+(\.\d+)?(?=[,}])/g, write),
  }));
}

/** Times in another notation of the same instant. */
function times(write: (time: string) => string): Reshape {
  return onSuccess((answer) =>
    changed(answer, (value) =>
      withTexts(value, (text, name) => (/_at$/.test(name) && /^\d{4}-\d\d-\d\dT/.test(text) ? write(text) : text)),
    ),
  );
}

const ID = /\b(rcp|cus|txn|file)_([0-9a-f]{24})\b/g;

/** Ids in another form: each is turned into its own, and back again. */
function ids(name: string, form: (prefix: string, own: string, count: number) => string): Situation {
  return deciding(name, () => {
    const given = new Map<string, string>();
    const meant = new Map<string, string>();
    const give = (id: string, prefix: string, own: string): string => {
      const known = given.get(id) ?? form(prefix, own, given.size + 1);
      given.set(id, known);
      meant.set(known, id);
      return known;
    };
    const back = (text: string): string => meant.get(text) ?? text;
    return async ({ path, body }, pass) => {
      const url = new URL(path, "http://front");
      const query = [...url.searchParams].map(([key, value]): [string, string] => [key, back(value)]);
      const search = query.length === 0 ? url.search : `?${new URLSearchParams(query)}`;
      const segments = url.pathname.split("/").map((segment) => {
        const own = decodedOr(segment);
        // The id of the service behind is not known here.
        return meant.has(own) ? back(own) : given.has(own) ? "rcp_unknown" : segment;
      });
      const ownBody = [...meant].reduce(
        (text, [known, id]) => (text.includes(known) ? text.replaceAll(`"${known}"`, `"${id}"`) : text),
        body,
      );
      const answer = await pass({ path: segments.join("/") + search, body: ownBody });
      return { ...answer, body: (answer.body ?? "").replace(ID, give) };
    };
  });
}

function decodedOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const uuid = (own: string): string =>
  `${own.slice(0, 8)}-${own.slice(8, 12)}-4${own.slice(12, 15)}-8${own.slice(15, 18)}-${own.slice(12, 24)}`;

/** Changes the items of the list, and its total with them. */
function listing(change: (items: readonly JsonObject[]) => readonly JsonObject[]): Reshape {
  return onSuccess((answer, arrival) =>
    isFor("listTransactions", arrival)
      ? changed(answer, (page) =>
          isObject(page) && Array.isArray(page.items)
            ? { ...page, items: [...change(page.items.filter(isObject))] }
            : page,
        )
      : answer,
  );
}

/** A list that the service pages by itself, made of all that the sandbox lists. */
function relisted(name: string, make: (items: readonly JsonObject[]) => readonly JsonObject[]): Situation {
  return deciding(name, () => {
    let all: readonly JsonObject[] | null = null;
    return async (arrival, pass) => {
      if (!isFor("listTransactions", arrival)) return "pass";
      const answer = await pass();
      const page = isSuccess(answer) ? memberOf(answer.body, "items") : undefined;
      if (!Array.isArray(page)) return answer;
      if (all === null) {
        const whole = await pass({ path: "/api/transactions?page_number=1&page_size=100" });
        const items = memberOf(whole.body, "items");
        all = make(Array.isArray(items) ? items.filter(isObject) : []);
      }
      const listed = all;
      const size = Number(memberOf(answer.body, "page_size"));
      const number = Number(memberOf(answer.body, "page_number"));
      return changed(answer, (value) =>
        isObject(value)
          ? { ...value, total: listed.length, items: listed.slice((number - 1) * size, number * size) }
          : value,
      );
    };
  });
}

/** Wallets in place of the sandbox's. */
function wallets(name: string, make: (wallets: readonly JsonObject[]) => readonly JsonValue[]): Situation {
  return unusual(
    name,
    onSuccess((answer, arrival) =>
      isFor("listBalances", arrival)
        ? changed(answer, (value) => (Array.isArray(value) ? [...make(value.filter(isObject))] : value))
        : answer,
    ),
  );
}

/** A receipt in another encoding. */
function receipts(name: string, encode: (pdf: Buffer, reads: number) => readonly string[]): Situation {
  return deciding(`a receipt ${name}`, () => {
    let reads = 0;
    return async ({ path }, pass) => {
      const answer = await pass();
      if (!path.startsWith("/api/transactions/transfer/receipt") || !isSuccess(answer)) return answer;
      reads += 1;
      return changed(answer, (value) =>
        Array.isArray(value) && value.every((text) => typeof text === "string")
          ? [...encode(Buffer.from(value.join(""), "base64"), reads)]
          : value,
      );
    };
  });
}

/** A refusal of values that the document says nothing of. */
function customersNeed(name: string, isGood: (body: JsonValue | undefined) => boolean, words: string): Situation {
  return deciding(`customers: ${name}`, () => (arrival, pass) => {
    if (!isFor("createCustomer", arrival) || isGood(parsed(arrival.body))) return "pass";
    return inPlace(pass, refusal(422, words));
  });
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function at(value: JsonValue | undefined, ...names: readonly (string | number)[]): JsonValue | undefined {
  let found = value;
  for (const name of names) {
    if (Array.isArray(found)) found = found[Number(name)];
    else if (isObject(found)) found = found[name];
    else return undefined;
  }
  return found;
}

const text = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");

const STATUSES: readonly Situation[] = [
  unusual(
    "422 for values, 400 for JSON, 415 for media types, off the update",
    otherStatus(({ body }, { status }) => (status === 400 && parsed(body) !== undefined ? 422 : null)),
  ),
  unusual("creations answered with 201, uploads with 202, customers with 200", (answer, arrival) =>
    !isSuccess(answer)
      ? answer
      : isFor("createRecipient", arrival)
        ? { ...answer, status: 201 }
        : isFor("uploadFile", arrival)
          ? { ...answer, status: 202 }
          : answer,
  ),
  unusual(
    "412 for an unknown version, 409 for conflicts, off the update",
    otherStatus(({ headers }, { status }) =>
      status === 400 &&
      headers["api-version"] !== undefined &&
      !/^20\d\d-\d\d-\d\d$/.test(String(headers["api-version"]))
        ? 412
        : null,
    ),
  ),
  unusual("401 with WWW-Authenticate, 405 with Allow", (answer) =>
    answer.status === 401
      ? withHeaders({ "www-authenticate": 'ApiKey realm="partners"' })(answer, NOBODY)
      : answer.status === 405
        ? withHeaders({ allow: "GET, POST" })(answer, NOBODY)
        : answer,
  ),
  deciding("OPTIONS is answered with 204 for browsers, HEAD with 200", () => ({ method, path }) => {
    if (method === "OPTIONS") return { status: 204, headers: { "access-control-allow-origin": "*" } };
    return method === "HEAD" && /balances|transactions/.test(path) ? json(200, []) : "pass";
  }),
  deciding("unknown query parameters are refused", () => async (arrival, pass) => {
    const answer = await pass();
    const known = /^(file_type|page_number|page_size|partner_transaction_id|transaction_id)$/;
    const odd = [...new URL(arrival.path, "http://front").searchParams.keys()].find((name) => !known.test(name));
    return odd === undefined || !isSuccess(answer) ? answer : refusal(400, `${odd}: is not a parameter`);
  }),
  deciding(
    "bodies of more than 16 KB are refused with 413",
    () => async (arrival, pass) =>
      arrival.body.length <= 16_384 ? "pass" : inPlace(pass, refusal(413, "The body is too large.", "TOO_LARGE")),
  ),
  deciding(
    "429 without Retry-After now and then",
    () =>
      ({ number }) =>
        number % 90 === 0 ? refusal(429, "Too many requests.", "TOO_MANY_REQUESTS") : "pass",
  ),
  deciding(
    "429 with a date in Retry-After now and then",
    () =>
      ({ number }) =>
        number % 200 === 0
          ? json(
              429,
              { errors: [{ detail: "Slow down.", code: "SLOW" }] },
              { "retry-after": new Date(Date.now() + 1000).toUTCString() },
            )
          : "pass",
  ),
  unusual(
    "duplicates of partner ids are answered with 409 and the first one's id",
    errors((list, body) => ({ ...body, errors: [...list], existing_id: "rcp_0" })),
    { behaviours: { refusalStatus: "409" } },
  ),
];

const NOBODY: Arrival = { number: 0, method: "", path: "", headers: {}, body: "" };

const BODIES: readonly Situation[] = [
  unusual(
    "errors with a field, a help page, a trace and a time",
    errors((list) => ({
      timestamp: "2026-11-22T04:00:00Z",
      path: "/api",
      trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
      errors: list.map((error) =>
        isObject(error) ? { ...error, field: null, help: "https://help.example.com", meta: {} } : error,
      ),
      status: "error",
    })),
  ),
  unusual(
    "each error twice, with a long text",
    errors((list) => ({
      errors: [...list, ...list].map((error) =>
        isObject(error) ? { ...error, detail: `${String(error.detail)} ${"See the manual. ".repeat(20)}` } : error,
      ),
    })),
  ),
  unusual(
    "errors in Chinese, with numbers as codes",
    errors(() => ({ errors: [{ detail: "参数无效", code: "40001" }] })),
  ),
  unusual(
    "numbers with an exponent",
    notation((digits) => (/\./.test(digits) ? `${digits}e0` : digits)),
  ),
  unusual(
    "whole amounts as 12.00, others as 12.500",
    notation((digits) => (/\./.test(digits) ? `${digits}00` : digits)),
  ),
  unusual(
    "amounts in exponents throughout",
    onSuccess((answer) => ({
      ...answer,
      body: (answer.body ?? "").replace(
        /("(?:\w*amount|exchange_rate|fee)":)(\d+(?:\.\d+)?)(?=[,}])/g,
        (_, name, digits) => {
          return `${name}${Number(digits).toExponential().toUpperCase()}`;
        },
      ),
    })),
  ),
  unusual(
    "times with offsets and nine digits",
    times((time) => `${new Date(Date.parse(time) + 8 * 3600e3).toISOString().slice(0, 23)}000000+08:00`),
  ),
  unusual(
    "times in small letters",
    times((time) => time.toLowerCase()),
  ),
  unusual(
    "times with a negative offset, to the second",
    times((time) => new Date(Date.parse(time) - 5 * 3600e3).toISOString().replace(/\.\d+Z/, "-05:00")),
  ),
  unusual("a line break after each body", (answer) => ({ ...answer, body: answer.body ? `${answer.body}\r\n` : "" })),
  unusual("a media type of its own", (answer) =>
    answer.headers?.["content-type"]?.includes("json")
      ? withHeaders({ "content-type": "application/vnd.partner.v2+json;charset=UTF-8" })(answer, NOBODY)
      : answer,
  ),
  unusual("compressed answers", withHeaders({ "content-encoding": "gzip", vary: "accept-encoding" })),
  unusual(
    "many long header fields",
    withHeaders({
      "set-cookie": `s=${"x".repeat(2000)}; Path=/`,
      "x-trace": "y".repeat(3000),
      "server-timing": "db;dur=53",
      via: "1.1 gateway",
    }),
  ),
  unusual(
    "members of its own everywhere",
    onSuccess((answer) => changed(answer, (value) => own(value))),
  ),
];

/** The value with undocumented members in each object. */
function own(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(own);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => [name, own(member)]);
  return { ...Object.fromEntries(members), _links: { self: null }, version: 3, id_number_type: "OTHER", tags: [] };
}

const IDS: readonly Situation[] = [
  ids("ids that are UUIDs behind a prefix", (prefix, hex) => `${prefix}_${uuid(hex)}`),
  ids("ids that count up", (prefix, _own, count) => `${prefix}_${1000 + count}`),
  ids("ids of many digits that count up", (prefix, _own, count) => `${prefix}_${String(7_000_000_000 + count)}`),
  ids("long ids with dots, tildes and colons", (prefix, hex) => `${prefix}_${hex}.${hex}~v1:${hex.repeat(4)}`),
  ids("ids in capitals with a check letter", (prefix, hex) => `${prefix}_${hex.toUpperCase().slice(0, 10)}X`),
  ids(
    "ids in base64 with padding",
    (prefix, hex) => `${prefix}_${Buffer.from(hex, "hex").toString("base64").replace(/\//g, "-")}==`,
  ),
];

const LISTS: readonly Situation[] = [
  relisted("no transactions at all", () => []),
  relisted("one transaction", (items) => items.filter(({ type }) => type === "transfer").slice(0, 1)),
  relisted("transfers only", (items) => items.filter(({ type }) => type === "transfer")),
  relisted("deposits only", (items) => items.filter(({ type }) => type === "deposit")),
  relisted("many transactions", (items) => [
    ...items,
    ...Array.from({ length: 600 }, (_, index) => ({
      ...items[index % items.length],
      id: `fee_${index}`,
      reference_id: `fee-${index}`,
      type: "fee",
      status: "booked",
    })),
  ]),
  relisted("a return of each failed transfer, with its reference", (items) =>
    items.flatMap((item) =>
      item.type === "transfer" && item.status === "failed"
        ? [
            {
              ...item,
              id: String(item.id).replace("txn_", "ret_"),
              type: "return",
              status: "completed",
              sender_amount: item.receiver_amount ?? 0,
              receiver_amount: Number(item.receiver_amount) - 12,
              created_at: new Date(Date.parse(String(item.created_at)) + 86_400_000).toISOString(),
            },
            item,
          ]
        : [item],
    ),
  ),
  relisted("a fee entry behind each transfer, with its reference", (items) =>
    items.flatMap((item) =>
      item.type === "transfer"
        ? [
            item,
            {
              ...item,
              id: `${String(item.id)}-fee`,
              type: "transfer_fee",
              sender_amount: 3,
              receiver_amount: 3,
              exchange_rate: 1,
            },
          ]
        : [item],
    ),
  ),
  unusual(
    "references of the list that lead nowhere",
    listing((items) => items.map((item) => ({ ...item, reference_id: `LEDGER-${String(item.id).slice(4, 12)}` }))),
  ),
  unusual(
    "ids of the list that are its own, with the transaction's id as reference",
    listing((items) =>
      items.map((item) => ({ ...item, id: `entry-${String(item.id).slice(4)}`, reference_id: item.id ?? "" })),
    ),
  ),
  unusual(
    "times in the list to the second",
    listing((items) => items.map((item) => ({ ...item, created_at: String(item.created_at).replace(/\.\d+/, "") }))),
  ),
  unusual(
    "deposits with one amount in the list",
    listing((items) => items.map((item) => (item.type === "deposit" ? { ...item, sender_amount: 0 } : item))),
  ),
  wallets("no wallets", () => []),
  wallets("one wallet", (all) => all.slice(0, 1)),
  wallets("wallets that are overdrawn, or hold more than they own", (all) =>
    all.map((wallet, index) => ({
      ...wallet,
      total_amount: index % 2 === 0 ? -12.5 : 10,
      available_amount: 0.000000000000000001,
    })),
  ),
  wallets("two wallets of each kind with ids", (all) => [
    ...all.map((wallet, index) => ({ ...wallet, wallet_id: `wal_${index}` })),
    ...all.map((wallet, index) => ({ ...wallet, wallet_id: `wal_b${index}`, total_amount: 5, available_amount: 5 })),
  ]),
  deciding("wallets in another order each time", () => {
    let reads = 0;
    return async (arrival, pass) => {
      const answer = await pass();
      reads += 1;
      const by = reads % 5;
      return isFor("listBalances", arrival) && isSuccess(answer)
        ? changed(answer, (value) => (Array.isArray(value) ? [...value.slice(by), ...value.slice(0, by)] : value))
        : answer;
    };
  }),
];

const RECEIPTS: readonly Situation[] = [
  receipts("as a URL", () => ["https://files.example.com/receipt.pdf?token=abc"]),
  receipts("in hexadecimal digits", (pdf) => [pdf.toString("hex")]),
  receipts("in base64 with line breaks", (pdf) => [pdf.toString("base64").replace(/.{76}/g, "$&\r\n")]),
  receipts("in lines", (pdf) => pdf.toString("base64").match(/.{1,100}/g) ?? []),
  receipts("with the time at which it was asked for", (pdf, reads) => [
    Buffer.concat([pdf, Buffer.from(`% printed ${reads}\n`)]).toString("base64"),
  ]),
];

const FIRST_PERSON = ["business_person_list", 0] as const;
const FUTURE = (value: JsonValue | undefined): boolean => Date.parse(text(value)) > Date.now();

const CUSTOMERS: readonly Situation[] = [
  customersNeed(
    "18 years of age",
    (body) => Date.parse(text(at(body, ...FIRST_PERSON, "basic_info", "birth_date"))) < Date.now() - 18 * 31_557_600e3,
    "birth_date: must be 18 years ago",
  ),
  customersNeed(
    "documents that are valid",
    (body) =>
      FUTURE(at(body, ...FIRST_PERSON, "identification", "id_expiration_date")) &&
      !FUTURE(at(body, ...FIRST_PERSON, "identification", "id_issue_date")),
    "identification: has expired",
  ),
  customersNeed(
    "a business that is registered",
    (body) =>
      FUTURE(at(body, "business_details", "business_identifier_expiry_date")) &&
      !FUTURE(at(body, "business_details", "business_identifier_start_date")),
    "business_identifier_expiry_date: has expired",
  ),
  customersNeed(
    "postcodes of six digits",
    (body) => /^\d{6}$/.test(text(at(body, "registration_address", "registration_address_postcode"))),
    "registration_address_postcode: must have six digits",
  ),
  customersNeed(
    "English names in Latin letters",
    (body) => /^[\w .,&'()-]+$/.test(text(at(body, "business_details", "business_name_english"))),
    "business_name_english: must be in Latin letters",
  ),
  customersNeed(
    "phone numbers in E.164",
    (body) => /^\+[1-9]\d{6,14}$/.test(text(at(body, "primary_contact", "contact_phone"))),
    "contact_phone: must be in E.164",
  ),
  customersNeed(
    "e-mail addresses",
    (body) => /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text(at(body, "primary_contact", "contact_email"))),
    "contact_email: is no e-mail address",
  ),
  customersNeed(
    "a description of 20 characters",
    (body) => text(at(body, "account_usage", "goods_service_description")).length >= 20,
    "goods_service_description: must have 20 characters",
  ),
  customersNeed(
    "documents of each person",
    (body) => text(at(body, ...FIRST_PERSON, "identification", "id_document_front_file_id")) !== "",
    "id_document_front_file_id: is required",
  ),
  customersNeed(
    "websites with https",
    (body) => /^https:\/\//.test(text(at(body, "business_details", "website"))),
    "website: must begin with https://",
  ),
  unusual(
    "customers in review",
    onSuccess((answer, arrival) =>
      isFor("createCustomer", arrival)
        ? changed(answer, (value) => (isObject(value) ? { ...value, status: "PENDING_REVIEW" } : value))
        : answer,
    ),
  ),
];

/** What a file must be, by its bytes. */
function files(name: string, isGood: (bytes: Buffer) => boolean, words: string): Situation {
  return deciding(`files: ${name}`, () => (arrival, pass) => {
    if (!isFor("uploadFile", arrival)) return "pass";
    const file = memberOf(arrival.body, "file");
    if (typeof file !== "string" || isGood(Buffer.from(file, "base64"))) return "pass";
    return inPlace(pass, refusal(422, words));
  });
}

const FILES: readonly Situation[] = [
  files("PDF only", (bytes) => bytes.subarray(0, 5).toString() === "%PDF-", "file: must be a PDF"),
  files("PNG only", (bytes) => bytes.subarray(1, 4).toString() === "PNG", "file: must be a PNG"),
  files("no less than 500 bytes", (bytes) => bytes.length >= 500, "file: is too small"),
  files("no more than 2,000 bytes", (bytes) => bytes.length <= 2000, "file: is too large"),
];

const RECIPIENTS: readonly Situation[] = [
  deciding("one recipient in four is rejected at once", () => {
    const rejected = new Set<string>();
    let count = 0;
    return async (arrival, pass) => {
      const id = /recipients\/([^/]+)\/update/.exec(arrival.path)?.[1] ?? "";
      if (rejected.has(id)) return inPlace(pass, refusal(400, "The recipient is rejected.", "RECIPIENT_REJECTED"));
      const answer = await pass();
      if (!isFor("createRecipient", arrival) || !isSuccess(answer)) return answer;
      count += 1;
      const own = memberOf(answer.body, "recipient_id");
      if (count % 4 !== 0 || typeof own !== "string") return answer;
      rejected.add(own);
      return changed(answer, (value) => (isObject(value) ? { ...value, status: "rejected" } : value));
    };
  }),
  deciding("partner ids are the same in all letter cases", () => {
    const taken = new Set<string>();
    return async (arrival, pass) => {
      const id = isFor("createRecipient", arrival) ? memberOf(arrival.body, "partner_recipient_id") : undefined;
      const key = typeof id === "string" ? id.toLowerCase() : undefined;
      if (key !== undefined && taken.has(key))
        return inPlace(pass, refusal(409, "partner_recipient_id: is in use", "DUPLICATE"));
      const answer = await pass();
      if (key !== undefined && isSuccess(answer)) taken.add(key);
      return answer;
    };
  }),
  deciding("a creation that is repeated as it is yields the same recipient, another one 409", () => {
    const first = new Map<string, { readonly body: string; readonly answer: Answer }>();
    return async (arrival, pass) => {
      if (!isFor("createRecipient", arrival)) return "pass";
      const id = text(memberOf(arrival.body, "partner_recipient_id"));
      const known = first.get(id);
      if (known !== undefined && known.body === arrival.body) {
        const own = await pass({ body: "{" });
        return own.status === 400 ? known.answer : own;
      }
      const answer = await pass();
      if (isSuccess(answer) && id !== "") first.set(id, { body: arrival.body, answer });
      return answer;
    };
  }),
  deciding("updates of one recipient are throttled with 429", () => {
    const last = new Map<string, number>();
    return async (arrival) => {
      if (!isFor("updateRecipient", arrival)) return "pass";
      const soon = Date.now() - (last.get(arrival.path) ?? 0) < 50;
      if (soon) return json(429, { errors: [{ detail: "Too many updates.", code: "SLOW" }] }, { "retry-after": "0" });
      last.set(arrival.path, Date.now());
      return "pass";
    };
  }),
  unusual(
    "created_at to the minute",
    onSuccess((answer, arrival) =>
      isFor("createRecipient", arrival) || isFor("updateRecipient", arrival)
        ? changed(
            answer,
            (value) =>
              withTexts(value, (own, name) => (name === "created_at" ? `${own.slice(0, 16)}:00Z` : own)) ?? value,
          )
        : answer,
    ),
  ),
  unusual(
    "a clock that is an hour behind, and no Date",
    times((time) => new Date(Date.parse(time) - 3600e3).toISOString()),
  ),
  deciding(
    "identical updates are answered 200 without a change, websites are kept in small letters of their host",
    () => (arrival, pass) => (writesRecipient(arrival) ? pass() : "pass"),
  ),
];

export const UNUSUAL: readonly Situation[] = [
  ...STATUSES,
  ...BODIES,
  ...IDS,
  ...LISTS,
  ...RECEIPTS,
  ...CUSTOMERS,
  ...FILES,
  ...RECIPIENTS,
];

/** Services that ask unusual things of customers, files and recipients. */
import type { Answer } from "../front.js";
import {
  changed,
  inPlace,
  isFor,
  isSuccess,
  type JsonValue,
  json,
  memberOf,
  readJson,
  refusal,
  withTexts,
} from "../situation.js";
import { type Choice, deciding, isObject, onSuccess, times, unusual } from "../unusual.js";

/** A refusal of values that the document says nothing of. */
function customersNeed(name: string, isGood: (body: JsonValue | undefined) => boolean, words: string): Choice {
  return deciding(`customers: ${name}`, () => (arrival, pass) => {
    if (!isFor("createCustomer", arrival) || isGood(readJson(arrival.body))) return "pass";
    return inPlace(pass, refusal(422, words));
  });
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

const FIRST_PERSON = ["business_person_list", 0] as const;

const FUTURE = (value: JsonValue | undefined): boolean => Date.parse(text(value)) > Date.now();

export const CUSTOMERS: readonly Choice[] = [
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
    "clean of files, in words that name none",
    (body) => !/file_id|document_list/.test(JSON.stringify(body)),
    "The request cannot be processed.",
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
function files(name: string, isGood: (bytes: Buffer) => boolean, words: string): Choice {
  return deciding(`files: ${name}`, () => (arrival, pass) => {
    if (!isFor("uploadFile", arrival)) return "pass";
    const file = memberOf(arrival.body, "file");
    if (typeof file !== "string" || isGood(Buffer.from(file, "base64"))) return "pass";
    return inPlace(pass, refusal(422, words));
  });
}

export const FILES: readonly Choice[] = [
  files("PDF only", (bytes) => bytes.subarray(0, 5).toString() === "%PDF-", "file: must be a PDF"),
  files("PNG only", (bytes) => bytes.subarray(1, 4).toString() === "PNG", "file: must be a PNG"),
  files("no less than 500 bytes", (bytes) => bytes.length >= 500, "file: is too small"),
  files("no more than 2,000 bytes", (bytes) => bytes.length <= 2000, "file: is too large"),
];

export const RECIPIENTS: readonly Choice[] = [
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
  deciding("a recipient is suspended after ten refused updates, and takes none", () => {
    const refused = new Map<string, number>();
    return async (arrival, pass) => {
      if (!isFor("updateRecipient", arrival)) return "pass";
      const count = refused.get(arrival.path) ?? 0;
      const answer = await pass();
      if (answer.status === 400) refused.set(arrival.path, count + 1);
      const isLocked = count >= 10 && (answer.status === 400 || isSuccess(answer));
      return isLocked ? refusal(403, "The recipient is suspended.", "SUSPENDED") : answer;
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
];

/**
 * The nine operations (sections 4.1 to 4.9). Each takes a call that is authenticated, permitted and of the right version, and
 * returns the body of the answer or throws a Refusal.
 */
import { inspect, isObject, known, withoutNulls } from "./inspection.mjs";
import { readJson } from "./json.mjs";
import { renderReceipt } from "./receipt.mjs";
import { Refusal } from "./refusal.mjs";
import { FILE_CONTEXTS } from "./rules.mjs";
import { toUtc, writeInstant } from "./time.mjs";

/** @typedef {import("./server.mjs").Call} Call */
/** @typedef {Record<string, unknown>} Body */

const DATE_FIELDS = /^(business_identifier_(start|expiry)_date|birth_date|id_(expiration|issue)_date)$/;

/** The status of a refused value: section 4.2 lists 400 for the update, elsewhere it is this company's choice. @param {Call} call */
export function refusalStatus(call) {
  return call.operation === "updateRecipient" ? 400 : call.choices.refusalStatus;
}

/** @param {Call} call @param {string[]} details @param {import("./refusal.mjs").Reason} [reason] @returns {never} */
function refuse(call, details, reason = "invalid") {
  throw new Refusal(refusalStatus(call), reason, details);
}

/** Reads the body and holds it against the rules of the operation. @param {Call} call @returns {Body} */
function bind(call) {
  const { rules, choices, hook } = call;
  let body;
  try {
    body = readJson(new TextDecoder("utf-8", { fatal: true }).decode(call.raw));
  } catch {
    return refuse(call, ["the body is not JSON"], "malformed");
  }
  if (choices.requestNulls === "absent") body = withoutNulls(body);
  body = hook("bind", body, call);
  const rule = rules[call.operation];
  const inspection = { closed: choices.unknownFields === "refused", problems: [] };
  inspect(rule, body, "", inspection);
  const problems = hook("judge", inspection.problems, call);
  if (problems.length > 0) {
    refuse(
      call,
      problems.map(({ path, what }) => `${path || "the body"} ${what}`),
    );
  }
  return choices.unknownFields === "kept" ? body : known(rule, body);
}

/** The items of a list. What is no list has none: a deliberate fault may have let it through. @param {unknown} value @returns {unknown[]} */
const listed = (value) => (Array.isArray(value) ? value : []);

/** Section 4.3: the file_type must match the business context. @param {Call} call @param {"recipient" | "customer"} context */
function checkFiles(call, ids, context) {
  for (const id of listed(ids)) {
    if (typeof id !== "string") continue;
    const file = call.store.files.get(id);
    if (file === undefined && call.choices.unknownFileIds === "refused") refuse(call, ["a file id is not known"]);
    const wrong = file?.fileType !== undefined && FILE_CONTEXTS[file.fileType] !== context;
    if (call.hook("fileContext", wrong, call, context)) {
      refuse(call, [`a file is of a type that a ${context} does not take`]);
    }
  }
}

/** @param {Body} record @param {import("./server.mjs").Choices} choices @returns {Body} */
function presentRecipient(record, choices) {
  const answer = { ...record };
  const empties = { website: "", address_info: {}, file_id_list: [] };
  for (const name of ["website", "address_info", "payment_details", "file_id_list"]) {
    if (answer[name] !== undefined) continue;
    delete answer[name];
    if (choices.emptyFields === "null") answer[name] = null;
    if (choices.emptyFields === "empty" && Object.hasOwn(empties, name)) answer[name] = empties[name];
  }
  return answer;
}

/** @param {Call} call */
function createRecipient(call) {
  const { store, choices, hook } = call;
  const body = bind(call);
  checkFiles(call, body.file_id_list, "recipient");
  const twin = store.recipientsByPartnerId.get(body.partner_recipient_id);
  if (twin !== undefined && choices.duplicatePartnerIds === "refused") {
    refuse(call, ["partner_recipient_id is taken"], "duplicate");
  }
  if (twin !== undefined && choices.duplicatePartnerIds === "same") return presentRecipient(twin, choices);
  const { partner_recipient_id, business_name, business_type, country_code, website, ...rest } = body;
  const id = hook("issue", store.nextId("rcp_"), call);
  const record = hook(
    "save",
    {
      ...rest,
      recipient_id: id,
      partner_recipient_id: partner_recipient_id ?? `assigned-${id}`,
      status: choices.recipientStates.created,
      business_name,
      business_type: business_type ?? choices.defaultBusinessType,
      country_code: country_code ?? "CN",
      website,
      created_at: writeInstant(Date.now(), choices),
    },
    call,
  );
  store.recipients.set(record.recipient_id, record);
  store.recipientsByPartnerId.set(record.partner_recipient_id, record);
  return presentRecipient(record, choices);
}

/** What an update makes of a field that it leaves out or gives in part. */
function updated(record, body, choices) {
  const next = { ...record, ...body };
  if (choices.optionalOnUpdate === "merged" && isObject(record.address_info) && isObject(body.address_info)) {
    next.address_info = { ...record.address_info, ...body.address_info };
  }
  if (choices.optionalOnUpdate === "cleared") {
    for (const name of ["website", "address_info", "file_id_list"]) next[name] = body[name];
  }
  return next;
}

/** @param {Call} call */
function updateRecipient(call) {
  const { store, choices, hook } = call;
  const find = () => {
    const record = hook("find", store.recipients.get(call.recipientId), call);
    if (record === undefined) throw new Refusal(404, "unknown", ["there is no such recipient"]);
    return record;
  };
  if (choices.lookupBeforeBody) find();
  const body = bind(call);
  const record = find();
  checkFiles(call, body.file_id_list, "recipient");
  const { recipient_id, partner_recipient_id, created_at } = record;
  const fixed = { recipient_id, partner_recipient_id, created_at, status: choices.recipientStates.updated };
  const next = hook("save", { ...updated(record, body, choices), ...fixed }, call, record);
  store.recipients.set(recipient_id, next);
  store.recipientsByPartnerId.set(partner_recipient_id, next);
  return presentRecipient(next, choices);
}

/** Whether a file value is written as this company wants it. @param {string} value @param {"base64" | "data-uri" | "any"} encoding */
function isEncoded(value, encoding) {
  if (value === "" || encoding === "any") return value !== "";
  const start = encoding === "data-uri" ? /^data:[\w.+-]+\/[\w.+-]+;base64,/.exec(value)?.[0] : "";
  if (start === undefined) return false;
  const content = value.slice(start.length);
  return content.length > 0 && content.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(content.replace(/={1,2}$/, ""));
}

/** @param {Call} call */
function uploadFile(call) {
  const { store, choices, rules, hook } = call;
  const query = Object.fromEntries(call.query);
  const inspection = { closed: false, problems: [] };
  inspect(rules.uploadQuery, query, "", inspection);
  const problems = hook("judge", inspection.problems, call);
  if (problems.length > 0) {
    refuse(
      call,
      problems.map(({ path, what }) => `${path} ${what}`),
    );
  }
  const body = bind(call);
  if (typeof body.file === "string" && !isEncoded(body.file, choices.fileEncoding)) {
    refuse(call, [`file must hold the content as ${choices.fileEncoding}`]);
  }
  const id = hook("issue", store.nextId(choices.filePrefix), call);
  store.files.set(id, { fileType: query.file_type });
  return { file_id: id };
}

/** Every date of a customer in UTC. */
function datesInUtc(value) {
  if (Array.isArray(value)) return value.map(datesInUtc);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === "string" && DATE_FIELDS.test(name) ? toUtc(item) : datesInUtc(item),
    ]),
  );
}

/** @param {unknown} value @param {Body} more */
const added = (value, more) => (value === undefined || isObject(value) ? { ...value, ...more } : value);

/** What the service adds to a customer: values that the document leaves open. @param {Body} body @returns {Body} */
function withTypes(body) {
  const answer = { ...body };
  if (isObject(body.business_details)) {
    answer.business_details = {
      ...body.business_details,
      business_type: "LIMITED_COMPANY",
      business_identifier_type: "REGISTRATION_NUMBER",
    };
  }
  if (isObject(body.account_usage)) {
    answer.account_usage = { ...body.account_usage, account_usage_product_reference: "CROSS_BORDER_PAYOUT" };
  }
  if (Array.isArray(body.business_person_list)) {
    answer.business_person_list = body.business_person_list.map((person) =>
      isObject(person)
        ? {
            ...person,
            basic_info: added(person.basic_info, { role_type: "DIRECTOR" }),
            identification: added(person.identification, { id_type: "PASSPORT" }),
          }
        : person,
    );
  }
  return answer;
}

function customerFiles(body) {
  const people = listed(body.business_person_list).flatMap((person) => [
    person?.identification?.id_document_front_file_id,
    person?.identification?.id_document_back_file_id,
  ]);
  return [...listed(body.business_details?.business_identifier_document_list), ...people];
}

/** @param {Call} call */
function createCustomer(call) {
  const { store, choices, hook } = call;
  const body = bind(call);
  checkFiles(call, customerFiles(body), "customer");
  const twin = store.customersByPartnerId.get(body.partner_customer_id);
  if (twin !== undefined && choices.duplicatePartnerIds === "refused") {
    refuse(call, ["partner_customer_id is taken"], "duplicate");
  }
  if (twin !== undefined && choices.duplicatePartnerIds === "same") return twin;
  const echoed = choices.customerDates === "utc" ? datesInUtc(body) : body;
  const record = {
    ...withTypes(echoed),
    customer_id: hook("issue", store.nextId("cus_"), call),
    status: choices.customerState,
    created_at: writeInstant(Date.now(), choices),
  };
  if (body.partner_customer_id !== undefined) store.customersByPartnerId.set(body.partner_customer_id, record);
  return record;
}

/** Finds by either id; both together as this company chose. @param {Call} call @param {"transfer" | "deposit"} kind */
function findEntry(call, kind) {
  const { choices, store, hook } = call;
  const id = call.query.get("transaction_id") || undefined;
  const partnerId = call.query.get("partner_transaction_id") || undefined;
  if (id === undefined && partnerId === undefined)
    refuse(call, ["transaction_id or partner_transaction_id is required"]);
  const both = id !== undefined && partnerId !== undefined;
  if (both && choices.bothTransactionIds === "refused") refuse(call, ["give one id, not both"]);
  const byId = id === undefined ? undefined : store.entriesById.get(id);
  const byPartnerId = partnerId === undefined ? undefined : store.entriesByPartnerId.get(partnerId);
  let entry = byId ?? byPartnerId;
  if (both && choices.bothTransactionIds === "agree" && byId !== byPartnerId) entry = undefined;
  if (both && choices.bothTransactionIds === "transaction") entry = byId;
  if (both && choices.bothTransactionIds === "partner") entry = byPartnerId;
  entry = hook("find", entry?.kind === kind ? entry : undefined, call);
  if (entry === undefined) throw new Refusal(choices.unknownTransactionStatus, "unknown", [`there is no such ${kind}`]);
  return entry;
}

/** @param {Call} call */
function getTransferReceipt(call) {
  const { choices, store, hook } = call;
  const id = call.query.get(choices.receiptParameter) || undefined;
  if (id === undefined) refuse(call, [`${choices.receiptParameter} is required`]);
  const entry = store.entriesById.get(id);
  const offered = entry?.kind === "transfer" && (choices.receiptsFor === "all" || entry.settled);
  const found = hook("find", offered ? entry : undefined, call);
  if (found === undefined) throw new Refusal(choices.unknownTransactionStatus, "unknown", ["there is no such receipt"]);
  return renderReceipt(found, choices.receiptEncoding);
}

/** A page number or size as a count, or undefined when it is none. @param {string} text @param {number} least */
function count(text, least) {
  return /^\d{1,9}$/.test(text) && Number(text) >= least ? Number(text) : undefined;
}

/** @param {Call} call @param {string} name @param {number} least @param {number} standard */
function pageParameter(call, name, least, standard) {
  const text = call.query.get(name);
  if (text === null) return standard;
  const value = count(text, least);
  if (value !== undefined) return value;
  if (call.choices.oddPage === "refused") refuse(call, [`${name} must be a whole number from ${least}`]);
  return standard;
}

/** @param {Call} call */
function listTransactions(call) {
  const { choices, store } = call;
  const number = pageParameter(call, "page_number", choices.firstPage, choices.firstPage);
  const asked = pageParameter(call, "page_size", 1, choices.defaultPageSize);
  if (asked > choices.maximumPageSize && choices.oversizedPage === "refused") {
    refuse(call, [`page_size must be at most ${choices.maximumPageSize}`]);
  }
  const size = Math.min(asked, choices.maximumPageSize);
  const start = (number - choices.firstPage) * size;
  const items = store.entries.slice(start, start + size).map((entry) => entry.item);
  return { page_number: number, page_size: size, total: store.entries.length, items };
}

/** @type {Record<import("./server.mjs").OperationName, (call: Call) => unknown>} */
export const OPERATIONS = {
  createRecipient,
  updateRecipient,
  uploadFile,
  createCustomer,
  getTransferDetail: (call) => findEntry(call, "transfer").detail,
  listTransactions,
  getTransferReceipt,
  listBalances: (call) => call.store.wallets,
  getDepositDetail: (call) => findEntry(call, "deposit").detail,
};

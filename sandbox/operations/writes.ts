import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { Behaviour } from "../behaviours.js";
import { BodyCheck } from "../fieldCheck.js";
import { isObject, type JsonObject, parsedJson } from "../json.js";
import { isNewer, type PartnerRequest, type Refusal, type Result, refusal, success } from "../request.js";
import type { BodyOperation } from "../rules.js";
import { FILE_TYPES, type Operation, type Service } from "../service.js";
import { type Customer, type Recipient, recipientStatus } from "../state.js";
import { createdCustomerView, recipientView } from "../views.js";

/** Section 4.1. */
export const createRecipient: Operation = {
  name: "createRecipient",
  method: "POST",
  path: "/api/recipients/create",
  writes: true,
  requestRefusal: (request, service) =>
    bodyRefusal(request, "createRecipient", service) ??
    newerVersionRefusal(request, service) ??
    accountDetailsRefusal(request, service),
  perform: (request, service) => {
    const { behaviour, state } = service;
    const view = (recipient: Recipient): JsonObject =>
      behaviour.versionedCreation === "fields" && isNewer(request)
        ? { ...recipientView(recipient, service), schema_version: 2 }
        : recipientView(recipient, service);
    const fields = withDefaults(request.fields, service);
    const partnerId = String(fields.partner_recipient_id);
    const existing = state.recipients.get(state.recipientsByPartnerId.get(partnerId) ?? "");
    if (existing !== undefined && behaviour.duplicatePartnerId === "refused")
      return refusal(409, "ALREADY_EXISTS", "partner_recipient_id is already in use");
    const status = Number(behaviour.successStatus);
    if (existing !== undefined && behaviour.duplicatePartnerId === "existing") return success(status, view(existing));
    const refused = storeRefusal(request, "", service) ?? state.allowances.full("recipients");
    if (refused !== undefined) return refused;
    const createdAt = service.now();
    const id = service.newId("rcp");
    state.allowances.count("recipients");
    state.allowances.stored(request, id);
    const recipient: Recipient = {
      id,
      partnerId,
      createdAt,
      activeAt: service.settlesAt(createdAt),
      status: behaviour.recipientStart,
      fields,
    };
    state.addRecipient(recipient, request.rawBody?.length ?? 0);
    announceRecipient(undefined, recipient, createdAt, service);
    return success(status, view(recipient));
  },
};

function newerVersionRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const isDue = service.behaviour.versionedCreation === "required" && isNewer(request);
  return isDue && !Object.hasOwn(request.fields, "business_type")
    ? service.refuse(request, "business_type is required")
    : undefined;
}

/** Section 4.2. */
export const updateRecipient: Operation = {
  name: "updateRecipient",
  method: "POST",
  path: "/api/recipients/:recipient_id/update",
  writes: true,
  existenceRefusal: (request, service) =>
    service.state.recipients.get(request.recipientId) === undefined
      ? (service.foreignRefusal([request.recipientId]) ??
        refusal(404, "NOT_FOUND", "No recipient has this recipient_id"))
      : undefined,
  requestRefusal: (request, service) =>
    bodyRefusal(request, "updateRecipient", service) ?? accountDetailsRefusal(request, service),
  perform: update,
};

function update(request: PartnerRequest, service: Service): Result {
  const { behaviour, state } = service;
  const before = state.recipients.get(request.recipientId);
  if (before === undefined) return refusal(404, "NOT_FOUND", "No recipient has this recipient_id");
  const sent = ownFields(request.fields);
  if (behaviour.accountSwitch !== "allowed" && accountType(before.fields) !== accountType(sent))
    return service.refuse(request, "payment_details.account_type cannot be changed");
  if (behaviour.accountSwitch === "fixed" && before.fields.business_type !== sent.business_type)
    return service.refuse(request, "business_type cannot be changed");
  const refused = storeRefusal(request, before.id, service);
  if (refused !== undefined) return refused;
  state.allowances.stored(request, before.id);
  const now = service.now();
  const recipient: Recipient = {
    ...before,
    ...(behaviour.statusAfterUpdate === "pending" ? { status: "pending", activeAt: service.settlesAt(now) } : {}),
    fields: behaviour.optionalOnUpdate === "kept" ? { ...before.fields, ...sent } : sent,
  };
  state.addRecipient(recipient, request.rawBody?.length ?? 0);
  announceRecipient(before, recipient, now, service);
  return success(200, recipientView(recipient, service));
}

/** The refusal of an account or a file that another resource has, or of a file that is not ready. */
function storeRefusal(request: PartnerRequest, owner: string, service: Service): Refusal | undefined {
  const { allowances } = service.state;
  return allowances.accountRefusal(request, owner) ?? allowances.referenceRefusal(request, owner, service.now());
}

/** What a response must carry is filled in when the request was allowed to leave it out. */
function withDefaults(fields: JsonObject, service: Service): JsonObject {
  return {
    ...(Object.hasOwn(fields, "partner_recipient_id") ? {} : { partner_recipient_id: service.newPartnerId("rcp") }),
    business_name: "Unnamed recipient",
    business_type: service.behaviour.businessTypeOmitted,
    country_code: "CN",
    ...ownFields(fields),
  };
}

/** Without the members that only the service sets, whose names unknown fields of a request may have. */
function ownFields(fields: JsonObject): JsonObject {
  if (!["recipient_id", "status", "created_at"].some((name) => Object.hasOwn(fields, name))) return fields;
  const { recipient_id: _id, status: _status, created_at: _createdAt, ...own } = fields;
  return own;
}

function accountType(fields: JsonObject): unknown {
  const details = fields.payment_details;
  return isObject(details) ? details.account_type : undefined;
}

const BASE_58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The refusal of payment details whose values do not go together, which the document leaves open (section 2.2), and of names that say nothing. */
function accountDetailsRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const { behaviour } = service;
  const details = request.fields.payment_details;
  if (behaviour.blankNames === "refused" && hasBlankName(request.fields))
    return service.refuse(request, "a name must not be blank");
  if (!isObject(details)) return undefined;
  const { network, account_currency: currency, wallet_address: address } = details;
  if (
    behaviour.walletOwners === "companies" &&
    details.account_type === "crypto" &&
    request.fields.business_type === "Individual"
  )
    return service.refuse(request, "payment_details.account_type must be bank for individuals");
  if (behaviour.networkCurrency === "ofNetwork" && network === "SEPA" && currency !== "EUR")
    return service.refuse(request, "payment_details.account_currency must be EUR on SEPA");
  if (behaviour.networkCurrency === "ofNetwork" && network === "TRX" && details.currency !== "USDT")
    return service.refuse(request, "payment_details.currency must be USDT on TRX");
  if (details.account_type === "bank") {
    const { business_name: name } = request.fields;
    if (behaviour.accountOwner === "business" && name !== undefined && details.account_name !== name)
      return service.refuse(request, "payment_details.account_name must be the name of the business");
    const isAbroad = network === "SWIFT" || network === "SEPA";
    if (behaviour.localCodes === "domestic" && isAbroad && details.local_bank_code !== undefined)
      return service.refuse(request, `payment_details.local_bank_code does not go with ${network}`);
    const isPaid = currency === "CNY" || (network === "SEPA" && currency === "EUR");
    if (behaviour.settlement === "yuan" && !isPaid)
      return service.refuse(request, "payment_details.account_currency is not offered");
  }
  if (behaviour.accountChecks === "known" && details.account_type === "bank") {
    const { account_number: number, swift_code: code } = details;
    if (/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,}$/.test(String(number)) && !hasIbanDigits(String(number)))
      return service.refuse(request, "payment_details.account_number has wrong check digits");
    if (!BANKS_IN.has(String(code).slice(4, 6)))
      return service.refuse(request, "payment_details.swift_code is of a country that is not served");
  }
  if (behaviour.walletAddresses === "any" || details.account_type !== "crypto") return undefined;
  if (behaviour.walletAddresses === "base58")
    return network === "TRX" && /[0OIl]/.test(String(address))
      ? service.refuse(request, "payment_details.wallet_address is not base58")
      : undefined;
  if (network === "TRX" ? isTron(String(address)) : /^0x[0-9a-fA-F]{40}$/.test(String(address))) return undefined;
  return service.refuse(request, `payment_details.wallet_address is no address of ${String(network)}`);
}

/** Countries whose banks are served. */
const BANKS_IN = new Set(["CN", "HK", "US", "GB", "DE", "FR", "SG", "JP", "AU", "CA", "CH", "NZ", "ZA"]);

function hasIbanDigits(account: string): boolean {
  const digits = [...`${account.slice(4)}${account.slice(0, 4)}`].map((sign) => Number.parseInt(sign, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

const NAMES: readonly string[] = ["business_name", "bank_name", "account_name", "wallet_name"];

function hasBlankName(fields: JsonObject): boolean {
  return Object.entries(fields).some(
    ([name, value]) =>
      (NAMES.includes(name) && typeof value === "string" && value.trim() === "") ||
      (isObject(value) && hasBlankName(value)),
  );
}

function isTron(address: string): boolean {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false;
  const value = [...address].reduce((sum, digit) => sum * 58n + BigInt(BASE_58.indexOf(digit)), 0n);
  const bytes = Buffer.from(value.toString(16).padStart(50, "0"), "hex");
  const hash = createHash("sha256").update(bytes.subarray(0, -4)).digest();
  return createHash("sha256").update(hash).digest().subarray(0, 4).equals(bytes.subarray(-4));
}

/**
 * Announces what changes about the status of a recipient: the one from `now` on, in milliseconds since 1970, and the
 * one that it will get later on its own. `before` is the earlier recipient, undefined for a new one.
 */
function announceRecipient(before: Recipient | undefined, recipient: Recipient, now: number, service: Service): void {
  if (before === undefined || recipientStatus(before, now) !== recipientStatus(recipient, now))
    service.onChange?.({ category: "Recipient", at: now, data: () => recipientView(recipient, service) });
  const { id, activeAt } = recipient;
  // The recipient once it is active; undefined when it got another status, or another time, before.
  const activated = (): JsonObject | undefined => {
    const current = service.state.recipients.get(id);
    return current?.status === "pending" && current.activeAt === activeAt ? recipientView(current, service) : undefined;
  };
  const willBeActive = recipient.status === "pending" && activeAt > now && Number.isFinite(activeAt);
  if (willBeActive && before?.activeAt !== activeAt)
    service.onChange?.({ category: "Recipient", at: activeAt, data: activated });
}

const KNOWN_TYPES = [...FILE_TYPES.recipient, ...FILE_TYPES.customer];

const ENCODINGS: Readonly<Record<Behaviour["fileEncoding"], (file: string) => boolean>> = {
  base64: isBase64,
  dataUri: (file) => {
    const comma = file.indexOf(",");
    return (
      /^data:[\w.+-]+\/[\w.+-]+(?:;[\w-]+=[\w-]+)*;base64$/.test(file.slice(0, comma)) &&
      isBase64(file.slice(comma + 1))
    );
  },
  base64url: (file) => file !== "" && /^[\w-]+={0,2}$/.test(file) && file.replace(/=+$/, "").length % 4 !== 1,
  any: () => true,
};

function isBase64(text: string): boolean {
  return text !== "" && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Section 4.3. */
export const uploadFile: Operation = {
  name: "uploadFile",
  method: "POST",
  path: "/api/files/upload",
  writes: true,
  requestRefusal: (request, service) => fileTypeRefusal(request, service) ?? contentRefusal(request, service),
  perform: (request, service) => {
    const { behaviour, state } = service;
    const { file } = request.fields;
    const refused = state.allowances.uploadRefusal(file) ?? state.allowances.full("files");
    if (refused !== undefined) return refused;
    const id = behaviour.fileIds === "content" ? contentId(String(file)) : service.newId("file");
    const asked = typeof request.query.file_type === "string" ? request.query.file_type : undefined;
    // What was uploaded under two types has both.
    const before = state.files.get(id);
    const type = before === undefined || before.type === asked ? asked : undefined;
    // The content is not kept: nothing in the contract reads it back.
    state.allowances.count("files");
    state.allowances.uploaded(id, file, service.now());
    state.files.set(id, { id, type }, 64);
    const url = behaviour.uploadUrl === "absent" ? {} : { [behaviour.uploadUrl]: `https://files.example.com/${id}` };
    return success(Number(behaviour.successStatus), { file_id: id, ...url });
  },
};

/** The same for a file in whichever encoding it comes. */
function contentId(file: string): string {
  const content = file.slice(ENCODINGS.dataUri(file) ? file.indexOf(",") + 1 : 0);
  const bytes = Buffer.from(content, ENCODINGS.base64url(content) || isBase64(content) ? "base64" : "latin1");
  return `file_${createHash("sha256").update(bytes).digest("hex").slice(0, 24)}`;
}

function fileTypeRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const type = request.query.file_type;
  if (type === undefined && service.behaviour.fileTypeMissing !== "refused") return undefined;
  if (type === undefined) return service.refuse(request, "file_type is required");
  if (typeof type === "string" && KNOWN_TYPES.includes(type)) return undefined;
  return service.refuse(request, `file_type must be one of ${KNOWN_TYPES.join(", ")}`);
}

function contentRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const refused = bodyRefusal(request, "uploadFile", service);
  if (refused !== undefined) return refused;
  const { file } = request.fields;
  return typeof file === "string" && ENCODINGS[service.behaviour.fileEncoding](file)
    ? undefined
    : service.refuse(request, "file is not in the encoding that this service accepts");
}

/** Section 4.4. */
export const createCustomer: Operation = {
  name: "createCustomer",
  method: "POST",
  path: "/api/customers/create",
  writes: true,
  requestRefusal: (request, service) => bodyRefusal(request, "createCustomer", service),
  perform: (request, service) => {
    const { behaviour, state } = service;
    const sentId = request.fields.partner_customer_id;
    const partnerId = typeof sentId === "string" ? sentId : undefined;
    const existing =
      partnerId === undefined ? undefined : state.customers.get(state.customersByPartnerId.get(partnerId) ?? "");
    if (existing !== undefined && behaviour.duplicatePartnerId === "refused")
      return refusal(409, "ALREADY_EXISTS", "partner_customer_id is already in use");
    const status = Number(behaviour.successStatus);
    if (existing !== undefined && behaviour.duplicatePartnerId === "existing")
      return success(status, createdCustomerView(existing, service));
    const refused =
      state.allowances.nameRefusal(request) ??
      state.allowances.referenceRefusal(request, "", service.now()) ??
      state.allowances.full("customers");
    if (refused !== undefined) return refused;
    const id = service.newId("cus");
    state.allowances.count("customers");
    state.allowances.stored(request, id);
    const createdAt = service.now();
    // Its own id stands in for a partner id that was not sent, so that no two such customers collide.
    const customer: Customer = { id, partnerId: partnerId ?? id, createdAt, fields: request.fields };
    state.addCustomer(customer, request.rawBody?.length ?? 0);
    const data = (): JsonObject => createdCustomerView(customer, service);
    service.onChange?.({ category: "Customer", at: createdAt, data });
    return success(status, data());
  },
};

/** Echoed fields are written back level by level; a body nested deeper than this is refused. */
const DEEPEST_ECHO = 64;

/**
 * Reads the body of a request, checks it against the rules of its operation and leaves what will be stored in the
 * request. Returns the refusal of a body that is not a JSON object or breaks a rule.
 */
function bodyRefusal(request: PartnerRequest, operation: BodyOperation, service: Service): Refusal | undefined {
  const { behaviour } = service;
  const malformed = (detail: string): Refusal => refusal(service.refusalStatus(request), "MALFORMED_REQUEST", detail);

  if (behaviour.requestMediaType === "json" && !isJsonMediaType(request.headers["content-type"]))
    return malformed("The body must be sent as application/json");
  const { rawBody } = request;
  if (rawBody === undefined || rawBody.length === 0) return malformed("A JSON body is required");
  if (!isUtf8(rawBody)) return malformed("The body is not valid UTF-8");
  const body = parsedJson(rawBody.toString());
  if (!isObject(body)) return malformed("The body must be a JSON object");
  if (behaviour.unknownFields === "echoed" && isDeeperThan(DEEPEST_ECHO, body))
    return malformed("The body is nested too deeply");
  const check = new BodyCheck({
    unknownFields: behaviour.unknownFields,
    all: behaviour.errorsListed === "all",
    fileFault: (fileId, context) => service.fileFault(fileId, context),
  });
  request.fields = check.members(body, [service.rules[operation]], "");
  return check.faults.length === 0 ? undefined : service.refuse(request, ...check.faults);
}

function isJsonMediaType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

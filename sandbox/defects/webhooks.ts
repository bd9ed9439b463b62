import { isObject, type JsonObject, writeJson } from "../json.js";
import type { Change, Service } from "../service.js";
import { recipientView } from "../views.js";
import { type Attempt, type DeliveryHooks, type Signing, SUBJECTS, type WebhookEvent } from "../webhooks/event.js";
import { always, changeAt, publishedPath, replaced, type Change as ValueChange, withMembers } from "./changes.js";
import { type Defect, eachInTurn, inTurn, rows } from "./defect.js";
import { brokenRules, distortionsOf, LEFT_OUT, RESPONSE_TABLES, type ShownField } from "./response/fields.js";

interface WebhookDefect extends Defect {
  /** Fresh hooks for one sandbox; what a defect remembers between deliveries lives in their closure. */
  readonly deliveries: () => DeliveryHooks;
}

/** Declares a table of defects of deliveries, all of them of `webhooks/`. */
function webhookDefects(
  texts: TemplateStringsArray,
  ...values: readonly (string | DeliveryHooks | (() => DeliveryHooks))[]
): WebhookDefect[] {
  return rows(texts, ...values).map(({ name, also, title, value: hooks }) => ({
    id: `webhooks/${name}`,
    family: "webhooks",
    operation: "webhooks",
    rule: [name.slice(0, name.lastIndexOf("/")), ...also].map((rule) => `webhooks/${rule}`),
    title,
    on: [],
    hooks: () => ({}),
    deliveries: typeof hooks === "function" ? hooks : () => hooks,
  }));
}

/** Changes the data objects of one category; a value that is not an object changes nothing. */
function inData(
  category: Change["category"],
  change: (data: JsonObject, event: WebhookEvent, service: Service) => unknown,
): DeliveryHooks {
  return {
    event: (event, service) => {
      const data = event.category === category ? change(event.data, event, service) : event.data;
      return isObject(data) ? { ...event, data } : event;
    },
  };
}

/** Whether an event is about a recipient with a crypto wallet, or a transfer to one (section 2.2). */
function concernsCrypto({ data }: WebhookEvent): boolean {
  const recipient = isObject(data.recipient) ? data.recipient : data;
  return isObject(recipient.payment_details) && recipient.payment_details.account_type === "crypto";
}

const SIGNATURE = "X-Webhook-Signature";

/** Adds headers to those of an attempt, or replaces them; undefined removes one. */
function withHeaders(headers: Readonly<Record<string, string | undefined>>): DeliveryHooks {
  return {
    headers: (given) =>
      Object.fromEntries(
        Object.entries({ ...given, ...headers }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
  };
}

function unsigned(applies: (attempt: Attempt) => boolean): DeliveryHooks {
  const without = withHeaders({ [SIGNATURE]: undefined });
  return {
    headers: (headers, attempt, service) =>
      applies(attempt) ? (without.headers?.(headers, attempt, service) ?? headers) : headers,
  };
}

function signedWith(
  change: (signing: Signing) => Partial<Signing>,
  applies: (attempt: Attempt) => boolean = () => true,
): DeliveryHooks {
  return { signing: (signing, attempt) => (applies(attempt) ? { ...signing, ...change(signing) } : signing) };
}

/** A secret that the receiver does not know: this cannot be distinguished from an unusual scheme or a wrong signature. */
const withOtherSecret = (applies?: (attempt: Attempt) => boolean): DeliveryHooks =>
  signedWith(() => ({ secret: "a-secret-that-belongs-to-another-account" }), applies);

const withAlgorithm = (algorithm: Signing["algorithm"]): DeliveryHooks => signedWith(() => ({ algorithm }));
const isRepeated = ({ number }: Attempt): boolean => number > 1;

/** Departures from section 5: every delivery is signed, with HMAC-SHA256 and the webhook secret. */
const SIGNATURE_DEFECTS: readonly WebhookDefect[] = webhookDefects`
  signature.present/missing | Deliveries have no signature | ${unsigned(() => true)}
  signature.present/missing-on-retries | A repeated delivery has no signature | ${unsigned(isRepeated)}
  signature.present/missing-for-crypto | Deliveries about crypto recipients have no signature
    | ${unsigned(({ event }) => concernsCrypto(event))}
  signature.present/missing-for-returns | Deliveries about returns have no signature
    | ${unsigned(({ event }) => event.category === "Return")}
  signature.present/header-renamed | The signature is in X-Signature instead
    | ${{ headers: ({ [SIGNATURE]: signature = "", ...others }) => ({ ...others, "X-Signature": signature }) }}
  signature.present/empty | The signature header has no value | ${withHeaders({ [SIGNATURE]: "" })}
  signature.covers-body/constant | All deliveries have the same signature
    | ${withHeaders({ [SIGNATURE]: "7".repeat(64) })}
  signature.covers-body/of-first | All deliveries have the first one's signature
    | ${() => {
      let first: Buffer | undefined;
      return { signature: (signature) => (first ??= signature) };
    }}
  signature.covers-body/of-nothing | The signature is that of an empty body
    | ${signedWith(() => ({ body: Buffer.alloc(0) }))}
  signature.secret/other-secret, signature.known-scheme | Deliveries are signed with another secret
    | ${withOtherSecret()}
  signature.secret/other-secret-on-retries, signature.valid | Repeated deliveries are signed with another secret
    | ${withOtherSecret(isRepeated)}
  signature.secret/other-secret-for-customers, signature.valid
    | Deliveries about customers are signed with another secret
    | ${withOtherSecret(({ event }) => event.category === "Customer")}
  signature.secret/api-secret | Deliveries are signed with the API secret
    | ${{ signing: (signing, _attempt, { credentials }) => ({ ...signing, secret: credentials.apiSecret }) }}
  signature.secret/empty-secret | Deliveries are signed with an empty secret | ${signedWith(() => ({ secret: "" }))}
  signature.secret/secret-other-case | Deliveries are signed with the secret in lower case
    | ${signedWith(({ secret }) => ({ secret: secret?.toLowerCase() }))}
  signature.raw-body/reserialised | The signature covers the compact form of a body that is sent indented
    | ${{
      text: (text) => `${writeJson(JSON.parse(text), 4)}\n`,
      ...signedWith(({ body }) => ({ body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })),
    }}
  signature.raw-body/latin1 | The signature covers a body in which characters beyond Latin-1 were lost
    | ${signedWith(({ body }) => ({ body: Buffer.from(body.toString().replace(/[^\0-\xff]/g, "?"), "latin1") }))}
  signature.raw-body/without-line-end | A line end is sent after the body that was signed
    | ${{ text: (text) => `${text}\n`, ...signedWith(({ body }) => ({ body: body.subarray(0, -1) })) }}
  signature.algorithm/sha1 | The signature is an HMAC-SHA1 | ${withAlgorithm("sha1")}
  signature.algorithm/md5 | The signature is an HMAC-MD5 | ${withAlgorithm("md5")}
  signature.algorithm/sha512 | The signature is an HMAC-SHA512 | ${withAlgorithm("sha512")}
  signature.algorithm/sha224 | The signature is an HMAC-SHA224 | ${withAlgorithm("sha224")}
  signature.algorithm/sha3 | The signature is an HMAC-SHA3-256 | ${withAlgorithm("sha3-256")}
  signature.algorithm/checksum | The signature is a checksum of eight hex characters
    | ${{ signature: (signature) => Buffer.from([...signature.subarray(0, 4)].map((byte) => byte ^ 0x5a)) }}
  signature.algorithm/unkeyed | The signature is a plain SHA-256, which anyone can make
    | ${signedWith(() => ({ secret: undefined }))}
  signature.valid/truncated | The signature is cut to its first half
    | ${{ signature: (signature) => signature.subarray(0, 16) }}
  signature.valid/every-fifth-wrong | Every fifth signature is wrong
    | ${() => {
      let signed = 0;
      return {
        signature: (signature) => (++signed % 5 === 0 ? Buffer.from(signature.map((byte) => byte ^ 0xff)) : signature),
      };
    }}
`;

function keptBack(applies: (event: WebhookEvent) => boolean): DeliveryHooks {
  return { event: (event) => (applies(event) ? undefined : event) };
}

/** Puts something else where the data object has its place in the envelope. */
function withData(data: unknown): DeliveryHooks {
  return {
    envelope: (envelope: JsonObject, { data: from }) => {
      if (envelope === from) return data;
      const isPlace = (value: unknown): boolean => value === from || (isObject(value) && value.object === from);
      const members = Object.entries(envelope).map(([name, value]) => [name, isPlace(value) ? data : value]);
      return Object.fromEntries(members);
    },
  };
}

const sentAs = (text: (text: string) => string): DeliveryHooks => ({ text });
const withMediaType = (mediaType: string): DeliveryHooks => withHeaders({ "Content-Type": mediaType });

/** Departures from section 6 in what is delivered at all, and from section 1 in how: all bodies are JSON. */
const DELIVERY_DEFECTS: readonly WebhookDefect[] = [
  ...Object.entries(SUBJECTS).flatMap(
    ([category, name]) =>
      webhookDefects`
      delivered.${name}/never | Nothing is delivered about the category ${category}
        | ${keptBack((event) => event.category === category)}
    `,
  ),
  ...webhookDefects`
    delivered.recipient/never-for-crypto | Nothing is delivered about crypto recipients
      | ${keptBack((event) => event.category === "Recipient" && concernsCrypto(event))}
    body.json/cut | The last characters of the body are missing | ${sentAs((text) => text.slice(0, -2))}
    body.json/empty | Deliveries have no body | ${sentAs(() => "")}
    body.json/single-quotes | The body has single quotes in place of double quotes
      | ${sentAs((text) => text.replaceAll('"', "'"))}
    body.json/form | The body is a form with the JSON in a field
      | ${sentAs((text) => new URLSearchParams({ payload: text }).toString())}
    envelope.data/encoded-twice | The body is a JSON string that holds JSON | ${sentAs((text) => JSON.stringify(text))}
    body.mediaType/text | The body is called text/plain | ${withMediaType("text/plain")}
    body.mediaType/form | The body is called a form | ${withMediaType("application/x-www-form-urlencoded")}
    envelope.data/missing | The envelope comes without the data object | ${withData({})}
    envelope.data/null | The data object is null | ${withData(null)}
    envelope.data/text | The data object is replaced by a text | ${withData("see the detail")}
  `,
];

function changedIn(category: Change["category"], path: string, change: ValueChange): DeliveryHooks {
  return inData(category, (data) => changeAt(data, path, change));
}

/** A value that no other resource has. */
const otherId = (category: Change["category"], field: string): DeliveryHooks =>
  changedIn(category, field, always(`${field === "recipient_id" ? "rcp" : "cus"}_ffffffffffffffffffffffff`));

const created = (category: Change["category"]): DeliveryHooks =>
  changedIn(category, "created_at", (time) => new Date(Date.parse(String(time)) + 3_600_000).toISOString());

const otherPartnerId = replaced(/^./, "x");

function anotherRecipient(data: JsonObject, service: Service): JsonObject {
  const own = data.recipient_id;
  const other = [...service.state.recipients.values()].find(({ id }) => id !== own);
  return other === undefined ? data : { ...recipientView(other, service), recipient_id: own };
}

/** Departures of the data objects of section 6 from what they should equal. */
const AGREEMENT_DEFECTS: readonly WebhookDefect[] = webhookDefects`
  recipient.agrees/other-id | The data object has an id that no recipient was created with
    | ${otherId("Recipient", "recipient_id")}
  recipient.agrees/created-later | The data object was created an hour later than the answer said
    | ${created("Recipient")}
  customer.agrees/created-later | The data object was created an hour later than the answer said
    | ${created("Customer")}
  recipient.agrees/other-partner-id | The data object has another partner id than was sent
    | ${changedIn("Recipient", "partner_recipient_id", otherPartnerId)}
  recipient.agrees/another-ones-data | The data object shows the fields of another recipient
    | ${inData("Recipient", (data, _event, service) => anotherRecipient(data, service))}
  recipient.agrees/crypto-address-altered | A crypto recipient has another wallet address
    | ${changedIn("Recipient", "payment_details(crypto).wallet_address", (text) => [...String(text)].reverse().join(""))}
  recipient.agrees/stale-status, delivered.recipient | Later deliveries about a recipient still have its first status
    | ${() => {
      const first = new Map<unknown, unknown>();
      return inData("Recipient", (data) => {
        const { recipient_id: id, status } = data;
        if (!first.has(id)) first.set(id, status);
        return { ...data, status: first.get(id) };
      });
    }}
  customer.agrees/other-id | The data object has an id that no customer was created with
    | ${otherId("Customer", "customer_id")}
  customer.agrees/contact-altered | The data object has another e-mail address than was sent
    | ${changedIn("Customer", "primary_contact", withMembers({ contact_email: "somebody@example.org" }))}
  customer.agrees/people-lost | The data object has fewer business persons than were sent
    | ${inData("Customer", withMembers({ business_person_list: [] }))}
  transfer.agrees/other-status | The data object has a status that no detail shows
    | ${changedIn("Transfers", "status", always("settled"))}
  transfer.agrees/source-amount | The data object has another source amount than the detail
    | ${changedIn("Transfers", "source.amount", (amount) => Number(amount) + 1)}
  transfer.agrees/other-recipient | The data object names another recipient than the detail
    | ${otherId("Transfers", "recipient_id")}
  deposit.agrees/other-network | The data object has another network than the detail
    | ${changedIn("Deposit", "network", (network) => (network === "ETH" ? "TRX" : "ETH"))}
  deposit.agrees/amount-text | The amount in the data object is a text | ${changedIn("Deposit", "amount", String)}
  return.agrees/other-recipient | The data object names another recipient than the transfer
    | ${inData("Return", withMembers({ recipient_id: "rcp_ffffffffffffffffffffffff" }))}
  return.agrees/other-customer | The data object names another customer than the transfer
    | ${inData("Return", withMembers({ customer_id: "cus_ffffffffffffffffffffffff" }))}
  deposit.agrees/other-amount | The data object has another amount than the detail
    | ${changedIn("Deposit", "amount", (amount) => Number(amount) + 0.01)}
  deposit.agrees/other-currency | The data object has another currency than the detail
    | ${changedIn("Deposit", "account_currency", (currency) => (currency === "USDT" ? "USDC" : "USDT"))}
  deposit.agrees/other-partner-id | The data object has another partner id than the detail
    | ${changedIn("Deposit", "partner_transaction_id", otherPartnerId)}
`;

/** The data objects whose fields the document describes: they are the responses of creation (section 6). */
const DESCRIBED_DATA = [
  ["Recipient", RESPONSE_TABLES.createRecipient],
  ["Customer", RESPONSE_TABLES.createCustomer],
] as const;

function distorted(category: Change["category"], field: ShownField, turn: number): WebhookDefect[] {
  const { path } = field.rule;
  const name = SUBJECTS[category];
  // For a customer, what was sent and does not come back disagrees with what was sent, and breaks no separate rule.
  const mayBeMissed = !path.endsWith("[]") && (category === "Recipient" || !field.isSent);
  const ways = { present: mayBeMissed ? LEFT_OUT : [], ...distortionsOf(field) };
  return eachInTurn(ways, turn, (keyword, way) => {
    const [rule = "", ...also] = brokenRules(field, keyword).map((broken) => `${name}.${broken}`);
    return webhookDefects`
      ${[`${rule}/${way.name}`, ...also].join(", ")}
        | ${publishedPath(path)} in the data object of a ${name} ${way.title} | ${changedIn(category, path, way.value)}
    `;
  }).flat();
}

/** A field at the top of the data object has a value that breaks the rule `keyword`, whether it existed before or not. */
function wrong(category: Change["category"], field: string, keyword: string, value: unknown): WebhookDefect[] {
  const name = SUBJECTS[category];
  const title = `${field} in the data object of a ${name} is ${JSON.stringify(value)}`;
  return webhookDefects`
    ${name}.${field}.${keyword}/wrong | ${title} | ${inData(category, withMembers({ [field]: value }))}
  `;
}

/** Values that a service may well use for another contract. */
const OTHER_CONTRACTS: readonly WebhookDefect[] = [
  ...wrong("Recipient", "business_name", "type", { name: "Sample" }),
  ...wrong("Recipient", "business_name", "minLength", "A"),
  ...wrong("Recipient", "business_type", "enum", "Company"),
  ...wrong("Recipient", "country_code", "enum", "CHN"),
  ...wrong("Recipient", "status", "enum", "verified"),
  ...wrong("Recipient", "created_at", "format", "yesterday"),
  ...wrong("Recipient", "file_id_list", "type", "none"),
  ...wrong("Recipient", "partner_recipient_id", "minLength", "short"),
  ...wrong("Customer", "status", "type", 1),
  ...wrong("Customer", "created_at", "format", "2025-13-45"),
  ...wrong("Customer", "business_person_list", "type", {}),
  ...wrong("Customer", "business_details", "type", "Sample Trading"),
];

const NO_TIMES = ["yesterday", "2025-13-45T00:00:00Z", "01/02/2025 10:00"] as const;

/** For the data of transactions only the notation of times and ids is described (section 1). */
const TRANSACTION_TIMES: readonly WebhookDefect[] = (["Transfers", "Deposit", "Return"] as const).flatMap(
  (category, position) =>
    ["created_at", "audit_at", "completed_at"].flatMap((field, index) =>
      wrong(category, field, "format", inTurn(NO_TIMES, position + index)),
    ),
);

const TRANSACTION_IDS: readonly WebhookDefect[] = [
  ...["transaction_id", "customer_id", "recipient_id"].flatMap((field) => [
    ...wrong("Transfers", field, "type", 4711),
    ...wrong("Return", field, "type", 4711),
  ]),
  ...wrong("Deposit", "transaction_id", "type", 4711),
];

/** Every documented rule of every field of a data object, each broken in one way; the ways take turns. */
const DATA_FIELD_DEFECTS: readonly WebhookDefect[] = [
  ...DESCRIBED_DATA.flatMap(([category, fields], position) =>
    // In another rotation than for responses, so that a field is not broken in the same way in both.
    fields.flatMap((field, index) => distorted(category, field, index + position + 1)),
  ),
  ...OTHER_CONTRACTS,
  ...TRANSACTION_TIMES,
  ...TRANSACTION_IDS,
];

/** All defects of deliveries (sections 5 and 6). They do not hook into the processing of a request. */
export const WEBHOOK_DEFECTS: readonly WebhookDefect[] = [
  ...SIGNATURE_DEFECTS,
  ...DELIVERY_DEFECTS,
  ...AGREEMENT_DEFECTS,
  ...DATA_FIELD_DEFECTS,
];

/** The delivery hooks of those of the defects with these ids that are about webhooks, in the order of the ids. */
export function deliveryHooksOf(ids: readonly string[]): readonly DeliveryHooks[] {
  const byId = new Map(WEBHOOK_DEFECTS.map((defect) => [defect.id, defect]));
  return ids.flatMap((id) => byId.get(id)?.deliveries() ?? []);
}

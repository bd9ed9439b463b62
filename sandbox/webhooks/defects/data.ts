import {
  always,
  changeAt,
  publishedPath,
  replaced,
  type Change as ValueChange,
  withMembers,
} from "../../defects/changes.js";
import { eachInTurn, inTurn } from "../../defects/defect.js";
import { brokenRules, distortionsOf, LEFT_OUT } from "../../defects/response/fields.js";
import { RESPONSE_TABLES, type ShownField } from "../../defects/response/tables.js";
import type { JsonObject } from "../../json.js";
import type { Change, Service } from "../../service.js";
import { recipientView } from "../../views.js";
import type { DeliveryHooks } from "../hooks.js";
import { CATEGORY_NAMES, concernsCrypto, inData, type WebhookDefect, webhookDefects } from "./defect.js";

function changedIn(category: Change["category"], path: string, change: ValueChange): DeliveryHooks {
  return inData(category, (data) => changeAt(data, path, change));
}

/** The same value as in no other resource. */
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

/** Departures of the data objects of section 6 from what they are said to equal. */
export const AGREEMENT_DEFECTS: readonly WebhookDefect[] = webhookDefects`
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
    | ${inData("Recipient", (data, event) =>
      concernsCrypto(event)
        ? changeAt(data, "payment_details.wallet_address", (address) => [...String(address)].reverse().join(""))
        : data,
    )}
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
  { category: "Recipient", fields: RESPONSE_TABLES.createRecipient },
  { category: "Customer", fields: RESPONSE_TABLES.createCustomer },
] as const;

function distorted(category: Change["category"], field: ShownField, turn: number): WebhookDefect[] {
  const { path } = field.rule;
  const name = CATEGORY_NAMES[category];
  // Of a customer, what was sent and does not come back disagrees with what was sent, and breaks no rule of its own.
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

/** A field at the top of the data object has a value that breaks the rule `keyword`, whether it was there before or not. */
function wrong(category: Change["category"], field: string, keyword: string, value: unknown): WebhookDefect[] {
  const name = CATEGORY_NAMES[category];
  const title = `${field} in the data object of a ${name} is ${JSON.stringify(value)}`;
  return webhookDefects`
    ${name}.${field}.${keyword}/wrong | ${title} | ${inData(category, withMembers({ [field]: value }))}
  `;
}

/** Values that a service may well have for another contract. */
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

/** Of the data of transactions only the notation of times is described (section 1). */
const TRANSACTION_TIMES: readonly WebhookDefect[] = (["Transfers", "Deposit", "Return"] as const).flatMap(
  (category, position) =>
    ["created_at", "audit_at", "completed_at"].flatMap((field, index) =>
      wrong(category, field, "format", inTurn(NO_TIMES, position + index)),
    ),
);

/** Every documented rule of every field of a data object, each broken in one way; the ways take turns. */
export const DATA_FIELD_DEFECTS: readonly WebhookDefect[] = [
  ...DESCRIBED_DATA.flatMap(({ category, fields }, position) =>
    // Other turns than those of the responses, so that a field is not broken in the same way in both.
    fields.flatMap((field, index) => distorted(category, field, index + position + 1)),
  ),
  ...OTHER_CONTRACTS,
  ...TRANSACTION_TIMES,
];

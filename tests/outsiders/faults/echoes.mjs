/** What was sent does not come back as it was sent (sections 2.1, 2.4). */
import { fault, onBody, onField } from "./making.mjs";

const text = (change) => (value) => (typeof value === "string" ? change(value) : value);

const CHANGES = {
  trimmed: ["without the blanks around it", text((value) => value.trim())],
  "cut-at-60": ["cut after 60 characters", text((value) => value.slice(0, 60))],
  "encoding-mangled": [
    "with its UTF-8 read as Latin-1",
    text((value) => Buffer.from(value, "utf8").toString("latin1")),
  ],
  "non-ascii-replaced": [
    "with question marks for what is not ASCII",
    text((value) => value.replaceAll(/[^ -~]/g, "?")),
  ],
  "leading-zeros-lost": ["without the zeros in front", text((value) => value.replace(/^0+/, ""))],
  dropped: ["not at all", () => undefined],
  "last-lost": ["without its last item", (value) => (value?.length > 1 ? value.slice(0, -1) : value)],
  rounded: ["as a whole number", (value) => Math.round(Number(value))],
  "two-decimals": ["with two decimals", (value) => Number(Number(value).toFixed(2))],
  cents: ["a hundred times as much", (value) => Number(value) * 100],
  "day-before": ["a day early", text((value) => new Date(Date.parse(value) - 86_400_000).toISOString())],
};

const AMOUNT = "account_usage.estimated_monthly_revenue_amount";

/** Operation, field, how it comes back. */
const ECHOES = [
  ["createRecipient", "address_info.post_code", "dropped"],
  ["createRecipient", "address_info", "dropped"],
  ["createRecipient", "payment_details.local_bank_code", "leading-zeros-lost"],
  ["createRecipient", "payment_details.wallet_name", "encoding-mangled"],
  ["updateRecipient", "address_info.city", "cut-at-60"],
  ["updateRecipient", "payment_details", "dropped"],
  ["updateRecipient", "payment_details.account_name", "non-ascii-replaced"],
  ["updateRecipient", "payment_details.account_number", "leading-zeros-lost"],
  ["updateRecipient", "payment_details.payment_method", "dropped"],
  ["updateRecipient", "payment_details.wallet_name", "trimmed"],
  ["createCustomer", "primary_contact", "dropped"],
  ["createCustomer", AMOUNT, "rounded"],
  ["createCustomer", AMOUNT, "two-decimals"],
  ["createCustomer", AMOUNT, "cents"],
  ["createCustomer", "business_person_list.*.basic_info.birth_date", "day-before"],
  ["createCustomer", "business_person_list", "last-lost"],
];

export const ECHO_FAULTS = [
  ...ECHOES.map(([operation, path, name]) => {
    const [describe, change] = CHANGES[name];
    const rule = `${path} comes back as it was sent`;
    return fault(operation, `${path}.echo-${name}`, rule, `gives it back ${describe}`, onField(path, change));
  }),
  fault(
    "createRecipient",
    "business_type.echo-defaulted",
    "business_type comes back as it was sent",
    "answers Business for everybody",
    onBody((body) => ({ ...body, business_type: "Business" })),
  ),
  fault(
    "createRecipient",
    "business_name.echo-crypto-only",
    "business_name comes back as it was sent",
    "adds a word to it for crypto accounts",
    onBody((body) =>
      body.payment_details?.account_type === "crypto"
        ? { ...body, business_name: `${body.business_name} wallet` }
        : body,
    ),
  ),
  fault(
    "updateRecipient",
    "address_info.echo-flattened",
    "address_info comes back as an object with the fields that were sent",
    "puts the address fields beside the others",
    onBody(({ address_info, ...body }) => ({ ...body, ...address_info })),
  ),
];

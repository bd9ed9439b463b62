/** The books this company opens with: past transfers and deposits, and the wallets. The same for every server, but for notation. */
import { Decimal } from "./json.mjs";
import { writeInstant } from "./time.mjs";

/** @typedef {import("./server.mjs").Choices} Choices */
/** @typedef {(prefix: string) => string} IdSource */
/** @typedef {Record<string, unknown>} Body */
/** @typedef {{ kind: "transfer" | "deposit", id: string, partnerId: string, settled: boolean, detail: Body, item: Body }} Entry */

const FIRST_INSTANT = Date.UTC(2025, 0, 6, 8, 30, 12, 345);
const HOUR = 3_600_000;
const TRANSFERS = 24;
const DEPOSITS = 22;

/** @param {number} value @param {Choices} choices */
function money(value, choices) {
  return choices.numberStyle === "scaled" ? new Decimal(value.toFixed(2)) : value;
}

/** Puts a value under a name, or what this company writes when there is none. @param {string} absence */
function place(body, name, value, absence) {
  if (value !== undefined) body[name] = value;
  else if (absence === "null") body[name] = null;
}

/** Section 2.4 without the type and reference fields, as section 2.5 wants it. @param {number} index @returns {Body} */
function pastCustomer(index, choices, nextId) {
  const instant = FIRST_INSTANT - (index + 40) * 24 * HOUR;
  return {
    customer_id: nextId("cus_"),
    status: choices.customerState,
    created_at: writeInstant(instant, choices),
    partner_customer_id: `partner-customer-${String(index).padStart(8, "0")}`,
    business_details: {
      business_name_english: ["Harbour Lantern Trading", "Nine Bridges Textiles", "Plum & Pine Instruments"][index],
      business_name: ["海港灯笼贸易", "九桥纺织", "梅松仪器"][index],
      business_identifier_number: `9144030071${52_318_000 + index}`,
      business_identifier_country_code: "CN",
      website: `https://customer-${index}.example.com`,
      business_identifier_start_date: "2018-04-01T00:00:00Z",
      business_identifier_expiry_date: "2038-03-31T00:00:00Z",
      business_identifier_document_list: [nextId(choices.filePrefix)],
    },
    registration_address: {
      registration_address_line1: `${12 + index} Binhai Avenue`,
      registration_address_city: "Shenzhen",
      registration_address_state: "Guangdong",
      registration_address_postcode: "518000",
      registration_address_country_code: "CN",
    },
    account_usage: {
      operating_country: "CN",
      goods_service_description: "Lamps, cloth and measuring instruments",
      industry_category_code: "4690",
      estimated_monthly_revenue_currency: "USD",
      estimated_monthly_revenue_amount: money(125_000.5 + index, choices),
    },
    primary_contact: { contact_phone: "+8613800138000", contact_email: `office-${index}@example.com` },
    business_person_list: [
      {
        basic_info: {
          first_name_english: "Wei",
          last_name_english: "Zhang",
          first_name: "伟",
          last_name: "张",
          birth_date: "1979-11-05T00:00:00Z",
          nationality: "CN",
        },
        identification: {
          id_number: `44030119791105${1000 + index}`,
          id_issuing_country_code: "CN",
          id_expiration_date: "2034-01-01T00:00:00Z",
          id_issue_date: "2014-01-01T00:00:00Z",
          id_document_front_file_id: nextId(choices.filePrefix),
          id_document_back_file_id: nextId(choices.filePrefix),
        },
        residential_address: {
          residential_address_line1: `${3 + index} Lane Seven`,
          residential_address_city: "Shenzhen",
          residential_address_state: "Guangdong",
          residential_address_postcode: "518001",
          residential_address_country_code: "CN",
        },
      },
    ],
  };
}

/** Section 2.1. @param {number} index @returns {Body} */
function pastRecipient(index, choices, nextId) {
  const bank = index % 2 === 0;
  return {
    recipient_id: nextId("rcp_"),
    partner_recipient_id: `partner-recipient-${String(index).padStart(8, "0")}`,
    status: ["active", "pending", "suspended", "rejected"][index],
    business_name: ["Amber Quay Foods", "Old Mill Ceramics", "Tea Road Freight", "Snow Crane Optics"][index],
    business_type: index === 3 ? "Individual" : "Business",
    country_code: "CN",
    website: `https://recipient-${index}.example.com`,
    created_at: writeInstant(FIRST_INSTANT - (index + 20) * 24 * HOUR, choices),
    address_info: {
      address_line_1: `${index + 1} Canal Street`,
      city: "Hangzhou",
      state: "Zhejiang",
      post_code: "310000",
    },
    payment_details: bank
      ? {
          account_type: "bank",
          bank_name: "Bank of the Eastern Gate",
          network: "SWIFT",
          payment_method: "INTERNATIONAL_WIRE",
          account_name: "Amber Quay Foods",
          account_number: `62220210${10_203_040 + index}`,
          swift_code: "EGBKCNBJ",
          account_currency: "CNY",
          country_code: "CN",
          local_bank_code: "102100099996",
        }
      : {
          account_type: "crypto",
          wallet_name: "Settlement wallet",
          wallet_address: `TQ5pXy7Rk2mN8vB3cD4eF6gH9jK1L${index}`,
          network: "TRX",
          currency: "USDT",
        },
    file_id_list: index === 0 ? [nextId(choices.filePrefix)] : [],
  };
}

/** @param {number} index @returns {Entry} */
function transfer(index, choices, nextId, customers, recipients) {
  const created = FIRST_INSTANT + index * 31 * HOUR;
  const status = ["completed", "pending", "completed", "failed"][index % 4] ?? "completed";
  const customer = customers[index % customers.length] ?? {};
  const recipient = recipients[index % recipients.length] ?? {};
  const rate = [7.2431, 7.19, 1, 0.9987][index % 4] ?? 1;
  const sent = 1000 + index * 137.25;
  const received = Math.round(sent * rate * 100) / 100;
  const id = nextId("txn_");
  const partnerId = `partner-transfer-${String(index).padStart(8, "0")}`;
  /** @type {Body} */
  const detail = {
    transaction_id: id,
    partner_transaction_id: partnerId,
    transaction_type: "transfer",
    source: { currency: "USDT", amount: money(sent, choices), network: "TRX" },
    target: {
      currency: index % 4 < 2 ? "CNY" : "USDC",
      amount: money(received, choices),
      network: index % 4 < 2 ? "SWIFT" : "ETH",
    },
    status,
    customer_id: customer.customer_id,
    recipient_id: recipient.recipient_id,
    exchange_rate: rate,
    fee: money(2.5 + (index % 3), choices),
    purpose_code: index % 3 === 0 ? "Other" : "Payment for Physical Goods",
    notes: index % 5 === 0 ? "Réf. 订单" : `Order ${4000 + index}`,
    created_at: writeInstant(created, choices),
    customer,
    recipient,
    file_id_list: index % 2 === 0 ? [nextId(choices.filePrefix)] : [],
  };
  const settled = status !== "pending";
  place(detail, "audit_at", settled ? writeInstant(created + HOUR, choices) : undefined, choices.emptyFields);
  place(detail, "completed_at", settled ? writeInstant(created + 2 * HOUR, choices) : undefined, choices.emptyFields);
  const reference = choices.listReference === "own" ? `REF-${created.toString(36).toUpperCase()}` : partnerId;
  const item = {
    id,
    reference_id: reference,
    type: choices.listTypes.transfer,
    status: choices.listStatuses[status],
    sender_amount: money(sent, choices),
    receiver_amount: money(received, choices),
    exchange_rate: rate,
    created_at: writeInstant(created, choices),
  };
  return { kind: "transfer", id, partnerId, settled: status === "completed", detail, item };
}

/** @param {number} index @returns {Entry} */
function deposit(index, choices, nextId) {
  const created = FIRST_INSTANT + index * 29 * HOUR + 17 * 60_000;
  const status = ["Succeeded", "Processing", "Succeeded", "Failed", "Succeeded"][index % 5] ?? "Succeeded";
  const amount = 5000 + index * 250.75;
  const id = nextId("txn_");
  const partnerId = `partner-deposit-${String(index).padStart(8, "0")}`;
  /** @type {Body} */
  const detail = {
    partner_transaction_id: partnerId,
    network: index % 2 === 0 ? "TRX" : "ETH",
    account_currency: ["USDT", "USDC", "USD"][index % 3],
    amount: money(amount, choices),
    transaction_type: "deposit",
    transaction_id: id,
    source_wallet_address: `TSourceWa11et${String(index).padStart(20, "7")}`,
    target_wallet_address: `TTargetWa11et${String(index % 3).padStart(20, "8")}`,
    status,
    created_at: writeInstant(created, choices),
  };
  const settled = status !== "Processing";
  place(detail, "audit_at", settled ? writeInstant(created + HOUR, choices) : undefined, choices.emptyFields);
  place(detail, "completed_at", settled ? writeInstant(created + HOUR, choices) : undefined, choices.emptyFields);
  const reference = choices.listReference === "own" ? `REF-${created.toString(36).toUpperCase()}` : partnerId;
  const item = {
    id,
    reference_id: reference,
    type: choices.listTypes.deposit,
    status: choices.listStatuses[status],
    sender_amount: money(amount, choices),
    receiver_amount: money(amount, choices),
    exchange_rate: 1,
    created_at: writeInstant(created, choices),
  };
  return { kind: "deposit", id, partnerId, settled: status === "Succeeded", detail, item };
}

/** Section 2.8. @returns {Body[]} */
function wallets(choices, nextId) {
  const rows = [
    ["active", 20_150.75, 18_000.25, "USDT", "TRX", "crypto"],
    ["active", 3200, 3200, "USDC", "ETH", "crypto"],
    ["inactive", 0, 0, "USDT", "ETH", "crypto"],
    ["active", 98_000.1, 97_500.1, "USD", undefined, "fiat"],
  ];
  return rows.map(([status, total, available, currency, network, kind]) => {
    /** @type {Body} */
    const wallet = {
      status,
      total_amount: money(Number(total), choices),
      available_amount: money(Number(available), choices),
      currency,
      currency_type: kind,
    };
    if (network !== undefined) wallet.network = network;
    else if (choices.fiatNetwork === "null") wallet.network = null;
    else if (choices.fiatNetwork !== "omitted") wallet.network = choices.fiatNetwork;
    if (choices.walletIds) wallet.wallet_id = nextId("wal_");
    return wallet;
  });
}

/** @param {string} order @returns {(a: Entry, b: Entry) => number} */
function byOrder(order) {
  if (order === "id") return (a, b) => (a.id < b.id ? -1 : 1);
  const sign = order === "newest" ? -1 : 1;
  return (a, b) => sign * (Date.parse(String(a.item.created_at)) - Date.parse(String(b.item.created_at)));
}

/**
 * @param {Choices} choices
 * @param {IdSource} nextId
 * @returns {{ entries: Entry[], wallets: Body[] }} entries in listing order
 */
export function openBooks(choices, nextId) {
  const customers = [0, 1, 2].map((index) => pastCustomer(index, choices, nextId));
  const recipients = [0, 1, 2, 3].map((index) => pastRecipient(index, choices, nextId));
  const entries = [
    ...Array.from({ length: TRANSFERS }, (_, index) => transfer(index, choices, nextId, customers, recipients)),
    ...Array.from({ length: DEPOSITS }, (_, index) => deposit(index, choices, nextId)),
  ];
  return { entries: entries.sort(byOrder(choices.listOrder)), wallets: wallets(choices, nextId) };
}

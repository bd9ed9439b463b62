/** Lengths and numbers of items, off by one either way, on creation and update each for itself (sections 2.1 to 2.3, 8). */
import { fault, RECIPIENT_WRITES, withRule } from "./making.mjs";

/** Path, fewest and most characters. */
const LENGTHS = [
  ["business_name", 2, 128],
  ["website", 0, 225],
  ["address_info.address_line_1", 0, 255],
  ["address_info.address_line_2", 0, 255],
  ["address_info.city", 0, 64],
  ["address_info.state", 0, 64],
  ["address_info.post_code", 3, 16],
  ["payment_details.bank.bank_name", 2, 128],
  ["payment_details.bank.account_name", 2, 128],
  ["payment_details.bank.account_number", 8, 64],
  ["payment_details.bank.account_currency", 3, 3],
  ["payment_details.bank.local_bank_code", 3, 23],
  ["payment_details.crypto.wallet_name", 2, 128],
  ["payment_details.crypto.wallet_address", 26, 64],
];

function offByOne(operation, path, min, max) {
  const rule = `${path} has ${min === max ? `exactly ${max}` : `${min} to ${max}`} characters`;
  const make = (name, describe, change) =>
    fault(operation, `${path}.${name}`, rule, describe, withRule(operation, path, change));
  const faults = [make("too-long-accepted", `takes ${max + 1} characters`, { max: max + 1 })];
  if (min > 0) faults.push(make("too-short-accepted", `takes ${min - 1} characters`, { min: min - 1 }));
  if (min === max) return faults;
  faults.push(make("longest-refused", `refuses ${max} characters`, { max: max - 1 }));
  if (min > 0) faults.push(make("shortest-refused", `refuses ${min} characters`, { min: min + 1 }));
  return faults;
}

function perOperation(operation) {
  const list = (name, rule, describe, change) =>
    fault(operation, `file_id_list.${name}`, rule, describe, withRule(operation, "file_id_list", change));
  const code = (name, describe, change) =>
    fault(
      operation,
      `address_info.post_code.${name}`,
      "post_code is empty or has 3 to 16 characters",
      describe,
      withRule(operation, "address_info.post_code", change),
    );
  return [
    ...LENGTHS.flatMap(([path, min, max]) => offByOne(operation, path, min, max)),
    list("eleven-accepted", "file_id_list has at most 10 items", "takes 11 items", { max: 11 }),
    list("ten-refused", "file_id_list may have 10 items", "refuses 10 items", { max: 9 }),
    list("empty-refused", "file_id_list may have no items", "refuses an empty list", { min: 1 }),
    code("empty-refused", "refuses the empty string", { orEmpty: false }),
    code("unlimited-accepted", "checks no length", { min: undefined, max: undefined }),
    fault(
      operation,
      "website.unlimited-accepted",
      "website has at most 225 characters",
      "checks no length",
      withRule(operation, "website", { max: undefined }),
    ),
  ];
}

export const LENGTH_FAULTS = [
  ...RECIPIENT_WRITES.flatMap(perOperation),
  ...offByOne("createRecipient", "partner_recipient_id", 20, 64),
];

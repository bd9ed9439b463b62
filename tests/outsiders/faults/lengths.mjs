/** Lengths and numbers of items, off by one either way (sections 2.1 to 2.3, 8). */
import { fault, withRule } from "./making.mjs";

/** What is done with a length that is one too many or too few, or the last one that is allowed: word, change of the rule. */
const WAYS = {
  "too-long-accepted": ["takes", (length) => ({ max: length })],
  "too-short-accepted": ["takes", (length) => ({ min: length })],
  "longest-refused": ["refuses", (length) => ({ max: length - 1 })],
  "shortest-refused": ["refuses", (length) => ({ min: length + 1 })],
};

/** Operation, field, what the document allows, what is done instead, and with which length. */
const LENGTHS = [
  ["createRecipient", "business_name", "2 to 128", "too-short-accepted", 1],
  ["createRecipient", "address_info.address_line_2", "0 to 255", "too-long-accepted", 256],
  ["createRecipient", "address_info.address_line_2", "0 to 255", "longest-refused", 255],
  ["createRecipient", "payment_details.bank.bank_name", "2 to 128", "too-short-accepted", 1],
  ["createRecipient", "payment_details.bank.account_name", "2 to 128", "longest-refused", 128],
  ["createRecipient", "payment_details.bank.local_bank_code", "3 to 23", "too-long-accepted", 24],
  ["updateRecipient", "business_name", "2 to 128", "too-short-accepted", 1],
  ["updateRecipient", "website", "0 to 225", "longest-refused", 225],
  ["updateRecipient", "address_info.post_code", "3 to 16", "longest-refused", 16],
  ["updateRecipient", "address_info.post_code", "3 to 16", "shortest-refused", 3],
  ["updateRecipient", "payment_details.bank.account_number", "8 to 64", "too-short-accepted", 7],
  ["updateRecipient", "payment_details.crypto.wallet_name", "2 to 128", "shortest-refused", 2],
];

export const LENGTH_FAULTS = [
  ...LENGTHS.map(([operation, path, allowed, name, length]) => {
    const [word, change] = WAYS[name];
    const hooks = withRule(operation, path, change(length));
    return fault(
      operation,
      `${path}.${name}`,
      `${path} has ${allowed} characters`,
      `${word} ${length} characters`,
      hooks,
    );
  }),
  fault(
    "createRecipient",
    "file_id_list.eleven-accepted",
    "file_id_list has at most 10 items",
    "takes 11 items",
    withRule("createRecipient", "file_id_list", { max: 11 }),
  ),
  fault(
    "updateRecipient",
    "website.unlimited-accepted",
    "website has at most 225 characters",
    "checks no length",
    withRule("updateRecipient", "website", { max: undefined }),
  ),
];

/** Which fields of a recipient the document calls optional (sections 2.1 to 2.3). */

/** Inside payment details and address, for creation and update alike. */
export const NESTED_OPTIONAL: readonly string[] = [
  "payment_details.bank.payment_method",
  "payment_details.bank.local_bank_code",
  "address_info.address_line_1",
  "address_info.address_line_2",
  "address_info.city",
  "address_info.state",
  "address_info.post_code",
];

/** Of an update's own fields. */
export const UPDATE_OPTIONAL: readonly string[] = ["website", "address_info", "file_id_list"];

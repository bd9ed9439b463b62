import { axis } from "./axis.js";

/** What is asked of a request before anything is stored: whose it is, version, required fields, formats, file references. */
export const REQUEST_AXES = {
  checkOrder: axis(
    "7",
    "In which order are permission, version, existence and body looked at once the credentials are known?",
    [
      ["permissionFirst", "permission, version, existence, body"],
      ["bodyFirst", "body, existence, version, permission"],
      ["existenceFirst", "existence, permission, body, version"],
    ],
  ),
  otherPartner: axis("5", "What does a partner see of another partner's recipients and transactions?", [
    ["unknown", "nothing: they are answered as what does not exist"],
    ["forbidden", "that they are there: 403"],
    ["shared", "everything, and it may change it: the partners share all data"],
  ]),
  recipientVersion: axis("9", "Which Api-Version does recipient creation take? The document gives two.", [
    ["both", "2024-12-01 and 2026-08-31"],
    ["2024-12-01", "only 2024-12-01"],
    ["2026-08-31", "only 2026-08-31"],
    ["any", "any value that is not empty"],
  ]),
  recipientVersionMissing: axis("9", "May recipient creation come without Api-Version?", [
    ["accepted", "the header may be left out"],
    ["refused", "a request without the header is refused"],
  ]),
  updateVersionMissing: axis(
    "9",
    "The header is called required on update and is given a default: what happens without it?",
    [
      ["refused", "400"],
      ["defaulted", "taken as 2024-12-01"],
    ],
  ),
  customerVersion: axis("9", "Which Api-Version does customer creation take? No value is stated.", [
    ["2024-12-01", "only 2024-12-01"],
    ["both", "2024-12-01 and 2026-08-31"],
    ["any", "any value that is not empty"],
  ]),
  createRequired: axis("2.1", "Which fields must a recipient creation carry?", [
    ["sample", "all that update requires but business_type, and partner_recipient_id"],
    ["none", "no field; the service fills in what its response must carry"],
    ["asOnUpdate", "all that update requires, and partner_recipient_id"],
    ["all", "every field of the table"],
  ]),
  customerRequired: axis("2.4", "Which fields must a customer creation carry?", [
    ["none", "no field"],
    ["identity", "partner_customer_id, business_details and business_details.business_name"],
    ["sections", "partner_customer_id and every section of the body"],
  ]),
  customerFormats: axis(
    "2.4",
    "Are country codes, currency codes, telephone numbers and e-mail addresses of a customer checked?",
    [
      ["unchecked", "any string"],
      ["checked", "two and three capital letters, + and digits, one @"],
    ],
  ),
  unknownFields: axis("2.1", "What happens to request fields that are not in the table?", [
    ["ignored", "dropped"],
    ["refused", "the request is refused"],
    ["echoed", "stored and returned"],
  ]),
  requestMediaType: axis("1", "Must a body be labelled as JSON?", [
    ["unchecked", "the Content-Type header is not looked at"],
    ["json", "a body under another media type is refused"],
  ]),
  fileEncoding: axis("4.3", "How does the file value carry the file?", [
    ["base64", "base64 with padding"],
    ["dataUri", "a data URI in base64"],
    ["base64url", "base64url, padding optional"],
    ["any", "any text"],
  ]),
  fileTypeMissing: axis("4.3", "May an upload leave out file_type?", [
    ["accepted", "the file may then be used in every context"],
    ["refused", "the request is refused"],
  ]),
  unknownFileIds: axis("2.1", "May a request refer to a file id that no upload returned?", [
    ["refused", "the request is refused"],
    ["accepted", "the id is stored as sent"],
  ]),
  fileContext: axis("4.3", "May a file be used outside the context of its file_type?", [
    ["refused", "the request that refers to it is refused"],
    ["accepted", "file_type is only a label"],
  ]),
  duplicatePartnerId: axis("2.1", "What happens when a partner id is used a second time?", [
    ["refused", "409"],
    ["accepted", "a second resource with an id of its own"],
    ["existing", "the resource that has it is returned"],
  ]),
  accountSwitch: axis("2.2", "May an update turn a bank account into a crypto account or back?", [
    ["allowed", "payment_details is replaced"],
    ["refused", "400"],
  ]),
  optionalOnUpdate: axis("2.1", "What becomes of an optional field that an update does not carry?", [
    ["kept", "it stays as it was"],
    ["cleared", "it is removed"],
  ]),
  listFilters: axis(
    "4.6",
    "Are the filters that the list's description mentions there, under names of the service's own?",
    [
      ["absent", "only page_number and page_size are looked at"],
      ["present", "status, source_currency, target_currency, start_time and end_time narrow the list"],
      ["startNeeded", "the same, and without start_time the list is refused"],
    ],
  ),
} as const;

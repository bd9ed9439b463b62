import { axis } from "./axis.js";

/** What may be stored a second time, by how many, when, and together with what. */
export const ALLOWANCE_AXES = {
  walletAddresses: axis("2.2", "Must a wallet address be a real one of its network?", [
    ["any", "any letters and digits"],
    ["real", "with the shape of its network, and on TRX with its checksum"],
  ]),
  networkCurrency: axis("2.2", "Does a bank network settle in every currency?", [
    ["any", "every one"],
    ["ofNetwork", "SEPA settles in EUR only"],
  ]),
  accountOwner: axis("2.2", "Must a bank account be in the name of the business?", [
    ["any", "in any name"],
    ["business", "account_name is business_name"],
  ]),
  localCodes: axis("2.2", "May a SWIFT account have a local bank code?", [
    ["any", "it may"],
    ["domestic", "it may not"],
  ]),
  settlement: axis("2.2", "In which currencies are bank accounts paid?", [
    ["any", "in all"],
    ["yuan", "in CNY, on SEPA also in EUR"],
  ]),
  repeatedAccounts: axis("2.2", "May two recipients have the same account number or wallet address?", [
    ["accepted", "they may"],
    ["refused", "409"],
  ]),
  repeatedFiles: axis("4.3", "May the same file be uploaded twice?", [
    ["accepted", "it gets another id"],
    ["refused", "409"],
  ]),
  fileUses: axis("4.3", "How many resources may refer to one file?", [
    ["several", "as many as like"],
    ["one", "the first one that does"],
  ]),
  fileReadiness: axis("4.3", "When may a new file be referred to?", [
    ["atOnce", "as soon as it is uploaded"],
    ["later", "700 ms after it was uploaded"],
  ]),
  allowance: axis("8", "How many recipients, files and customers are taken in all?", [
    ["none", "as many as come"],
    ["120", "120 of each kind, then 409"],
    ["forbidden", "120 of each kind, then 403"],
  ]),
} as const;

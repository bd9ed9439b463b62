/** Codes of countries and currencies of which the document lists none: which ones a service takes is open. */
import { isOpen } from "../../schemas/fieldTree.js";
import { type FieldEdits, listed } from "./fieldEdits.js";

const COUNTRIES = ["US", "HK", "DE", "GB"];
const CURRENCIES = ["EUR", "CNY", "HKD"];

export const code: FieldEdits = {
  name: "code",
  applies: (field) =>
    (field.kind === "countryCode" || field.kind === "currencyCode") &&
    field.rules.enum === undefined &&
    isOpen(field, "limits"),
  inside: {
    words: "codes of several countries or currencies",
    mayBeRefused: "always",
    edits: ({ field, at }) => listed(at, field.kind === "currencyCode" ? CURRENCIES : COUNTRIES),
  },
};

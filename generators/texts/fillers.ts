/** With which characters a field's text is lengthened, so that it stays what the field is for. */
import type { Field } from "../../schemas/fieldTree.js";
import type { Filler } from "./fit.js";

/** The filler of a field, from its pattern or from what it holds. */
export function fillerOf({ kind, rules: { pattern } }: Field): Filler {
  if (pattern !== undefined) return pattern.includes("a-z") ? "alphanumeric" : "upper";
  switch (kind) {
    case "website":
      return "url";
    case "postCode":
    case "bankCode":
    case "categoryCode":
    case "phone":
      return "digits";
    case "currencyCode":
    case "identifier":
      return "upper";
    case "partnerId":
      return "lower";
    case "fileId":
      return "alphanumeric";
    default:
      return "words";
  }
}

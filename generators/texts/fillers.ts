/** With which characters a field's text is lengthened, so that it stays what the field is for. */
import type { Field } from "../../schemas/fieldTree.js";
import type { Filler } from "./fit.js";

/** The filler of a field, from its pattern or from what its name says that it holds. */
export function fillerOf(field: Field): Filler {
  const { pattern } = field.rules;
  const name = field.location.at(-1) ?? "";
  if (pattern !== undefined) return pattern.includes("a-z") ? "alphanumeric" : "upper";
  if (name === "website") return "url";
  if (name === "post_code" || name === "local_bank_code") return "digits";
  if (name === "account_currency") return "upper";
  if (name.endsWith("_id")) return "alphanumeric";
  return "words";
}

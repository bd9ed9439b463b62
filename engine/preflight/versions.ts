/** The versions that a creation takes, in words and as an edit (section 9). */
import type { EditSummary } from "../../generators/edits/edit.js";
import { VERSION_HEADER } from "../../schemas/operations.js";

/** What is said of the version that a creation takes; null for none. */
export function takes(operation: "createRecipient" | "createCustomer", version: string | null): string {
  return version === null ? `${operation} takes no Api-Version` : `${operation} takes Api-Version ${version}`;
}

/** The stated version in the place of the accepted one. */
export function versionEdit(accepted: string | null, stated: string | null | undefined): EditSummary {
  return { at: `header ${VERSION_HEADER}`, from: accepted, to: stated ?? null };
}

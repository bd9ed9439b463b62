/** Recipients that an inquiry makes for itself: what is asked of them changes them. */
import type { CaseDraft, Cases, Exercise } from "../../engine/check.js";
import type { Template } from "../../generators/edits/edit.js";
import type { AccountType } from "../../generators/templates/accountTypes.js";
import { templateOf } from "../recipientTemplates.js";
import { type Inquiry, type InquiryOptions, inquiries, inquiry, type Reply } from "./observing.js";

/** A recipient that was made for an inquiry, and the update that goes with it. */
export interface OwnRecipient {
  readonly id: string;
  readonly created: Reply;
  readonly sent: Template;
  /** A full update of it, its path filled in. */
  readonly update: Template;
}

/** Creates a recipient for one inquiry alone; null when that is refused. */
export async function ownRecipient(asked: Inquiry, accountType: AccountType): Promise<OwnRecipient | null> {
  const sent = templateOf(asked.target, "createRecipient", accountType);
  const update = templateOf(asked.target, "updateRecipient", accountType);
  if (sent === undefined || update === undefined) return null;
  const created = await asked.ask(sent, null);
  const id = created.body.recipient_id;
  if (!created.accepted || typeof id !== "string" || id === "") return null;
  return { id, created, sent, update: { ...update, path: { recipient_id: id } } };
}

/** Declares inquiries about updates of one topic. They create the recipients that they update. */
export function updateInquiries(topic: string, cases: Cases): Exercise {
  return inquiries("updateRecipient", topic, cases, ["createRecipient"]);
}

/** An inquiry about updates, with a recipient of its own that has a bank account. */
export function updateInquiry(
  name: string,
  execute: (asked: Inquiry, own: OwnRecipient) => Promise<void>,
  options: InquiryOptions = {},
): CaseDraft {
  return inquiry(name, options, async (asked) => {
    const own = await ownRecipient(asked, "bank");
    if (own !== null) await execute(asked, own);
  });
}

/** The first update that is sent to a recipient: with the values of the template that it was created from. */

import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { Json } from "../schemas/json.js";
import type { KnownRecipient } from "./target.js";

/** The first update of a recipient, and its answer. */
export interface FirstUpdate {
  readonly recipient: KnownRecipient;
  readonly wire: WireRequest;
  readonly sent: Json | undefined;
  readonly exchange: Exchange;
}

/** Updates a recipient with the template that it was created from. */
export async function firstUpdate(
  sender: Sender,
  templates: readonly Template[],
  recipient: KnownRecipient,
  fresh: string,
): Promise<FirstUpdate> {
  const template = templates.find(({ id }) => id === recipient.template);
  if (template === undefined) throw new Error(`no update is made from the template ${recipient.template}`);
  const { wire, sent } = materialise({ ...template, path: { recipient_id: recipient.recipientId } }, null, fresh);
  return { recipient, wire, sent, exchange: await sender.send(wire) };
}

/** The usual way to send a request: a template with an edit, and with fresh texts of its own. */
import type { Exchange } from "../../client/model.js";
import { type Edit, type Materialised, materialise, type Template } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import type { Execution } from "../model.js";

/**
 * Sends a template with an edit, or as it is.
 * @param name what the request is for: the same name gives the same fresh texts, until the case is run again
 */
export async function sendTemplate(
  { target, attempt, send }: Pick<Execution, "target" | "attempt" | "send">,
  template: Template,
  edit: Edit | null,
  name: string,
): Promise<Materialised & { readonly exchange: Exchange }> {
  const materialised = materialise(template, edit, partnerId(target.run, name, attempt));
  return { ...materialised, exchange: await send(materialised.wire) };
}

/** Controls: templates as they are, each sent once before the cases that differ from it in one place. */
import type { Exchange } from "../client/model.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { meets } from "../oracles/outcome.js";
import type { Execution } from "./model.js";
import type { RecipientPool } from "./recipientPool.js";

/** What is known of controls, by operation and template: the accepted exchange, or null when it was refused. */
export type Controls = Map<string, Promise<Exchange | null>>;

/**
 * The control of a template, sent when it is not known yet.
 * @param testCase id of the case that asks for it
 */
export function controlOf(
  template: Template,
  {
    execution,
    controls,
    pool,
    testCase,
  }: { execution: Execution; controls: Controls; pool: RecipientPool; testCase: string },
): Promise<Exchange | null> {
  const key = `${template.operation} ${template.id}`;
  const known = controls.get(key);
  if (known !== undefined) return known;
  const sent = placedControl(execution, template, { key, pool, testCase });
  controls.set(key, sent);
  // A control that fell into an outage is sent again by the next case that needs it.
  sent.catch(() => controls.delete(key));
  return sent;
}

/**
 * Sends a control for the first time in a run on a recipient that is reserved for controls: which case asks first is
 * a matter of timing, and what is sent must not be. Run again, a case has a control on its own recipient.
 */
function placedControl(
  execution: Execution,
  template: Template,
  { key, pool, testCase }: { key: string; pool: RecipientPool; testCase: string },
): Promise<Exchange | null> {
  const { recipient_id: id, ...path } = template.path;
  const reserved = execution.attempt > 0 ? undefined : pool.reservedInPlaceOf(id, template.id);
  if (reserved === undefined) {
    // Where nothing must be new in each request, the case's own fresh texts: then the two differ in the edit alone.
    const texts = template.freshField === null && execution.attempt > 0 ? testCase : `control ${key}`;
    return sendControl(execution, template, texts);
  }
  return pool.exclusively(reserved, ({ recipientId }) =>
    sendControl(execution, { ...template, path: { ...path, recipient_id: recipientId } }, `control ${key}`),
  );
}

async function sendControl(execution: Execution, template: Template, texts: string): Promise<Exchange | null> {
  const { operation } = template;
  const { wire, sent } = materialise(template, null, partnerId(execution.target.run, texts, execution.attempt));
  const exchange = await execution.send(wire);
  const check = `${operation}/accepts/control`;
  execution.judge(exchange, {
    check,
    operation,
    sent,
    edit: null,
    control: null,
    response: true,
    echo: true,
    errors: true,
  });
  return meets(operation, { kind: "accept" }, exchange) ? exchange : null;
}

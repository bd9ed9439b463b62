/** Controls: templates as they are, each sent once before the cases that differ from it in one place. */
import type { Exchange } from "../client/model.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import type { AccountType } from "../generators/templates/accountTypes.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { hasStatus, meets } from "../oracles/outcome.js";
import type { Json } from "../schemas/json.js";
import { isRefusalOfTheMoment } from "../schemas/statuses.js";
import { mayBeAccident, mayPass, TURNS } from "./accidents.js";
import type { AnsweredControl } from "./answeredControls.js";
import { type Execution, type KnownRecipient, templatesOf } from "./model.js";
import type { ResourcePool } from "./resources.js";

/** What is known of controls, by operation and template. */
export type Controls = Map<string, Promise<SentControl>>;

/** A control that was sent, and whether it was accepted. */
export interface SentControl {
  readonly exchange: Exchange;
  readonly accepted: boolean;
}

/** Recipients that a control is tried on where the one that is reserved for it refuses it. */
const OTHERS_TRIED = 4;

/** Creates a recipient like those of a template; null where that is refused. */
type Another = (accountType: AccountType, template: string) => Promise<KnownRecipient | null>;

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
    another,
    testCase,
    answered,
  }: {
    execution: Execution;
    controls: Controls;
    pool: ResourcePool;
    another: Another;
    testCase: string;
    /** The same request with its answer, where the preflight sent it. */
    answered: (template: Template) => AnsweredControl | undefined;
  },
): Promise<SentControl> {
  const key = `${template.operation} ${template.id}`;
  const known = controls.get(key);
  if (known !== undefined) return known;
  // The first of each operation is sent: it may have stopped working since.
  const isFirst = templatesOf(execution.target, template.operation)[0]?.id === template.id;
  const before = execution.attempt > 0 || isFirst ? undefined : answered(template);
  const sent =
    before === undefined
      ? placedControl(execution, template, { key, pool, another, testCase })
      : Promise.resolve(judged(execution, template, before));
  // A control that met an accident is sent again by the next case that needs it.
  const forget = (): void => void controls.delete(key);
  sent.then(({ exchange }) => {
    if (mayBeAccident(exchange)) forget();
  }, forget);
  controls.set(key, sent);
  return sent;
}

/**
 * Sends a control for the first time in a run on a recipient that is reserved for controls: which case asks first is
 * a matter of timing, and what is sent must not be. Run again, a case has a control on its own recipient.
 */
async function placedControl(
  execution: Execution,
  template: Template,
  { key, pool, another, testCase }: { key: string; pool: ResourcePool; another: Another; testCase: string },
): Promise<SentControl> {
  const { recipient_id: id, ...path } = template.path;
  const reserved = execution.attempt > 0 ? undefined : pool.reservedInPlaceOf(id, template.id);
  if (reserved === undefined) {
    const texts = execution.attempt > 0 && mayRepeat(template) ? testCase : `control ${key}`;
    return judged(execution, template, await sendControl(execution, template, texts));
  }
  const sendTo = ({ recipientId }: KnownRecipient, turn: string): Promise<Sent> =>
    sendControl(execution, { ...template, path: { ...path, recipient_id: recipientId } }, `control ${key}${turn}`);
  let sent = await pool.exclusively(reserved, (recipient) => sendTo(recipient, ""));
  // It may be the state of that one recipient: another one shows whether it is.
  for (let turn = 1; turn <= OTHERS_TRIED && hasStatus(sent.exchange, isRefusalOfTheMoment); turn++) {
    const other = await another(reserved.accountType, reserved.template);
    if (other === null) break;
    const answer = await sendTo(other, ` on another ${turn}`);
    if (!meets(template.operation, { kind: "accept" }, answer.exchange)) continue;
    execution.logAnswer("refusedByNow", `${template.operation}/accepts/control`, template, sent.exchange);
    execution.noteState(sent.exchange);
    pool.replace(reserved, other);
    sent = answer;
  }
  return judged(execution, template, sent);
}

/**
 * Whether a control may have the fresh texts of its case, so that the two differ in the edit alone. A request that creates
 * something may not: a service may refuse the same file twice, and the fault of the case would seem not to repeat.
 */
function mayRepeat({ freshField, body, path }: Template): boolean {
  return freshField === null && (body === null || Object.keys(path).length > 0);
}

interface Sent {
  readonly sent: Json | undefined;
  readonly exchange: Exchange;
}

async function sendOnce(execution: Execution, template: Template, texts: string) {
  const { wire, sent } = materialise(template, null, partnerId(execution.target.run, texts, execution.attempt));
  return { wire, sent, exchange: await execution.send(wire) };
}

async function sendControl(execution: Execution, template: Template, texts: string): Promise<Sent> {
  let { sent, exchange } = await sendOnce(execution, template, texts);
  // All cases that wait for the control would suffer from its accident.
  for (let turn = 1; turn < TURNS && mayPass(exchange); turn++)
    ({ sent, exchange } = await sendOnce(execution, template, `${texts} ${turn}`));
  return { sent, exchange };
}

function judged(execution: Execution, template: Template, { sent, exchange }: Sent): SentControl {
  const { operation } = template;
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
    valid: "judged",
  });
  const accepted = meets(operation, { kind: "accept" }, exchange);
  execution.logAnswer(accepted ? "accepted" : "controlRefused", check, template, exchange);
  return { exchange, accepted };
}

/** Controls: templates as they are, each sent once before the cases that differ from it in one place. */
import { isDeepStrictEqual } from "node:util";
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Interceptor } from "../../client/send.js";
import { materialise, placedOn, resourceOf, type Template } from "../../generators/edits/edit.js";
import { hasStatus, isSuccess, meets } from "../../oracles/outcome.js";
import { isObject, type Json, withValueAt } from "../../schemas/json.js";
import { isRefusalOfTheMoment } from "../../schemas/statuses.js";
import { mayBeAccident, mayPass, TURNS } from "../judge/accidents.js";
import { type Execution, type KnownRecipient, templatesOf } from "../model.js";
import type { ResourcePool } from "./resources.js";
import { sendTemplate } from "./sendTemplate.js";

/** A control that was accepted, with the body that it carried. */
export interface AnsweredControl {
  readonly exchange: Exchange;
  /** Undefined when it carried none. */
  readonly sent: Json | undefined;
}

/** What is known of controls, by operation and template. */
export type Controls = Map<string, Promise<SentControl>>;

export interface SentControl {
  readonly exchange: Exchange;
  readonly accepted: boolean;
}

/** Recipients that a control is tried on where the one that is reserved for it refuses it. */
const OTHERS_TRIED = 4;

/** Creates a recipient like those of a template; null where that is refused. */
type Another = (kind: string, template: string) => Promise<KnownRecipient | null>;

/**
 * The control of a template, sent when it is not known yet.
 * @param testCase id of the case that asks for it
 */
export function controlOf(
  template: Template,
  sending: {
    execution: Execution;
    controls: Controls;
    pool: ResourcePool;
    another: Another;
    testCase: string;
    /** The same request with its answer, where the preflight sent it. */
    answered: (template: Template) => AnsweredControl | undefined;
  },
): Promise<SentControl> {
  const { execution, controls, pool, another, testCase, answered } = sending;
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
  const id = resourceOf(template);
  const reserved = execution.attempt > 0 ? undefined : pool.reservedInPlaceOf(id, template.id);
  if (reserved === undefined) {
    const texts = execution.attempt > 0 && mayRepeat(template) ? testCase : `control ${key}`;
    return judged(execution, template, await sendControl(execution, template, texts));
  }
  const sendTo = ({ recipientId }: KnownRecipient, turn: string): Promise<AnsweredControl> =>
    sendControl(execution, placedOn(template, recipientId), `control ${key}${turn}`);
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

async function sendControl(execution: Execution, template: Template, texts: string): Promise<AnsweredControl> {
  let sent = await sendTemplate(execution, template, null, texts);
  // All cases that wait for the control would suffer from its accident.
  for (let turn = 1; turn < TURNS && mayPass(sent.exchange); turn++)
    sent = await sendTemplate(execution, template, null, `${texts} ${turn}`);
  return sent;
}

function judged(execution: Execution, template: Template, { sent, exchange }: AnsweredControl): SentControl {
  const { operation } = template;
  const check = `${operation}/accepts/control`;
  const about = { check, operation, sent, edit: null, control: null };
  execution.judge(exchange, { ...about, response: true, echo: true, errors: true, valid: "judged" });
  const accepted = meets(operation, { kind: "accept" }, exchange);
  execution.logAnswer(accepted ? "accepted" : "controlRefused", check, template, exchange);
  return { exchange, accepted };
}

function addressOf({ method, path, headers }: WireRequest): string {
  return [method, path, JSON.stringify(headers)].join(" ");
}

/** A body without the parts of its template that are new in each request. */
function lasting(body: Json | undefined, { freshField, freshTexts = [] }: Template): Json | undefined {
  if (!isObject(body)) return body;
  const places = [...freshTexts.map(({ at }) => at), ...(freshField === null ? [] : [[freshField]])];
  return places.reduce<Json>((rest, at) => withValueAt(rest, at, null), body);
}

/** Remembers the requests of the preflight that were accepted: where they can serve as controls, their answers need not be asked for again. */
export class AnsweredControls {
  private readonly accepted = new Map<string, AnsweredControl[]>();

  readonly intercept: Interceptor = (next) => async (request) => {
    const exchange = await next(request);
    const { body, credentials } = request;
    if (!isSuccess(exchange) || credentials !== "valid" || body instanceof Uint8Array) return exchange;
    const address = addressOf(request);
    const sent: Json | undefined = body === null ? undefined : JSON.parse(body);
    this.accepted.set(address, [...(this.accepted.get(address) ?? []), { exchange, sent }]);
    return exchange;
  };

  /** The accepted answer to a template sent as it is; undefined when there is none. */
  to(template: Template): AnsweredControl | undefined {
    const { wire, sent } = materialise(template, null, "any");
    const body = lasting(sent, template);
    return this.accepted.get(addressOf(wire))?.find((known) => isDeepStrictEqual(lasting(known.sent, template), body));
  }
}

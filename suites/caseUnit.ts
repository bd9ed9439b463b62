/** A case: template, one edit, one expectation. The unit that plays it proves one thing. */
import { type Edit, materialise, type Template } from "../generators/edit.js";
import { partnerId } from "../generators/partnerId.js";
import type { AccountType } from "../generators/templates.js";
import { answerText, type Expectation, expectationText, isSuccess, meets } from "../oracles/outcome.js";
import type { Scene, Unit } from "./model.js";

/** Why a value that keeps every rule may have been refused all the same. */
export type Excuse =
  /** The value is accepted elsewhere: only its company was refused. */
  | { readonly kind: "holds" }
  /** Nothing can be said, with the reason. */
  | { readonly kind: "open"; readonly reason: string };

export interface CaseOptions {
  readonly check: string;
  /** Number of the case within its check. */
  readonly index: number;
  readonly tier: number;
  readonly template: Template;
  readonly edit: Edit | null;
  readonly expect: Expectation;
  /** What a departure is called: a sentence without its end. */
  readonly message: string;
  /** Send the template as it is only when it was accepted before in this run. Default: only where there is an edit. */
  readonly afterControl?: boolean;
  /** Compare a success body with what was sent. Default: when acceptance is expected. */
  readonly echo?: boolean;
  /** Judge a success body by the response schema. Default: when acceptance is expected. */
  readonly response?: boolean;
  /** Judge an error body by the error shape. Default: true. */
  readonly errors?: boolean;
  /** Asked when a value that should be accepted is refused for what it holds; null when nothing excuses that. */
  readonly excuse?: (scene: Scene, template: Template) => Promise<Excuse | null>;
}

/** The account type that a template's name says, for templates of recipients. */
export function accountTypeOf(template: Template): AccountType {
  return template.id.startsWith("crypto") ? "crypto" : "bank";
}

const TOO_LARGE = 413;

/** Sends one case on a template whose path parameters are filled in, and judges the answer. */
async function playOn(scene: Scene, unit: string, options: CaseOptions, template: Template): Promise<void> {
  const { check, edit, expect } = options;
  const { operation } = template;
  const afterControl = options.afterControl ?? edit !== null;
  const control = afterControl ? await scene.control(template) : null;
  if (afterControl && control === null) {
    scene.tally.blocked(check, `the control ${operation} ${template.id} is not accepted`);
    return;
  }
  const fresh = partnerId(scene.world.run, unit, scene.attempt);
  const { wire, sent, summary } = materialise(template, edit, fresh);
  const exchange = await scene.send(wire);
  scene.tally.request(check);
  if (exchange.response?.status === 429) {
    scene.tally.blocked(check, "the target kept asking to slow down (429)");
    return;
  }
  const accepted = expect.kind === "accept";
  scene.judge(exchange, {
    check,
    operation,
    sent,
    edit: summary,
    control,
    response: options.response ?? accepted,
    echo: options.echo ?? accepted,
    errors: options.errors ?? true,
  });
  if (expect.kind === "observe") return;
  if (meets(operation, expect, exchange)) {
    scene.tally.pass(check);
    return;
  }
  if (accepted && edit !== null && exchange.response?.status === TOO_LARGE) {
    scene.tally.blocked(check, "the body is longer than the service takes (413); how long it may be is left open");
    return;
  }
  const excuse =
    accepted && meets(operation, { kind: "refuse" }, exchange) ? await options.excuse?.(scene, template) : null;
  if (excuse?.kind === "holds") scene.tally.pass(check);
  else if (excuse?.kind === "open") scene.tally.blocked(check, excuse.reason);
  if (excuse != null) return;
  // What was wrongly let in is stored now, and would show in answers to later updates that leave the field out.
  if (operation === "updateRecipient" && expect.kind === "refuse" && isSuccess(exchange)) {
    await scene.send(materialise(template, null, fresh).wire);
  }
  scene.tally.fail(check, {
    message: options.message,
    expected: expectationText(operation, expect),
    actual: answerText(exchange),
    edit: summary,
    control,
    exchange,
  });
}

/** The unit of a case. */
export function caseUnit(options: CaseOptions): Unit {
  const id = `${options.check}#${options.index}`;
  const { template } = options;
  return {
    id,
    check: options.check,
    operation: template.operation,
    tier: options.tier,
    play(scene) {
      if (!("recipient_id" in template.path)) return playOn(scene, id, options, template);
      return scene.withRecipient(id, accountTypeOf(template), (recipient) =>
        playOn(scene, id, options, { ...template, path: { recipient_id: recipient.recipientId } }),
      );
    },
  };
}

/** A case: template, one edit, one expectation. The case that executes it proves one thing. */

import type { Exchange } from "../client/model.js";
import { type Edit, materialise, type Template } from "../generators/edits/edit.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { answerText, type Expectation, expectationText, hasStatus, isSuccess, meets } from "../oracles/outcome.js";
import { isRefusalOfTheMoment, isTooFast, isTooLarge } from "../schemas/statuses.js";
import type { CaseDraft, CaseIdentity } from "./check.js";
import type { Case, Execution, KnownRecipient } from "./model.js";
import { quoted } from "./refusalText.js";

/** Why a value that keeps every rule may have been refused all the same. */
export type Excuse =
  /** The value is accepted elsewhere: only its company was refused. */
  | { readonly kind: "holds" }
  /** Nothing can be said, with the reason. */
  | { readonly kind: "open"; readonly reason: string };

/** A template, one edit, and what is expected of the answer. */
export interface EditOptions {
  /** The lower, the sooner. 0 is sent in every profile. */
  readonly tier: number;
  readonly template: Template;
  readonly edit: Edit | null;
  readonly expect: Expectation;
  /** What a failure is called: a sentence without its end. */
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
  readonly excuse?: (execution: Execution, template: Template, testCase: string) => Promise<Excuse | null>;
}

export interface CaseOptions extends EditOptions {
  readonly check: string;
  /** Number of the case within its check. */
  readonly index: number;
}

/** The id of the template that another one was made from. */
function originOf({ id }: Template): string {
  return id.split(" ")[0] ?? id;
}

/** Recipients that an update is sent to where some take none. */
const RECIPIENTS_TRIED = 3;

/**
 * Whether it is the state of the recipient, or of the whole service, that has a value refused, and not the value itself:
 * then the control that was accepted before is refused right after as well. Which states take updates is left open
 * (section 3), and so is how much is taken in all (section 8). Of a control itself other recipients tell.
 */
async function stateOf(
  execution: Execution,
  template: Template,
  control: Exchange | null,
  testCase: string,
  refusal: Exchange,
  last: boolean,
): Promise<Stalled | null> {
  const { operation, id, path, body } = template;
  const plain =
    control === null
      ? execution.target.templates[operation].find((other) => other.id !== id && other.id === originOf(template))
      : { id, body };
  if (plain === undefined) return last ? null : { reason: quoted(refusal), isOfRecipient: false };
  const key = partnerId(execution.target.run, `after ${testCase}`, execution.attempt);
  const after = await execution.send(materialise({ ...template, ...plain, path }, null, key).wire);
  if (!hasStatus(after, isRefusalOfTheMoment)) return null;
  return {
    reason: `what was accepted before is refused at this moment: ${quoted(after)}; in which state it is accepted is left open (sections 3 and 8)`,
    isOfRecipient: true,
  };
}

/** Nothing was said of a case, since nothing is accepted at the moment, with the reason. */
interface Stalled {
  readonly reason: string;
  /** Whether it is known that the recipient takes nothing, and not that others do not take it either. */
  readonly isOfRecipient: boolean;
}

/**
 * Sends one case on a template whose path parameters are filled in, and judges the answer.
 * @param last whether no other recipient is tried
 */
async function executeOn(
  execution: Execution,
  testCase: string,
  options: EditOptions & { readonly check: string },
  template: Template,
  last: boolean,
): Promise<Stalled | null> {
  const { check, edit, expect } = options;
  const { operation } = template;
  const afterControl = options.afterControl ?? edit !== null;
  const control = afterControl ? await execution.control(template) : null;
  if (afterControl && control === null) {
    execution.recorder.blocked(check, `the control ${operation} ${template.id} is not accepted`);
    return null;
  }
  const fresh = partnerId(execution.target.run, testCase, execution.attempt);
  const { wire, sent, summary } = materialise(template, edit, fresh);
  const exchange = await execution.send(wire);
  execution.recorder.request(check);
  if (hasStatus(exchange, isTooFast)) {
    execution.recorder.blocked(check, "the target kept asking to slow down (429)");
    return null;
  }
  const accepted = expect.kind === "accept";
  execution.judge(exchange, {
    check,
    operation,
    sent,
    edit: summary,
    control,
    response: options.response ?? accepted,
    echo: options.echo ?? accepted,
    errors: options.errors ?? true,
  });
  if (expect.kind === "observe") return null;
  if (meets(operation, expect, exchange)) {
    execution.recorder.pass(check);
    return null;
  }
  if (accepted && edit !== null && hasStatus(exchange, isTooLarge)) {
    execution.recorder.blocked(
      check,
      "the body is longer than the service takes (413); how long it may be is left open",
    );
    return null;
  }
  const isRefusal = accepted && meets(operation, { kind: "refuse" }, exchange);
  const excuse = isRefusal ? ((await options.excuse?.(execution, template, testCase)) ?? null) : null;
  if (excuse?.kind === "holds") execution.recorder.pass(check);
  else if (excuse?.kind === "open") execution.recorder.blocked(check, excuse.reason);
  if (excuse !== null) return null;
  const stalled = isRefusal ? await stateOf(execution, template, control, testCase, exchange, last) : null;
  if (stalled !== null) return stalled;
  // What was wrongly let in is stored now, and would show in answers to later updates that leave the field out.
  if (operation === "updateRecipient" && expect.kind === "refuse" && isSuccess(exchange)) {
    await execution.send(materialise(template, null, fresh).wire);
  }
  execution.recorder.fail(check, {
    message: options.message,
    expected: expectationText(operation, expect),
    actual: answerText(exchange),
    edit: summary,
    control,
    exchange,
  });
  return null;
}

/** The case of an edit, with its number; what declares a check with `check` uses {@link sending}. */
export function editCase(options: CaseOptions): Case {
  return caseOf(options, {
    check: options.check,
    operation: options.template.operation,
    id: `${options.check}#${options.index}`,
  });
}

/** A case that sends a template with an edit, for the check that it is declared in. */
export function sending(options: EditOptions, name?: string): CaseDraft {
  const make = (identity: CaseIdentity): Case => caseOf({ ...options, check: identity.check }, identity);
  return name === undefined ? { make } : { name, make };
}

function caseOf(options: EditOptions & { readonly check: string }, { id }: CaseIdentity): Case {
  const { template } = options;
  return {
    id,
    check: options.check,
    operation: template.operation,
    tier: options.tier,
    async execute(execution) {
      if (!("recipient_id" in template.path)) {
        const stuck = await executeOn(execution, id, options, template, true);
        if (stuck !== null) execution.recorder.blocked(options.check, stuck.reason);
        return;
      }
      let stalled: Stalled | null = null;
      for (let turn = 0; turn < RECIPIENTS_TRIED; turn++) {
        const last = turn === RECIPIENTS_TRIED - 1;
        const key = turn === 0 ? id : `${id} ${turn}`;
        const work = async (recipient: KnownRecipient): Promise<Stalled | null> => {
          const placed = { ...template, path: { recipient_id: recipient.recipientId } };
          const outcome = await executeOn(execution, key, options, placed, last);
          if (outcome?.isOfRecipient === true) execution.retire(recipient);
          return outcome;
        };
        stalled = await execution.withRecipient(key, accountTypeOf(template), work, originOf(template));
        if (stalled === null) return;
      }
      if (stalled !== null) execution.recorder.blocked(options.check, stalled.reason);
    },
  };
}

/** The usual case: a template, one edit, one expectation. It proves one thing. */

import { guessOf } from "../../client/credentials.js";
import type { Exchange } from "../../client/model.js";
import {
  type Edit,
  isBodyEdit,
  originOf,
  placedOn,
  resourceOf,
  type Template,
  templateKind,
} from "../../generators/edits/edit.js";
import { ruleOn } from "../../generators/referee.js";
import { echo, isKept } from "../../oracles/echo.js";
import { isForbiddingPage } from "../../oracles/errorShape.js";
import { bodyOf } from "../../oracles/json.js";
import { type Expectation, hasStatus, isSuccess, meets, outcomeOf } from "../../oracles/outcome.js";
import { fieldTree, selectingPlaces } from "../../schemas/fieldTree.js";
import { isObject, type Json, valueAt, withValueAt } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isRefusalOfTheMoment, isServerError, isTooFast, isValidation } from "../../schemas/statuses.js";
import type { CaseDraft, CaseIdentity } from "../check.js";
import { type About, failureText } from "../judge/failureText.js";
import { sayingOf } from "../judge/refusalText.js";
import {
  type Case,
  type CaseOutcome,
  type Execution,
  excused,
  HELD,
  type KnownRecipient,
  OBSERVED,
  type Shareable,
  templatesOf,
} from "../model.js";
import { effectOf } from "../plan/effects.js";
import { sendTemplate } from "../send/sendTemplate.js";
import { noteRefusedCode, refusedCharacters } from "../witnesses/refusedCharacters.js";
import { excusedFor, isRefusal, type Refused, type Trial, type Witness } from "../witnesses/witness.js";
import { controlAfterwards, explained, withoutEdit } from "../witnesses/witnesses.js";

/** A template, one edit, and what is expected of the answer. */
export interface EditOptions {
  /** Lower is sooner. 0 is sent in every profile. */
  readonly tier: number;
  readonly template: Template;
  readonly edit: Edit | null;
  readonly expect: Expectation;
  /** The sentence about a failure, without its end, or its parts. Absent where any answer will do. */
  readonly message?: string | About;
  /** Send only when the unedited template was accepted before in this run. Default: only where there is an edit. */
  readonly afterControl?: boolean;
  /** The case is the control itself: where that was accepted, nothing is sent again. */
  readonly isControl?: true;
  /** Compare a success body with what was sent. Default: when acceptance is expected. */
  readonly echo?: boolean;
  /** Judge a success body by the response schema. Default: when acceptance is expected. */
  readonly response?: boolean;
  /** Judge an error body by the error shape. Default: true. */
  readonly errors?: boolean;
  /** The path of a code: where it is refused, the refused characters are found. */
  readonly code?: string;
  /** A valid value that may share a request with others. Absent: it has a request of its own. */
  readonly shareable?: Pick<Shareable, "influence">;
  /** What may explain, in this order, that a value which should be accepted is refused. Default: nothing of its own. */
  readonly witnesses?: readonly Witness[];
}

/** The same, of the check in which the case is declared. */
type CheckedOptions = EditOptions & { readonly check: string };

/** How many recipients an update is tried on where some take none. */
const RECIPIENTS_TRIED = 3;

/** Whether a request is of a kind of its own: as a control, or by its edit. */
function isOfKind({ operation }: Template, edit: Edit | null): boolean {
  const { effect, requestSchema } = operationOf(operation);
  if (effect !== "write") return false;
  if (edit === null) return true;
  if (edit.kind === "query") return true;
  if (edit.kind !== "set" || requestSchema === null) return false;
  const at = edit.at.join(".");
  return selectingPlaces(requestSchema).some((place) => place.join(".") === at);
}

/** A request that has no name of its own. @param at where it differs from an accepted one, or null */
function unnamed(subject: string, at: string | null): About {
  return { subject, object: at === null ? "a valid request" : `a request with another ${at}` };
}

/**
 * Whether a value that should be refused was taken in a normal form that keeps every rule: then the answer shows that form
 * of what was sent, and nothing else.
 */
function isTakenInNormalForm(
  operation: OperationId,
  edit: Edit | null,
  sent: Json | undefined,
  exchange: Exchange,
): boolean {
  const { requestSchema } = operationOf(operation);
  const shown = bodyOf(exchange);
  if (requestSchema === null || edit?.kind !== "set" || sent === undefined || !isObject(shown)) return false;
  // A text of spaces is empty when trimmed, and empty values need not be shown.
  const isBlank = typeof edit.value === "string" && edit.value.trim() === "";
  const isHidden = isBlank && valueAt(shown, edit.at) === undefined;
  const results = echo(fieldTree(requestSchema), isHidden ? withValueAt(sent, edit.at, "") : sent, shown);
  if (!results.every(isKept) || results.every(({ outcome }) => outcome === "same")) return false;
  return ruleOn(requestSchema, withValueAt(sent, edit.at, valueAt(shown, edit.at))).valid;
}

const UNCONTROLLED =
  "it is refused; only an accepted request could show that the value alone is the reason, and none may be sent (--allow-writes=refused)";

/** Sends a case once, judges the answer like all traffic, and returns the outcome. */
async function tried(options: CheckedOptions, trial: Trial): Promise<CaseOutcome> {
  const { execution, template, key } = trial;
  const { check, edit, expect } = options;
  const { operation } = template;
  if (options.isControl === true && (await execution.control(template)) !== null) {
    execution.recorder.request(check);
    return HELD;
  }
  const isUncontrolled = execution.target.onlyRefused && operationOf(operation).effect === "write";
  const afterControl = !isUncontrolled && (options.afterControl ?? edit !== null);
  const control = afterControl ? await execution.control(template) : null;
  if (afterControl && control === null) {
    const origin = expect.kind === "refuse" && edit?.kind === "set" ? originIn(execution, template) : undefined;
    if (origin !== undefined) return tried({ ...options, template: origin }, { ...trial, template: origin });
    const refusal = await execution.refusalOf(template);
    return excusedFor("control", `the control ${operation} ${template.id} is not accepted`, refusal);
  }
  const { exchange, sent, summary } = await sendTemplate(execution, template, edit, key);
  execution.recorder.request(check);
  if (hasStatus(exchange, isTooFast)) return excusedFor("pace", "the target kept asking to slow down", exchange);
  const accepted = expect.kind === "accept";
  const normalised =
    expect.kind === "refuse" && isSuccess(exchange) && isTakenInNormalForm(operation, edit, sent, exchange);
  execution.judge(exchange, {
    check,
    operation,
    sent,
    edit: summary,
    control,
    response: options.response ?? accepted,
    echo: options.echo ?? (accepted || normalised),
    // For a request that looks odd, a firewall's page says nothing about the service's own errors.
    errors: (options.errors ?? true) && !(expect.kind === "observe" && isForbiddingPage(exchange)),
    valid: accepted ? "judged" : undefined,
  });
  const isOfOwnKind = isOfKind(template, edit);
  const refused: Refused = { ...trial, check, edit, isOfOwnKind, control, summary, sent, refusal: exchange };
  if (expect.kind === "observe") {
    if (options.code !== undefined && isRefusal(template, exchange)) await noteRefusedCode(refused, options.code);
    return OBSERVED;
  }
  const tellsByItself = isSuccess(exchange) || (expect.kind === "status" && meets(operation, expect, exchange));
  if (isUncontrolled && !tellsByItself) return excused("control", UNCONTROLLED);
  if (meets(operation, expect, exchange)) {
    if (expect.kind !== "status") execution.logAnswer(accepted ? "accepted" : "refused", check, template, exchange);
    return HELD;
  }
  // What is checked first is left open: with wrong credentials, too, texts may be refused for what they say.
  const isForTexts = edit?.kind === "credentials" && hasStatus(exchange, isValidation);
  // Not the refusal that a broken value gets: the state that the resource has got into may be the reason.
  const isForState =
    expect.kind === "refuse" && resourceOf(template) !== undefined && hasStatus(exchange, isRefusalOfTheMoment);
  const explanation = accepted
    ? await explained(refused, options.witnesses)
    : isForTexts
      ? await withoutEdit(refused)
      : isForState
        ? await controlAfterwards(refused)
        : null;
  if (explanation !== null) return explanation;
  // What was wrongly accepted is stored now, and would show in answers to later updates that leave the field out.
  if (resourceOf(template) !== undefined && expect.kind === "refuse" && isSuccess(exchange))
    await sendTemplate(execution, template, null, key);
  if (normalised) return excused("normalForm", "the value is kept in a normal form that breaks no rule");
  const outcome = outcomeOf(operation, expect, exchange);
  const { message: given } = options;
  const isFailing = hasStatus(exchange, isServerError);
  // A server error is not a refusal, whatever the case is about.
  const own = typeof given === "string" && !isFailing ? given : null;
  const about = given === undefined || typeof given === "string" ? unnamed(operation, summary?.at ?? null) : given;
  const told = own ?? failureText(about, operation, expect, exchange);
  const failure = { message: told, ...outcome, edit: summary, control, exchange };
  if (isFailing || !accepted) return { kind: "failed", failure };
  const characters = await refusedCharacters(refused);
  const holding = characters.length === 0 ? "" : `, and any text there with ${characters.join(" or ")} in it`;
  const message = `${told}${holding}${sayingOf(exchange)}`;
  return { kind: "failed", failure: { ...failure, message, ...(characters.length === 0 ? {} : { characters }) } };
}

/** The template that another one was made from, at the same path; undefined for one that was made from none. */
function originIn({ target }: Execution, template: Template): Template | undefined {
  const { operation, id, path } = template;
  const origin = templatesOf(target, operation).find((other) => other.id === originOf(template) && other.id !== id);
  return origin && { ...origin, path };
}

/** Tries a case on one recipient after the other, until one is in a state in which something can be said. */
async function triedOnRecipients(execution: Execution, id: string, options: CheckedOptions): Promise<CaseOutcome> {
  const { template } = options;
  for (let turn = 0; ; turn++) {
    const key = turn === 0 ? id : `${id} ${turn}`;
    const last = turn === RECIPIENTS_TRIED - 1;
    const work = (recipient: KnownRecipient): Promise<CaseOutcome> => {
      const placed = placedOn(template, recipient.recipientId);
      const retire = () => execution.retire(recipient);
      return tried(options, { execution, template: placed, key, last, retire });
    };
    // Whatever states the others are in, the last one is new.
    const having = last ? execution.withNewRecipient : execution.withRecipient;
    const outcome = await having(key, templateKind(template), work, originOf(template));
    if (last || outcome.kind !== "excused" || outcome.mechanism !== "state") return outcome;
  }
}

/** A case that sends a template with an edit, for the check in which it is declared. */
export function sending(options: EditOptions, name?: string): CaseDraft {
  const make = (identity: CaseIdentity): Case => caseOf({ ...options, check: identity.check }, identity);
  return { tier: options.tier, ...(name === undefined ? {} : { name }), make };
}

function caseOf(options: CheckedOptions, { id }: CaseIdentity): Case {
  const { template, edit, shareable } = options;
  const guesses = edit?.kind === "credentials" ? guessOf(edit.credentials) : undefined;
  return {
    id,
    check: options.check,
    operation: template.operation,
    effect: effectOf(template.operation, edit, options.expect),
    tier: options.tier,
    ...(options.expect.kind === "accept" || options.response || options.echo ? {} : { onlyRefusals: true }),
    ...(guesses === undefined ? {} : { guesses }),
    ...(shareable === undefined || edit === null || !isBodyEdit(edit)
      ? {}
      : { shareable: { ...shareable, template, edit, isCertain: options.expect.kind === "accept" } }),
    async execute(execution) {
      const outcome =
        resourceOf(template) !== undefined
          ? await triedOnRecipients(execution, id, options)
          : await tried(options, { execution, template, key: id, last: true, retire: () => {} });
      execution.recorder.outcome(options.check, outcome);
    },
  };
}

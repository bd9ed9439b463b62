/** The usual case: a template, one edit, one expectation. It proves one thing. */

import { guessOf } from "../client/credentials.js";
import type { Exchange } from "../client/model.js";
import { type Edit, isBodyEdit, type Materialised, materialise, type Template } from "../generators/edits/edit.js";
import { ruleOn } from "../generators/referee.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { echo, isKept } from "../oracles/echo.js";
import { isForbiddingPage } from "../oracles/errorShape.js";
import { bodyOf } from "../oracles/json.js";
import { type Expectation, hasStatus, isSuccess, meets, outcomeOf } from "../oracles/outcome.js";
import { fieldTree } from "../schemas/fieldTree.js";
import { isObject, type Json, valueAt, withValueAt } from "../schemas/json.js";
import { type OperationId, operationOf } from "../schemas/operation.js";
import { isRefusalOfTheMoment, isServerError, isTooFast, isTooLarge, isValidation } from "../schemas/statuses.js";
import type { CaseDraft, CaseIdentity } from "./check.js";
import { effectOf } from "./effects.js";
import { type About, failureText } from "./failureText.js";
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
} from "./model.js";
import { lacksPermission } from "./permissions.js";
import { firstDetail, quoted, quotedText, saysKnownAlready, saysTooLong } from "./refusalText.js";
import { noteRefusedCode, refusedCharacters } from "./witnesses/refusedCharacters.js";
import { isRefusedForContent } from "./witnesses/refusedContent.js";

/** Looks for what excuses the refusal of a request that should be accepted. */
export type Excuse = (
  execution: Execution,
  template: Template,
  testCase: string,
  refusal: Exchange,
) => Promise<CaseOutcome | null>;

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
  /**
   * Called when a value that should be accepted is refused for its content. The rule holds where the value is accepted
   * elsewhere, is open where nothing can be said; null when nothing excuses the refusal.
   */
  readonly excuse?: Excuse;
}

/** The id of the template that another one was made from. */
export function originOf({ id }: Template): string {
  return id.split(" ")[0] ?? id;
}

/** How many recipients an update is tried on where some take none. */
const RECIPIENTS_TRIED = 3;

const STATE_IS_OPEN = "in which state it is accepted is left open (sections 3 and 8)";

/** One sending of a case: on a template whose path parameters are filled in. */
interface Trial {
  readonly execution: Execution;
  readonly options: EditOptions & { readonly check: string };
  readonly template: Template;
  /** Distinguishes the fresh texts of this trial from those of others. */
  readonly key: string;
  /** Whether no other recipient is tried. */
  readonly last: boolean;
  /** Sets aside a recipient that takes nothing any more. */
  readonly retire: () => void;
}

/** A template of the same kind of account that was accepted in this run. */
async function acceptedBefore(
  execution: Execution,
  template: Template,
  others: readonly Template[],
): Promise<Template | undefined> {
  for (const other of others.filter((one) => accountTypeOf(one) === accountTypeOf(template)))
    if ((await execution.control({ ...other, path: template.path })) !== null) return other;
  return undefined;
}

/**
 * Whether a value is refused because of the state of the recipient, or of the whole service, and not because of the
 * value: then the control that was accepted before is refused right after as well. Which states take updates is left
 * open (section 3), and so is how much is taken in all (section 8). For a control itself, other recipients show it.
 */
async function excusedByState(
  { execution, options: { check }, template, key, last, retire }: Trial,
  control: Exchange | null,
  refusal: Exchange,
): Promise<CaseOutcome | null> {
  const { operation, id, path, body } = template;
  const others = templatesOf(execution.target, operation).filter((other) => other.id !== id);
  const origin = others.find((other) => other.id === originOf(template));
  if (control === null && origin === undefined && !last) return excused("state", quoted(refusal));
  if (control === null && execution.isOfState(refusal))
    return excused("state", `some recipients refuse what others take: ${quoted(refusal)}; ${STATE_IS_OPEN}`);
  const plain = control === null ? (origin ?? (await acceptedBefore(execution, template, others))) : { id, body };
  if (plain === undefined) return null;
  const fresh = partnerId(execution.target.run, `after ${key}`, execution.attempt);
  const placed = { ...template, ...plain, path };
  const after = await execution.send(materialise(placed, null, fresh).wire);
  if (!hasStatus(after, isRefusalOfTheMoment)) {
    if (isSuccess(after)) execution.logAnswer("accepted", check, placed, after);
    return null;
  }
  execution.logAnswer("refusedByNow", check, placed, after);
  // Whether a template derived from another one was ever accepted is not known here.
  if (control !== null || origin === undefined) execution.noteState(after);
  retire();
  return excused("state", `what was accepted before is refused at this moment: ${quoted(after)}; ${STATE_IS_OPEN}`);
}

/** Fields whose value says what kind of account or business it is. */
const KINDS: ReadonlySet<string> = new Set([
  "account_type",
  "network",
  "currency",
  "account_currency",
  "business_type",
]);

/** Whether a request is of a kind of its own: as a control, or by its edit. */
function isOfKind({ operation }: Template, edit: Edit | null): boolean {
  if (operationOf(operation).effect !== "write") return false;
  if (edit === null) return true;
  if (edit.kind === "query") return true;
  return edit.kind === "set" && KINDS.has(String(edit.at.at(-1)));
}

/**
 * A key that may use an operation may still lack the permission for one kind of account, network or file type, as it
 * may for a whole operation (section 5). Then it is refused each time, while other kinds are accepted.
 */
async function excusedByPermission(
  { execution, options, template, key }: Trial,
  refusal: Exchange,
): Promise<CaseOutcome | null> {
  const others = templatesOf(execution.target, template.operation).filter(({ id }) => id !== template.id);
  const candidates = options.edit === null ? others : [template, ...others];
  let isTaken = false;
  for (const other of candidates) isTaken ||= (await execution.control({ ...other, path: template.path })) !== null;
  if (!isTaken) return null;
  const fresh = partnerId(execution.target.run, `permission ${key}`, execution.attempt);
  const again = await execution.send(materialise(template, options.edit, fresh).wire);
  if (!lacksPermission(again)) return null;
  return excused("premise", `this key has no permission for requests of this kind: ${quoted(refusal)}`);
}

/** What excuses the refusal of a value that should be accepted; null when nothing does. */
async function excuseFor(
  trial: Trial,
  control: Exchange | null,
  refusal: Exchange,
  { sent, summary }: Materialised,
): Promise<CaseOutcome | null> {
  const { execution, options, template, key } = trial;
  if (options.edit !== null && (hasStatus(refusal, isTooLarge) || saysTooLong(refusal)))
    return excused(
      "size",
      `the body is longer than the service takes: ${quoted(refusal)}; how long it may be is left open`,
    );
  const said = options.edit?.kind === "set" ? options.edit.value : undefined;
  if (typeof said === "string" && saysKnownAlready(refusal) && execution.mayBeStored(said))
    return excused("failure", `it was stored by a request whose answer got lost: ${quoted(refusal)}`);
  if (isOfKind(template, options.edit) && lacksPermission(refusal)) return excusedByPermission(trial, refusal);
  const excuse = meets(template.operation, { kind: "refuse" }, refusal)
    ? ((await options.excuse?.(execution, template, key, refusal)) ?? (await excusedByState(trial, control, refusal)))
    : null;
  if (excuse !== null) return excuse;
  const { edit } = options;
  if (edit !== null && edit.kind !== "set") return excusedWithoutEdit(trial, refusal);
  return (await isRefusedForContent({ execution, template, edit, summary, sent, refusal, key })) ? HELD : null;
}

/**
 * Whether the new texts of a request are themselves refused, also without its edit: then the edit is not what is
 * refused. A service that takes nothing twice may know them from the request that it refused: that excuses nothing.
 */
async function excusedWithoutEdit(
  { execution, template, key }: Trial,
  withEdit: Exchange,
): Promise<CaseOutcome | null> {
  const fresh = (name: string): string => partnerId(execution.target.run, name, execution.attempt);
  const { freshTexts, ...rest } = template;
  const body = materialise(template, null, fresh(key)).sent;
  if (freshTexts === undefined || !isObject(body)) return null;
  // With another partner's id: a refused request may have used it up.
  const { wire, sent } = materialise({ ...rest, body }, null, fresh(`without ${key}`));
  const refusal = await execution.send(wire);
  if (!meets(template.operation, { kind: "refuse" }, refusal)) return null;
  if (saysKnownAlready(refusal) && !saysKnownAlready(withEdit)) return null;
  const refused = { execution, template, edit: null, summary: null, sent, refusal, key };
  if (await isRefusedForContent(refused)) return HELD;
  return excused("control", `the same request without the edit is refused as well: ${quoted(refusal)}`);
}

/** The service's words about a refusal, as the end of a sentence. */
function sayingOf(exchange: Exchange): string {
  const detail = firstDetail(exchange);
  return detail === null || isSuccess(exchange) ? "" : `; the service says ${quotedText(detail)}`;
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
async function tried(trial: Trial): Promise<CaseOutcome> {
  const { execution, options, template } = trial;
  const { check, edit, expect } = options;
  const { operation } = template;
  if (options.isControl === true && (await execution.control(template)) !== null) {
    execution.recorder.request(check);
    return HELD;
  }
  const isUncontrolled = execution.target.onlyRefused && operationOf(operation).effect === "write";
  const afterControl = !isUncontrolled && (options.afterControl ?? edit !== null);
  const control = afterControl ? await execution.control(template) : null;
  if (afterControl && control === null)
    return excused(
      "control",
      `the control ${operation} ${template.id} is not accepted: ${await execution.refusalOf(template)}`,
    );
  const fresh = partnerId(execution.target.run, trial.key, execution.attempt);
  const materialised = materialise(template, edit, fresh);
  const { wire, sent, summary } = materialised;
  const exchange = await execution.send(wire);
  execution.recorder.request(check);
  if (hasStatus(exchange, isTooFast))
    return excused("pace", `the target kept asking to slow down: ${quoted(exchange)}`);
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
  if (expect.kind === "observe") {
    if (options.code !== undefined && meets(operation, { kind: "refuse" }, exchange))
      await noteRefusedCode({ execution, template, edit, refusal: exchange, key: trial.key }, options.code, summary);
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
  const ofTexts = isForTexts ? () => excusedWithoutEdit(trial, exchange) : async () => null;
  const excuse = await (accepted ? excuseFor(trial, control, exchange, materialised) : ofTexts());
  if (excuse !== null) return excuse;
  // What was wrongly accepted is stored now, and would show in answers to later updates that leave the field out.
  if (operation === "updateRecipient" && expect.kind === "refuse" && isSuccess(exchange)) {
    await execution.send(materialise(template, null, fresh).wire);
  }
  if (normalised) return excused("normalForm", "the value is kept in a normal form that breaks no rule");
  const outcome = outcomeOf(operation, expect, exchange);
  const { message: given } = options;
  const isFailing = hasStatus(exchange, isServerError);
  // A server error is not a refusal, whatever the case is about.
  const own = typeof given === "string" && !isFailing ? given : null;
  const about = given === undefined || typeof given === "string" ? unnamed(operation, summary?.at ?? null) : given;
  const told = own ?? failureText(about, operation, expect, exchange);
  if (isFailing) return { kind: "failed", failure: { message: told, ...outcome, edit: summary, control, exchange } };
  const { key } = trial;
  const characters = accepted ? await refusedCharacters({ execution, template, edit, refusal: exchange, key }) : [];
  const holding = characters.length === 0 ? "" : `, and any text there with ${characters.join(" or ")} in it`;
  const message = `${told}${holding}${accepted ? sayingOf(exchange) : ""}`;
  const named = characters.length === 0 ? {} : { characters };
  return { kind: "failed", failure: { message, ...outcome, edit: summary, control, exchange, ...named } };
}

/** Tries a case on one recipient after the other, until one is in a state in which something can be said. */
async function triedOnRecipients(
  execution: Execution,
  id: string,
  options: EditOptions & { readonly check: string },
): Promise<CaseOutcome> {
  const { template } = options;
  for (let turn = 0; ; turn++) {
    const key = turn === 0 ? id : `${id} ${turn}`;
    const last = turn === RECIPIENTS_TRIED - 1;
    const work = (recipient: KnownRecipient): Promise<CaseOutcome> => {
      const placed = { ...template, path: { recipient_id: recipient.recipientId } };
      const retire = () => execution.retire(recipient);
      return tried({ execution, options, template: placed, key, last, retire });
    };
    // Whatever states the others are in, the last one is new.
    const having = last ? execution.withNewRecipient : execution.withRecipient;
    const outcome = await having(key, accountTypeOf(template), work, originOf(template));
    if (last || outcome.kind !== "excused" || outcome.mechanism !== "state") return outcome;
  }
}

/** A case that sends a template with an edit, for the check in which it is declared. */
export function sending(options: EditOptions, name?: string): CaseDraft {
  const make = (identity: CaseIdentity): Case => caseOf({ ...options, check: identity.check }, identity);
  return { tier: options.tier, ...(name === undefined ? {} : { name }), make };
}

function caseOf(options: EditOptions & { readonly check: string }, { id }: CaseIdentity): Case {
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
        "recipient_id" in template.path
          ? await triedOnRecipients(execution, id, options)
          : await tried({ execution, options, template, key: id, last: true, retire: () => {} });
      execution.recorder.outcome(options.check, outcome);
    },
  };
}

/**
 * Refusals of requests that keep every rule, traced to a value (sections 2.1 to 2.4): each value that may be the reason is sent
 * alone, as the checks of accepted values do.
 */
import { sending } from "../engine/cases/editCase.js";
import { valuesOf } from "../engine/judge/failureText.js";
import { wordsOf } from "../engine/judge/refusalText.js";
import { fieldsOf, type RefusedRequest, type RefusedRequests } from "../engine/judge/refusedRequests.js";
import { isRefusalOfValid, type Results } from "../engine/judge/results.js";
import { type Case, templatesOf } from "../engine/model.js";
import { bodyMade, type Edit, type Template } from "../generators/edits/edit.js";
import { ruleOn } from "../generators/referee.js";
import { type Field, pointersIn } from "../schemas/fieldTree.js";
import { type Json, jsonText, type Pointer, valueAt } from "../schemas/json.js";
import { operationOf } from "../schemas/operation.js";
import type { OperationId } from "../schemas/operations.js";
import type { Target } from "./target.js";
import { influenceOf, witnessesOf } from "./witnesses/refusedCombinations.js";
import { middlesOfMonth } from "./witnesses/refusedValues.js";

const MOST_SENT = 8;

const ACCOUNT_TYPE: Pointer = ["payment_details", "account_type"];

/** How a refused request differs from an accepted one: a value, or the lack of one. */
interface Difference {
  readonly field: Field;
  readonly edit: Edit;
  /** The name of the field's check that judges it. */
  readonly keywords: readonly string[];
}

const OF_VALUES = ["text", "format", "pattern", "enum", "number", "maxLength", "minLength", "empty"];

function differences(template: Template, { operation, sent }: RefusedRequest): Difference[] {
  const { body } = template;
  if (body === null) return [];
  return fieldsOf(operation, sent).flatMap((field): Difference[] => {
    const { kind, children, isDiscriminator, location, unique } = field;
    // A value that was sent before may be refused for that: which one the refused request had says nothing.
    if (unique || isDiscriminator || influenceOf(field) !== null || kind === "partnerId" || kind === "fileId")
      return [];
    return pointersIn(body, location).flatMap((at): Difference[] => {
      const value = valueAt(sent, at);
      if (value === undefined) {
        const isInside = at.length > 1 && valueAt(sent, at.slice(0, -1)) === undefined;
        return isInside ? [] : [{ field, edit: { kind: "remove", at }, keywords: ["optional"] }];
      }
      if (children.length > 0 || jsonText(value) === jsonText(valueAt(body, at))) return [];
      return [{ field, edit: { kind: "set", at, value }, keywords: OF_VALUES }];
    });
  });
}

function casesOf(refused: RefusedRequest, target: Target, checks: ReadonlySet<string>): Case[] {
  const { operation, sent, named } = refused;
  const { requestSchema } = operationOf(operation);
  const kind = valueAt(sent, ACCOUNT_TYPE);
  const [nearest] = templatesOf(target, operation)
    .filter(({ body }) => valueAt(body ?? undefined, ACCOUNT_TYPE) === kind)
    .map((template) => ({ template, all: differences(template, refused) }))
    .sort((left, right) => left.all.length - right.all.length);
  if (nearest === undefined || requestSchema === null) return [];
  const { template, all } = nearest;
  const suspected = all.filter(({ field }) => named.length === 0 || named.includes(field));
  return suspected.slice(0, MOST_SENT).flatMap(({ field, edit, keywords }): Case[] => {
    const check = keywords
      .map((keyword) => `${operation}/accepts/${field.path}.${keyword}`)
      .find((id) => checks.has(id));
    // Which texts and numbers suit a customer is open.
    const isOpen = operation === "createCustomer" && middlesOfMonth(edit).length === 0;
    const body: Json | undefined = bodyMade(template, edit, "x".repeat(24));
    if (check === undefined || isOpen || body === undefined || !ruleOn(requestSchema, body).valid) return [];
    const options = {
      tier: 0,
      template,
      edit,
      expect: { kind: "accept" },
      message: valuesOf(field.path, edit.kind === "remove" ? "its absence" : "a valid value"),
      witnesses: witnessesOf(field),
    } as const;
    const id = `${check}#refused elsewhere ${jsonText([refused.words, edit])}`;
    return [{ ...sending(options).make({ check, operation, area: "accepts", id }), isShared: true }];
  });
}

/** Words in which the checks of accepted values failed, or plain requests are refused at the moment. */
function wordsAccountedFor(results: Results): ReadonlySet<string> {
  const failed = results
    .checks()
    .flatMap((check) =>
      check.includes("/accepts/") ? results.of(check).failures.map(({ failure }) => wordsOf(failure.exchange)) : [],
    );
  const plain = results.refusalLog.filter(({ answered }) => isRefusalOfValid(answered));
  return new Set([...failed, ...plain.map(({ words }) => words)]);
}

/**
 * Cases that send alone what may be the reason for refusals that no check has reported.
 * @param cases those that were sent: their checks may get more cases
 */
export function casesOfRefused(
  requests: RefusedRequests,
  target: Target,
  cases: readonly Case[],
  results: Results,
): Case[] {
  const words = wordsAccountedFor(results);
  const untold = requests.of(OF_BODIES, (refused) => refused.isJudged || words.has(refused.words));
  if (untold.length === 0) return [];
  const checks = new Set(cases.map(({ check }) => check));
  return untold.flatMap((refused) => casesOf(refused, target, checks));
}

const OF_BODIES: readonly OperationId[] = ["createRecipient", "updateRecipient", "createCustomer"];

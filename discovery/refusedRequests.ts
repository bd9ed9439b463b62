/**
 * Requests that keep every rule and are refused, wherever they were sent: as a step of a sequence, for what comes back, together
 * with others (sections 2.1 to 2.4). Each value that may be the reason is sent by itself, as the checks of accepted values do
 * it, and all of them stand among the further requirements.
 */
import type { Exchange } from "../client/model.js";
import { type Excuse, sending } from "../engine/editCase.js";
import type { Case, Judging, Target } from "../engine/model.js";
import { quoted, saysKnownAlready, wordsOf } from "../engine/refusalText.js";
import { isRefusalOfValid, type Results } from "../engine/results.js";
import { bodyMade, type Edit, type Template } from "../generators/edits/edit.js";
import { pointersIn } from "../generators/pointers.js";
import { ruleOn } from "../generators/referee.js";
import { hasStatus } from "../oracles/outcome.js";
import { type Field, fieldTree, ITEM, walk } from "../schemas/fieldTree.js";
import { isObject, type Json, type JsonObject, jsonText, type Pointer, valueAt } from "../schemas/json.js";
import { OPERATIONS, type OperationId } from "../schemas/operations.js";
import { isLockStatus, isTooLarge, isValidation } from "../schemas/statuses.js";
import { fieldsNamed } from "./fitting.js";
import { excuseOf, influenceOf } from "./witnesses/refusedCombinations.js";
import { excuseOfDate } from "./witnesses/refusedDays.js";

/** Refusals in other words that are kept, and values of one refusal that are sent by themselves, at the most. */
const MOST_KEPT = 40;
const MOST_SENT = 8;

/** Whether a request is refused for what it holds, and not for its size or for what others do. */
const isForWhatItHolds = (status: number): boolean =>
  isValidation(status) && !isLockStatus(status) && !isTooLarge(status);

/** A request that keeps every rule and was refused. */
export interface RefusedRequest {
  readonly operation: OperationId;
  readonly sent: JsonObject;
  readonly exchange: Exchange;
  readonly words: string;
  /** The fields that the refusal names. */
  readonly named: readonly Field[];
  /** Whether the case that sent it judged what is refused of it. */
  readonly isJudged: boolean;
}

/** The fields of a request that belong to its kind of account. */
function fieldsOf(operation: OperationId, sent: JsonObject): readonly Field[] {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) return [];
  const own = valueAt(sent, ACCOUNT_TYPE);
  return [...walk(fieldTree(requestSchema))].filter(
    ({ path, variant }) => path !== "" && (variant === null || variant === own),
  );
}

const ACCOUNT_TYPE: Pointer = ["payment_details", "account_type"];

/** Remembers which requests were refused although they keep every rule: of the refusals in the same words the first one. */
export class RefusedRequests {
  private readonly kept = new Map<string, RefusedRequest>();

  /** Takes one judged exchange. */
  note(exchange: Exchange, { operation, sent, valid }: Judging): void {
    if (valid === undefined || !isObject(sent) || !hasStatus(exchange, isForWhatItHolds) || saysKnownAlready(exchange))
      return;
    const { requestSchema } = OPERATIONS[operation];
    if (requestSchema === null || exchange.wire.credentials !== "valid" || !ruleOn(requestSchema, sent).valid) return;
    const words = wordsOf(exchange);
    const key = `${operation} ${words}`;
    const known = this.kept.get(key);
    if (known === undefined && this.kept.size >= MOST_KEPT) return;
    const isJudged = valid === "judged" || known?.isJudged === true;
    const named = known?.named ?? fieldsNamed(fieldsOf(operation, sent), exchange);
    this.kept.set(key, { operation, sent, exchange, words, named, ...known, isJudged });
  }

  /** Those of some operations that something else does not account for. */
  of(operations: readonly OperationId[], isAccounted: (refused: RefusedRequest) => boolean = () => false) {
    return [...this.kept.values()].filter((one) => operations.includes(one.operation) && !isAccounted(one));
  }

  /** Forgets what something else accounts for: a state, an allowance that is used up. */
  forget(isAccounted: (refused: RefusedRequest) => boolean): void {
    for (const [key, refused] of this.kept) if (isAccounted(refused)) this.kept.delete(key);
  }
}

/** What a refused request has otherwise than an accepted one: a value, or the lack of one. */
interface Difference {
  readonly field: Field;
  readonly edit: Edit;
  /** What the check of the field is called that judges it. */
  readonly keywords: readonly string[];
}

const OF_VALUES = ["text", "format", "pattern", "enum", "number", "maxLength", "minLength", "empty"];

function differences(template: Template, { operation, sent }: RefusedRequest): Difference[] {
  const { body } = template;
  if (body === null) return [];
  return fieldsOf(operation, sent).flatMap((field): Difference[] => {
    const { kind, children, isDiscriminator, location, unique } = field;
    // A value that was sent before may be refused for that: which the refused request had tells nothing.
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

/** What excuses the refusal of a value; null where nothing can be said of it. */
function excuseOfValue({ operation }: RefusedRequest, { field, edit }: Difference): Excuse | undefined | null {
  // Which texts and numbers suit a customer is open.
  if (operation === "createCustomer") return excuseOfDate(field.path, edit) ?? null;
  return excuseOf(field, edit);
}

function casesOf(refused: RefusedRequest, { templates }: Target, checks: ReadonlySet<string>): Case[] {
  const { operation, sent, named } = refused;
  const { requestSchema } = OPERATIONS[operation];
  const kind = valueAt(sent, ACCOUNT_TYPE);
  const [nearest] = templates[operation]
    .filter(({ body }) => valueAt(body ?? undefined, ACCOUNT_TYPE) === kind)
    .map((template) => ({ template, all: differences(template, refused) }))
    .sort((left, right) => left.all.length - right.all.length);
  if (nearest === undefined || requestSchema === null) return [];
  const { template, all } = nearest;
  const suspected = all.filter(({ field }) => named.length === 0 || named.includes(field));
  return suspected.slice(0, MOST_SENT).flatMap((difference): Case[] => {
    const { field, edit, keywords } = difference;
    const check = keywords
      .map((keyword) => `${operation}/accepts/${field.path}.${keyword}`)
      .find((id) => checks.has(id));
    const excuse = excuseOfValue(refused, difference);
    const body: Json | undefined = bodyMade(template, edit, "x".repeat(24));
    if (check === undefined || excuse === null || body === undefined || !ruleOn(requestSchema, body).valid) return [];
    const options = {
      tier: 0,
      template,
      edit,
      expect: { kind: "accept" },
      message: `${field.path} is refused although it is valid`,
      ...(excuse === undefined ? {} : { excuse }),
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
 * Cases that send by itself what may be the reason of refusals that no check has told.
 * @param cases those that were sent: their checks may be added to
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

/** Refusals in words, those of the same fields once; null where there are none. */
export function refusedText(refused: readonly RefusedRequest[]): string | null {
  const texts = refused.map(({ exchange, named }) => {
    const words = quoted(exchange);
    const plain = words.replace(/\[\d+\]/g, "");
    const isSpelled = ({ location }: Field): boolean =>
      plain.includes(location.filter((step) => step !== ITEM).join("."));
    const paths = named.filter((field) => !isSpelled(field)).map(({ path }) => path);
    return `${words}${paths.length === 0 ? "" : ` (${paths.join(", ")})`}`;
  });
  const told = [...new Set(texts)].sort();
  if (told.length === 0) return null;
  const more = told.length > MOST_TOLD ? `, and ${told.length - MOST_TOLD} more` : "";
  return `requests that keep every documented rule are refused: ${told.slice(0, MOST_TOLD).join(", ")}${more}`;
}

/** Refusals that are quoted in one answer. */
const MOST_TOLD = 5;

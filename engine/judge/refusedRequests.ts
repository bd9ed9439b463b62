/** Requests that keep every rule and were refused, wherever they were sent, and what a refusal names. */
import type { Exchange } from "../../client/model.js";
import { ruleOn } from "../../generators/referee.js";
import { hasStatus } from "../../oracles/outcome.js";
import { type Field, fieldTree, ITEM, walk } from "../../schemas/fieldTree.js";
import { isObject, type JsonObject, valueAt } from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isLockStatus, isTooLarge, isValidation } from "../../schemas/statuses.js";
import type { Judging } from "../model.js";
import { quoted, saysKnownAlready, wordsOf } from "./refusalText.js";

function isNamed({ name }: Field, words: string): boolean {
  const spelled = name.split("_").join("[_ -]?");
  return new RegExp(`(?<![A-Za-z0-9])${spelled}(?![A-Za-z0-9])`, "i").test(words);
}

/** The fields that a refusal names. A path names the objects that lead to its field as well: these are not refused themselves. */
export function fieldsNamed(fields: readonly Field[], refusal: Exchange): readonly Field[] {
  const words = refusal.response?.body ?? "";
  const spelled = fields.filter((field) => isNamed(field, words));
  return spelled.filter(
    ({ path }) => !spelled.some((other) => /^[.[]/.test(other.path.slice(path.length)) && other.path.startsWith(path)),
  );
}

/** Most differently worded refusals that are kept. */
const MOST_KEPT = 40;

/** Whether a request is refused for its content, not for its size or for what others do. */
export const isForWhatItHolds = (status: number): boolean =>
  isValidation(status) && !isLockStatus(status) && !isTooLarge(status);

/** A request that keeps every rule and was refused. */
export interface RefusedRequest {
  readonly operation: OperationId;
  readonly sent: JsonObject;
  readonly exchange: Exchange;
  readonly words: string;
  /** The fields that the refusal names. */
  readonly named: readonly Field[];
  /** Whether the case that sent it judged its refusal. */
  readonly isJudged: boolean;
}

/** The fields of a request that belong to the variant that it names. */
export function fieldsOf(operation: OperationId, sent: JsonObject): readonly Field[] {
  const { requestSchema } = operationOf(operation);
  if (requestSchema === null) return [];
  const fields = [...walk(fieldTree(requestSchema))];
  const named = new Set(
    fields.filter(({ isDiscriminator }) => isDiscriminator).map(({ location }) => valueAt(sent, location)),
  );
  return fields.filter(({ path, variant }) => path !== "" && (variant === null || named.has(variant)));
}

/** Remembers which requests were refused although they keep every rule: only the first refusal in the same words. */
export class RefusedRequests {
  private readonly kept = new Map<string, RefusedRequest>();

  note(exchange: Exchange, { operation, sent, valid }: Judging): void {
    if (valid === undefined || !isObject(sent) || !hasStatus(exchange, isForWhatItHolds) || saysKnownAlready(exchange))
      return;
    const { requestSchema } = operationOf(operation);
    if (requestSchema === null || exchange.wire.credentials !== "valid" || !ruleOn(requestSchema, sent).valid) return;
    const words = wordsOf(exchange);
    const key = `${operation} ${words}`;
    const known = this.kept.get(key);
    if (known === undefined && this.kept.size >= MOST_KEPT) return;
    const isJudged = valid === "judged" || known?.isJudged === true;
    const named = known?.named ?? fieldsNamed(fieldsOf(operation, sent), exchange);
    this.kept.set(key, { operation, sent, exchange, words, named, ...known, isJudged });
  }

  /** Those of some operations that nothing else accounts for. */
  of(operations: readonly OperationId[], isAccounted: (refused: RefusedRequest) => boolean = () => false) {
    return [...this.kept.values()].filter((one) => operations.includes(one.operation) && !isAccounted(one));
  }

  /** Forgets what something else accounts for: a state, a quota that is used up. */
  forget(isAccounted: (refused: RefusedRequest) => boolean): void {
    for (const [key, refused] of this.kept) if (isAccounted(refused)) this.kept.delete(key);
  }
}

/** Refusals in words, those of the same fields only once; null where there are none. */
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

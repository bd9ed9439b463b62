/**
 * What makes a service accept a request that keeps every documented rule but is refused: one thing after the other is
 * changed, guided by the words of the refusal, and the request is sent again. Tried are a value from another, accepted
 * request; a single item of a list; no value, where the field may be left out; another value of the same kind; a name that
 * nobody has yet.
 */
import type { Exchange } from "../client/model.js";
import { quoted, saysKnownAlready, wordsOf } from "../engine/judge/refusalText.js";
import { fieldsNamed } from "../engine/judge/refusedRequests.js";
import { discover } from "../engine/send/discovering.js";
import type { Template } from "../generators/edits/edit.js";
import { ruleOn } from "../generators/referee.js";
import { ALONE, ANEW, type Fit, fitted } from "../generators/templates/fits.js";
import { withLuhnDigit } from "../generators/texts/checkDigits.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import type { ValueKind } from "../schemas/facts.js";
import { type Field, fieldTree, ITEM, pointersIn, walk } from "../schemas/fieldTree.js";
import { type Json, pointerText, valueAt } from "../schemas/json.js";
import { operationOf } from "../schemas/operation.js";
import { isValidation } from "../schemas/statuses.js";

/** Most requests for one template, and how often the words of a new refusal are followed. */
const MOST_ASKED = 24;
const ROUNDS = 6;

/** Values that real services accept, where the template's own are refused. */
const USUAL: Readonly<Partial<Record<ValueKind, readonly string[]>>> = {
  website: ["https://www.example.com", "https://example.org/"],
  email: ["info@example.com"],
  phone: ["+8613800138000", "+85223456789", "+12025550123"],
  accountNumber: [withLuhnDigit("6222021234567890"), withLuhnDigit("6222021234567890120"), "20001357"],
  swiftCode: ["BKCHCNBJXXX", "ICBKCNBJ"],
  postCode: ["518000"],
  bankCode: ["102100099996", "001"],
  currencyCode: ["USD", "CNY", "EUR", "GBP", "HKD"],
  identifier: ["11010519491231002X", "20001357"],
  words: ["Lotus Trading", "20001357", "LOTUS"],
  birthDate: ["1984-06-15T00:00:00Z"],
  expiryDate: ["2034-06-15T00:00:00Z"],
};

/** Values of a field without a documented list that real services accept. */
function usualValues({ kind, type, rules }: Field): readonly Json[] {
  if (type === "number" || type === "integer") return [100_000];
  if (type !== "string" || rules.enum !== undefined) return [];
  return USUAL[kind ?? "words"] ?? (rules.format === "date-time" ? ["2021-06-15T00:00:00Z"] : []);
}

/** A change that got a template accepted, with its earlier refusal. */
export interface FoundFit {
  readonly fits: readonly Fit[];
  readonly refusal: Exchange;
}

export interface Fitting {
  /** Sends the template unchanged. */
  readonly ask: (template: Template, turn: number) => Promise<Exchange>;
  /** Templates of the same kind that are accepted unchanged. */
  readonly taken: readonly Template[];
  /** Changes that got others accepted: they are tried first. */
  readonly known: readonly (readonly Fit[])[];
}

/** Fields that are not changed: they decide what the request is, or the document lists their values. */
function isFixed({ isDiscriminator, kind, name, children }: Field): boolean {
  const decidesKind = isDiscriminator || children.some((child) => child.isDiscriminator || child.kind === "fileId");
  return decidesKind || name === ITEM || kind === "partnerId" || kind === "fileId";
}

function isFreeText({ type, rules }: Field): boolean {
  return type === "string" && rules.enum === undefined;
}

/** All values of another template with another network or kind of business. */
function companyOf(field: Field, fields: readonly Field[]): readonly Field[] {
  return field.kind === "network" ? fields.filter((other) => other === field || other.goesWith === "network") : [field];
}

/** Changes of one field, the mildest first. */
function changesOf(
  field: Field,
  fields: readonly Field[],
  template: Template,
  { taken }: Fitting,
  refusal: Exchange,
): Fit[][] {
  const { body } = template;
  if (body === null || isFixed(field)) return [];
  const [at] = pointersIn(body, field.location);
  const alike = taken.flatMap((other): Fit[][] => {
    const changes = companyOf(field, fields).flatMap(({ location }): Fit[] => {
      const to = other.body === null ? undefined : valueAt(other.body, location);
      return to === undefined || to === valueAt(body, location) ? [] : [{ at: location, to }];
    });
    return changes.length === 0 ? [] : [changes];
  });
  const unlike = [...new Map(alike.map((changes) => [JSON.stringify(changes), changes])).values()].slice(0, 2);
  if (at === undefined) return unlike;
  const current = valueAt(body, at);
  const isText = isFreeText(field);
  return [
    ...(saysKnownAlready(refusal) && isText ? [[{ at, to: ANEW }]] : []),
    ...(isText ? [] : unlike),
    ...usualValues(field)
      .filter((value) => value !== current)
      .map((to): Fit[] => [{ at, to }]),
    ...(Array.isArray(current) && current.length > 1 ? [[{ at, to: ALONE }]] : []),
    ...(field.required ? [] : [[{ at: field.location, to: undefined }]]),
  ];
}

/** What is tried after a refusal: changes to the fields that it names or, where it names none, to those that often cause one. */
function candidates(template: Template, fitting: Fitting, refusal: Exchange): Fit[][] {
  const { requestSchema } = operationOf(template.operation);
  if (requestSchema === null || template.body === null) return [];
  const own = String(valueAt(template.body, ["payment_details", "account_type"]));
  const fields = [...walk(fieldTree(requestSchema))].filter(
    ({ path, variant }) => path !== "" && (variant === null || variant === own),
  );
  // A kind of account that is named does not change; what it may not go with may.
  const named = fieldsNamed(fields, refusal).filter((field) => !field.isDiscriminator);
  // Somebody has a value already, and no field is named in full: one of the texts is made new, the name of the business first.
  if (named.length === 0 && saysKnownAlready(refusal))
    return fields
      .filter((field) => isFreeText(field) && !isFixed(field))
      .flatMap(({ location }) => pointersIn(template.body ?? {}, location).slice(0, 1))
      .map((at) => [{ at, to: ANEW }]);
  const hurting = fields.filter(
    ({ kind, type, rules, required }) =>
      kind === "network" || type === "array" || (rules.enum?.length ?? 0) > 1 || (kind === "website" && !required),
  );
  return (named.length > 0 ? named : hurting).flatMap((field) => changesOf(field, fields, template, fitting, refusal));
}

/**
 * Finds the changes that get a template accepted.
 * @param refusal the refusal of the unchanged template
 * @returns null when none of those tried is enough
 */
export async function findFits(template: Template, refusal: Exchange, fitting: Fitting): Promise<FoundFit | null> {
  const { requestSchema } = operationOf(template.operation);
  const heard = new Set([wordsOf(refusal)]);
  const further = (fits: readonly Fit[], last: Exchange): (readonly Fit[])[] =>
    candidates(fitted(template, fits), fitting, last).map((change) => [...fits, ...change]);
  const isValid = (changed: Template): boolean =>
    requestSchema !== null && changed.body !== null && ruleOn(requestSchema, judgeable(changed)).valid;
  const { taken } = await discover<readonly Fit[], Exchange>({
    moves: [...fitting.known, ...further([], refusal)],
    ask: async (fits, turn) => {
      const changed = fitted(template, fits);
      return changed === template || turn >= MOST_ASKED || !isValid(changed) ? null : fitting.ask(changed, turn + 1);
    },
    isTaken: isSuccess,
    next: ({ move, answer }, left) => {
      // A different refusal: the first requirement is met, and the next one has to be.
      if (fitting.known.includes(move) || !hasStatus(answer, isValidation) || heard.has(wordsOf(answer))) return left;
      heard.add(wordsOf(answer));
      return heard.size > ROUNDS ? [] : further(move, answer);
    },
  });
  return taken === null ? null : { fits: taken.move, refusal };
}

/** The body as the referee sees it: with a partner's own id. */
function judgeable({ body, freshField }: Template): Json {
  return freshField === null ? body : { ...body, [freshField]: "x".repeat(24) };
}

function fitsText(fits: readonly Fit[]): string {
  const words = fits.map(({ at, to }) => {
    if (to === undefined) return `without ${pointerText(at).replaceAll(`.${ITEM}`, ITEM)}`;
    if (typeof to === "object" && to !== null && "anew" in to) return `with a new ${pointerText(at)} each time`;
    if (typeof to === "object" && to !== null && "alone" in to) return `with one item in ${pointerText(at)}`;
    return `with ${pointerText(at)} ${JSON.stringify(to)}`;
  });
  return words.join(", ");
}

/** What was found out, in words: each refusal once. */
export function foundText(found: readonly FoundFit[]): string {
  const texts = found.map(({ fits, refusal }) => `${quoted(refusal)}: taken ${fitsText(fits)}`);
  return [...new Set(texts)].join("; ");
}

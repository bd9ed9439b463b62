/** A success body against the documented fields: presence by its kind, and every value rule. */

import { type Field, fieldTree, ITEM, keywordsOf } from "../schemas/fieldTree.js";
import { cutJsonText, isEmpty, isObject, type JsonRecord, jsonText } from "../schemas/json.js";
import { onceEach } from "../schemas/onceEach.js";
import { breaches } from "../schemas/validators.js";

/** One thing seen about one rule of a response. */
export interface ResponseFact {
  /** `path.keyword`, as check ids name it; `path.present` for presence. */
  readonly rule: string;
  /** The field as rules name it, or `body`. */
  readonly name: string;
  readonly keyword: string;
  readonly outcome: "ok" | "broken" | "seen" | "unseen";
  readonly expected: string;
  readonly actual: string;
}

/** The name of a field: that of the body itself is `body`. */
function bodyOr(path: string): string {
  return path === "" ? "body" : path;
}

export function ruleName(path: string, keyword: string): string {
  return `${bodyOr(path)}.${keyword}`;
}

/** Whether the document contradicts itself about a field in a record like this: then it is only judged for its type. */
function beyondJudgement({ unjudgedWhere }: Field, parent: JsonRecord): boolean {
  return unjudgedWhere.some((where) => Object.entries(where).every(([name, value]) => parent[name] === value));
}

/** Characters of a value that a fact shows. */
const SHOWN = 200;

/** What the request carried for a field of the response; undefined when nothing. */
function sentAt(sent: unknown, location: readonly string[]): unknown {
  let value = sent;
  for (const name of location) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function wasSent(sent: unknown, location: readonly string[]): boolean {
  return !isEmpty(sentAt(sent, location));
}

/** Whether a number is not one for a service that keeps doubles: the range of numbers is stated nowhere. */
function isBeyondDoubles(sent: unknown): boolean {
  return typeof sent === "number" && !Number.isFinite(sent);
}

/** A documented field that is null although it need not be present, and its record. */
interface NullField {
  readonly path: string;
  /** The id of the record, as `transaction_id "t1"`; null where it shows none. */
  readonly record: string | null;
}

interface Walk {
  readonly sent: unknown;
  /** Places (JSON pointers) at which a null means that there is no value, and places that cannot be judged. */
  readonly excused: Set<string>;
  readonly facts: ResponseFact[];
  readonly passes: Map<string, number>;
  readonly nulls: NullField[];
  readonly beyond: Set<string>;
}

/** Members that identify a record. */
const IDS = /^(?:[^_]+_)?id$/;

function recordOf(parent: JsonRecord): string | null {
  const [id] = Object.entries(parent).filter(([name, value]) => IDS.test(name) && typeof value === "string");
  return id === undefined ? null : `${id[0]} ${jsonText(id[1])}`;
}

function presenceFact(walk: Walk, field: Field, value: unknown, parent: JsonRecord): void {
  if (field.presence === null) return;
  const rule = ruleName(field.path, "present");
  const about = { rule, name: bodyOr(field.path), keyword: "present" };
  const expected = `${field.name} in the response`;
  const there = value !== undefined && value !== null;
  if (field.presence === "eventual") {
    // A completion time can be expected only of what is complete, and an audit time only of what is no longer waiting:
    // other records say nothing about those.
    const status = String(parent.status);
    if (field.path === "completed_at" && !/complete|succeed/i.test(status)) return;
    if (field.path === "audit_at" && /pending|process/i.test(status)) return;
    walk.facts.push({ ...about, outcome: there ? "seen" : "unseen", expected, actual: cutJsonText(value, SHOWN) });
    return;
  }
  if (field.presence === "sent" && !there && !wasSent(walk.sent, field.location)) return;
  if (there || value === null) walk.passes.set(rule, (walk.passes.get(rule) ?? 0) + 1);
  else walk.facts.push({ ...about, outcome: "broken", expected, actual: "absent" });
}

/** Null is not a value of the documented type; it is a separate fault where there must be a value, or one was sent. */
function nullMeansNone(walk: Walk, field: Field): boolean {
  return field.presence !== "required" && !wasSent(walk.sent, field.location);
}

/**
 * Whether a text is empty where nothing was sent: that a rule allows no empty value says nothing of how no value is shown. Where no
 * request is known that it answers, as in a delivery, any optional one may be such a text.
 */
function isNoText({ sent }: Walk, { presence, required, location }: Field, value: unknown): boolean {
  if (value !== "" || presence !== "sent") return false;
  return isObject(sent) ? !wasSent(sent, location) : !required;
}

/** Whether an object is empty as nothing was sent for it: it shows that there is no value, as null does. */
function isEmptyForNothing({ sent }: Walk, { location }: Field, value: JsonRecord): boolean {
  return isObject(sent) && location.length > 0 && Object.keys(value).length === 0 && !wasSent(sent, location);
}

function visitChildren(walk: Walk, field: Field, value: unknown, pointer: string, outer: string | null): void {
  if (Array.isArray(value)) {
    const item = field.children[0];
    if (item === undefined) return;
    for (const [index, entry] of value.entries()) visit(walk, item, entry, `${pointer}/${index}`, outer);
    return;
  }
  if (!isObject(value) || isEmptyForNothing(walk, field, value)) return;
  const record = recordOf(value) ?? outer;
  const variant = field.discriminator === null ? undefined : value[field.discriminator];
  for (const child of field.children) {
    const { name } = child;
    if (name === ITEM) continue;
    if (child.variant !== null && child.variant !== field.variant && child.variant !== variant) continue;
    const childPointer = `${pointer}/${name}`;
    const entry = Object.hasOwn(value, name) ? value[name] : undefined;
    if (beyondJudgement(child, value)) {
      for (const rule of [ruleName(child.path, "present"), ...rulesOf(child)]) walk.beyond.add(rule);
      if (entry === undefined || entry === null || typeof entry === "string") {
        walk.excused.add(childPointer);
        continue;
      }
    }
    presenceFact(walk, child, entry, value);
    const isBeyond = entry === null && isBeyondDoubles(sentAt(walk.sent, child.location));
    if (isBeyond || isNoText(walk, child, entry)) walk.excused.add(childPointer);
    else if (entry === null && nullMeansNone(walk, child)) {
      walk.excused.add(childPointer);
      walk.nulls.push({ path: child.path, record });
    } else if (entry !== undefined) visit(walk, child, entry, childPointer, record);
  }
}

/** The names of a field's value rules. */
const rulesOf = onceEach((field: Field): readonly string[] =>
  keywordsOf(field)
    .filter((keyword) => keyword !== "required")
    .map((keyword) => ruleName(field.path, keyword)),
);

function visit(walk: Walk, field: Field, value: unknown, pointer: string, record: string | null): void {
  for (const rule of rulesOf(field)) walk.passes.set(rule, (walk.passes.get(rule) ?? 0) + 1);
  visitChildren(walk, field, value, pointer, record);
}

/** What a success body shows: how often each rule held, and each departure. */
export interface ResponseReading {
  readonly passes: ReadonlyMap<string, number>;
  readonly facts: readonly ResponseFact[];
  readonly nulls: readonly NullField[];
  /** Rules of fields about which the document contradicts itself in some record. */
  readonly beyond: ReadonlySet<string>;
}

/**
 * Reads a success body against its schema.
 * @param sent the request's body, for fields that come back only when they were sent
 */
export function readResponse(schemaName: string, body: unknown, sent: unknown): ResponseReading {
  const seen = { facts: [], passes: new Map(), nulls: [], beyond: new Set<string>() };
  const walk: Walk = { sent, excused: new Set(), ...seen };
  visit(walk, fieldTree(schemaName), body, "", null);
  for (const breach of breaches(schemaName, body)) {
    // Presence was judged above, with what the document says about it.
    if (breach.keyword === "required" || walk.excused.has(breach.pointer)) continue;
    const rule = ruleName(breach.path, breach.keyword);
    walk.passes.set(rule, Math.max(0, (walk.passes.get(rule) ?? 1) - 1));
    const about = { rule, name: bodyOr(breach.path), keyword: breach.keyword };
    walk.facts.push({ ...about, outcome: "broken", expected: breach.rule, actual: cutJsonText(breach.value, SHOWN) });
  }
  const { passes, facts, nulls, beyond } = walk;
  return { passes, facts, nulls, beyond };
}

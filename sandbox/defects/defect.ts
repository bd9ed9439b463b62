import { type Behaviour, chooseBehaviour } from "../behaviours.js";
import { OPERATION_NAMES, type OperationName, type Refusal, refusal } from "../request.js";
import { type BodyOperation, type FieldRule, fieldRules } from "../rules.js";
import { FILE_TYPES } from "../service.js";
import type { DefectHooks } from "./hooks.js";

/** One deliberate departure from one rule of the document. */
export interface Defect {
  /** Unique: the operation, the rule and the way it is broken, with slashes between them. */
  readonly id: string;
  /** What kind of departure it is; each family has its own table or file. */
  readonly family: string;
  /** The operation that shows it. */
  readonly operation: OperationName | "webhooks";
  /**
   * The rule it breaks: `area/field path.keyword` or `area/subject`. Where the departure can fairly be called by several
   * names, all of them, the most fitting first.
   */
  readonly rule: string | readonly string[];
  readonly title: string;
  /** The choices of behaviour without which it does not show. */
  readonly needs?: Readonly<Partial<Record<keyof Behaviour, string>>>;
  /** The operations that its hooks are called for. */
  readonly on: readonly OperationName[];
  /** Fresh hooks for one sandbox; what a defect remembers between requests lives in their closure. */
  readonly hooks: () => DefectHooks;
}

/** The hooks of a defect; a function creates new ones for each sandbox where something is remembered between requests. */
export type HooksOf = DefectHooks | (() => DefectHooks);

/** A row of a table: the end of an id with other rules that it can be named after, what it does, and how. */
export interface Row<Value> {
  readonly name: string;
  readonly also: readonly string[];
  readonly title: string;
  readonly value: Value;
}

function inFull(name: string): string {
  return name
    .replace(/(^|\/)(bank|crypto)\./, "$1payment_details.$2.")
    .replace(/(^|\/)person\./, "$1business_person_list[].");
}

/**
 * A table of rows `name, other rule | what it does | ${value}`. A row may go on in the next line; a value that is a string
 * belongs to the text. In names `bank.`, `crypto.` and `person.` stand for the paths of an account and of a business person.
 */
export function rows<Value>(texts: TemplateStringsArray, ...values: readonly (string | Value)[]): Row<Value>[] {
  const table: Row<Value>[] = [];
  let text = "";
  for (const [index, value] of values.entries()) {
    text += texts[index];
    if (typeof value === "string") {
      text += value;
      continue;
    }
    const [names = "", title = ""] = text.split("|").map((column) => column.replace(/\s+/g, " ").trim());
    const [name = "", ...also] = names.split(", ").map(inFull);
    table.push({ name, also, title, value });
    text = "";
  }
  return table;
}

export type Operations = OperationName | readonly OperationName[] | null;
type Table<Value> = (texts: TemplateStringsArray, ...values: readonly (string | Value)[]) => Defect[];

/**
 * Declares a table of defects of a family: `rule/way, other rule | what it does | ${value}`, where `hooks` turns a value
 * into the departure, at the path that the rule is about. All of them in each of the operations; the name of the operation
 * precedes each row's unless it is null. Where there are `areas`, rows leave them out, and each rule is meant in all of
 * them. `minLength+pattern` stands for two rules of a field, and … in a title for the field's name.
 */
export function defectsBy<Value>(
  family: string,
  operations: Operations,
  areas: readonly string[],
  hooks: (value: Value, path: string, rule: string) => HooksOf,
): Table<Value> {
  const each: readonly (OperationName | null)[] = operations === null ? [null] : [operations].flat();
  return (texts, ...values) => {
    const table = rows(texts, ...values);
    return each.flatMap((operation) =>
      table.map(({ name, also, title, value }) => {
        const id = operation === null ? name : `${operation}/${name}`;
        const own = OPERATION_NAMES.find((known) => id.startsWith(`${known}/`));
        if (own === undefined) throw new Error(`No operation of a defect: ${id}`);
        const end = id.lastIndexOf("/");
        const rule = id.slice(own.length + 1, end);
        const field = fieldOf(rule, areas);
        const names = areas.length === 0 ? [rule] : rulesIn(areas, rule);
        const rules = areas.length + also.length === 0 ? rule : [...names, ...also];
        const what = title.replace(/^…/, field);
        return defectOf(family, own, rules, id.slice(end + 1), what, hooks(value, pathOf(field), rule));
      }),
    );
  };
}

/** The same where the values are the hooks. */
export function defects(family: string, operations: Operations): Table<HooksOf> {
  return defectsBy(family, operations, [], (hooks) => hooks);
}

/** The names of a rule in several areas: what was wrongly accepted is returned, so that the rule is broken in all of them. */
export function rulesIn(areas: readonly string[], ...rules: readonly string[]): string[] {
  return rules.flatMap((rule) => {
    const [, stem = "", keywords = rule] = /^(.*\.)([\w]+\+.*)$/.exec(rule) ?? [];
    return keywords.split("+").flatMap((keyword) => areas.map((area) => `${area}/${stem}${keyword}`));
  });
}

/** The field that a rule is about: echoes are named by it alone, other rules have a keyword after it. */
function fieldOf(rule: string, areas: readonly string[]): string {
  const name = areas.length > 0 ? rule : rule.slice(rule.indexOf("/") + 1);
  return (areas[0] ?? rule).startsWith("echo") ? name : name.replace(/\.[^.]*$/, "");
}

/** The path of a field as named in rules. */
export function pathOf(field: string): string {
  return field.replace(/^payment_details\.(bank|crypto)/, "payment_details($1)");
}

/** Declares a defect whose id is made of its operation, its first rule, and the way in which it breaks it. */
export function defectOf(
  family: string,
  operation: OperationName,
  rule: string | readonly string[],
  way: string,
  title: string,
  hooks: HooksOf,
): Defect {
  const [first = ""] = typeof rule === "string" ? [rule] : rule;
  return {
    id: `${operation}/${first}/${way}`,
    family,
    operation,
    rule,
    title,
    on: [operation],
    hooks: typeof hooks === "function" ? hooks : () => hooks,
  };
}

/** The rules of request bodies by operation, from which families are generated. */
export const REQUEST_TABLES = fieldRules(chooseBehaviour());

export const BODY_OPERATIONS = ["createRecipient", "updateRecipient", "uploadFile", "createCustomer"] as const;

export const RECIPIENT_OPERATIONS = ["createRecipient", "updateRecipient"] as const;

/**
 * Whether the document says that a field is required. It does not say so for a recipient creation itself, nor for a
 * customer's or an upload's fields (sections 2.1, 2.4 and 4.3); inside an account it does.
 */
export function isDocumentedAsRequired(operation: BodyOperation, { path, required }: FieldRule): boolean {
  if (required !== true) return false;
  return (
    operation === "updateRecipient" ||
    (operation === "createRecipient" && path.startsWith("payment_details") && path !== "payment_details")
  );
}

/** Rotates over the places of a rule, so that all ways to break it are used somewhere. */
export function inTurn<Way>(ways: readonly Way[], turn: number): Way | undefined {
  return ways[turn % ways.length];
}

/** The ways to break each rule of a field, by keyword; none where the field has no such rule. */
export type Ways<Value> = Readonly<Record<string, readonly Row<Value>[]>>;

/** What is declared for each breakable rule of a field, with the way whose turn it is. */
export function eachInTurn<Value, Declared>(
  ways: Ways<Value>,
  turn: number,
  declare: (keyword: string, way: Row<Value>) => Declared,
): Declared[] {
  return Object.entries(ways).flatMap(([keyword, choices]) => {
    const chosen = inTurn(choices, turn);
    return chosen === undefined ? [] : [declare(keyword, chosen)];
  });
}

/** The types of file (section 4.3). */
export const FILE_TYPE_NAMES: readonly string[] = Object.values(FILE_TYPES).flat();

/** The answer of a failing service. */
export const SERVER_ERROR: Refusal = refusal(500, "INTERNAL_ERROR", "The request could not be processed");

import { isDateTime } from "./dateTime.js";
import { ExactNumber, isObject, type JsonObject } from "./json.js";
import type { FieldRule, FileContext } from "./rules.js";

interface CompiledRule {
  readonly name: string;
  readonly rule: FieldRule;
  readonly members: Map<string, CompiledRule>;
  readonly variants: Map<string, Map<string, CompiledRule>>;
  item: CompiledRule | undefined;
}

export type CompiledRules = ReadonlyMap<string, CompiledRule>;

/** How a body is checked, besides its field rules. */
interface CheckOptions {
  readonly unknownFields: "ignored" | "refused" | "echoed";
  /** Whether all faults are collected rather than the first one. */
  readonly all: boolean;
  /** Why a file id cannot be used, or undefined. */
  readonly fileFault: (fileId: string, context: FileContext) => string | undefined;
}

/** Turns a table of rules into a tree. A rule must come after the rule of the object or list that holds it. */
export function compileRules(rules: readonly FieldRule[]): CompiledRules {
  const top = new Map<string, CompiledRule>();
  const compiled = new Map<string, CompiledRule>();
  for (const rule of rules) {
    const separator = rule.path.lastIndexOf(".");
    const name = rule.path.slice(separator + 1);
    const node: CompiledRule = { name, rule, members: new Map(), variants: new Map(), item: undefined };
    compiled.set(rule.path, node);
    if (rule.path.endsWith("[]")) {
      const list = compiled.get(rule.path.slice(0, -2));
      if (list !== undefined) list.item = node;
    } else {
      const holder = separator < 0 ? top : holderOf(rule.path.slice(0, separator), compiled);
      holder?.set(name, node);
    }
  }
  return top;
}

function holderOf(path: string, compiled: ReadonlyMap<string, CompiledRule>): Map<string, CompiledRule> | undefined {
  const variant = /^(.*)\((\w+)\)$/.exec(path);
  if (variant === null) return compiled.get(path)?.members;
  const [, holderPath = "", value = ""] = variant;
  const variants = compiled.get(holderPath)?.variants;
  const members = variants?.get(value) ?? new Map<string, CompiledRule>();
  variants?.set(value, members);
  return members;
}

/** Collects what is wrong with a body, in the order of the table, and keeps what will be stored. */
export class BodyCheck {
  readonly faults: string[] = [];

  constructor(private readonly options: CheckOptions) {}

  get #finished(): boolean {
    return this.faults.length > 0 && !this.options.all;
  }

  members(value: JsonObject, tables: readonly CompiledRules[], path: string): Record<string, unknown> {
    const kept: Record<string, unknown> = this.options.unknownFields === "echoed" ? { ...value } : {};
    for (const table of tables) {
      for (const node of table.values()) {
        if (this.#finished) return kept;
        const { name } = node;
        const at = path === "" ? name : `${path}.${name}`;
        if (Object.hasOwn(value, name)) kept[name] = this.#value(value[name], node, at);
        else if (node.rule.required === true) this.faults.push(`${at} is required`);
      }
    }
    if (this.options.unknownFields === "refused") this.#refuseUnknown(value, tables, path);
    return kept;
  }

  #refuseUnknown(value: JsonObject, tables: readonly CompiledRules[], path: string): void {
    for (const name of Object.keys(value)) {
      if (!this.#finished && !tables.some((table) => table.has(name))) {
        this.faults.push(`${path === "" ? "" : `${path}.`}${name.slice(0, 64)} is not a field of this request`);
      }
    }
  }

  #value(value: unknown, node: CompiledRule, path: string): unknown {
    const { rule } = node;
    const decision = rule.accepts?.(value);
    if (decision === false) this.faults.push(`${path} is not valid`);
    if (decision !== undefined) return value;
    switch (rule.kind) {
      case "text":
        return this.#text(value, rule, path);
      case "number":
        if (typeof value !== "number" && !(value instanceof ExactNumber)) this.faults.push(`${path} must be a number`);
        return value;
      case "object":
        return this.#object(value, node, path);
      case "list":
        return this.#list(value, node, path);
    }
  }

  #text(value: unknown, rule: FieldRule, path: string): unknown {
    if (typeof value !== "string") {
      this.faults.push(`${path} must be a string`);
      return value;
    }
    const fault = textFault(value, rule) ?? (rule.file && this.options.fileFault(value, rule.file));
    if (fault !== undefined) this.faults.push(`${path} ${fault}`);
    return value;
  }

  #object(value: unknown, { rule, members, variants }: CompiledRule, path: string): unknown {
    if (!isObject(value)) {
      this.faults.push(`${path} must be an object`);
      return value;
    }
    const chosen = rule.discriminator === undefined ? undefined : value[rule.discriminator];
    const variant = typeof chosen === "string" ? variants.get(chosen) : undefined;
    return this.members(value, variant === undefined ? [members] : [members, variant], path);
  }

  #list(value: unknown, { rule, item }: CompiledRule, path: string): unknown {
    if (!Array.isArray(value)) {
      this.faults.push(`${path} must be an array`);
      return value;
    }
    const items: readonly unknown[] = value;
    if (rule.maxItems !== undefined && items.length > rule.maxItems) {
      this.faults.push(`${path} must have at most ${rule.maxItems} items`);
      return value;
    }
    if (item === undefined) return items;
    return items.map((each, index) => (this.#finished ? each : this.#value(each, item, `${path}[${index}]`)));
  }
}

/** What is wrong with a string under a rule, worded to follow the name of its field. */
function textFault(value: string, rule: FieldRule): string | undefined {
  if (value === "" && rule.emptyAllowed === true) return undefined;
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, values } = rule;
  if (isShorterThan(minLength, value) || isLongerThan(maxLength, value))
    return `must have ${lengthRange(rule)} characters`;
  if (pattern !== undefined && !pattern.test(value)) return "has characters or a form that is not allowed";
  if (values !== undefined && !values.includes(value)) return `must be one of ${values.join(", ")}`;
  return rule.dateTime === true && !isDateTime(value) ? "must be a date-time" : undefined;
}

function lengthRange({ minLength = 0, maxLength = Number.POSITIVE_INFINITY }: FieldRule): string {
  if (minLength === maxLength) return `exactly ${minLength}`;
  return minLength === 0 ? `at most ${maxLength}` : `${minLength} to ${maxLength}`;
}

// Characters are code points, of which a string has at most as many as code units and at least half as many: only in
// between do they need to be counted.
function isShorterThan(length: number, value: string): boolean {
  return value.length < length || (value.length < 2 * length && characters(value) < length);
}

function isLongerThan(length: number, value: string): boolean {
  return value.length > 2 * length || (value.length > length && characters(value) > length);
}

function characters(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

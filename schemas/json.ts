/** JSON values: what they are, how they are read, shown and edited. Nothing here changes its input. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}
/** Members of an object that somebody else made: their values are unknown. */
export type JsonRecord = Readonly<Record<string, unknown>>;
/** A place in a value: property names and list positions. */
export type Pointer = readonly (string | number)[];

/** Distinguishes an object from lists and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is empty: absent, null, no text, no items, or only empty members. */
export function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.values(value).every(isEmpty);
  return value === undefined || value === null || value === "";
}

/** The JSON value of a text; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value as JSON, or `absent`. */
export function jsonText(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

/** The same, cut after a number of characters (UTF-16 units), with its length. */
export function cutJsonText(value: unknown, limit: number): string {
  const text = jsonText(value);
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

/** The value at a place, or undefined when there is none. */
export function valueAt(value: Json | undefined, pointer: Pointer): Json | undefined;
export function valueAt(value: unknown, pointer: Pointer): unknown;
export function valueAt(value: unknown, pointer: Pointer): unknown {
  let current = value;
  for (const step of pointer) {
    if (Array.isArray(current) && typeof step === "number") current = current[step];
    else if (isObject(current) && typeof step === "string" && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}

export function without<T>(object: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** A copy with another value at a place; missing parents are created as objects. `undefined` removes. */
export function withValueAt(value: Json, pointer: Pointer, replacement: Json | undefined): Json {
  const [step, ...rest] = pointer;
  if (step === undefined) return replacement ?? null;
  if (Array.isArray(value) && typeof step === "number") {
    const copy = [...value];
    if (rest.length === 0 && replacement === undefined) copy.splice(step, 1);
    else copy[step] = withValueAt(copy[step] ?? {}, rest, replacement);
    return copy;
  }
  const copy: JsonObject = isObject(value) ? { ...value } : {};
  const name = String(step);
  if (rest.length === 0 && replacement === undefined) delete copy[name];
  else copy[name] = withValueAt(copy[name] ?? {}, rest, replacement);
  return copy;
}

/** `business_person_list[1].basic_info` */
export function pointerText(pointer: Pointer): string {
  let text = "";
  for (const step of pointer) text += typeof step === "number" ? `[${step}]` : text === "" ? step : `.${step}`;
  return text;
}

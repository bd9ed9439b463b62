/** JSON values and edits of them. Nothing here changes its input. */

export type Json = string | number | boolean | null | Json[] | JsonObject;
export interface JsonObject {
  [name: string]: Json;
}
/** Where in a value: property names and list positions. */
export type Pointer = readonly (string | number)[];

/** Tells an object from lists and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a place, or undefined when there is none. */
export function valueAt(value: Json | undefined, pointer: Pointer): Json | undefined {
  let current = value;
  for (const step of pointer) {
    if (Array.isArray(current) && typeof step === "number") current = current[step];
    else if (isObject(current) && typeof step === "string" && Object.hasOwn(current, step)) current = current[step];
    else return undefined;
  }
  return current;
}

/** A copy in which the value at a place is another one; missing parents are made as objects. `undefined` removes. */
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

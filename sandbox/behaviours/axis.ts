/**
 * One question that the document leaves open or contradicts, and that a running service has to decide. The first value
 * is the default. Every value conforms.
 */
export interface Axis<Value extends string = string> {
  readonly section: string;
  readonly question: string;
  readonly values: readonly (readonly [value: Value, meaning: string])[];
}

/** Declares an axis; the literal values become the type of the choice. `section` is the document's. */
export function axis<const Value extends string>(
  section: string,
  question: string,
  values: readonly (readonly [value: Value, meaning: string])[],
): Axis<Value> {
  return { section, question, values };
}

/** The type of the value chosen on an axis. */
export type ChoiceOf<Declared> = Declared extends Axis<infer Value> ? Value : never;

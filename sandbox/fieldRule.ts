/** The resource that a file id is used by, which decides the file types that suit (section 4.3). */
export type FileContext = "recipient" | "customer";

/**
 * One row of a table of section 2. `path` names the value: members are separated by dots, `[]` stands for each item of
 * a list and `(name)` for the variant that a discriminator of that value selects, as in
 * `payment_details(bank).swift_code`. Lengths are in characters (Unicode code points).
 */
export interface FieldRule {
  readonly path: string;
  readonly kind: "text" | "number" | "object" | "list";
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** An empty string is valid whatever minLength says. */
  readonly emptyAllowed?: boolean;
  readonly pattern?: RegExp;
  readonly values?: readonly string[];
  readonly dateTime?: boolean;
  readonly maxItems?: number;
  /** The member that selects the variant of an object. */
  readonly discriminator?: string;
  /** The value is the id of a file used in this context. */
  readonly file?: FileContext;
  /**
   * Where it gives an answer, it decides in place of everything above and of the rules of what is inside the value;
   * used by defects.
   */
  readonly accepts?: (value: unknown) => boolean | undefined;
}

/** `rules` with the rule at each of `paths` made required. */
export function requiring(paths: readonly string[], rules: readonly FieldRule[]): FieldRule[] {
  return rules.map((rule) => (paths.includes(rule.path) ? { ...rule, required: true } : rule));
}

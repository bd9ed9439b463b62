/** `value` changed when it is text, else as it is. */
export function textOf(value: unknown, change: (text: string) => unknown): unknown {
  return typeof value === "string" ? change(value) : value;
}

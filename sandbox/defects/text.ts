import type { Change } from "./bodyPath.js";

/** A change of texts only; other values stay as they are. */
export function textChange(change: (text: string) => unknown): Change {
  return (value) => (typeof value === "string" ? change(value) : value);
}

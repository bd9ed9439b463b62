/** The body of a delivery as JSON, read without harm whatever it is. */
import { isDeeperThan } from "../../oracles/jsonDepth.js";

export type DeliveryBody =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "not-json"; readonly reason: string }
  /** JSON, or the beginning of it, that is nested deeper than anything documented: it is not looked into. */
  | { readonly kind: "too-deep" };

/** Levels of nesting that are looked into; the documented data has five. */
const DEEPEST = 64;

/** Reads a body. A byte order mark is overlooked. Never throws. */
export function readDeliveryBody(bytes: Uint8Array): DeliveryBody {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return { kind: "not-json", reason: "not UTF-8" };
  }
  if (text.trim() === "") return { kind: "not-json", reason: "empty" };
  if (isDeeperThan(text, DEEPEST)) return { kind: "too-deep" };
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch {
    return { kind: "not-json", reason: "not JSON" };
  }
}

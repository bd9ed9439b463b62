import type { Exchange } from "../client/model.js";
import { successBody } from "../oracles/json.js";

/** A field of a success body; undefined when the answer is none, or has none. */
export function responseField(exchange: Exchange, name: string): unknown {
  return successBody(exchange)[name];
}

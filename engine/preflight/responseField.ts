import type { Exchange } from "../../client/model.js";
import { isObject } from "../../generators/json.js";
import { jsonBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";

/** A field of a success body; undefined when the answer is none, or has none. */
export function responseField(exchange: Exchange, name: string): unknown {
  if (exchange.response === null || !isSuccess(exchange)) return undefined;
  const body = jsonBody(exchange.response);
  return body.ok && isObject(body.value) ? body.value[name] : undefined;
}

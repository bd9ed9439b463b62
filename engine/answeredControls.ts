/** Requests of the preflight that can serve as controls: their answers need not be asked for again. */
import { isDeepStrictEqual } from "node:util";
import type { Exchange, WireRequest } from "../client/model.js";
import type { Interceptor } from "../client/send.js";
import { materialise, type Template } from "../generators/edits/edit.js";
import { isSuccess } from "../oracles/outcome.js";
import { isObject, type Json, withValueAt } from "../schemas/json.js";
import { VERSION_HEADER } from "../schemas/operations.js";

/** A control that was accepted, with the body that it carried. */
export interface AnsweredControl {
  readonly exchange: Exchange;
  /** Undefined when it carried none. */
  readonly sent: Json | undefined;
}

function addressOf({ method, path, headers }: WireRequest): string {
  return [method, path, headers[VERSION_HEADER.toLowerCase()]].join(" ");
}

/** A body without the parts of its template that are new in each request. */
function lasting(body: Json | undefined, { freshField, freshTexts = [] }: Template): Json | undefined {
  if (!isObject(body)) return body;
  const places = [...freshTexts.map(({ at }) => at), ...(freshField === null ? [] : [[freshField]])];
  return places.reduce<Json>((rest, at) => withValueAt(rest, at, null), body);
}

/** Remembers the answers to requests that were accepted. */
export class AnsweredControls {
  private readonly accepted = new Map<string, AnsweredControl[]>();

  readonly intercept: Interceptor = (next) => async (request) => {
    const exchange = await next(request);
    const { body, credentials } = request;
    if (!isSuccess(exchange) || credentials !== "valid" || body instanceof Uint8Array) return exchange;
    const address = addressOf(request);
    const sent: Json | undefined = body === null ? undefined : JSON.parse(body);
    this.accepted.set(address, [...(this.accepted.get(address) ?? []), { exchange, sent }]);
    return exchange;
  };

  /** The accepted answer to a template sent as it is; undefined when there is none. */
  to(template: Template): AnsweredControl | undefined {
    const { wire, sent } = materialise(template, null, "any");
    const body = lasting(sent, template);
    return this.accepted.get(addressOf(wire))?.find((known) => isDeepStrictEqual(lasting(known.sent, template), body));
  }
}

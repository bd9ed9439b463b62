/** Sends the values of a measurement one after the other, and reads whether each was accepted. */

import { LostInOutageError } from "../../client/interruption.js";
import type { Exchange } from "../../client/model.js";
import { type Edit, materialise } from "../../generators/edits/edit.js";
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { bodyOf } from "../../oracles/json.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isObject, type Json, type Pointer, valueAt } from "../../schemas/json.js";
import { isAgainstTheValue } from "../../schemas/statuses.js";
import type { Execution } from "../model.js";

/**
 * What became of a value. `cut`: the request was accepted, but the value came back shorter. `unclear`: the answer is
 * about something other than the value, or there is none.
 */
export type Reception = "accepted" | "cut" | "refused" | "unclear";

/** An answer, and what it says of the value that was sent. */
export interface Received {
  readonly exchange: Exchange;
  readonly reception: Reception;
}

function sizeOf(value: Json | undefined): number | null {
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : null;
}

/** Reads an answer to a request whose body holds the measured value at a place. */
function receptionOf(exchange: Exchange, sent: Json | undefined, at: Pointer): Reception {
  if (hasStatus(exchange, isAgainstTheValue)) return "refused";
  if (!isSuccess(exchange)) return "unclear";
  const body = bodyOf(exchange);
  const [given, stored] = [sizeOf(valueAt(sent, at)), sizeOf(isObject(body) ? valueAt(body, at) : undefined)];
  return given !== null && stored !== null && stored < given ? "cut" : "accepted";
}

/** Outages that one request may fall into before the measurement is given up. */
const OUTAGES = 3;

/** Sends one edit after another. */
export type Ask = (edit: (fresh: string) => Edit | null) => Promise<Received>;

/**
 * A way to try values at one place of a template. Each request has a partner id of its own; the same measurement sends
 * the same ids again with the same seed.
 */
export function asking(execution: Execution, key: string, { template, at }: FieldPlace): Ask {
  let count = 0;
  const once: Ask = async (edit) => {
    const fresh = partnerId(execution.target.run, `limit ${key} ${count++}`, execution.attempt);
    const { wire, sent } = materialise(template, edit(fresh), fresh);
    const exchange = await execution.send(wire);
    return { exchange, reception: receptionOf(exchange, sent, at) };
  };
  return async (edit) => {
    for (let outages = 0; ; outages++) {
      try {
        return await once(edit);
      } catch (error) {
        // Nobody knows what became of a request that fell into an outage: it is sent again, with an id of its own.
        if (!(error instanceof LostInOutageError) || outages >= OUTAGES) throw error;
      }
    }
  };
}

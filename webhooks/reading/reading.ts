/** What a delivery says (section 6): its category, its data object, and what is told beside it. */
import type { Category } from "../../schemas/deliveries.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { type DeliveryBody, readDeliveryBody } from "./body.js";
import { settledCategory } from "./category.js";
import { bestOf, candidatesOf } from "./dataObject.js";
import { namedCategory, readEnvelope } from "./envelope.js";
import type { Placed } from "./place.js";

/** The data object, or several of them when a list was delivered. */
export interface DeliveredData {
  readonly objects: readonly JsonRecord[];
  /** Where it stands: empty when the body is the data object itself; `data`, `data.object`, `data[]`. */
  readonly at: string;
  /** True when it is a text that holds JSON, and no object. */
  readonly asText: boolean;
}

/** A delivery, read. */
export interface DeliveryReading {
  readonly body: DeliveryBody;
  readonly data: DeliveredData | null;
  readonly category: Category | null;
  /** What names the event, the most telling first. */
  readonly eventNames: readonly Placed[];
  readonly ids: readonly Placed[];
  readonly times: readonly Placed[];
  /** Names of the envelope's members; empty when the body is the data object itself. */
  readonly envelope: readonly string[];
}

/**
 * Reads a delivery.
 * @param headers names in lower case
 */
export function readDelivery(bytes: Uint8Array, headers: Readonly<Record<string, string>>): DeliveryReading {
  const body = readDeliveryBody(bytes);
  if (body.kind !== "json") {
    const told = readEnvelope(null, headers, new Set());
    return { body, data: null, category: namedCategory(told.eventNames), envelope: [], ...told };
  }
  const candidates = candidatesOf(body.value);
  const clear = bestOf(candidates, null);
  const told = readEnvelope(body.value, headers, new Set(clear === null ? [] : [clear.object]));
  const named = namedCategory(told.eventNames);
  const best = clear ?? bestOf(candidates, named);
  const envelope = isObject(body.value) && best?.at !== "" ? Object.keys(body.value).slice(0, 32) : [];
  if (best === null) return { body, data: null, category: named, envelope, ...told };
  const siblings = candidates.filter(
    ({ at, category }) => at === best.at && at.endsWith("[]") && category === best.category,
  );
  const objects = siblings.length > 1 ? siblings.map(({ object }) => object) : [best.object];
  const category = settledCategory(best.category, named);
  return { body, data: { objects, at: best.at, asText: best.asText }, category, envelope, ...told };
}

/** Where the data object of a delivery stands: found by its fields, since no envelope is shown in the document. */
import type { Category } from "../../schemas/deliveries.js";
import { isObject, type JsonRecord } from "../../schemas/json.js";
import { readDeliveryBody } from "./body.js";
import { type Resemblance, resemblance, settledCategory } from "./category.js";
import { isOfEvent } from "./envelope.js";
import { join } from "./place.js";

/** An object that looks like data. */
export interface Candidate extends Resemblance {
  readonly object: JsonRecord;
  readonly at: string;
  readonly depth: number;
  readonly asText: boolean;
}

/** Objects that are looked at in one body, and how deep. */
const MOST_VISITED = 5_000;
const DEEPEST = 8;
/** An object with at least this resemblance is data by its fields alone: two fields of its own and one more. */
const CLEAR = 5;

function parsedText(text: string): unknown {
  if (text.length > 1_000_000 || !/^\s*[[{]/.test(text)) return undefined;
  const body = readDeliveryBody(Buffer.from(text));
  return body.kind === "json" ? body.value : undefined;
}

/** Every object of a body that looks like data. The parties inside a transaction are its fields, not data of their own. */
export function candidatesOf(body: unknown): Candidate[] {
  const found: Candidate[] = [];
  const queue: { value: unknown; at: string; depth: number; asText: boolean }[] = [
    { value: body, at: "", depth: 0, asText: false },
  ];
  for (let index = 0; index < queue.length && index < MOST_VISITED; index++) {
    const entry = queue[index];
    if (entry === undefined || entry.depth > DEEPEST) continue;
    const { value, at, depth, asText } = entry;
    if (Array.isArray(value)) {
      for (const item of value) queue.push({ value: item, at: `${at}[]`, depth: depth + 1, asText });
    } else if (typeof value === "string") {
      const inner = parsedText(value);
      if (inner !== undefined) queue.push({ value: inner, at, depth: depth + 1, asText: true });
    } else if (isObject(value)) {
      const alike = resemblance(value);
      if (alike !== null) found.push({ object: value, at, depth, asText, ...alike });
      const transaction =
        alike !== null && alike.score >= CLEAR && alike.category !== "Customer" && alike.category !== "Recipient";
      for (const [name, child] of Object.entries(value)) {
        if (transaction && (name === "customer" || name === "recipient")) continue;
        queue.push({ value: child, at: join(at, name), depth: depth + 1, asText });
      }
    }
  }
  return found;
}

/** Whether an object within a body says more than what event it is about: it may be data of a shape that is not shown. */
export function holdsMore(body: unknown): boolean {
  if (!isObject(body) && !Array.isArray(body)) return false;
  return Object.values(body).some((value) => saysMore(value) || holdsMore(value));
}

function saysMore(value: unknown): boolean {
  return isObject(value) && Object.entries(value).some(([name, member]) => !isObject(member) && !isOfEvent(name));
}

/** The candidate that is the data: the clearest one, the outer one of equals. */
export function bestOf(candidates: readonly Candidate[], named: Category | null): Candidate | null {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const fits = settledCategory(candidate.category, named) === named;
    if (!fits && candidate.score < CLEAR) continue;
    if (best === null || candidate.score > best.score) best = candidate;
  }
  return best;
}

/** What a delivery tells beside its data: the event's name, ids and times, in headers and in the body around the data. */
import type { Category } from "../../schemas/deliveries.js";
import { isObject } from "../../schemas/json.js";
import { categoryOfWord } from "./category.js";
import { join, type Placed } from "./place.js";

const EVENT_KEY =
  /^(type|event|events?_?type|event_?name|name|topic|category|action|resource|kind|webhook_?type|subject|notification_?type)$/i;
const EVENT_HEADER = /(event|topic|category|(^|-)type$|notification|(^|-)action$)/;
const ID_KEY = /^(id|event_?id|delivery_?id|webhook_?id|message_?id|notification_?id|nonce|uuid)$/i;
const ID_HEADER = /((^|-)id|delivery|nonce|message)$/;
const TIME_KEY = /^(created|created_?at|timestamp|time|ts|occurred_?at|sent_?at|event_?time|date)$/i;
const TIME_HEADER = /(timestamp|(^|-)time|(^|-)ts)$/;
const MOST_PLACED = 8;

/** Whether a member of this name tells of the event: its name, its id or its time. */
export function isOfEvent(name: string): boolean {
  return [EVENT_KEY, ID_KEY, TIME_KEY].some((pattern) => pattern.test(name));
}

/** What is told beside the data object. */
export interface Envelope {
  readonly eventNames: Placed[];
  readonly ids: Placed[];
  readonly times: Placed[];
}

/**
 * Reads what is told beside the data object: in headers, and in members down to three levels.
 * @param data the data objects, which are not looked into
 */
export function readEnvelope(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  data: ReadonlySet<unknown>,
): Envelope {
  const found: Envelope = { eventNames: [], ids: [], times: [] };
  const put = (list: Placed[], at: string, value: unknown): void => {
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    if (text !== "" && text.length <= 128 && list.length < MOST_PLACED) list.push({ at, value: text });
  };
  const visit = (value: unknown, at: string, depth: number): void => {
    if (!isObject(value) || data.has(value) || depth > 3) return;
    for (const [name, entry] of Object.entries(value).slice(0, 64)) {
      const place = join(at, name);
      if (EVENT_KEY.test(name) && typeof entry === "string") put(found.eventNames, place, entry);
      else if (ID_KEY.test(name)) put(found.ids, place, entry);
      else if (TIME_KEY.test(name)) put(found.times, place, entry);
      visit(entry, place, depth + 1);
    }
  };
  visit(body, "", 0);
  for (const [name, value] of Object.entries(headers)) {
    if (name === "content-type") continue;
    if (EVENT_HEADER.test(name)) put(found.eventNames, `header ${name}`, value);
    else if (ID_HEADER.test(name)) put(found.ids, `header ${name}`, value);
    else if (TIME_HEADER.test(name)) put(found.times, `header ${name}`, value);
  }
  // What names a category is the more telling name.
  found.eventNames.sort(
    (left, right) => Number(categoryOfWord(right.value) !== null) - Number(categoryOfWord(left.value) !== null),
  );
  return found;
}

/** The category that the event's names speak of. */
export function namedCategory(eventNames: readonly Placed[]): Category | null {
  for (const { value } of eventNames) {
    const category = categoryOfWord(value);
    if (category !== null) return category;
  }
  return null;
}

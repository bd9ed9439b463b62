/** Places in a delivery, as they are named. */

/** A value and the place that it was found at: `header x-webhook-id`, `event.name`. */
export interface Placed {
  readonly at: string;
  readonly value: string;
}

/** A member of an object at a place. */
export function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

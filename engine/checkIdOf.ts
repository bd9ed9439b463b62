/** Ids of checks from their parts, made once: every answer names dozens of them, and a text put together anew is hashed anew. */
import type { OperationId } from "../schemas/operations.js";

/** Areas of checks that all traffic is judged by. */
type TrafficArea = "response" | "echo" | "errors";

const ids = new Map<OperationId, Record<TrafficArea, Map<string, string>>>();

/** The id of a check of an operation: `updateRecipient/echo/website`. */
export function checkIdOf(operation: OperationId, area: TrafficArea, rule: string): string {
  let areas = ids.get(operation);
  if (areas === undefined) {
    areas = { response: new Map(), echo: new Map(), errors: new Map() };
    ids.set(operation, areas);
  }
  const known = areas[area];
  let id = known.get(rule);
  if (id === undefined) {
    id = `${operation}/${area}/${rule}`;
    known.set(rule, id);
  }
  return id;
}

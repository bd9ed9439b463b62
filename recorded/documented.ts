/** Which documented operation a recorded request asked for. */

import { type OperationId, operationOf } from "../schemas/operation.js";
import { OPERATION_IDS } from "../schemas/operations.js";
import { pathSource } from "../schemas/paths.js";
import type { HarEntry } from "./har.js";

/** A recorded request to a documented operation. */
export interface DocumentedRequest {
  readonly entry: HarEntry;
  readonly operation: OperationId;
  /** What stands before the documented path: the base address of the deployment. */
  readonly baseUrl: string;
  /** Path and query from the documented path on. */
  readonly path: string;
}

/** The ends of paths that are an operation's; whatever stands before them is the deployment's own. */
const ENDS = OPERATION_IDS.map((id) => ({
  id,
  method: operationOf(id).method,
  end: new RegExp(`^(.*?)(${pathSource(id)})$`),
}));

/** The operation by method and path; null when the contract document has none like it. */
export function documentedRequest(entry: HarEntry): DocumentedRequest | null {
  if (!/^https?:\/\//i.test(entry.url) || !URL.canParse(entry.url)) return null;
  const { origin, pathname, search } = new URL(entry.url);
  for (const { id, method, end } of ENDS) {
    if (method !== entry.method) continue;
    const [, prefix, path] = end.exec(pathname) ?? [];
    if (prefix === undefined || path === undefined) continue;
    return { entry, operation: id, baseUrl: `${origin}${prefix}`, path: `${path}${search}` };
  }
  return null;
}

/** How many requests went to each base address, the busiest first. */
export function deployments(requests: readonly DocumentedRequest[]): [baseUrl: string, requests: number][] {
  const counts = new Map<string, number>();
  for (const { baseUrl } of requests) counts.set(baseUrl, (counts.get(baseUrl) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left);
}

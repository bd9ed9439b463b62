/** The documented paths, for telling which operation a request asked for. */
import { OPERATION_IDS, OPERATIONS, type OperationId } from "./operations.js";

/** An operation's path as the source of a regular expression. What stands for a parameter is captured. */
export function pathSource(operation: OperationId): string {
  return OPERATIONS[operation].path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? "([^/]+)" : part.replaceAll(/[\\^$.|?+()[\]{}*]/g, "\\$&")))
    .join("");
}

const PATHS = OPERATION_IDS.map((id) => ({
  id,
  method: OPERATIONS[id].method,
  pattern: new RegExp(`^${pathSource(id)}$`),
}));

/** What a path asks for. */
export interface PathMatch {
  readonly operation: OperationId;
  /** What stands for the path's parameter, without escapes; null where it has none. */
  readonly parameter: string | null;
}

/** A text without escapes; as it is where they are none. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The operation that a request asked for; null when it is no documented one.
 * @param path below the base address; a query is passed over
 * @param method null for any
 */
export function operationAt(path: string, method: string | null): PathMatch | null {
  const [bare = ""] = path.split("?");
  for (const { id, method: own, pattern } of PATHS) {
    const match = method === null || method === own ? pattern.exec(bare) : null;
    if (match !== null) return { operation: id, parameter: match[1] === undefined ? null : decoded(match[1]) };
  }
  return null;
}

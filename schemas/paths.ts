/** The documented paths, for finding which operation a request is for. */
import { onceEach } from "./onceEach.js";
import { allOperations, type Operation, type OperationId, operationOf } from "./operation.js";

/** An operation's path as the source of a regular expression. The value of a parameter is captured. */
export function pathSource(operation: OperationId): string {
  return operationOf(operation)
    .path.split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? "([^/]+)" : part.replaceAll(/[\\^$.|?+()[\]{}*]/g, "\\$&")))
    .join("");
}

const patternOf = onceEach(({ id }: Operation) => new RegExp(`^${pathSource(id)}$`));

/** A text without its escapes; unchanged where they are invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The operation that a request is for; null when it is not documented.
 * @param path below the base address; a query is ignored
 * @param method null for any
 * @returns with the value of the path's parameter, unescaped; null where it has none
 */
export function operationAt(
  path: string,
  method: string | null,
): { readonly operation: OperationId; readonly parameter: string | null } | null {
  const [bare = ""] = path.split("?");
  for (const operation of allOperations()) {
    const match = method === null || method === operation.method ? patternOf(operation).exec(bare) : null;
    if (match !== null)
      return { operation: operation.id, parameter: match[1] === undefined ? null : decoded(match[1]) };
  }
  return null;
}

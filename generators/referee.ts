/** The referee: proves of a request body that it breaks exactly the intended rule of its schema, or none. */

import type { Json } from "../schemas/json.js";
import { type Breach, breaches } from "../schemas/validators.js";

/** The referee's ruling on a body. */
type Ruling =
  | { readonly valid: true }
  | { readonly valid: false; readonly path: string; readonly keywords: readonly string[] }
  /** Rules of several values are broken: no case may be made from it. */
  | { readonly valid: false; readonly path: null; readonly breaches: readonly Breach[] };

/**
 * Judges a body as sent. Rules about one value that cannot be separated (a pattern that fixes a length) count as one:
 * they share a path.
 */
export function ruleOn(schemaName: string, body: Json): Ruling {
  const found = breaches(schemaName, body);
  const [first] = found;
  if (first === undefined) return { valid: true };
  const samePlace = found.every((breach) => breach.pointer === first.pointer);
  return samePlace
    ? { valid: false, path: first.path, keywords: found.map((breach) => breach.keyword) }
    : { valid: false, path: null, breaches: found };
}

/** Whether a body breaks the named rule and no rule of another value. */
export function breaksExactly(schemaName: string, body: Json, path: string, keyword: string): boolean {
  const ruling = ruleOn(schemaName, body);
  return !ruling.valid && ruling.path === path && ruling.keywords.includes(keyword);
}

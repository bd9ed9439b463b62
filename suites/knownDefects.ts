/** The defects that the suite was tried on, from the score that is shipped with it. */
import { readFileSync } from "node:fs";
import type { KnownDefect } from "../reports/facts/power.js";
import { packageFile } from "../version.js";

/** A defect as in docs/score.json. */
interface Scored extends Pick<KnownDefect, "id" | "operation" | "inSmoke"> {
  /** Checks of its rule. */
  readonly expected: readonly string[];
  /** Checks that reported it, where those are not all of its rule's. */
  readonly failed?: readonly string[];
}

let known: readonly KnownDefect[] | undefined;

/** All of them; none where the score does not ship with the code. */
export function knownDefects(): readonly KnownDefect[] {
  if (known !== undefined) return known;
  const file = packageFile("docs/score.json");
  const { defects }: { defects: readonly Scored[] } =
    file === null ? { defects: [] } : JSON.parse(readFileSync(file, "utf8"));
  known = defects.map(({ id, operation, expected, failed = expected, inSmoke }) => ({
    id,
    operation,
    checks: failed,
    ...(inSmoke === undefined ? {} : { inSmoke }),
  }));
  return known;
}

/** What a run would have found: of the defects that the suite was tried on, those detected by a check that this run judged. */
import type { CheckResult, Power, ReportedRun } from "../model.js";
import { brief, grouped } from "../visible.js";
import { isJudged } from "./judged.js";

/** A defect that the suite was tried on, with the result. */
export interface KnownDefect {
  readonly id: string;
  readonly operation: CheckResult["operation"];
  /** Ids of checks that detected it, the one of its rule first. */
  readonly checks: readonly string[];
  /** Whether a smoke run detected it; absent where that was not tried. */
  readonly inSmoke?: boolean;
}

const SMOKE = "a smoke run sends only the first case of each check";

/**
 * The power of a run, by what became of its checks.
 * @param defects all that the suite was tried on; where there are none, nothing is reported
 */
export function powerOf(
  defects: readonly KnownDefect[],
  checks: readonly Pick<CheckResult, "id" | "verdict" | "reason">[],
  profile: ReportedRun["profile"],
): { readonly power?: Power } {
  if (defects.length === 0) return {};
  const results = new Map(checks.map((check) => [check.id, check]));
  const groups = new Map<string, Power["notTold"][number]>();
  for (const { operation, checks: tellers, inSmoke } of defects) {
    const isSeen = tellers.some((id) => {
      const result = results.get(id);
      return result !== undefined && isJudged(result);
    });
    if (isSeen && (profile !== "smoke" || inSmoke !== false)) continue;
    const [first] = tellers.flatMap((id) => results.get(id) ?? []);
    const reason = isSeen ? SMOKE : (first?.reason ?? "not part of this run");
    const group = groups.get(reason) ?? { reason, defects: 0, operations: [] };
    group.defects += 1;
    if (!group.operations.includes(operation)) group.operations.push(operation);
    groups.set(reason, group);
  }
  const notTold = [...groups.values()].sort((one, other) => other.defects - one.defects);
  const missed = notTold.reduce((sum, group) => sum + group.defects, 0);
  return { power: { known: defects.length, told: defects.length - missed, notTold } };
}

/** How many reasons a sentence names; the defects of the others are counted. */
const NAMED = 4;
/** Characters of a reason; the usual ones are shorter. */
const REASON = 120;

/**
 * `Of the 2,237 defects that the suite was tried on, a run like this would detect 1,690. Not detected: deliveries 262
 * (no receiver), …` @param would the words before the number
 */
export function powerText({ known, told, notTold }: Power, would: string): string {
  const named = notTold.slice(0, NAMED).map(({ reason, defects, operations: [first, ...others] }) => {
    const where = others.length === 0 ? first : `${others.length + 1} operations`;
    // What follows it, such as names of settings and the service's words, is shown where the rules are listed.
    const [why = reason] = reason.split(/ \(|, and |: (?=\d{3}\b)/);
    return `${where} ${grouped(defects)} (${brief(why, REASON)})`;
  });
  const rest = notTold.slice(NAMED).reduce((sum, { defects }) => sum + defects, 0);
  const missed = [...named, ...(rest > 0 ? [`${grouped(rest)} for other reasons`] : [])];
  const missing = missed.length === 0 ? "" : ` Not detected: ${missed.join(", ")}.`;
  return `Of the ${grouped(known)} defects that the suite was tried on, ${would} ${grouped(told)}.${missing}`;
}

/** Cases that failed in earlier runs: they are sent before all others, and what fails now is kept for the next run. */
import { isDeparture, type Report } from "../reports/model.js";
import { brief } from "../reports/visible.js";
import { jsonText } from "../schemas/json.js";
import type { Subject } from "../schemas/operation.js";
import type { Case, Draw, Profile } from "./model.js";
import type { Executed } from "./send/execution.js";

export interface FailedCase {
  readonly operation: Subject;
  /** The check that failed; the case may belong to another one. */
  readonly check: string;
  /** The id of the case in a run with its seed. */
  readonly case: string;
  /** Of a random case: what draws it. */
  readonly seed?: number;
  readonly profile?: Profile;
  /** What fast-check draws its value from: then exactly that value is sent. */
  readonly draw?: Draw;
  /** What was edited, for people; null where the request was not. */
  readonly edit: { readonly at: string; readonly to: string } | null;
}

/** Characters of an edited value that are kept. */
const SHOWN = 200;

/** The lower its tier, the sooner a case is sent: nothing else is sent sooner. */
function atFirst({ shareable: _, ...testCase }: Case): Case {
  return { ...testCase, tier: -1 };
}

/** The case with the value that fast-check draws at a path of a seed, unless the case already stands for another value. */
function casesAt(drawn: Draw, cases: readonly Case[], used: Set<string>): Case[] {
  const source = cases.find(({ draw, id }) => draw?.seed === drawn.seed && !used.has(id));
  const made = source?.redraw?.(drawn) ?? null;
  if (made === null) return [];
  used.add(made.id);
  return [made];
}

/**
 * The cases that failed before. Where a case no longer exists, the most telling ones of its check stand in for it.
 * @param cases those of the run
 * @param redrawn random cases of another seed or profile, whose ids end differently
 * @returns for each failure its cases, none where there are none
 */
export function casesOfFailed(
  failed: readonly FailedCase[],
  cases: readonly Case[],
  redrawn: (drawn: { readonly seed: number; readonly profile: Profile }) => readonly Case[],
): ReadonlyMap<FailedCase, readonly Case[]> {
  const drawings = new Map<string, readonly Case[]>();
  const drawingOf = (seed: number, profile: Profile): readonly Case[] => {
    const key = `${seed} ${profile}`;
    const known = drawings.get(key) ?? redrawn({ seed, profile });
    drawings.set(key, known);
    return known;
  };
  const used = new Set<string>();
  return new Map(
    failed.map((one) => {
      const { seed, profile, draw } = one;
      if (draw !== undefined) return [one, casesAt(draw, cases, used).map(atFirst)];
      const found =
        cases.find(({ id, drawn }) => id === one.case && drawn?.seed === seed && drawn?.profile === profile) ??
        (seed === undefined || profile === undefined
          ? undefined
          : drawingOf(seed, profile).find(({ drawn }) => drawn?.id === one.case));
      const those =
        found === undefined ? cases.filter(({ check, tier }) => check === one.check && tier === 0) : [found];
      return [one, those.map(atFirst)];
    }),
  );
}

/** The cases that showed what failed in a run. */
export function failedCases(report: Report, { confirmed, results }: Executed, cases: readonly Case[]): FailedCase[] {
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  const failing = report.checks.filter(({ verdict }) => isDeparture(verdict));
  return failing.flatMap(({ id, operation }) => {
    const [seen] = [...(confirmed.get(id) ?? []), ...results.of(id).unseen];
    if (seen === undefined) return [];
    const { edit } = seen.failure;
    const drawn = byId.get(seen.testCase)?.drawn;
    return {
      operation,
      check: id,
      case: drawn?.id ?? seen.testCase,
      ...(drawn === undefined ? {} : { seed: drawn.seed, profile: drawn.profile }),
      edit: edit === null ? null : { at: edit.at, to: brief(jsonText(edit.to), SHOWN) },
    };
  });
}

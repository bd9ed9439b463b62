/** The plan of a release: its rules and checks, with which a report can be compared later. */
import { digestOf } from "./digest.js";

export interface Plan {
  readonly contract: string;
  /** Ids of the rules, and of the checks, each in alphabetical order. */
  readonly rules: readonly string[];
  readonly checks: readonly string[];
}

/** A plan as it was frozen with a release, in `plans/`. */
export interface ReleasePlan extends Plan {
  readonly release: string;
  /** The digest of the rest: it shows that nobody edited the file. */
  readonly digest: string;
}

interface Named {
  readonly id: string;
}

export function planOf(contract: string, rules: readonly Named[], checks: readonly Named[]): Plan {
  const ids = (all: readonly Named[]): string[] => all.map(({ id }) => id).sort();
  return { contract, rules: ids(rules), checks: ids(checks) };
}

/** A plan in the form of which the digest is taken. */
export function planText({ contract, rules, checks }: Plan): string {
  return `${JSON.stringify({ contract, rules, checks }, null, 1)}\n`;
}

export function releaseText(release: string, plan: Plan): string {
  return `${JSON.stringify({ release, digest: digestOf(planText(plan)), ...plan }, null, 1)}\n`;
}

/** What rules are based on, and where the contract document states them, in words. */
import { distinct } from "../../schemas/groups.js";
import type { CheckResult, Level } from "../model.js";
import { listed, verb } from "../visible.js";

/** The parts of a check that matter here. */
type Ruled = Pick<CheckResult, "level" | "basis" | "section" | "place">;

const WORDS: Readonly<Record<NonNullable<Ruled["basis"]>, string>> = {
  stated: "stated",
  follows: "follows from what is stated",
  implied: "implied",
};

/** `must (stated)`; for a check without a rule in the document, only its level. */
export function levelText({ level, basis }: Pick<Ruled, "level" | "basis">): string {
  return basis === undefined ? level : `${level} (${WORDS[basis]})`;
}

/** `2.1, request fields, row business_name`: only the section where a report does not know more. */
export function documentPlace({ section, place = section }: Pick<Ruled, "section" | "place">): string {
  return place;
}

/** What checks of one level are based on: `must (stated)`, and only the level where there are several bases. */
export function commonLevel(level: Level, checks: readonly Ruled[]): string {
  const texts = distinct(checks.filter((check) => check.level === level).map(levelText));
  return texts.length === 1 ? (texts[0] ?? level) : level;
}

/** Orders section numbers as the document does: 2.9 before 2.10. */
export function bySection(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

/** Where checks have their rules: `section 2.1, row website`; only the sections where there are several places. */
export function commonPlace(checks: readonly Ruled[]): string {
  const [place, ...others] = distinct(checks.map(documentPlace));
  if (place !== undefined && others.length === 0) return `section ${place}`;
  const sections = distinct(checks.map(({ section }) => section)).sort(bySection);
  return `${verb(sections.length, "section", "sections")} ${listed(sections)}`;
}

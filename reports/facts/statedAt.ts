/** What rules rest on, and where the contract document says them, for people. */
import { distinct } from "../../schemas/groups.js";
import type { CheckResult, Level } from "../model.js";
import { listed, verb } from "../visible.js";

/** Checks, as far as it is asked here. */
type Ruled = Pick<CheckResult, "level" | "basis" | "section" | "place">;

const WORDS: Readonly<Record<NonNullable<Ruled["basis"]>, string>> = {
  stated: "stated",
  follows: "follows from what is stated",
  implied: "implied",
};

/** `must (stated)`; of a check that the document does not know, its level alone. */
export function levelText({ level, basis }: Pick<Ruled, "level" | "basis">): string {
  return basis === undefined ? level : `${level} (${WORDS[basis]})`;
}

/** `2.1, request fields, row business_name`: the section alone where a report does not know more. */
export function documentPlace({ section, place = section }: Pick<Ruled, "section" | "place">): string {
  return place;
}

/** What checks of one level rest on: `must (stated)`, and the level alone where they rest on several. */
export function commonLevel(level: Level, checks: readonly Ruled[]): string {
  const texts = distinct(checks.filter((check) => check.level === level).map(levelText));
  return texts.length === 1 ? (texts[0] ?? level) : level;
}

/** Orders section numbers as the document does: 2.9 before 2.10. */
export function bySection(left: string, right: string): number {
  return left.localeCompare(right, "en", { numeric: true });
}

/** Where checks have their rules: `section 2.1, row website`; the sections alone where they have them in several places. */
export function commonPlace(checks: readonly Ruled[]): string {
  const [place, ...others] = distinct(checks.map(documentPlace));
  if (place !== undefined && others.length === 0) return `section ${place}`;
  const sections = distinct(checks.map(({ section }) => section)).sort(bySection);
  return `${verb(sections.length, "section", "sections")} ${listed(sections)}`;
}

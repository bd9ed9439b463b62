/**
 * Findings grouped by cause. A rule that is broken on create and on update is one fault of the deployment seen in two
 * places, and so are credentials that are not compared, seen in a hundred; a reader fixes causes, not checks.
 */

import { distinct } from "../../schemas/groups.js";
import { isAgreed } from "../answers/answers.js";
import { type CheckResult, DEPARTURES, type Finding, isDeparture, type Report } from "../model.js";
import { badCredentials } from "./badCredentials.js";
import { areaAndRuleOf } from "./checkId.js";
import {
  alikeFields,
  combinations,
  type Explained,
  type Explanation,
  errorShapes,
  nothingAccepted,
  otherRefusals,
  otherSuccesses,
  RANKS,
  refusedAgain,
  sameRefusals,
  sameRules,
  serverErrors,
  shownFields,
  uncheckedParts,
  unsteadiness,
} from "./explanations.js";
import { refusedTexts } from "./refusedTexts.js";
import { commonLevel, commonPlace } from "./statedAt.js";
import { missingBodies, otherMethods, unshownValues, wrappedBodies } from "./wrongAnswers.js";

export interface CausedFinding {
  check: CheckResult;
  finding: Finding;
}

export type Cause = ReturnType<typeof causeOf>;

/** The broadest explanations come first; the last one takes what is left. */
const EXPLANATIONS: readonly Explanation[] = [
  refusedAgain,
  unsteadiness,
  badCredentials,
  nothingAccepted,
  serverErrors,
  refusedTexts,
  otherRefusals,
  errorShapes,
  wrappedBodies,
  missingBodies,
  otherSuccesses,
  otherMethods,
  unshownValues,
  uncheckedParts,
  alikeFields,
  sameRefusals,
  combinations,
  shownFields,
  sameRules,
];

function causeOf({ key, checks: explained, text }: Explained) {
  const checks = DEPARTURES.flatMap((verdict) => explained.filter((check) => check.verdict === verdict));
  const findings = checks.flatMap((check) => check.findings.map((finding) => ({ check, finding })));
  const title = checks[0]?.title ?? "";
  const verdict: (typeof DEPARTURES)[number] = checks[0]?.verdict === "violation" ? "violation" : "warning";
  return {
    // The ids of its checks without the operation, shortened to the common part: `refuses/swift_code`.
    key,
    title,
    message: text ?? findings[0]?.finding.message ?? title,
    verdict,
    // Its level, and what its rules are based on: `must (stated)`.
    level: commonLevel(verdict === "violation" ? "must" : "should", checks),
    // Where the document states them: `section 2.1, request fields, row website`.
    where: commonPlace(checks),
    operations: distinct(checks.map((check) => check.operation)),
    rules: distinct(checks.map(areaAndRuleOf)),
    checks,
    findings,
  };
}

/** Lower is earlier. What is implied comes after what is stated, unless it hides other faults. */
function orderOf({ rank }: Explained, { verdict, checks }: Cause): readonly number[] {
  const hides = rank === "unsteady" || rank === "nothing accepted";
  return [verdict === "violation" || hides ? 0 : 1, RANKS.indexOf(rank), -checks.length];
}

function compare(left: readonly number[], right: readonly number[]): number {
  const index = left.findIndex((value, at) => value !== right[at]);
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0);
}

/** The fields that a check reports as not coming back as sent; none where it reports more than that. */
function echoedFields({ area, field, findings }: CheckResult): readonly string[] {
  if (area !== "echo" && area !== "state") return [];
  if (field !== undefined) return area === "echo" ? [field] : [];
  return findings.every(({ fields }) => fields !== undefined) ? findings.flatMap(({ fields }) => fields ?? []) : [];
}

/** Whether a check says that a response shows a field wrongly: then it cannot come back as it was sent. */
function showsWrongly({ area, field }: CheckResult): boolean {
  return area === "response" && field !== undefined;
}

/**
 * Values that do not come back, all in fields that are reported separately, are not a separate cause: a lost field is
 * also lost when it is empty, and one that comes back as a number is not the text that was sent.
 */
function withoutRepetition(explained: readonly Explained[]): readonly Explained[] {
  const wrong = explained.flatMap(({ checks }) => checks.filter(showsWrongly));
  const isRepeated = (check: CheckResult): boolean => {
    if (check.field === undefined) return echoedFields(check).length > 0;
    return check.area === "echo" && wrong.some((own) => own.operation === check.operation && own.field === check.field);
  };
  const hosts = explained.filter(({ checks }) => !checks.every(isRepeated));
  const hostOf = (check: CheckResult): Explained | undefined => {
    const isTold = (own: CheckResult, field: string): boolean =>
      own.operation === check.operation &&
      (echoedFields(own).includes(field) || (showsWrongly(own) && own.field === field));
    const found = echoedFields(check).map((field) =>
      hosts.find(({ checks }) => checks.some((own) => isTold(own, field))),
    );
    return found.includes(undefined) ? undefined : found[0];
  };
  const moved = new Map(
    explained
      .filter((each) => !hosts.includes(each))
      .flatMap(({ checks }) => checks.map((check) => [check, hostOf(check)])),
  );
  return explained.flatMap((each) => {
    const stayed = each.checks.filter((check) => moved.get(check) === undefined);
    const came = [...moved].flatMap(([check, host]) => (host === each ? [check] : []));
    return stayed.length === 0 ? [] : [{ ...each, checks: [...stayed, ...came] }];
  });
}

/** Violations and warnings by cause, what to fix first at the top. */
export function groupFindings(report: Report): Cause[] {
  let left = report.checks.filter(({ verdict }) => isDeparture(verdict));
  const explained: Explained[] = [];
  for (const explain of EXPLANATIONS) {
    // What was agreed beyond the document is a separate matter.
    const found = explain(explain === sameRules ? left : left.filter((check) => !isAgreed(check)), report);
    explained.push(...found);
    const taken = new Set(found.flatMap(({ checks }) => checks));
    left = left.filter((check) => !taken.has(check));
  }
  return withoutRepetition(explained)
    .map((each) => ({ each, cause: causeOf(each) }))
    .map(({ each, cause }) => ({ cause, order: orderOf(each, cause) }))
    .sort((one, other) => compare(one.order, other.order))
    .map(({ cause }) => cause);
}

/** The numbers of all findings as they are printed, by the id of their check: F1 is the first one of the first cause. */
export function findingNumbers(report: Report): ReadonlyMap<string, readonly string[]> {
  const caused = groupFindings(report).flatMap(({ checks }) => checks);
  const others = report.checks.filter((check) => check.findings.length > 0 && !caused.includes(check));
  let number = 0;
  return new Map([...caused, ...others].map(({ id, findings }) => [id, findings.map(() => `F${++number}`)]));
}

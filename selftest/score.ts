/** The score of a selftest: what was caught, what was falsely reported, and what each check has caught. */

import { patternMatcher } from "../engine/plan/selection.js";
import type { CheckResult, Level } from "../reports/model.js";
import { type ConformingOutcome, type DefectOutcome, isCaught, isSilent } from "./outcomes.js";
import type { Plan } from "./plan.js";

/** Checks by pattern, with `*` for any characters, that need not have been seen failing on a defect of the sandbox, and why. */
interface UnseenReason {
  readonly pattern: string;
  readonly reason: string;
}

const ONLY_VALUE =
  "The list has one value, which stands in every control: a service that refuses it refuses the controls, and that is the finding.";
const VARIANT = "Each value has controls of its own: a service that refuses it refuses those, and that is the finding.";
const FOUND_AS_OBJECT =
  "A delivery's data object is found by being an object; where there is none, the envelope is at fault.";

export const UNSEEN_REASONS: readonly UnseenReason[] = [
  { pattern: "*Recipient/accepts/country_code.enum", reason: ONLY_VALUE },
  { pattern: "*Recipient/accepts/payment_details.bank.country_code.enum", reason: ONLY_VALUE },
  { pattern: "*Recipient/accepts/payment_details.account_type.enum", reason: VARIANT },
  { pattern: "webhooks/response/*.body.type", reason: FOUND_AS_OBJECT },
];

const LEVELS: readonly Level[] = ["must", "should"];

export type Score = ReturnType<typeof scoreOf>;
export type CheckScore = ReturnType<typeof checkScores>[number];
export type SmokeScore = Score["smoke"][number];

/** What the score needs to know of a check. */
type KnownCheck = Pick<CheckResult, "id" | "level" | "operation" | "area">;

function familiesOf(defects: readonly DefectOutcome[]) {
  const names = [...new Set(defects.map(({ defect }) => defect.family))];
  return names.map((family) => {
    const members = defects.filter(({ defect }) => defect.family === family);
    return {
      family,
      total: members.length,
      caught: members.filter(isCaught).length,
      attributed: members.filter(({ fate }) => fate === "attributed").length,
      // Defects for which checks of other operations failed as well.
      collateral: members.filter(({ collateral }) => collateral.length > 0).length,
    };
  });
}

/** Checks for which some conforming services, among those that every case was sent to, give no answer to judge. */
function unexercisedOf(conforming: readonly ConformingOutcome[]) {
  const found = new Map<string, { reason: string; services: string[] }>();
  for (const { label, profile, notExercised } of conforming) {
    // A smoke run leaves out cases anyway.
    if (profile === "smoke") continue;
    for (const { id, message } of notExercised) {
      const known = found.get(id) ?? { reason: message, services: [] };
      known.services.push(label);
      found.set(id, known);
    }
  }
  return [...found].map(([id, rest]) => ({ id, ...rest }));
}

/** Checks for which no conforming service gave an answer to judge. */
function idleChecks(conforming: readonly ConformingOutcome[], checks: readonly KnownCheck[]): string[] {
  const services = conforming
    .filter(({ failure }) => failure === null)
    .map(({ operations, notExercised }) => ({ operations, without: new Set(notExercised.map(({ id }) => id)) }));
  return checks
    .filter(
      ({ id, operation }) =>
        !services.some(({ operations, without }) => operations.includes(operation) && !without.has(id)),
    )
    .map(({ id }) => id);
}

/** Each check with the defects that it caught, or why it was never seen failing; null where there should be a defect for it. */
function checkScores(
  checks: readonly KnownCheck[],
  defects: readonly DefectOutcome[],
  reasons: readonly UnseenReason[],
) {
  const caught = new Map<string, string[]>();
  for (const { defect, failed, collateral } of defects) {
    for (const id of [...failed, ...collateral]) caught.set(id, [...(caught.get(id) ?? []), defect.id]);
  }
  const matchers = reasons.map(({ pattern, reason }) => ({ matches: patternMatcher(pattern), reason }));
  return checks.map(({ id, operation, area }) => {
    const by = caught.get(id) ?? [];
    const reason = by.length > 0 ? null : (matchers.find(({ matches }) => matches(id))?.reason ?? null);
    return { id, operation, area, caught: by, reason };
  });
}

/** Reasons whose pattern matches no check, or only checks that were seen failing. */
function staleReasonsOf(checks: readonly CheckScore[], reasons: readonly UnseenReason[]): string[] {
  return reasons
    .filter(({ pattern }) => {
      const matches = patternMatcher(pattern);
      return !checks.some(({ id, caught }) => caught.length === 0 && matches(id));
    })
    .map(({ pattern }) => pattern);
}

/** What smoke runs find, by the level of the rule that a defect breaks. */
function smokeScores(defects: readonly DefectOutcome[], checks: readonly KnownCheck[]) {
  const levels = new Map(checks.map(({ id, level }) => [id, level]));
  const levelOf = ({ defect }: DefectOutcome): Level => levels.get(defect.checks[0] ?? "") ?? "must";
  return LEVELS.flatMap((level) => {
    const tried = defects.filter((one) => one.inSmoke !== undefined && levelOf(one) === level);
    const missed = tried.filter(({ inSmoke }) => inSmoke === false).map(({ defect }) => defect.id);
    return tried.length === 0 ? [] : { level, total: tried.length, caught: tried.length - missed.length, missed };
  });
}

/** Whether a check was never seen failing, without a written reason. */
export function isUnseen({ caught, reason }: CheckScore): boolean {
  return caught.length === 0 && reason === null;
}

/** The score of what was tried. */
export function scoreOf(
  plan: Plan,
  defects: readonly DefectOutcome[],
  conforming: readonly ConformingOutcome[],
  checks: readonly KnownCheck[],
  reasons: readonly UnseenReason[],
) {
  const complete = plan.service === "sandbox" && plan.leftOut === 0;
  // A sample says nothing about a check that caught none of it.
  const scores = complete ? checkScores(checks, defects, reasons) : null;
  const idle = plan.service === "sandbox" && conforming.length > 0 ? idleChecks(conforming, checks) : null;
  const staleReasons = scores === null ? [] : staleReasonsOf(scores, reasons);
  const unseen = (scores ?? []).filter(isUnseen).length;
  const caught = defects.filter(isCaught).length;
  const silent = conforming.filter(isSilent).length;
  return {
    extent: plan.extent,
    acrossOperations: plan.acrossOperations,
    service: plan.service,
    leftOut: plan.leftOut,
    families: familiesOf(defects),
    defects,
    conforming,
    unexercised: unexercisedOf(conforming),
    idle,
    known: checks.length,
    checks: scores,
    staleReasons,
    smoke: smokeScores(defects, checks),
    passed: caught + silent + ((scores ?? []).length - unseen),
    failed: defects.length - caught + (conforming.length - silent) + unseen + staleReasons.length + (idle ?? []).length,
  };
}

/** One cause of many wrongly accepted requests: the part of their credentials that is not compared. */
import { groupedBy } from "../../schemas/groups.js";
import type { CheckResult } from "../model.js";
import { timesText } from "../visible.js";
import { areaAndRuleOf, ruleOf } from "./checkId.js";
import { type Explained, type Explanation, isLetIn, isServerError, places, statusOf } from "./explanations.js";

const KEY = /(^|-)key(-|$)/;
const SECRET = /(^|-)secret(-|$)/;

/** What an operation does not compare, by the kinds of bad credentials that it accepts. */
function comparison(rules: readonly string[]): { kind: string; covers: (rule: string) => boolean } {
  const [key, secret] = [rules.includes("wrong-key"), rules.includes("wrong-secret")];
  if (rules.includes("neither") && key && secret) return { kind: "Credentials are not checked", covers: () => true };
  if (key && secret) return { kind: "One valid header is enough", covers: () => true };
  if (key) return { kind: "The API key is not checked", covers: (rule) => KEY.test(rule) };
  if (secret) return { kind: "The API secret is not checked", covers: (rule) => SECRET.test(rule) };
  const isMissing = (rule: string): boolean => /^(no|empty)-|^neither$/.test(rule);
  return { kind: "Missing credentials are accepted", covers: isMissing };
}

/** How many of the requests were accepted, where others of the same kind were refused: those of one parameter only, for example. */
function partOf(checks: readonly CheckResult[]): string {
  const [cases, failing] = [sumOf(checks, ({ cases }) => cases), sumOf(checks, ({ failing }) => failing ?? 0)];
  const requests = sumOf(checks, (check) => check.requests);
  const [first] = checks;
  if (first === undefined || failing === 0 || failing === cases) return "";
  return timesText({ failing, cases, requests, area: "auth", operation: first.operation });
}

function sumOf(checks: readonly CheckResult[], count: (check: CheckResult) => number): number {
  return checks.reduce((sum, check) => sum + count(check), 0);
}

/** Accepted bad credentials, by what is not compared; and those refused with another status. */
export const badCredentials: Explanation = (departing) => {
  const checks = departing.filter((check) => check.area === "auth" && ruleOf(check) !== "restricted");
  const letIn = [...groupedBy(checks.filter(isLetIn), ({ operation }) => operation).values()].flatMap((group) => {
    const compared = comparison(group.map(ruleOf));
    const covered = group.filter((check) => compared.covers(ruleOf(check)));
    // A single kind shows only itself.
    return covered.length < 2 ? [] : covered.map((check) => ({ check, kind: compared.kind }));
  });
  const byKind = [...groupedBy(letIn, ({ kind }) => kind)].map(([kind, group]): Explained => {
    const explained = group.map(({ check }) => check);
    const text = `${kind} on ${places(explained)}${partOf(explained)}`;
    return { key: "auth", rank: "credentials", checks: explained, text };
  });
  const refused = checks.filter((check) => !isLetIn(check) && !isServerError(check));
  const told = letIn.map(({ check }) => check);
  const single = checks.filter((check) => isLetIn(check) && !told.includes(check));
  return [
    ...byKind,
    ...[...groupedBy(refused, (check) => String(statusOf(check)))]
      .filter(([status, group]) => status !== "0" && group.length > 1)
      .map(([status, group]): Explained => {
        const text = `Bad credentials are answered with ${status} on ${places(group)}`;
        return { key: `auth/${status}`, rank: "credentials", checks: group, text };
      }),
    // One kind of bad credentials that is accepted, on whatever operations.
    ...[...groupedBy(single, areaAndRuleOf)].map(
      ([key, group]): Explained => ({ key, rank: "credentials", checks: group, text: null }),
    ),
  ];
};

/** One fault of an operation's answers that many checks see. */

import { fieldTree } from "../../schemas/fieldTree.js";
import { distinct, groupedBy } from "../../schemas/groups.js";
import { isObject, parsedJson } from "../../schemas/json.js";
import { DELIVERIES, findOperation, operationOf } from "../../schemas/operation.js";
import type { CheckResult } from "../model.js";
import { amount, listed, verb } from "../visible.js";
import { ruleOf } from "./checkId.js";
import { type Explanation, isLetIn, judged, places, statusOf } from "./explanations.js";

/** The member of a success that holds the documented body; null where none does. */
function wrapperOf({ operation, findings: [finding] }: CheckResult): string | null {
  const body = parsedJson(finding?.exchange.response?.body ?? "");
  if (findOperation(operation) === undefined || !isObject(body)) return null;
  const { type, children } = fieldTree(operationOf(operation).responseSchema);
  const names = children.flatMap(({ location: [name] }) => name ?? []);
  if (names.some((name) => Object.hasOwn(body, name))) return null;
  const holding = Object.entries(body).filter(([, value]) =>
    type === "array" ? Array.isArray(value) : isObject(value) && names.some((name) => Object.hasOwn(value, name)),
  );
  const [[wrapper] = [null]] = holding;
  return holding.length === 1 ? wrapper : null;
}

/** Successes with the documented body inside one of their members: whatever is missing from one is there. */
export const wrappedBodies: Explanation = (departing) => {
  const wrapped = departing.flatMap((check) => {
    const wrapper = isLetIn(check) && check.area !== "refuses" ? wrapperOf(check) : null;
    return wrapper === null ? [] : [{ check, wrapper }];
  });
  return [...groupedBy(wrapped, ({ wrapper }) => wrapper)].map(([wrapper, group]) => {
    const checks = group.map(({ check }) => check);
    const text = `The documented body is wrapped in {${JSON.stringify(wrapper)}: …} on ${places(checks)}`;
    return { key: "response/body", rank: "nothing accepted" as const, checks, text };
  });
};

/** Other methods of one operation, each a separate rule, that are not answered as documented. */
export const otherMethods: Explanation = (departing) => {
  const checks = departing.filter(({ area }) => area === "method");
  return [...groupedBy(checks, ({ operation }) => operation).values()].flatMap((group) => {
    if (group.length < 2) return [];
    const statuses = distinct(group.map((check) => String(statusOf(check))));
    const text = `${places(group)} returns ${listed(statuses)} instead of 405 for ${listed(group.map(ruleOf))}`;
    return [{ key: "method", rank: "rule" as const, checks: group, text }];
  });
};

/** How the body of a success is empty, in words. */
const NOTHING: ReadonlyMap<string, string> = new Map([
  ["", "no body"],
  ["null", "null"],
]);

/** Successes without a body, or with null as one: that is the cause of whatever a rule misses in them. */
export const missingBodies: Explanation = (departing) => {
  const bodiless = departing.flatMap((check) => {
    const body = check.findings[0]?.exchange.response?.body.trim();
    const nothing = body === undefined ? undefined : NOTHING.get(body);
    // A delivery is a request: its answer is ours.
    const isAnswer = check.operation !== DELIVERIES && check.area !== "refuses" && isLetIn(check);
    return nothing !== undefined && isAnswer ? [{ check, nothing }] : [];
  });
  return [...groupedBy(bodiless, ({ nothing }) => nothing)].flatMap(([nothing, group]) => {
    const checks = group.map(({ check }) => check);
    if (checks.length < 2) return [];
    const statuses = listed(distinct(checks.map((check) => String(statusOf(check)))));
    const answer = verb(distinct(checks.map(({ operation }) => operation)).length, "reports", "report");
    const text = `${places(checks)} ${answer} success with ${statuses} and ${nothing}`;
    return [{ key: "response/body", rank: "rule" as const, checks, text }];
  });
};

/** From how many fields, and from which share of those judged, it counts as nothing coming back. */
const NOT_SHOWN = { fields: 5, share: 0.5 };

/** Answers that show something other than what was sent: their other faults follow from that. */
export const unshownValues: Explanation = (departing, report) => {
  const changed = departing.filter(({ area }) => area === "echo");
  return [...groupedBy(changed, ({ operation }) => operation)].flatMap(([operation, echoed]) => {
    const own = report.checks.filter((check) => check.operation === operation && check.area === "echo");
    if (echoed.length < NOT_SHOWN.fields || echoed.length < NOT_SHOWN.share * own.filter(judged).length) return [];
    const checks = departing.filter(
      (check) =>
        echoed.includes(check) ||
        (check.operation === operation && check.area === "state" && isLetIn(check)) ||
        (check.operation === operation && check.area === "response" && check.keyword === "present"),
    );
    const text = `The response of ${operation} does not show what was sent: ${amount(echoed.length, "field")} are returned changed, or with their old values`;
    return [{ key: "echo", rank: "rule" as const, checks, text }];
  });
};

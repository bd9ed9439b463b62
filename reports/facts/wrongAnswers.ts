/** One fault of the answers of an operation, as many checks see it. */

import { distinct, groupedBy } from "../../schemas/groups.js";
import { amount, listed } from "../visible.js";
import { type Explanation, isLetIn, judged, places, statusOf } from "./explanations.js";

/** Successes without a body: whatever a rule misses in one, that is what it misses. */
export const missingBodies: Explanation = (departing) => {
  const bodiless = departing.filter(
    // A delivery is a request: what answers it is ours.
    (check) =>
      check.operation !== "webhooks" &&
      isLetIn(check) &&
      check.area !== "refuses" &&
      check.findings[0]?.exchange.response?.body === "",
  );
  return [...groupedBy(bodiless, ({ operation }) => operation).values()].flatMap((checks) => {
    if (checks.length < 2) return [];
    const text = `Successes have no body on ${places(checks)}: the status is ${listed(distinct(checks.map((check) => String(statusOf(check)))))}`;
    return [{ key: "response/body", rank: "rule" as const, checks, text }];
  });
};

/** From how many fields, and which share of those judged, on nothing that is sent comes back. */
const NOT_SHOWN = { fields: 5, share: 0.5 };

/** Answers that show something else than what was sent: what else they get wrong comes of that. */
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
    const text = `The answer to ${operation} does not show what was sent: ${amount(echoed.length, "field")} come back as before, or changed`;
    return [{ key: "echo", rank: "rule" as const, checks, text }];
  });
};

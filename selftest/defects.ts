/** The defects that the suite is tried on: the sandbox's defects as this folder speaks of them. */

import { ruleOf } from "../reports/facts/checkId.js";
import { listDefects } from "../sandbox/defects/registry.js";
import type { Subject } from "../schemas/operation.js";
import { isOperationId } from "../schemas/operations.js";
import { webhooks } from "../suites/webhooks.suite.js";
import type { Defect } from "./model.js";

/**
 * The subject that a defect or fault names as its operation.
 * @throws Error when there is no such operation: the registry is wrong
 */
export function subjectOf(name: string): Subject {
  if (name === "webhooks" || isOperationId(name)) return name;
  throw new Error(`A defect names the operation "${name}", which does not exist.`);
}

/** The deliveries' checks by their rule's name, which stands behind the area in a check's id. */
const DELIVERY_CHECKS: ReadonlyMap<string, string> = new Map(
  webhooks.checks.map((check) => [`webhooks/${ruleOf(check)}`, check.id] as const),
);

function checkOf(operation: Subject, rule: string): string {
  return operation === "webhooks" ? (DELIVERY_CHECKS.get(rule) ?? rule) : `${operation}/${rule}`;
}

/** Every defect of the sandbox. */
export function sandboxDefects(): Defect[] {
  return listDefects().map(({ id, family, operation, rule, title, needs }) => {
    const subject = subjectOf(operation);
    const rules = typeof rule === "string" ? [rule] : rule;
    return {
      id,
      family,
      operation: subject,
      checks: rules.map((name) => checkOf(subject, name)),
      title,
      service: { kind: "sandbox", behaviours: { ...needs }, defect: id },
    };
  });
}

/**
 * Every rule of the contract document, operation by operation: what a deployment is judged by. Rules of fields are
 * derived from the schemas, the others are in the files next to this one.
 */
import { OPERATION_IDS } from "../operations.js";
import { echoRules, requestFieldRules, responseFieldRules } from "./fieldRules.js";
import { operationRules } from "./operationRules.js";
import type { Rule } from "./rule.js";
import { SERVICE_RULES } from "./serviceRules.js";
import { WEBHOOK_RULES } from "./webhookRules.js";

export type { Rule, RuleLevel } from "./rule.js";

export const RULES: readonly Rule[] = [
  ...OPERATION_IDS.flatMap((operation) => [
    ...operationRules(operation),
    ...requestFieldRules(operation),
    ...responseFieldRules(operation),
    ...echoRules(operation),
    ...SERVICE_RULES.filter((rule) => rule.operation === operation),
  ]),
  ...WEBHOOK_RULES,
];

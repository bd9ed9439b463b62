/** Limits in words, and the order in which they are told. Shared by all outputs, so that they say the same. */
import type { CheckResult, Limit, Report } from "../model.js";
import { brief, grouped } from "../visible.js";
import { ruleOf } from "./checkId.js";

/** Characters of a sentence that stands for a limit. */
const SENTENCE = 400;

/** A documented or measured limit that is there: a number, or a sentence. */
function text(value: number | string): string {
  return typeof value === "number" ? grouped(value) : brief(value, SENTENCE);
}

/** `225`, or that the document gives none. */
export function documentedText({ documented }: Limit): string {
  return documented === null ? "not documented" : text(documented);
}

/** `225`, `none found up to 4,096 characters`, `lets through a hyphen`. */
export function measuredText({ measured, evidence }: Limit): string {
  return text(measured ?? evidence.text);
}

/** How the sentence begins that stands for a limit which could not be found. */
export const NOT_MEASURED = "not measured";

/** Whether the deployment has another limit than the documented one. */
export function differs({ documented, measured }: Limit): boolean {
  const isMeasured = typeof measured !== "string" || !measured.startsWith(NOT_MEASURED);
  return isMeasured && documented !== null && documented !== measured;
}

/** `updateRecipient address_info.post_code.maxLength` */
export function limitName({ operation, field, keyword }: Limit): string {
  return brief(`${operation} ${field}.${keyword}`, 200);
}

/** The limits that differ from the document first, then those that it does not give, then the others. */
export function orderedLimits({ limits }: Report): Limit[] {
  return [
    ...limits.filter(differs),
    ...limits.filter(({ documented }) => documented === null),
    ...limits.filter((limit) => !differs(limit) && limit.documented !== null),
  ];
}

/** The limit that was measured for what a check asks of requests, if one was. */
export function measuredLimit({ limits }: Report, check: CheckResult): Limit | undefined {
  const { operation, area } = check;
  if (area !== "accepts" && area !== "refuses") return undefined;
  return limits.find((limit) => limit.operation === operation && ruleOf(check) === `${limit.field}.${limit.keyword}`);
}

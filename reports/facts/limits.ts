/** Limits in words, and the order in which they are listed. Shared by all outputs, so that they say the same. */
import type { CheckResult, Limit, Report } from "../model.js";
import { brief, grouped } from "../visible.js";
import { ruleOf } from "./checkId.js";

/** Characters of a sentence given in place of a limit. */
const SENTENCE = 400;

/** A documented or measured limit: a number, or a sentence. */
function text(value: number | string): string {
  return typeof value === "number" ? grouped(value) : brief(value, SENTENCE);
}

/** `225`, or a text saying that the document gives none. */
export function documentedText({ documented }: Limit): string {
  return documented === null ? "not documented" : text(documented);
}

/** `225`, `none found up to 4,096 characters`, `lets through a hyphen`. */
export function measuredText({ measured, evidence }: Limit): string {
  return text(measured ?? evidence.text);
}

/** How the sentence begins that is given for a limit that could not be found. */
export const NOT_MEASURED = "not measured";

/** Whether the deployment's limit differs from the documented one. */
export function differs({ documented, measured }: Limit): boolean {
  const isMeasured = typeof measured !== "string" || !measured.startsWith(NOT_MEASURED);
  return isMeasured && documented !== null && documented !== measured;
}

/** `updateRecipient address_info.post_code.maxLength` */
export function limitName({ operation, field, keyword }: Limit): string {
  return brief(`${operation} ${field}.${keyword}`, 200);
}

/** The limits that differ from the document first, then undocumented ones, then the others. */
export function orderedLimits({ limits }: Report): Limit[] {
  return [
    ...limits.filter(differs),
    ...limits.filter(({ documented }) => documented === null),
    ...limits.filter((limit) => !differs(limit) && limit.documented !== null),
  ];
}

/** The limit that was measured for a check on requests, if any. */
export function measuredLimit({ limits }: Report, check: CheckResult): Limit | undefined {
  const { operation, area } = check;
  if (area !== "accepts" && area !== "refuses") return undefined;
  return limits.find((limit) => limit.operation === operation && ruleOf(check) === `${limit.field}.${limit.keyword}`);
}

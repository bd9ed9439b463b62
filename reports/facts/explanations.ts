/**
 * What one fault of a deployment looks like in many checks: each explanation takes the checks that it accounts for, and
 * leaves the others to the next one. All of them read nothing but the report.
 */
import { distinct, groupedBy } from "../../schemas/groups.js";
import type { Subject } from "../../schemas/operation.js";
import type { CheckResult, Report } from "../model.js";
import { amount, listed, timesText } from "../visible.js";
import { areaAndRuleOf, isSteadiness, ruleOf } from "./checkId.js";

/** What to fix first: what comes before explains, or hides, what comes after. */
export const RANKS = ["unsteady", "credentials", "nothing accepted", "errors", "rule"] as const;

/** Checks that one fault accounts for. */
export interface Explained {
  readonly key: string;
  readonly rank: (typeof RANKS)[number];
  readonly checks: readonly CheckResult[];
  /** The fault in one sentence; null where the message of the first finding is that sentence. */
  readonly text: string | null;
}

/** @param departing the checks that are not explained yet, in the order of the report */
export type Explanation = (departing: readonly CheckResult[], report: Report) => Explained[];

/** `updateRecipient`, `createRecipient and updateRecipient`, `9 operations` */
export function places(checks: readonly CheckResult[]): string {
  const operations: Subject[] = distinct(checks.map(({ operation }) => operation));
  return operations.length > 3 ? amount(operations.length, "operation") : listed(operations);
}

export function statusOf({ findings: [first] }: CheckResult): number {
  return first?.exchange.response?.status ?? 0;
}

export function isLetIn(check: CheckResult): boolean {
  return Math.floor(statusOf(check) / 100) === 2;
}

export function isServerError(check: CheckResult): boolean {
  return statusOf(check) >= 500;
}

export function judged({ verdict }: CheckResult): boolean {
  return verdict === "pass" || verdict === "violation" || verdict === "warning" || verdict === "known";
}

/**
 * The words of server errors that come and go on several operations: they say nothing about a request, also where chance
 * has them answer one each time.
 */
function failingWords(steady: readonly CheckResult[]): ReadonlySet<string> {
  const failing = groupedBy(steady.filter(isServerError), refusalOf);
  return new Set([...failing].flatMap(([words, checks]) => (checks.length < SEVERAL ? [] : [words])));
}

/** Operations on which an error comes and goes, so that it is taken to be the service's and not a request's. */
const SEVERAL = 3;

/** Intermittent faults, on whatever operation. */
export const unsteadiness: Explanation = (departing) => {
  const steady = departing.filter(isSteadiness);
  // Where valid requests are among those that fail, the controls show the same.
  const shown = (check: CheckResult): string => `${statusOf(check)} ${check.findings[0]?.message}`;
  const told = new Set(steady.map(shown));
  const isSame = (check: CheckResult): boolean => check.area === "accepts" && told.has(shown(check));
  // A violation with a reason is intermittent: whatever rule it is about, that is what to fix.
  const unsteady = new Set(steady.map(({ operation }) => operation));
  const isPassing = (check: CheckResult): boolean =>
    check.verdict === "violation" && check.reason !== undefined && unsteady.has(check.operation);
  const words = failingWords(steady);
  const isFailing = (check: CheckResult): boolean => isServerError(check) && words.has(refusalOf(check));
  const checks = departing.filter(
    (check) => isSteadiness(check) || isSame(check) || isPassing(check) || isFailing(check),
  );
  const [first] = steady.length === 1 ? steady : [];
  if (checks.length === 0) return [];
  const text = first?.findings[0]?.message ?? `The same requests get different answers on ${places(checks)}`;
  return [{ key: "state/steady", rank: "unsteady", checks, text }];
};

const ACCEPTED_AREAS: ReadonlySet<CheckResult["area"]> = new Set(["accepts", "response", "echo"]);

/** The rules of unedited requests. */
const PLAIN = /^control\.|^file_type\.enum$/;

/** Operations for which nothing that needs an accepted request could be shown. */
export const nothingAccepted: Explanation = (departing, report) => {
  const refused = departing.filter((check) => check.area === "accepts" && !isLetIn(check));
  return [...groupedBy(refused, ({ operation }) => operation)].flatMap(([operation, checks]) => {
    const own = report.checks.filter((check) => check.operation === operation && ACCEPTED_AREAS.has(check.area));
    if (own.some((check) => judged(check) && !checks.includes(check))) return [];
    // Where only part of the checks was run, without the plain requests, nothing follows for those.
    if (!checks.some((check) => PLAIN.test(ruleOf(check)))) return [];
    const [status = 0] = checks.map(statusOf);
    const answer =
      status === 0
        ? "gives no answer to any valid request of this run"
        : `answers every valid request of this run with ${status}`;
    const text = `${operation} ${answer}`;
    return [{ key: "accepts", rank: "nothing accepted", checks, text }];
  });
};

function isNoServerError(check: CheckResult): boolean {
  return areaAndRuleOf(check) === "errors/no-server-error";
}

/** Requests that fail inside the service, whether they should be accepted, refused or found. */
export const serverErrors: Explanation = (departing) => {
  const checks = departing.filter(
    (check) => isServerError(check) && (check.area !== "errors" || isNoServerError(check)),
  );
  const [first] = checks;
  if (first === undefined) return [];
  if (checks.length === 1) return [{ key: areaAndRuleOf(first), rank: "errors", checks, text: null }];
  const refusing = checks.every((check) => check.area === "refuses" || isNoServerError(check));
  const statuses = listed(distinct(checks.map(statusOf)).map(String));
  const text = `The service answers ${refusing ? "invalid requests" : "requests"} with ${statuses} on ${places(checks)}`;
  return [{ key: "errors/no-server-error", rank: "errors", checks, text }];
};

/** Invalid requests that one operation refuses with the same undocumented status, whatever their fault. */
export const otherRefusals: Explanation = (departing) => {
  const refused = departing.filter((check) => check.area === "refuses" && Math.floor(statusOf(check) / 100) === 4);
  return [...groupedBy(refused, (check) => `${check.operation} ${statusOf(check)}`).values()].flatMap((checks) => {
    const [first] = checks;
    if (checks.length < ALIKE) return [];
    const expected = /^refused with (\d+)$/.exec(first.findings[0]?.expected ?? "")?.[1] ?? "400 or similar";
    const text = `${first.operation} returns ${statusOf(first)} instead of ${expected} for requests that break ${amount(checks.length, "rule")}`;
    return [{ key: "refuses/status", rank: "errors" as const, checks, text }];
  });
};

/** Valid requests of one operation that are accepted with a status other than the stated one. */
export const otherSuccesses: Explanation = (departing) => {
  const expected = (check: CheckResult): string | undefined =>
    /^(?:accepted with|status) (\d+)$/.exec(check.findings[0]?.expected ?? "")?.[1];
  const accepted = departing.filter(
    (check) => check.area === "accepts" && isLetIn(check) && expected(check) !== undefined,
  );
  return [...groupedBy(accepted, (check) => `${check.operation} ${statusOf(check)}`).values()].flatMap((checks) => {
    const [first] = checks;
    const text = `${first.operation} reports success with ${statusOf(first)} instead of ${expected(first)}`;
    return checks.length < 2 ? [] : [{ key: "accepts/status", rank: "errors" as const, checks, text }];
  });
};

/** What the documented shape of an error is made of. */
const SHAPE: ReadonlySet<string> = new Set(["mediaType", "body", "errors", "entries", "items", "detail", "code"]);

export function isErrorShape(check: CheckResult): boolean {
  return check.area === "errors" && SHAPE.has(ruleOf(check));
}

/** Errors of another shape: with one status of one operation, or in the same way, they come from the same code. */
export const errorShapes: Explanation = (departing) => {
  let groups: CheckResult[][] = [];
  for (const check of departing.filter(isErrorShape)) {
    const isSame = (other: CheckResult): boolean =>
      ruleOf(other) === ruleOf(check) || (other.operation === check.operation && statusOf(other) === statusOf(check));
    const same = groups.filter((group) => group.some(isSame));
    groups = [...groups.filter((group) => !same.includes(group)), [...same.flat(), check]];
  }
  return groups.map((checks) => {
    const rules = distinct(checks.map(ruleOf));
    const key = rules.length === 1 ? `errors/${rules[0]}` : "errors";
    const text = `Errors have the wrong shape on ${places(checks)} (${listed(rules)})`;
    return { key, rank: "errors", checks, text: checks.length === 1 ? null : text };
  });
};

/** From how many rules, and which share of those judged, a part of a body counts as not checked at all. */
const UNCHECKED = { rules: 5, share: 0.8 };

/** The parts of a body that hold a rule's field, the widest first; the empty text is the whole body. */
function partsAround(check: CheckResult): string[] {
  const steps = (check.field ?? "").split(".");
  return steps.map((_, index) => steps.slice(0, index).join(".")).concat(steps.join("."));
}

/** Parts of a body of which hardly any rule is checked. */
export const uncheckedParts: Explanation = (departing, report) => {
  const letIn = departing.filter((check) => check.area === "refuses" && isLetIn(check));
  const parts = letIn.flatMap((check) => {
    const own = report.checks.filter(
      (other) => other.operation === check.operation && other.area === "refuses" && judged(other),
    );
    const part = partsAround(check).find((candidate) => {
      const within = (other: CheckResult): boolean => partsAround(other).includes(candidate);
      const failing = letIn.filter((other) => other.operation === check.operation && within(other)).length;
      return failing >= UNCHECKED.rules && failing >= UNCHECKED.share * own.filter(within).length;
    });
    return part === undefined ? [] : [{ check, part }];
  });
  return [...groupedBy(parts, ({ part }) => part)].map(([part, group]) => {
    const checks = group.map(({ check }) => check);
    const what = part === "" ? `The body of ${places(checks)}` : `${part} of ${places(checks)}`;
    const text = `${what} is hardly validated: it accepts values that break ${amount(checks.length, "rule")}`;
    return { key: `refuses/${part === "" ? "body" : part}`, rank: "rule", checks, text };
  });
};

/** Two ends of one promise: the same line of the deployment's code keeps or breaks them. */
const FAMILIES: Readonly<Record<string, string>> = {
  minLength: "length",
  maxLength: "length",
  minItems: "items",
  maxItems: "items",
  minimum: "range",
  maximum: "range",
};

/** The keyword of a check on a field, both ends of a range alike; null for checks on no field. */
function keywordFamily({ field = "", keyword }: CheckResult): string | null {
  return field === "" || keyword === undefined ? null : (FAMILIES[keyword] ?? keyword);
}

/** `refuses/address_info.post_code.length`: the id without the operation, both ends of a range alike. */
function familyOf(check: CheckResult): string {
  const family = keywordFamily(check);
  return family === null ? areaAndRuleOf(check) : `${check.area}/${check.field}.${family}`;
}

/** From how many fields on a broken keyword counts as one fault. Dates are read by one function, wherever they occur. */
const ALIKE = 3;
const ALIKE_FORMATS = 2;
const ALIKE_AREAS: ReadonlySet<CheckResult["area"]> = new Set(["accepts", "refuses", "response"]);

/** One keyword that several fields of an operation violate in the same way. */
export const alikeFields: Explanation = (departing) => {
  const candidates = departing.filter((check) => ALIKE_AREAS.has(check.area) && keywordFamily(check) !== null);
  const alike = groupedBy(candidates, (check) =>
    [check.operation, check.area, check.verdict, keywordFamily(check), Math.floor(statusOf(check) / 100)].join(" "),
  );
  const groups = [...alike.values()].filter((group) => {
    const fields = distinct(group.map(({ field }) => field)).length;
    return fields >= (group.every((check) => keywordFamily(check) === "format") ? ALIKE_FORMATS : ALIKE);
  });
  const rules = new Map(groups.flat().map((check) => [familyOf(check), check]));
  // The same field on another operation is the same fault there.
  const also = departing.filter((check) => rules.has(familyOf(check)));
  return [...groupedBy(also, (check) => `${check.area}/*.${keywordFamily(check)}`)].map(([key, checks]) => {
    const fields = distinct(checks.map(({ field }) => field)).length;
    const [first] = checks;
    const message = (first.findings[0]?.message ?? first.title).replace(timesText(first), "");
    const more = amount(fields - 1, "more field");
    return { key, rank: "rule", checks, text: `${message}; the same for ${more} of ${places(checks)}` };
  });
};

/** The refusal of a finding without what differs from one to the next. */
export function refusalOf({ findings: [first] }: CheckResult): string {
  return (first?.exchange.response?.body ?? "").replace(/[\w-]*\d[\w-]*/g, "#");
}

export function names(words: string, field: string): boolean {
  const name = /[^.[\]]+(?=[.[\]]*$)/.exec(field)?.[0] ?? "";
  return name.length > 2 && new RegExp(`(?<![A-Za-z0-9])${name}(?![A-Za-z0-9])`).test(words);
}

/** What an operation refuses in the words in which it refuses a repeated request: it counts as repeated, whatever was sent. */
export const refusedAgain: Explanation = (departing) => {
  const words = failingWords(departing.filter(isSteadiness));
  return departing
    .filter((check) => ruleOf(check) === "again" && !words.has(refusalOf(check)))
    .flatMap((again) => {
      const checks = departing.filter(
        (check) =>
          check.operation === again.operation &&
          (check.area === "accepts" || isSteadiness(check)) &&
          !isLetIn(check) &&
          refusalOf(check) === refusalOf(again),
      );
      const text = (again.findings[0]?.message ?? again.title).replace(timesText(again), "");
      return checks.length < 2 ? [] : [{ key: areaAndRuleOf(again), rank: "unsteady", checks, text }];
    });
};

/** What is refused with the same words, which name its field: rules of one field, its content, and combinations with it. */
export const sameRefusals: Explanation = (departing) => {
  const refused = departing.filter((check) => check.area === "accepts" && !isLetIn(check));
  return [...groupedBy(refused, refusalOf)].flatMap(([words, checks]) => {
    const about = checks.filter((check) => names(words, check.field ?? ""));
    const fields = distinct(about.map(({ field = "" }) => field));
    const [field] = fields;
    if (field === undefined || fields.length > 1) return [];
    const rules = [...about, ...checks.filter((check) => ruleOf(check) === "content")];
    if (distinct(rules.map(areaAndRuleOf)).length < 2) return [];
    const mixed = checks.filter((check) => ruleOf(check) === "combinations");
    return [{ key: `accepts/${field}`, rank: "rule", checks: [...rules, ...mixed], text: null }];
  });
};

/** A combination that is refused for a field that is also refused alone. */
export const combinations: Explanation = (departing) => {
  const refused = departing.filter((check) => check.area === "accepts" && !isLetIn(check));
  return refused
    .filter((check) => ruleOf(check) === "combinations")
    .flatMap((combination) => {
      const words = combination.findings[0]?.exchange.response?.body ?? "";
      const alone = refused.find(
        (check) =>
          check !== combination && check.operation === combination.operation && names(words, check.field ?? ""),
      );
      if (alone === undefined) return [];
      const same = refused.filter((check) => familyOf(check) === familyOf(alone));
      return [{ key: familyOf(alone), rank: "rule", checks: [...same, combination], text: null }];
    });
};

/** A field that is shown wrongly, by its own rules and by those of its content. */
export const shownFields: Explanation = (departing) => {
  const shown = departing.filter(({ area, field = "" }) => (area === "response" || area === "echo") && field !== "");
  const outermost = (check: CheckResult): string =>
    shown
      .filter(({ operation, area }) => operation === check.operation && area === check.area)
      .map(({ field = "" }) => field)
      .filter((field) => `${check.field}.`.startsWith(`${field}.`) || check.field?.startsWith(`${field}[`))
      .reduce((shortest, field) => (field.length < shortest.length ? field : shortest));
  return [...groupedBy(shown, (check) => `${check.area}/${outermost(check)}`)].flatMap(([key, checks]) =>
    distinct(checks.map(areaAndRuleOf)).length < 2 ? [] : [{ key, rank: "rule" as const, checks, text: null }],
  );
};

/** The same rule on several operations, and both ends of one promise. */
export const sameRules: Explanation = (departing) =>
  [...groupedBy(departing, familyOf)].map(([family, checks]) => {
    const rules = distinct(checks.map(areaAndRuleOf));
    return { key: rules.length === 1 ? (rules[0] ?? family) : family, rank: "rule", checks, text: null };
  });

/** Measuring against services that are no more than a function from a request to an answer. */

import type { Exchange, WireRequest } from "../../../client/model.js";
import { Accidents } from "../../../engine/accidents.js";
import type { GoodReads } from "../../../engine/credentialWatch.js";
import type { Executed } from "../../../engine/execution.js";
import { type MeasuredLimits, measureLimits } from "../../../engine/limits/limits.js";
import type { Target } from "../../../engine/model.js";
import { Results } from "../../../engine/results.js";
import { SAMPLE_FILES, sampleTemplates } from "../../../generators/cases.js";
import type { Limit } from "../../../reports/model.js";
import { type Json, type Pointer, valueAt } from "../../../schemas/json.js";
import { CHECKS } from "../../../suites/suites.js";
import { exchangeOf, responseOf } from "../../oracles/answers.js";
import { EMPTY_TARGET, failure, sessionWith } from "../executing.js";

export const NAME = "createRecipient/refuses/business_name.maxLength";
export const NUMBER = "createRecipient/refuses/payment_details.bank.account_number.maxLength";
export const FILES = "createRecipient/refuses/file_id_list.maxItems";

export const TARGET: Target = {
  ...EMPTY_TARGET,
  templates: { ...EMPTY_TARGET.templates, ...Object.fromEntries(sampleTemplates(42)) },
  recipientFiles: SAMPLE_FILES,
};

/** A run whose only confirmed failures are those of some checks. */
export function playbackOf(...checks: readonly string[]): Executed {
  const confirmed = new Map(
    checks.map((check) => [check, [{ testCase: `${check}#0`, isOwn: true, failure: failure("m") }]]),
  );
  return {
    results: new Results(),
    confirmed,
    unconfirmed: new Set(),
    internalErrors: [],
    played: 0,
    exhausted: new Map(),
    accidents: new Accidents(),
    stop: null,
  };
}

interface Measurement extends MeasuredLimits {
  readonly sent: readonly WireRequest[];
}

export type Reception = (request: WireRequest, number: number) => Exchange;

export async function measuring(
  answer: Reception,
  executed: Executed,
  options: {
    readonly target?: Target;
    readonly maxRequests?: number;
    readonly concurrency?: number;
    readonly good?: GoodReads;
  } = {},
): Promise<Measurement> {
  const { target = TARGET, maxRequests, concurrency = 1, good } = options;
  const sent: WireRequest[] = [];
  const session = sessionWith((request, number) => {
    sent.push(request);
    return answer(request, number);
  }, target);
  const found = await measureLimits(session, executed, { target, definitions: CHECKS, concurrency, maxRequests, good });
  return { ...found, sent };
}

export function bodyOf(request: WireRequest): Json {
  return typeof request.body === "string" ? JSON.parse(request.body) : null;
}

export function textAt(request: WireRequest, at: Pointer): string {
  return String(valueAt(bodyOf(request), at) ?? "");
}

export const ACCEPTED = exchangeOf(responseOf({}, 201));
export const REFUSED = exchangeOf(responseOf({ errors: [] }, 422));

/** A service that takes whatever holds. */
export function taking(holds: (request: WireRequest) => boolean): Reception {
  return (request) => (holds(request) ? ACCEPTED : REFUSED);
}

export const upTo = (most: number) => taking((request) => [...textAt(request, ["business_name"])].length <= most);

export function only({ limits }: MeasuredLimits): Limit {
  const [limit, ...others] = limits;
  if (limit === undefined || others.length > 0) throw new Error(`${limits.length} limits instead of one`);
  return limit;
}

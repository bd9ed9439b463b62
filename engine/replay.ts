/**
 * Sends the findings of a report again. A value that fast-check drew is drawn again from its seed and path. A finding with a control and an
 * edit, or about the answer to a single request, is repeated from its recorded requests. For any other one (it took a program of several
 * requests, its record cannot be sent again, or the answer has nothing left to judge) its check is run again.
 */

import { type Credentials, credentialHeaders } from "../client/credentials.js";
import type { Exchange, WireRequest } from "../client/model.js";
import { tokenOf } from "../generators/texts/partnerId.js";
import { answerText, type Expectation, meets } from "../oracles/outcome.js";
import { withoutPlan } from "../reports/across/plan.js";
import { isAgreed } from "../reports/answers/answers.js";
import { isSteadiness } from "../reports/facts/checkId.js";
import type { CheckResult, Finding, Report } from "../reports/model.js";
import { amount } from "../reports/visible.js";
import { jsonText, parsedJson } from "../schemas/json.js";
import { findOperation, type OperationId } from "../schemas/operation.js";
import { Results } from "./judge/results.js";
import { type Judges, judgeTraffic } from "./judge/traffic.js";
import { wireOf, withFreshIds } from "./send/replayRequest.js";

/** A finding with the check that it belongs to. */
export interface ReplayItem {
  readonly check: CheckResult;
  readonly finding: Finding;
}

/** What became of a finding. */
export interface Replayed extends ReplayItem {
  /**
   * `changed`: the rule is still broken, but in another way. `not seen`: it did not show, which proves nothing, since it
   * was intermittent. `inconclusive`: it could not be found out.
   */
  readonly state: "still there" | "fixed" | "changed" | "not seen" | "inconclusive";
  /** The answer now, or why that cannot be said. */
  readonly now: string;
  /**
   * `draw`: from seed and path. `other draw`: so, but they gave another value. `requests`: from the recorded requests.
   * `check`: by running the check again.
   */
  readonly by: "draw" | "other draw" | "requests" | "check";
}

/** What replaying needs of the target. */
export interface ReplayConnection {
  readonly credentials: Credentials;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  send(request: WireRequest): Promise<Exchange>;
  /** Makes partner ids new: another text for each replay. */
  readonly token: string;
  /** Asked about answers whose bodies depart. */
  readonly judges: Judges;
}

/** The findings of a report in its order, by their ids or those of their checks; all of them when no ids are given. */
export function findingsOf(report: Report, ids: readonly string[] = []): ReplayItem[] {
  return withoutPlan(report)
    .checks.flatMap((check) => check.findings.map((finding) => ({ check, finding })))
    .filter(({ check, finding }) => ids.length === 0 || ids.includes(finding.id) || ids.includes(check.id));
}

/** What one good answer shows: not that a finding is fixed which was intermittent in its own run. */
function gone({ check }: ReplayItem): "fixed" | "not seen" {
  // A violation with a reason was not seen each time.
  const isNowAndThen = check.verdict === "violation" && check.reason !== undefined;
  return check.verdict === "flaky" || isNowAndThen || isSteadiness(check) ? "not seen" : "fixed";
}

interface Repeatable {
  readonly operation: OperationId;
  /** Null when nothing was edited: then the request itself shows the fault. */
  readonly control: WireRequest | null;
  readonly request: WireRequest;
  /** What the status must be; null when the body fails. */
  readonly expectation: Expectation | null;
}

/** The expected status of a finding; null where something else fails. */
function expectationOf({ expectation }: Finding): Expectation | null {
  if (expectation === undefined) return null;
  const { kind, statuses = [] } = expectation;
  return kind === "status" ? { kind, statuses } : kind === "refuse" ? { kind, also: statuses } : { kind };
}

/** Areas whose rules are about bodies; all traffic is judged by them. */
const BODY_AREAS: ReadonlySet<CheckResult["area"]> = new Set(["response", "echo", "errors"]);

function repeatable({ check, finding }: ReplayItem, baseUrl: string): Repeatable | null {
  const { operation } = check;
  const { edit, control, exchange } = finding;
  // The inquiry that gets an answer shows whether it is the agreed one.
  if (findOperation(operation) === undefined || exchange.response === null || isAgreed(check)) return null;
  const request = wireOf(exchange.request, baseUrl);
  if (request === null) return null;
  const aboutBody = BODY_AREAS.has(check.area);
  if (edit === null && control === null) return aboutBody ? { operation, control, request, expectation: null } : null;
  if (edit === null || control === null) return null;
  const controlRequest = wireOf(control.request, baseUrl);
  const expectation = expectationOf(finding);
  if (controlRequest === null || (expectation === null && !aboutBody)) return null;
  return { operation, control: controlRequest, request, expectation };
}

function isRead({ method }: WireRequest): boolean {
  return method === "GET" || method === "HEAD";
}

function statusClass(status: number | undefined): number | null {
  return status === undefined ? null : Math.floor(status / 100);
}

/** Whether the body fails as the check means it; null when the answer does not get that far. */
function bodyShowing(judges: Judges, check: string, operation: OperationId, exchange: Exchange) {
  const results = new Results();
  const { body } = exchange.wire;
  const sent = typeof body === "string" ? parsedJson(body) : undefined;
  const judging = { check, operation, sent, edit: null, control: null };
  judgeTraffic(judges, exchange, { ...judging, response: true, echo: true, errors: true }, results.writer("replay"));
  const record = results.of(check);
  const [met] = [...record.failures, ...record.unseen];
  if (met !== undefined) return { fails: true, now: met.failure.actual };
  return { fails: record.passes > 0 || record.seen > 0 ? false : null, now: answerText(exchange) };
}

/** What an answer makes of a finding; null when it holds nothing that the rule is about, such as an empty list. */
function judge(item: ReplayItem, plan: Repeatable, exchange: Exchange, judges: Judges): Replayed | null {
  const { operation, expectation } = plan;
  const { fails, now } =
    expectation === null
      ? bodyShowing(judges, item.check.id, operation, exchange)
      : { fails: !meets(operation, expectation, exchange), now: answerText(exchange) };
  const same = statusClass(exchange.response?.status) === statusClass(item.finding.exchange.response?.status);
  if (fails === null) return null;
  const state = fails ? (same ? "still there" : "changed") : gone(item);
  return { ...item, state, now, by: "requests" };
}

/** Sends one finding again; null when its check must be run again instead. */
async function replayOne(item: ReplayItem, baseUrl: string, connection: ReplayConnection): Promise<Replayed | null> {
  const plan = repeatable(item, baseUrl);
  if (plan === null) return null;
  const inconclusive = (now: string): Replayed => ({ ...item, state: "inconclusive", now, by: "requests" });
  if (connection.noWrites !== null && !(isRead(plan.control ?? plan.request) && isRead(plan.request)))
    return inconclusive(`not sent: ${connection.noWrites}`);
  const needed = plan.request.credentials;
  if (credentialHeaders(needed, connection.credentials) === null)
    return inconclusive(`not sent: it needs credentials "${needed}", which cannot be made of those given`);
  const fresh = (wire: WireRequest, part: string): WireRequest =>
    withFreshIds(wire, tokenOf(`${connection.token} ${item.finding.id} ${part}`, 17));
  // A recipient or a file that a request names may be gone: the check makes its own.
  if (plan.control !== null) {
    const control = await connection.send(fresh(plan.control, "control"));
    if (!meets(plan.operation, { kind: "accept" }, control)) return null;
  }
  const exchange = await connection.send(fresh(plan.request, "case"));
  const before = statusClass(item.finding.exchange.response?.status);
  if (plan.control === null && statusClass(exchange.response?.status) !== before) return null;
  return judge(item, plan, exchange, connection.judges);
}

/**
 * Sends findings again, one after the other, each right after its control; those that are left need their checks to be run.
 * @param baseUrl the address that the report's requests were sent to
 */
export async function replayFindings(items: readonly ReplayItem[], baseUrl: string, connection: ReplayConnection) {
  const done: Replayed[] = [];
  const left: ReplayItem[] = [];
  for (const item of items) {
    const replayed = await replayOne(item, baseUrl, connection);
    if (replayed === null) left.push(item);
    else done.push(replayed);
  }
  return { done, left };
}

/** What became of a finding, by the report of a run of its check. @param by whether the run sent only what was drawn */
export function judgedAnew(item: ReplayItem, report: Report, by: "draw" | "check" = "check"): Replayed {
  const check = report.checks.find(({ id }) => id === item.check.id);
  const became = (state: Replayed["state"], now: string): Replayed => ({ ...item, state, now, by });
  if (check === undefined) return became("inconclusive", "this version of the suite has no such check");
  const { verdict, reason = "no reason was given" } = check;
  switch (verdict) {
    case "pass":
      return became(gone(item), `the check passes in ${amount(check.cases, "case")}`);
    case "violation":
    case "warning":
    case "known": {
      const [now] = check.findings;
      const same = statusClass(now?.exchange.response?.status) === statusClass(item.finding.exchange.response?.status);
      const isOther = jsonText(now?.edit?.to) !== jsonText(item.finding.edit?.to);
      const how = by === "draw" && isOther ? "other draw" : by;
      return { ...became(same ? "still there" : "changed", now?.actual ?? "the check fails"), by: how };
    }
    case "flaky":
      return became("changed", `now one way, now another: ${reason}`);
    case "not-exercised":
    case "not-applicable":
    case "error":
      return became("inconclusive", `${verdict}: ${reason}`);
    default:
      return verdict satisfies never;
  }
}

/** Judges the traffic of a run again, and says where the verdicts of its report do not follow from it. */
import type { Contract } from "../engine/contract.js";
import { quoted, saysKnownAlready, wordsOf } from "../engine/judge/refusalText.js";
import { fieldsNamed, fieldsOf, isForWhatItHolds } from "../engine/judge/refusedRequests.js";
import { ruleOn } from "../generators/referee.js";
import { isForbiddingPage } from "../oracles/errorShape.js";
import { hasStatus } from "../oracles/outcome.js";
import { withoutPlan } from "../reports/across/plan.js";
import type { Remark } from "../reports/across/verify.js";
import { isJudged } from "../reports/facts/judged.js";
import type { CheckResult, Finding, Report, ReportedExchange } from "../reports/model.js";
import { amount, grouped } from "../reports/visible.js";
import { type Field, pointersIn } from "../schemas/fieldTree.js";
import { groupedBy } from "../schemas/groups.js";
import { isObject, type Json, valueAt } from "../schemas/json.js";
import { type OperationId, operationOf } from "../schemas/operation.js";
import { API_KEY_HEADER, API_SECRET_HEADER } from "../schemas/operations.js";
import { isDocumentedRefusal, isRefusalStatus, isSuccessStatus, isThrottle } from "../schemas/statuses.js";
import { type DocumentedRequest, Exchanges, type RecordedExchange } from "./exchange.js";
import type { HarEntry } from "./har.js";
import { type Aspects, documentedRequests, judgeRecorded } from "./judge.js";

/** Milliseconds by which an entry may lie outside the run. */
const CLOCKS = 300_000;

/** The least share of a run's requests that its traffic must have: what the transport repeats is recorded once. */
const WHOLE = 0.98;

/** The parts of an answer that say nothing. */
const NOTHING: Aspects = { response: false, echo: false, errors: false };

function note(text: string): Remark {
  return { about: "traffic", text, refuses: false };
}

function refusal(text: string): Remark {
  return { about: "traffic", text, refuses: true };
}

/** A request with its answer, for finding it again. */
function keyOf(method: string, url: string, body: string | null, status: number | null, answer: string | null): string {
  // An empty body and no body look alike in a HAR, and placeholders are escaped there.
  const address = url.replaceAll("<", "%3C").replaceAll(">", "%3E");
  return JSON.stringify([method, address, body || null, status, answer || null]);
}

function entryKey({ method, url, body, response }: HarEntry): string {
  return keyOf(method, url, body, response?.status ?? null, response?.body ?? null);
}

function exchangeKey({ request, response }: ReportedExchange): string {
  return keyOf(request.method, request.url, request.body, response?.status ?? null, response?.body ?? null);
}

/** Areas whose requests have to be answered in full. Others, such as those with unknown ids, may get other answers. */
const PLAIN: ReadonlySet<string> = new Set(["accepts", "echo"]);

function isPlain({ entry: { check } }: DocumentedRequest): boolean {
  return check === undefined || PLAIN.has(check.split("/")[1] ?? "");
}

/** The pairs of credentials that are valid, as a run writes them. */
const PAIRS: ReadonlySet<string> = new Set(
  ["", "RESTRICTED_", "SECOND_"].map((of) => `<${of}API_KEY> <${of}API_SECRET>`),
);

/** Which credentials a request shows, by the name in the check about them; undefined for those that are wrong in another way. */
function credentialsOf({ entry: { headers, url } }: DocumentedRequest): string | undefined {
  const headerOf = (name: string): string | undefined => headers.find(([header]) => header === name.toLowerCase())?.[1];
  const [key, secret] = [headerOf(API_KEY_HEADER), headerOf(API_SECRET_HEADER)];
  // Another recorder writes no placeholders: then wrong credentials cannot be distinguished from valid ones.
  if (PAIRS.has(`${key} ${secret}`) || (/^[^<]/.test(key ?? "") && /^[^<]/.test(secret ?? ""))) return "valid";
  if (/[?&]/.test(url) && /api_?key|api_?secret/i.test(url.replaceAll("-", "_"))) return undefined;
  if (headerOf("authorization") !== undefined || headerOf("cookie") !== undefined) return undefined;
  if (key === undefined) return secret === undefined ? "neither" : "no-key";
  return secret === undefined ? "no-secret" : WRONG.get(`${key} ${secret}`);
}

const WRONG: ReadonlyMap<string, string> = new Map([
  ["<wrong key> <API_SECRET>", "wrong-key"],
  ["<API_KEY> <wrong secret>", "wrong-secret"],
]);

/** Findings whose exchanges were not recorded. A delivery is not a request of ours. */
function unseenFindings(checks: readonly CheckResult[], entries: readonly HarEntry[]): Remark[] {
  const there = new Set(entries.map(entryKey));
  const shown = ({ exchange, control }: Finding): boolean =>
    [exchange, ...(control === null ? [] : [control])].every((one) => there.has(exchangeKey(one)));
  return checks
    .filter(({ operation, findings }) => operation !== "webhooks" && findings.length > 0)
    .flatMap(({ id, verdict, findings }) =>
      findings
        .filter((finding) => !shown(finding))
        .map((finding) =>
          refusal(`${id} is a ${verdict}, and the exchange of ${finding.id} or its control is not in the traffic.`),
        ),
    );
}

/** Finds the checks that a request itself is about, whatever its label says: on credentials, or on the one rule that its body breaks. */
class Rules {
  private readonly byId: ReadonlyMap<string, CheckResult>;
  private readonly byRule: ReadonlyMap<string, readonly CheckResult[]>;

  constructor(checks: readonly CheckResult[]) {
    this.byId = new Map(checks.map((check) => [check.id, check]));
    const refusing = checks.filter(({ area }) => area === "refuses");
    this.byRule = groupedBy(refusing, ({ operation, field, keyword }) => `${operation} ${field} ${keyword}`);
  }

  brokenBy(request: DocumentedRequest, sent: unknown): readonly CheckResult[] {
    const { operation } = request;
    const credentials = credentialsOf(request);
    if (credentials !== "valid") return [this.byId.get(`${operation}/auth/${credentials}`) ?? []].flat();
    const { requestSchema } = operationOf(operation);
    if (requestSchema === null || sent === undefined) return [];
    const ruling = ruleOn(requestSchema, sent as Json);
    if (ruling.valid || ruling.path === null) return [];
    return ruling.keywords.flatMap((keyword) => this.byRule.get(`${operation} ${ruling.path} ${keyword}`) ?? []);
  }
}

/** Whether no gateway answers it in place of the service, for its length or for what is in its path. */
function isUsual({ path, entry: { body } }: DocumentedRequest): boolean {
  return path.length < 1_000 && !path.split("?")[0]?.includes("%") && (body ?? "").length < 100_000;
}

/** Whether a request has to be refused for the content of its body. */
function breaksRules(operation: OperationId, sent: unknown): boolean {
  const { requestSchema } = operationOf(operation);
  return requestSchema !== null && (sent === undefined || !ruleOn(requestSchema, sent as Json).valid);
}

/** Whether its success is a documented answer, whatever it was sent for. */
function keepsItsRules({ operation }: DocumentedRequest, sent: unknown): boolean {
  const { requestSchema, query } = operationOf(operation);
  return requestSchema === null ? query.length === 0 : !breaksRules(operation, sent);
}

/**
 * Whether a request is the first to carry its partner's own id. A second one may be answered with what the first one stored:
 * its treatment is left open (section 2.1).
 */
function firstOfIds(
  requests: readonly DocumentedRequest[],
  exchanges: Exchanges,
): (request: DocumentedRequest) => boolean {
  const ids = new Map<DocumentedRequest, string>();
  for (const request of requests) {
    const { sent } = exchanges.of(request);
    const id = isObject(sent) ? Object.entries(sent).find(([name]) => /^partner_\w+_id$/.test(name))?.[1] : undefined;
    if (id !== undefined) ids.set(request, `${request.operation} ${JSON.stringify(id)}`);
  }
  const first = new Map<string, DocumentedRequest>();
  for (const [request, id] of ids) {
    const known = first.get(id);
    if (known === undefined || (request.entry.startedAt ?? 0) < (known.entry.startedAt ?? 0)) first.set(id, request);
  }
  return (request) => first.get(ids.get(request) ?? "") === request || !ids.has(request);
}

/** The parts of an answer that are judged again. */
function aspectsOf(request: DocumentedRequest, { exchange, sent }: RecordedExchange, isFirst: boolean): Aspects {
  if (isPlain(request)) return { response: isFirst, echo: isFirst, errors: true };
  return {
    response: isFirst && keepsItsRules(request, sent) && credentialsOf(request) === "valid",
    echo: false,
    errors: hasStatus(exchange, isRefusalStatus) && !isForbiddingPage(exchange) && isUsual(request),
  };
}

/** The size of a value, in characters or items: a service that accepts a larger or smaller one accepts it. */
function sizeOf(value: Json | undefined): number | null {
  if (typeof value === "string") return [...value].length;
  return Array.isArray(value) ? value.length : null;
}

/** Whether an accepted value shows that another one has to be accepted as well, by the keyword of the check that sent it. */
function shows(keyword: string | undefined, accepted: Json | undefined, refused: Json | undefined): boolean {
  const [one, other] = [sizeOf(accepted), sizeOf(refused)];
  if (keyword === "enum") return accepted === refused;
  if (one === null || other === null) return true;
  return keyword?.startsWith("max") ? one >= other : one <= other;
}

/** Keywords whose values are refused for no other reason, where similar ones are accepted nowhere. */
const MEASURED: ReadonlySet<string | undefined> = new Set(["minLength", "maxLength", "maxItems", "enum"]);

/** Valid values that were refused, as the service says, where no request shows that similar ones are accepted. */
class Values {
  private readonly accepted = new Map<string, Set<Json | undefined>>();
  private readonly refused: {
    readonly check: CheckResult;
    readonly value: Json | undefined;
    readonly entry: number;
  }[] = [];

  /** @param passing the checks that hold according to the report */
  constructor(private readonly passing: ReadonlyMap<string, CheckResult>) {}

  /** Takes a request that keeps all rules. */
  note({ operation, entry }: DocumentedRequest, { exchange, sent }: RecordedExchange): void {
    if (!isObject(sent)) return;
    const valuesAt = ({ location }: Field): (Json | undefined)[] =>
      pointersIn(sent, location).map((at) => valueAt(sent, at));
    const fields = fieldsOf(operation, sent);
    if (hasStatus(exchange, isSuccessStatus)) {
      for (const field of fields) {
        const key = `${operation} ${field.path}`;
        const accepted = this.accepted.get(key) ?? new Set();
        for (const value of valuesAt(field)) accepted.add(value);
        this.accepted.set(key, accepted);
      }
      return;
    }
    const check = this.passing.get(entry.check ?? "");
    if (check?.area !== "accepts" || !MEASURED.has(check.keyword)) return;
    if (!hasStatus(exchange, isForWhatItHolds) || saysKnownAlready(exchange)) return;
    for (const field of fieldsNamed(fields, exchange).filter(({ path }) => path === check.field))
      for (const value of valuesAt(field)) this.refused.push({ check, value, entry: entry.number });
  }

  /** The first such request of each check. */
  contradicted(): Map<string, number> {
    const open = this.refused.filter(
      ({ check: { operation, field, keyword }, value }) =>
        ![...(this.accepted.get(`${operation} ${field}`) ?? [])].some((one) => shows(keyword, one, value)),
    );
    return new Map(open.toReversed().map(({ check, entry }) => [check.id, entry]));
  }
}

/** From which share of what cannot be judged again, and from how many requests, a refusal is named. */
const COMMON = 0.1;
const MANY = 20;

/** Refusals that explain much of what cannot be judged again, such as a quota that is used up. */
function commonRefusals(open: readonly RecordedExchange[]): string {
  const refused = open.filter(({ exchange }) => !hasStatus(exchange, isSuccessStatus));
  return [...groupedBy(refused, ({ exchange }) => wordsOf(exchange)).values()]
    .filter((group) => group.length >= Math.max(MANY, open.length * COMMON))
    .sort((one, other) => other.length - one.length)
    .map((group) => ` ${grouped(group.length)} were refused with ${quoted(group[0].exchange)}.`)
    .join("");
}

/** What the traffic of a run says about its report, and the checks whose verdicts follow from it. */
export type Again = ReturnType<typeof judgeAgain>;

/**
 * Where a report does not follow from the traffic next to it.
 * @param file name of the traffic, for messages
 */
export function judgeAgain(asked: Contract, report: Report, entries: readonly HarEntry[], file: string) {
  const { baseUrl } = report.target;
  const { run } = report;
  const requests = documentedRequests(entries).filter((request) => request.baseUrl === baseUrl);
  const checks = withoutPlan(report).checks;
  if (requests.length === 0) return { remarks: [refusal(`${file} has no traffic of ${baseUrl}.`)], follow: [] };
  const passing = new Map(checks.filter(({ verdict }) => verdict === "pass").map((check) => [check.id, check]));
  const exchanges = new Exchanges(entries, []);
  const isFirst = firstOfIds(requests, exchanges);
  const rules = new Rules(checks);
  const aspects = new Map<DocumentedRequest, Aspects>();
  const accepted = new Map<string, number>();
  const shown = new Set<string>();
  const values = new Values(passing);
  const open: RecordedExchange[] = [];
  for (const request of requests) {
    const recorded = exchanges.of(request);
    const status = recorded.exchange.response?.status ?? 0;
    const broken = rules.brokenBy(request, recorded.sent);
    for (const { id, area } of broken) {
      if (isSuccessStatus(status)) accepted.set(id, accepted.get(id) ?? request.entry.number);
      else if (area === "auth" ? status === 401 : isDocumentedRefusal(status)) shown.add(id);
    }
    const own = aspectsOf(request, recorded, isFirst(request));
    aspects.set(request, own);
    const isValid = credentialsOf(request) === "valid";
    const keeps = isValid && keepsItsRules(request, recorded.sent);
    if (keeps) values.note(request, recorded);
    if (
      isSuccessStatus(status)
        ? !own.response && broken.length === 0
        : isValid && !isThrottle(status) && !breaksRules(request.operation, recorded.sent)
    )
      open.push(recorded);
  }
  const again = judgeRecorded(asked, {
    entries,
    requests,
    baseUrl,
    file,
    secrets: [],
    failOn: "must",
    requireComplete: false,
    reportFile: "report.json",
    aspectsOf: (request) => aspects.get(request) ?? NOTHING,
  });
  const contradicted = again.checks
    .filter(({ id, verdict }) => passing.has(id) && (verdict === "violation" || verdict === "warning"))
    .map(({ id, findings: [first] }) =>
      refusal(`${id} is a pass, and the traffic shows: ${first?.message ?? "a departure"}.`),
    );
  for (const { id, verdict } of again.checks) if (verdict === "pass") shown.add(id);
  const [from, to] = [Date.parse(run.startedAt) - CLOCKS, Date.parse(run.finishedAt) + CLOCKS];
  const outside = entries.filter(({ startedAt }) => startedAt !== null && (startedAt < from || startedAt > to)).length;
  const unseen = unseenFindings(checks, entries);
  const remarks = [
    ...(entries.length < run.requests * WHOLE
      ? [refusal(`${file} has ${amount(entries.length, "request")}; the run sent ${grouped(run.requests)}.`)]
      : []),
    ...(outside > 0
      ? [refusal(`${amount(outside, "request")} of ${file} ${outside === 1 ? "was" : "were"} not sent during the run.`)]
      : []),
    ...unseen,
    ...contradicted,
    ...[...accepted]
      .filter(([id]) => passing.has(id))
      .map(([id, entry]) =>
        refusal(`${id} is a pass, and request ${entry} of the traffic breaks its rule and was accepted.`),
      ),
    ...[...values.contradicted()].map(([id, entry]) =>
      refusal(`${id} is a pass, and request ${entry} of the traffic keeps all rules and was refused for its value.`),
    ),
    ...(open.length === 0
      ? []
      : [
          note(
            `${amount(open.length, "request")} of ${file} cannot be judged again: how they have to be answered is left open, or follows from others.${commonRefusals(open)}`,
          ),
        ]),
  ];
  const follow = checks.filter((check) =>
    check.verdict === "pass"
      ? shown.has(check.id)
      : isJudged(check) && check.operation !== "webhooks" && check.findings.length > 0,
  );
  return { remarks, follow: follow.map(({ id }) => id) };
}

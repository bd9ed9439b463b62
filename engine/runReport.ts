/** From what a run saw to its report. */
import type { Outage } from "../client/model.js";
import { isAgreed } from "../reports/answers/answers.js";
import type { Report, ReportedOutage } from "../reports/model.js";
import { DELIVERIES, operationOf, type Subject } from "../schemas/operation.js";
import { answersReport } from "./answers/checks.js";
import { openPoints } from "./contract.js";
import { withoutReceiver } from "./deliveries.js";
import { type Beforehand, type Judged, judgeAll } from "./judge/verdicts.js";
import { madeWith } from "./madeWith.js";
import type { CheckDefinition } from "./model.js";
import { exclusions } from "./plan/selection.js";
import { unexercised } from "./plan/unexercised.js";
import { checkResults, type RepeatCommands, type ReportParts, replayCommands, reportOf, runCommand } from "./report.js";
import { definitionsOf, type Run, type Seen } from "./running.js";
import { stopText } from "./send/stop.js";

/**
 * The report of a run that is over.
 * @param ending what ended its preflight, or null
 */
export function reportOfRun(run: Run, seen: Seen, ending: unknown): Report {
  const { settings } = run;
  const { agreedAnswers } = settings;
  const judged = judge(run, seen);
  const throttled = throttledOperations(run, judged, reasonsFor(run, seen));
  const stop = seen.agreed.stop ?? (throttled.length > 0 ? "throttled" : null);
  const outages = run.transport.outages();
  const requests = run.transport.stats().sent;
  const ended =
    stop === null
      ? null
      : {
          why: stop,
          text: stopText(stop, {
            error: ending,
            requests,
            cases: { planned: seen.planned, played: seen.executed.played },
            leftOut: seen.executed.leftOut ?? 0,
            outages,
            stalledAt: seen.executed.stalledAt ?? [],
            lost: seen.executed.lost ?? null,
            throttled: seen.agreed.stop === null ? throttled : [],
            journal: run.journal.problem,
            forgotten: seen.executed.forgotten ?? null,
            limitedBy: settings.profileName === settings.profile ? null : settings.profileName,
          }),
        };
  const { rounds } = seen;
  const random = seen.selected.cases.filter(({ shrink, drawn }) => shrink !== undefined || drawn !== undefined);
  const drawn = new Set([...random, ...rounds.failed].map(({ id }) => id));
  const seeds = new Map(
    [...seen.selected.cases, ...rounds.failed].flatMap(({ id, drawn }) =>
      drawn === undefined || drawn.seed === settings.seed ? [] : [[id, drawn.seed] as const],
    ),
  );
  return reportOf({
    contract: run.contract,
    target: { baseUrl: settings.baseUrl, kind: settings.kind },
    run: {
      ...timesSince(run.startedAt),
      seed: settings.seed,
      profile: settings.profile,
      requests,
      ...madeWith(run.contract, settings, run.follower !== undefined),
      ...run.timings.summary(),
      ...(rounds.seeds.length === 0 ? {} : { roundSeeds: [...rounds.seeds] }),
      ...(ended === null ? {} : { ended }),
      ...(outages.length === 0 ? {} : { outages: outages.map(reportedOutage) }),
      ...(settings.shard === null ? {} : { shard: `${settings.shard.index}/${settings.shard.count}` }),
    },
    checks: (numbers) =>
      checkResults(
        judged,
        commandsOf(run),
        ({ definition, failures, failing, cases }) => ({
          // What every value shows, another seed shows as well.
          ...(failures.length > 0 && failing < cases && failures.every(({ testCase }) => drawn.has(testCase))
            ? { onlyRandom: true }
            : {}),
          durationMs: run.timings.ofCheck(definition.id),
        }),
        seeds,
        numbers,
      ),
    observations: run.observations,
    limits: seen.limits,
    created: run.creations.made,
    ...(agreedAnswers === null ? {} : { deployment: answersReport(openPoints(run.contract), agreedAnswers) }),
    cases: { planned: seen.planned, played: seen.executed.played },
    absent: absentRules(run),
    mayBeUnjudged: (operation) =>
      stop !== null ||
      (settings.noWrites !== null && operationOf(operation).effect !== "read") ||
      seen.found?.unaskable.has(operation) === true,
    unread: unreadOperations(judged, seen),
    policy: settings,
  });
}

function reasonsFor(run: Run, { found, selected, reasons }: Seen): Beforehand["reasons"] {
  const known = selected.definitions.flatMap((definition) => {
    const target = found?.target ?? null;
    const reason =
      unexercised(definition, run.credentialsEdits, target, run.settings.wrongSecrets) ??
      (target === null ? null : run.contract.lacks(definition, target));
    return reason === null ? [] : [[definition.id, reason] as const];
  });
  const unreceived = run.follower === undefined ? withoutReceiver(selected.definitions) : [];
  return new Map([...known, ...unreceived, ...reasons]);
}

/** Why the checks of a rule were not part of the run: what the user left out by name is marked as such. */
function absentRules({ contract, settings }: Run): ReportParts["absent"] {
  const exclude = exclusions(settings.exclude);
  const excluded = new Map<string, string>();
  for (const { id, statements } of contract.suites.flatMap(({ checks }) => checks)) {
    const found = exclude.find(({ matches }) => matches(id));
    if (found === undefined) continue;
    for (const rule of statements) excluded.set(rule, found.name);
  }
  return (rule) => {
    const name = excluded.get(rule);
    return name === undefined
      ? { why: "not-chosen", reason: "not part of this run" }
      : { why: "excluded", reason: `left out with --exclude ${name}` };
  };
}

/** Operations that were throttled on their own and therefore not fully judged: without them the run is not complete. */
function throttledOperations(run: Run, judged: readonly Judged[], reasons: Beforehand["reasons"]): Subject[] {
  const throttled = run.transport.throttled();
  const open = judged.filter(({ definition: { id }, verdict }) => verdict === "not-exercised" && !reasons.has(id));
  return run.contract.subjects.filter(
    (subject) => throttled.has(subject) && open.some(({ definition: { operation } }) => operation === subject),
  );
}

/** Operations of which no answer was read to its end. */
function unreadOperations(judged: readonly Judged[], { executed }: Seen): ReadonlySet<Subject> {
  const unread = judged.filter(
    ({ definition: { id }, verdict }) =>
      verdict === "not-exercised" && executed.results.of(id).excused?.mechanism === "unread",
  );
  return new Set(unread.map(({ definition: { operation } }) => operation));
}

function judge(run: Run, seen: Seen): Judged[] {
  const { found, selected, executed, refused, agreed } = seen;
  // Everything else seen of an operation shows whether it is steady.
  const rules = definitionsOf(run).filter((definition) => !isAgreed(definition));
  const chosen = new Set(selected.definitions.map(({ id }) => id));
  const overheard = new Set(selected.overheard.map(({ id }) => id));
  const isTold = ({ definition: { id }, failures }: Judged): boolean =>
    chosen.has(id) || (overheard.has(id) && failures.length > 0);
  const beforehand = { unready: found?.target.unready ?? {}, reasons: reasonsFor(run, seen) };
  const afterwards = {
    refused: new Map<Subject, { readonly reason: string }>([...executed.exhausted, ...refused]),
    judgesControls: run.contract.openRequirements.judgesControls,
  };
  const judged = judgeAll(rules, executed, beforehand, afterwards);
  return [...judged.filter(isTold), ...agreed.judged];
}

function commandsOf({ settings, contract }: Run): (definition: CheckDefinition) => RepeatCommands {
  const { reportFile, webhooks } = settings;
  const again = (check: string): string => runCommand(check, settings, contract.repeatWith);
  const requests = replayCommands(reportFile, settings, contract.repeatWith);
  const deliveries = webhooks?.commands(again) ?? requests;
  return ({ operation }) => (operation === DELIVERIES ? deliveries : requests);
}

function reportedOutage({ from, to, ...rest }: Outage): ReportedOutage {
  return { from: new Date(from).toISOString(), to: to === null ? null : new Date(to).toISOString(), ...rest };
}

function timesSince(startedAt: number): Pick<Report["run"], "startedAt" | "finishedAt" | "durationMs"> {
  const finishedAt = Date.now();
  const durationMs = finishedAt - startedAt;
  return { startedAt: new Date(startedAt).toISOString(), finishedAt: new Date(finishedAt).toISOString(), durationMs };
}

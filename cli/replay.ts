/** `ppconform replay REPORT [ID…]`: sends the findings of a report again. */

import { dirname, join } from "node:path";
import { Command } from "commander";
import { RunInterruptedError } from "../client/interruption.js";
import { Journal } from "../client/journal.js";
import { createTransport } from "../client/transport.js";
import { CONTRACT } from "../contract.js";
import type { Contract } from "../engine/contract.js";
import type { FailedCase } from "../engine/corpus.js";
import { judgesOf } from "../engine/judge/traffic.js";
import { findingsOf, judgedAnew, type Replayed, type ReplayItem, replayFindings } from "../engine/replay.js";
import { DEFAULTS } from "../engine/runOptions.js";
import { Creations } from "../engine/send/created.js";
import { TargetError } from "../engine/send/reachability.js";
import { baseUrl } from "../engine/settings/baseUrl.js";
import { chooseDeployment, type Deployment, openDeployment, SANDBOX } from "../engine/settings/deployment.js";
import type { Settings } from "../engine/settings/environment.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { askedOf, loadOwnChecks } from "../library/ownChecks.js";
import { wired } from "../library/run.js";
import { withoutPlan } from "../reports/across/plan.js";
import { isOwn } from "../reports/facts/checkId.js";
import { sentValue } from "../reports/facts/proof.js";
import type { Report } from "../reports/model.js";
import { amount, brief, listed, readable } from "../reports/visible.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { groupedBy } from "../schemas/groups.js";
import { OPEN_POINTS } from "../schemas/ledger/openPoints.js";
import { type RunOptions, runSuite } from "../suites/run.js";
import { connectionFrom, permissionsFrom } from "./connection.js";
import { onInterruption } from "./interruption.js";
import { CONNECTION_OPTIONS, FILE_OPTIONS, type FlagsOf, OPTIONS, shared, withOptions } from "./options.js";
import { FINDING, reportAt, reportFileAt } from "./reportFolder.js";
import { remark } from "./terminal.js";
import { userSettings } from "./userSettings.js";

const { takes: _, value: __, ...SWITCH } = OPTIONS["allow-writes"];
const ROWS = {
  ...shared("base-url", "checks", "allow-writes", "rate", "timeout", ...FILE_OPTIONS, ...CONNECTION_OPTIONS),
  "base-url": {
    ...OPTIONS["base-url"],
    help: "address of a deployment other than the report's; sandbox: the embedded one",
  },
  "allow-writes": { ...SWITCH, help: "send requests that change data to a target that is not on this machine" },
} as const;

type ReplayFlags = FlagsOf<typeof ROWS>;

/** Requests under way at once when a check is run again. */
const CONCURRENCY = 8;

export function replayCommand(): Command {
  const command = new Command("replay")
    .description("Send the findings of a report again, and say which are still there, fixed or changed.")
    .argument("[report]", `a report folder or its report.json (default: ${DEFAULTS.reportFolder})`)
    .argument("[id...]", "ids of findings, such as F1, or of checks; all findings when none is given")
    .action(replay);
  return withOptions(command, ROWS);
}

/** How many findings a message names one by one. */
const SOME = 10;

function chosenFindings(path: string, report: Report, ids: readonly string[]): ReplayItem[] {
  const items = findingsOf(report);
  const known = items.map(({ finding }) => finding.id);
  const checks = withoutPlan(report).checks.map((check) => check.id);
  for (const id of ids) {
    if (items.some(({ check, finding }) => finding.id === id || check.id === id)) continue;
    if (checks.includes(id)) throw new UsageError(`${path} has no finding for ${id}.`);
    const near = nearest(id, id.includes("/") ? checks : known);
    const there =
      known.length === 0
        ? "It has none."
        : `It has ${known.length > SOME ? `${amount(known.length, "finding")}, F1 to F${known.length}` : listed(known)}.`;
    throw new UsageError(`${path} has no finding ${id}${near === null ? "" : `; the nearest is ${near}`}. ${there}`);
  }
  return findingsOf(report, ids);
}

/** A target as printed. */
function nameOf({ kind, baseUrl }: Report["target"]): string {
  return kind === "sandbox" ? "the embedded sandbox" : readable(baseUrl);
}

/**
 * Where findings are sent: to the report's own target, unless the options ask for another one: the settings may have changed
 * since. `other` is how it is printed then.
 */
function addressOf({ target }: Report, flags: ReplayFlags, { CONFORMANCE_BASE_URL }: Settings) {
  const own = target.kind === "remote" ? target.baseUrl : SANDBOX;
  const typed = (flags.env ?? flags.envFile) === undefined ? undefined : CONFORMANCE_BASE_URL;
  const asked = flags.baseUrl ?? typed ?? own;
  const address = asked === SANDBOX ? asked : baseUrl("--base-url", asked);
  if (address === own && CONFORMANCE_BASE_URL !== undefined && ![own, `${own}/`].includes(CONFORMANCE_BASE_URL))
    remark(
      `The settings name ${readable(CONFORMANCE_BASE_URL)}, but the report is of ${nameOf(target)}: its findings are sent to the latter.`,
    );
  const other = nameOf({ kind: address === SANDBOX ? "sandbox" : "remote", baseUrl: address });
  return { address, other: address === own ? null : other };
}

async function replay(named: string | undefined, more: readonly string[], flags: ReplayFlags): Promise<void> {
  // F1 without a report is a finding of the last report.
  const isId = named !== undefined && FINDING.test(named);
  const ids = isId ? [named, ...more] : more;
  const path = await reportFileAt(isId || named === undefined ? DEFAULTS.reportFolder : named);
  const report = await reportAt(path);
  const items = chosenFindings(path, report, ids);
  if (items.length === 0) {
    process.stdout.write("The report has no findings: there is nothing to send again.\n");
    return;
  }
  const own = await loadOwnChecks(flags.checks);
  const ownIds = own.checks.map(({ id }) => id);
  const unknown = items.find(({ check }) => isOwn(check) && !ownIds.includes(check.id));
  if (unknown !== undefined)
    throw new UsageError(
      `${unknown.finding.id} is a finding of ${unknown.check.id}, a check of your own. Name its module: --checks FILE.`,
    );
  const settings = userSettings(flags);
  const { address, other } = addressOf(report, flags, settings);
  const chosen = chooseDeployment(address, permissionsFrom(flags), settings);
  if (other !== null)
    process.stdout.write(
      `The report is of ${nameOf(report.target)}; its findings are sent to ${other}, another deployment.\n`,
    );
  const interruption = onInterruption();
  const target = await openDeployment(chosen, () => startEmbeddedSandbox({ seed: report.run.seed }));
  try {
    // What a replay creates stays as well, and is listed with what the run created.
    const journalFile =
      target.kind === "remote" && target.noWrites === null ? join(dirname(path), "created.ndjson") : null;
    const { signal } = interruption;
    const replayed = await replayAll(items, { report, target, flags, signal, journalFile, asked: askedOf(own) });
    process.stdout.write(`${replayText(replayed, nameOf(target), other)}\n`);
    process.exitCode = exitCodeOf(replayed);
  } catch (error) {
    if (!(error instanceof TargetError || error instanceof RunInterruptedError)) throw error;
    remark(error.message);
    process.exitCode = 3;
  } finally {
    interruption.forget();
    await target.close();
  }
}

/** What is sent again, where, and how it can be stopped. */
interface Replaying {
  readonly report: Report;
  readonly target: Deployment;
  readonly flags: ReplayFlags;
  readonly signal: AbortSignal;
  readonly journalFile: string | null;
  readonly asked: Contract;
}

/** All findings in the order of the report. */
async function replayAll(items: readonly ReplayItem[], replaying: Replaying): Promise<Replayed[]> {
  const { report, target, flags, signal, journalFile, asked } = replaying;
  const { baseUrl, credentials, noWrites, onlyLoopback } = target;
  const journal = new Journal(journalFile, baseUrl);
  const transport = createTransport({
    ...connectionFrom(flags),
    onlyLoopback,
    baseUrl,
    credentials,
    concurrency: 1,
    requestsPerSecond: flags.rate,
    timeoutMs: flags.timeout,
    signal,
    onSending: new Creations(journal, CONTRACT.creating).begin,
  });
  try {
    const drawn = noWrites === null ? await drawnAgain(items, replaying) : [];
    const recorded = items.filter(({ finding }) => drawn.every((one) => one.finding !== finding));
    const { done, left } = await replayFindings(recorded, report.target.baseUrl, {
      credentials,
      noWrites,
      send: (request) => transport.send(request),
      token: String(Date.now()),
      judges: judgesOf(asked.suites),
    });
    const all = [...drawn, ...done];
    for (const [seed, those] of bySeed(left)) {
      const rerun = await runSuite(optionsFor(those, seed, replaying), asked);
      all.push(...those.map((item) => judgedAnew(item, rerun.report)));
    }
    return items.flatMap((item) => all.filter(({ finding }) => finding === item.finding));
  } finally {
    await transport.close();
    journal.close();
  }
}

/** Random findings are drawn with the seed that drew them. */
function bySeed(items: readonly ReplayItem[]): ReadonlyMap<number | undefined, readonly ReplayItem[]> {
  return groupedBy(items, ({ finding }) => finding.seed);
}

/**
 * Findings whose value fast-check draws again. Those that it no longer draws, or that cannot be judged this way, are
 * left out.
 */
async function drawnAgain(items: readonly ReplayItem[], replaying: Replaying): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  for (const [seed, those] of bySeed(items.filter(({ finding }) => finding.draw !== undefined))) {
    const failed = new Map(those.map((item) => [failedCase(item), item]));
    const options = { ...optionsFor(those, seed, replaying), corpus: [...failed.keys()], onlyCorpus: true };
    const { report: rerun, sentAgain } = await runSuite(options, replaying.asked);
    for (const one of sentAgain) {
      const item = failed.get(one);
      const judged = item === undefined ? null : judgedAnew(item, rerun, "draw");
      if (judged !== null && judged.state !== "inconclusive") replayed.push(judged);
    }
  }
  return replayed;
}

function failedCase({ check, finding: { id, draw, edit } }: ReplayItem): FailedCase {
  return {
    operation: check.operation,
    check: check.id,
    case: id,
    ...(draw === undefined ? {} : { draw }),
    edit: edit === null ? null : { at: edit.at, to: String(edit.to) },
  };
}

/** A run of the checks whose findings cannot be sent again alone, with the options of the report's run. */
function optionsFor(
  items: readonly ReplayItem[],
  seed: number | undefined,
  { report: { run, deployment }, target, flags, signal, journalFile }: Replaying,
): RunOptions {
  // Without unknowns that only another version of the suite knows.
  const agreed = deployment?.agreed.filter(({ id }) => OPEN_POINTS.has(id)) ?? [];
  return wired(target, {}, undefined, {
    connection: connectionFrom(flags),
    // Rounds draw at least as many cases as a standard run.
    profile: seed !== undefined && run.profile === "smoke" ? "standard" : run.profile,
    seed: seed ?? run.seed,
    concurrency: CONCURRENCY,
    requestsPerSecond: flags.rate,
    timeoutMs: flags.timeout,
    agreedAnswers: deployment && { file: deployment.file, agreed },
    checks: [...new Set(items.map(({ check }) => check.id))],
    reportFile: "report.json",
    limitRequests: 0,
    journalFile,
    signal,
  });
}

/** The wording of a state for one finding, and in the count of all. */
interface StateWords {
  readonly symbol: string;
  readonly word: string;
  readonly counted?: string;
}

/** Every state, in the order of the counts. */
const STATES: Readonly<Record<Replayed["state"], StateWords>> = {
  "still there": { symbol: "✗", word: "still there" },
  changed: { symbol: "~", word: "changed" },
  fixed: { symbol: "✓", word: "fixed" },
  "not seen": {
    symbol: "○",
    word: "did not occur this time; it was intermittent in the run:",
    counted: "did not show",
  },
  inconclusive: { symbol: "?", word: "inconclusive" },
};

/** An answer from another deployment does not show that anything is fixed. */
function wordsFor(state: Replayed["state"], other: string | null): StateWords {
  const words = STATES[state];
  if (state !== "fixed" || other === null) return words;
  return { ...words, word: `not seen at ${other}`, counted: "not seen there" };
}

const HOW: Readonly<Record<Replayed["by"], string>> = {
  draw: "",
  "other draw": "   (with other random values)",
  requests: "",
  check: "   (its check was run again)",
};

const LABEL = 10;

function itemText({ check, finding, state, now, by }: Replayed, other: string | null): string {
  const sent = sentValue(finding);
  // The address is printed once, at the end, and may differ from the report's.
  const place = finding.edit === null ? sent.place.replace(/(?<= )https?:\/\/[^/ ]*/, "") : sent.place;
  const rows: [string, string][] = [
    ["sent", sent.value === "" ? place : `${place}${sent.joint}${sent.value}`],
    ["expected", brief(finding.expected, 200)],
    ["then", brief(finding.actual, 200)],
    ["now", `${brief(now, 200)}${HOW[by]}`],
  ];
  const { symbol, word } = wordsFor(state, other);
  return [
    `${symbol} ${finding.id}  ${word}  ${readable(check.id)}`,
    ...rows.map(([label, text]) => `      ${label.padEnd(LABEL)}${text}`),
  ].join("\n");
}

/** What became of each finding, and the counts. */
function replayText(replayed: readonly Replayed[], name: string, other: string | null): string {
  const states = groupedBy(replayed, ({ state }) => state);
  const order = Object.keys(STATES);
  const counts = [...states]
    .sort(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    .map(([state, those]) => {
      const { word, counted = word } = wordsFor(state, other);
      return `${those.length} ${counted}`;
    });
  const total = `${amount(replayed.length, "finding")} sent again to ${name}: ${counts.join(" · ")}`;
  return [...replayed.map((one) => itemText(one, other)), "", total].join("\n");
}

/** 1 when a rule is still broken, 3 when one was inconclusive, else 0. */
function exitCodeOf(replayed: readonly Replayed[]): number {
  if (replayed.some(({ state }) => state === "still there" || state === "changed")) return 1;
  return replayed.some(({ state }) => state === "inconclusive") ? 3 : 0;
}

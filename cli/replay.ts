/** `ppconform replay REPORT [ID…]`: sends the findings of a report again. */

import { dirname, join } from "node:path";
import { Command } from "commander";
import { RunInterruptedError } from "../client/interruption.js";
import { Journal } from "../client/journal.js";
import { createTransport } from "../client/transport.js";
import { type AgreedAnswers, ANSWERABLE_IDS } from "../engine/answers/checks.js";
import type { Asked } from "../engine/asked.js";
import { Creations } from "../engine/created.js";
import { TargetError } from "../engine/preflight/reachability.js";
import { findingsOf, judgedAnew, type Replayed, type ReplayItem, replayFindings } from "../engine/replay.js";
import { chooseDeployment, type Deployment, openDeployment } from "../engine/settings/deployment.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import { judgesOf } from "../engine/traffic.js";
import { askedOf, loadOwnChecks } from "../library/ownChecks.js";
import { isOwn } from "../reports/facts/checkId.js";
import { sentValue } from "../reports/facts/proof.js";
import type { Report } from "../reports/model.js";
import { amount, brief, listed, readable } from "../reports/visible.js";
import { startEmbeddedSandbox } from "../sandbox/embedded.js";
import { type RunOptions, runSuite } from "../suites/run.js";
import { withConfigOption } from "./configOption.js";
import { type ConnectionFlags, connectionFrom, permissionsFrom, withConnectionOptions } from "./connectionOptions.js";
import { onInterruption } from "./interruption.js";
import { positiveNumber, wholeNumber } from "./parse.js";
import { reportAt } from "./reportFile.js";
import { type SettingsFlags, userSettings, withSettingsOption } from "./userSettings.js";

interface ReplayFlags extends ConnectionFlags, SettingsFlags {
  readonly baseUrl?: string;
  readonly allowWrites?: true;
  readonly checks?: readonly string[];
  readonly rate?: number;
  readonly timeout: number;
}

/** Requests under way at once when a check is run anew. */
const CONCURRENCY = 8;

/** The command and its options. */
export function replayCommand(): Command {
  const command = new Command("replay")
    .description("Send the findings of a report again, and tell which are still there, fixed or changed.")
    .argument("<report>", "a report.json")
    .argument("[id...]", "ids of findings, such as F1, or of checks; all findings when none is given")
    .option("--base-url <url>", "address of the deployment (CONFORMANCE_BASE_URL; else the report's)")
    .option("--checks <module...>", "checks of your own that the run had, too (JavaScript modules; their code runs)")
    .option("--allow-writes", "send requests that change data to a target that is not on this machine")
    .option("--rate <number>", "at most this many requests a second", positiveNumber("--rate"))
    .option("--timeout <ms>", "milliseconds a request may take", wholeNumber("--timeout", 1, 600_000), 15_000)
    .action(replay);
  return withConnectionOptions(withConfigOption(withSettingsOption(command)));
}

function chosenFindings(path: string, report: Report, ids: readonly string[]): ReplayItem[] {
  const items = findingsOf(report);
  const known = items.map(({ finding }) => finding.id);
  const checks = report.checks.map((check) => check.id);
  for (const id of ids) {
    if (items.some(({ check, finding }) => finding.id === id || check.id === id)) continue;
    if (checks.includes(id)) throw new UsageError(`${path} has no finding of ${id}.`);
    const near = nearest(id, id.includes("/") ? checks : known);
    const there = known.length === 0 ? "It has none." : `It has ${listed(known)}.`;
    throw new UsageError(`${path} has no finding ${id}${near === null ? "" : `; the nearest is ${near}`}. ${there}`);
  }
  return findingsOf(report, ids);
}

async function replay(path: string, ids: readonly string[], flags: ReplayFlags): Promise<void> {
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
  const remote = report.target.kind === "remote" ? report.target.baseUrl : undefined;
  const address = flags.baseUrl ?? settings.CONFORMANCE_BASE_URL ?? remote;
  const interruption = onInterruption();
  const target = await openDeployment(chooseDeployment(address, permissionsFrom(flags), settings), () =>
    startEmbeddedSandbox({ seed: report.run.seed }),
  );
  try {
    // What a replay creates stays as well, and is listed with what the run created.
    const journalFile =
      target.kind === "remote" && target.noWrites === null ? join(dirname(path), "created.ndjson") : null;
    const replayed = await replayAll(items, report, target, flags, {
      signal: interruption.signal,
      journalFile,
      asked: askedOf(own),
    });
    process.stdout.write(`${replayText(replayed, target.baseUrl)}\n`);
    process.exitCode = exitCodeOf(replayed);
  } catch (error) {
    if (!(error instanceof TargetError || error instanceof RunInterruptedError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 3;
  } finally {
    interruption.forget();
    await target.close();
  }
}

/** How a replay is ended, and where it notes what it creates. */
interface Replaying {
  readonly signal: AbortSignal;
  readonly journalFile: string | null;
  readonly asked: Asked;
}

/** All findings in the order of the report. */
async function replayAll(
  items: readonly ReplayItem[],
  report: Report,
  target: Deployment,
  flags: ReplayFlags,
  { signal, journalFile, asked }: Replaying,
): Promise<Replayed[]> {
  const pace = flags.rate === undefined ? {} : { requestsPerSecond: flags.rate };
  const { baseUrl, credentials, noWrites, onlyLoopback } = target;
  const journal = new Journal(journalFile, baseUrl);
  const transport = createTransport({
    ...connectionFrom(flags),
    onlyLoopback,
    baseUrl,
    credentials,
    concurrency: 1,
    timeoutMs: flags.timeout,
    signal,
    onSending: new Creations(journal).begin,
    ...pace,
  });
  try {
    const { done, left } = await replayFindings(items, report.target.baseUrl, {
      credentials,
      noWrites,
      send: (request) => transport.send(request),
      token: String(Date.now()),
      judges: judgesOf(asked.suites),
    });
    const all = [...done];
    // What random values show is drawn with the seed that drew it.
    for (const seed of new Set(left.map(({ finding }) => finding.seed))) {
      const drawn = left.filter(({ finding }) => finding.seed === seed);
      const anew = await runSuite(optionsFor(drawn, seed, report, target, flags, { signal, journalFile }), asked);
      all.push(...drawn.map((item) => judgedAnew(item, anew.report)));
    }
    return items.flatMap((item) => all.filter(({ finding }) => finding === item.finding));
  } finally {
    await transport.close();
    journal.close();
  }
}

/** What was agreed, without unknowns that another version of the suite knows and this one does not. */
function knownAnswers({ file, agreed }: NonNullable<Report["deployment"]>): AgreedAnswers {
  return { file, agreed: agreed.filter(({ id }) => ANSWERABLE_IDS.includes(id)) };
}

/** A run of the checks whose findings cannot be sent again by themselves, with what the report's run had. */
function optionsFor(
  items: readonly ReplayItem[],
  seed: number | undefined,
  { run, deployment }: Report,
  target: Deployment,
  flags: ReplayFlags,
  { signal, journalFile }: Omit<Replaying, "asked">,
): RunOptions {
  return {
    baseUrl: target.baseUrl,
    connection: { ...connectionFrom(flags), onlyLoopback: target.onlyLoopback },
    kind: target.kind,
    credentials: target.credentials,
    // Rounds draw as many cases as a standard run at least.
    profile: seed !== undefined && run.profile === "smoke" ? "standard" : run.profile,
    seed: seed ?? run.seed,
    concurrency: CONCURRENCY,
    requestsPerSecond: flags.rate,
    timeoutMs: flags.timeout,
    noWrites: target.noWrites,
    agreedAnswers: deployment === undefined ? undefined : knownAnswers(deployment),
    checks: [...new Set(items.map(({ check }) => check.id))],
    reportFile: "report.json",
    limitRequests: 0,
    journalFile,
    signal,
  };
}

const SYMBOLS: Readonly<Record<Replayed["state"], string>> = {
  "still there": "✗",
  fixed: "✓",
  "not seen": "○",
  changed: "~",
  untold: "?",
};
const WORDS: Readonly<Record<Replayed["state"], string>> = {
  "still there": "still there",
  fixed: "fixed",
  "not seen": "did not show this time; it came and went in the run:",
  changed: "changed",
  untold: "untold",
};
const LABEL = 10;

function itemText({ check, finding, state, now, by }: Replayed): string {
  const sent = sentValue(finding);
  // The address is told once, at the end, and may be another one than the report's.
  const place = finding.edit === null ? sent.place.replace(/(?<= )https?:\/\/[^/ ]*/, "") : sent.place;
  const rows: [string, string][] = [
    ["sent", sent.value === "" ? place : `${place}${sent.joint}${sent.value}`],
    ["expected", brief(finding.expected, 200)],
    ["then", brief(finding.actual, 200)],
    ["now", `${brief(now, 200)}${by === "check" ? "   (its check was run anew)" : ""}`],
  ];
  return [
    `${SYMBOLS[state]} ${finding.id}  ${WORDS[state]}  ${readable(check.id)}`,
    ...rows.map(([label, text]) => `      ${label.padEnd(LABEL)}${text}`),
  ].join("\n");
}

/** What became of each finding, and the counts. */
function replayText(replayed: readonly Replayed[], baseUrl: string): string {
  const states = ["still there", "changed", "fixed", "not seen", "untold"] as const;
  const counts = states
    .map((state) => ({ state, count: replayed.filter((item) => item.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state === "not seen" ? "did not show" : state}`);
  const total = `${amount(replayed.length, "finding")} sent again to ${readable(baseUrl)}: ${counts.join(" · ")}`;
  return [...replayed.map(itemText), "", total].join("\n");
}

/** 1 when a rule is still not kept, 3 when one could not be told, else 0. */
function exitCodeOf(replayed: readonly Replayed[]): number {
  if (replayed.some(({ state }) => state === "still there" || state === "changed")) return 1;
  return replayed.some(({ state }) => state === "untold") ? 3 : 0;
}

/** What a run shows while it is under way: one live line on a terminal, elsewhere a plain line now and then. Goes to stderr. */

import type { Outage } from "../client/model.js";
import type { Progress } from "../engine/send/execution.js";
import type { Report } from "../reports/model.js";
import { amount, brief, grouped } from "../reports/visible.js";

/** Milliseconds between two refreshed lines. */
const LIVE_INTERVAL = 100;
const PLAIN_INTERVAL = 10_000;
/** How many failures are printed as they are confirmed; there may be hundreds with one cause. */
const MOST_TOLD = 5;
/** Characters of the bar, and the width that leaves room for it. */
const BAR = 20;
const BAR_WIDTH = 110;
/** Cases and milliseconds from which the remaining time can be estimated. */
const TELLING = { cases: 10, milliseconds: 2_000 };

type Seen = Progress & { readonly requests: number };

function phaseText({ phase, done, cases, operation }: Seen): string {
  switch (phase) {
    case "checks":
      return `${grouped(done)}/${amount(cases, "case")}${operation === undefined ? "" : ` · ${operation}`}`;
    case "confirming":
      return `all of ${amount(cases, "case")} sent, sending failures again`;
    case "measuring":
      return `all cases judged, ${done}/${amount(cases, "limit")} measured`;
    case "rounds":
      return `all cases judged, ${grouped(done)} random ones since`;
    default:
      return phase satisfies never;
  }
}

/** About how long the remaining cases take, if they go on like those before. */
function timeLeft({ phase, done, cases }: Seen, elapsed: number): string {
  if (phase !== "checks" || done < TELLING.cases || done >= cases || elapsed < TELLING.milliseconds) return "";
  const seconds = Math.ceil((elapsed * (cases - done)) / done / 1000);
  return ` · about ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`;
}

function bar({ phase, done, cases }: Seen, columns: number): string {
  if (columns < BAR_WIDTH || phase === "confirming" || phase === "rounds" || cases === 0) return "";
  const full = Math.round((BAR * done) / cases);
  return `${"█".repeat(full)}${"░".repeat(Math.max(0, BAR - full))} `;
}

function outageText({ from, to, seen }: Outage): string {
  const since = new Date(from).toISOString().slice(11, 19);
  return to === null
    ? `the target has not answered since ${since} UTC (${seen}); waiting for it`
    : `the target answers again after ${Math.ceil((to - from) / 1000)} s`;
}

function lineOf(progress: Seen, since: number, columns = 0): string {
  const elapsed = Math.max(1, Date.now() - since);
  const rate = grouped(Math.round((1000 * progress.requests) / elapsed));
  const failures = progress.failures === 0 ? "" : ` · ${amount(progress.failures, "check")} failing`;
  const requests = `${amount(progress.requests, "request")}, ${rate} a second`;
  return `${bar(progress, columns)}${phaseText(progress)} · ${requests}${timeLeft(progress, elapsed)}${failures}`;
}

/** Prints each confirmed failure, up to a number, and notes its check. */
function teller(tell: (line: string) => void, told: Set<string>): (progress: Progress) => void {
  let printed = 0;
  return ({ seenTwice }) => {
    if (seenTwice === undefined || printed > MOST_TOLD) return;
    printed += 1;
    const { check, message } = seenTwice;
    if (printed > MOST_TOLD) return tell("more failures: see the report");
    told.add(check);
    tell(`confirmed: ${check}: ${brief(message, 200)}`);
  };
}

/** What takes back lines that were printed, where the failure was due to something else in the end. */
function withdrawnIn({ checks }: Pick<Report, "checks">, told: ReadonlySet<string>): string[] {
  return checks
    .filter(({ id, verdict }) => told.has(id) && (verdict === "pass" || verdict === "not-exercised"))
    .map(({ id, reason }) => `withdrawn: ${id}: ${reason ?? "what failed was due to something else"}`);
}

/**
 * Whether a line can be drawn over again and again. A terminal that reports zero columns, as in some containers, has no
 * line that a text fits on: clearing it would never end.
 */
function isLive(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.columns > 0 && process.env.CI === undefined;
}

/** A view that suits stderr. @param isQuiet whether findings are printed only at the end */
export async function createProgressView(stream: NodeJS.WriteStream, target: string, isQuiet = false) {
  const since = Date.now();
  const spinner = isLive(stream)
    ? (await import("ora")).default({ text: `asking ${target}`, stream, discardStdin: false }).start()
    : null;
  const interval = spinner === null ? PLAIN_INTERVAL : LIVE_INTERVAL;
  let shown = spinner === null ? since : 0;
  const show = (text: string): void => {
    if (spinner === null) stream.write(`${text}\n`);
    else spinner.text = text;
  };
  const showNowAndThen = (text: () => string): void => {
    if (Date.now() - shown < interval) return;
    shown = Date.now();
    show(text());
  };
  const told = new Set<string>();
  const tellSeen = teller((line) => {
    if (spinner === null) return void stream.write(`${line}\n`);
    const { text } = spinner;
    spinner.stopAndPersist({ symbol: "✗", text: line });
    spinner.start(text);
  }, told);
  return {
    preflight: (): void => {
      if (spinner !== null) show("preflight done");
    },
    update(progress: Seen): void {
      if (!isQuiet) tellSeen(progress);
      showNowAndThen(() => lineOf(progress, since, spinner === null ? 0 : stream.columns));
    },
    /** Says what the run is waiting for, when nothing else goes on. */
    waiting: (text: string): void => showNowAndThen(() => text),
    /** Says when the target stops answering, and when it answers again. */
    outage: (outage: Outage): void => show(outageText(outage)),
    end: (): void => void spinner?.stop(),
    /** Takes back what was told too early. */
    settle(report: Pick<Report, "checks">): void {
      for (const line of withdrawnIn(report, told)) stream.write(`${line}\n`);
    },
  };
}

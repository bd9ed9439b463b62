/** What a run shows while it lasts: one live line on a terminal, a plain line now and then elsewhere. Goes to stderr. */

import ora from "ora";
import type { Outage } from "../client/outage.js";
import type { Progress } from "../engine/execution.js";
import { amount } from "../reports/visible.js";

/** Follows a run. */
export interface ProgressView {
  preflight(lines: readonly string[]): void;
  update(progress: Progress & { readonly requests: number }): void;
  /** Says what is waited for, when nothing else goes on. */
  waiting(text: string): void;
  /** Says that the target does not answer, and that it does again. */
  outage(outage: Outage): void;
  end(): void;
}

/** Milliseconds between two refreshed lines. */
const LIVE_INTERVAL = 100;
const PLAIN_INTERVAL = 5_000;

function phaseText({ phase, done, cases }: Progress): string {
  switch (phase) {
    case "checks":
      return `${done}/${amount(cases, "case")}`;
    case "confirming":
      return `all of ${amount(cases, "case")} sent, sending failures again`;
    case "measuring":
      return `all cases judged, ${done}/${amount(cases, "limit")} measured`;
    default:
      return phase satisfies never;
  }
}

function outageText({ from, to, seen }: Outage): string {
  const since = new Date(from).toISOString().slice(11, 19);
  return to === null
    ? `the target does not answer since ${since} UTC (${seen}); waiting for it`
    : `the target answers again after ${Math.ceil((to - from) / 1000)} s`;
}

function lineOf(progress: Progress & { readonly requests: number }, since: number): string {
  const seconds = Math.max(0.001, (Date.now() - since) / 1000);
  const rate = Math.round(progress.requests / seconds);
  const what = phaseText(progress);
  const failures = progress.failures === 0 ? "" : ` · failures at ${amount(progress.failures, "check")} so far`;
  return `${what} · ${amount(progress.requests, "request")}, ${rate} a second${failures}`;
}

/**
 * Whether a line can be drawn over again and again. A terminal that says it has no columns, as one in a container may,
 * has no line that a text fits on: clearing it would never end.
 */
function isLive(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && stream.columns > 0 && process.env.CI === undefined;
}

/** A view for the kind of stream that stderr is. */
export function createProgressView(stream: NodeJS.WriteStream, target: string): ProgressView {
  const since = Date.now();
  let shown = 0;
  if (!isLive(stream))
    return {
      preflight: () => undefined,
      update(progress) {
        if (Date.now() - Math.max(shown, since) < PLAIN_INTERVAL) return;
        shown = Date.now();
        stream.write(`${lineOf(progress, since)}\n`);
      },
      waiting(text) {
        if (Date.now() - Math.max(shown, since) < PLAIN_INTERVAL) return;
        shown = Date.now();
        stream.write(`${text}\n`);
      },
      outage: (outage) => void stream.write(`${outageText(outage)}\n`),
      end: () => undefined,
    };
  const spinner = ora({ text: `asking ${target}`, stream, discardStdin: false }).start();
  return {
    preflight() {
      spinner.text = "preflight done";
    },
    update(progress) {
      if (Date.now() - shown < LIVE_INTERVAL) return;
      shown = Date.now();
      spinner.text = lineOf(progress, since);
    },
    waiting(text) {
      if (Date.now() - shown < LIVE_INTERVAL) return;
      shown = Date.now();
      spinner.text = text;
    },
    outage(outage) {
      spinner.text = outageText(outage);
    },
    end() {
      spinner.stop();
    },
  };
}

/** How long the operations took, and how the run went on, as the HTML templates draw it. */

import { outageTexts } from "../facts/run.js";
import type { ReportedRun } from "../model.js";
import { duration, grouped } from "../visible.js";

/** A row of the response times: its bars end at these shares of the width, on a logarithmic scale. */
interface TimesRow {
  operation: string;
  requests: string;
  p50: string;
  p95: string;
  max: string;
  ends: { p50: string; p95: string; max: string };
}

/** A bar or a stretch, in hundredths of the plot's width and height. */
interface Box {
  x: string;
  width: string;
  height: string;
}

interface CourseView {
  label: string;
  bars: Box[];
  /** Stretches without any answer, each with what was seen of it. */
  outages: (Box & { text: string })[];
  end: string;
}

export interface PlotsView {
  /** Empty where no times are known. */
  times: TimesRow[];
  /** Null where it is not known. */
  course: CourseView | null;
}

function milliseconds(value: number): string {
  return value < 10 ? `${value} ms` : duration(value);
}

function timesRows({ responseTimes = [] }: ReportedRun): TimesRow[] {
  const longest = Math.max(1, ...responseTimes.map(({ max }) => max));
  const end = (value: number): string => ((100 * Math.log1p(value)) / Math.log1p(longest)).toFixed(1);
  return responseTimes.map(({ operation, requests, p50, p95, max }) => ({
    operation,
    requests: grouped(requests),
    p50: milliseconds(p50),
    p95: milliseconds(p95),
    max: milliseconds(max),
    ends: { p50: end(p50), p95: end(p95), max: end(max) },
  }));
}

function courseView(run: ReportedRun): CourseView | null {
  const { course, outages = [], startedAt, durationMs } = run;
  if (course === undefined || durationMs === 0) return null;
  const { stretchMs, answers } = course;
  const total = Math.max(durationMs, stretchMs * answers.length);
  const share = (time: number): number => (100 * Math.min(total, Math.max(0, time))) / total;
  const most = Math.max(1, ...answers);
  const start = Date.parse(startedAt);
  const texts = outageTexts(run);
  const stretches = outages.map(({ from, to }, index) => {
    const [begin, end] = [share(Date.parse(from) - start), to === null ? 100 : share(Date.parse(to) - start)];
    return {
      x: begin.toFixed(2),
      width: Math.max(0.4, end - begin).toFixed(2),
      height: "100",
      text: texts[index] ?? "",
    };
  });
  return {
    label: `Answers a second, ${grouped(Math.round((1000 * most) / stretchMs))} at most`,
    bars: answers.map((count, index) => ({
      x: share(index * stretchMs).toFixed(2),
      width: (share(stretchMs) * 0.86).toFixed(2),
      height: ((100 * count) / most).toFixed(1),
    })),
    outages: stretches,
    end: duration(total),
  };
}

export function plotsView(run: ReportedRun): PlotsView {
  return { times: timesRows(run), course: courseView(run) };
}

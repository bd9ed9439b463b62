/** How the run went on and how long the operations took, in hundredths of a plot's width and height. */
import { outageTexts } from "../facts/run.js";
import type { ReportedRun } from "../model.js";
import { duration, grouped } from "../visible.js";

/** Answers over the time of a run, and the spans without any; null where it is not known. */
export function courseOf(run: ReportedRun) {
  const { course, outages = [], startedAt, durationMs } = run;
  if (course === undefined || durationMs === 0) return null;
  const { stretchMs, answers } = course;
  const total = Math.max(durationMs, stretchMs * answers.length);
  const share = (time: number): number => (100 * Math.min(total, Math.max(0, time))) / total;
  const most = Math.max(1, ...answers);
  const start = Date.parse(startedAt);
  const texts = outageTexts(run);
  return {
    label: `Answers per second, ${grouped(Math.round((1000 * most) / stretchMs))} at most`,
    bars: answers.map((count, index) => ({
      x: share(index * stretchMs).toFixed(2),
      width: (share(stretchMs) * 0.86).toFixed(2),
      height: ((100 * count) / most).toFixed(1),
    })),
    outages: outages.map(({ from, to }, index) => {
      const [begin, end] = [share(Date.parse(from) - start), to === null ? 100 : share(Date.parse(to) - start)];
      const width = Math.max(0.4, end - begin).toFixed(2);
      return { x: begin.toFixed(2), width, height: "100", text: texts[index] ?? "" };
    }),
    end: duration(total),
  };
}

/** A row of the response times: its bars end at these shares of the width, on a logarithmic scale. */
export function timesOf({ responseTimes = [] }: ReportedRun) {
  const longest = Math.max(1, ...responseTimes.map(({ max }) => max));
  const end = (value: number): string => ((100 * Math.log1p(value)) / Math.log1p(longest)).toFixed(1);
  const text = (value: number): string => (value < 10 ? `${value} ms` : duration(value));
  return responseTimes.map(({ operation, requests, p50, p95, max }) => ({
    operation,
    texts: [grouped(requests), text(p50), text(p95), text(max)],
    ends: { p50: end(p50), p95: end(p95), max: end(max) },
  }));
}

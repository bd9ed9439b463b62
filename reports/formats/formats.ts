/** Every format that a report is written in. A new one is a separate file and a line here. */

import { fileJson } from "../../schemas/unseen.js";
import type { Report } from "../model.js";
import { renderCtrf } from "./ctrf.js";
import { renderHtml } from "./html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import { renderSarif } from "./sarif.js";

/** What a report folder may hold, as named in --report. */
export const REPORT_NAMES = [
  "html",
  "json",
  "junit",
  "markdown",
  "ctrf",
  "sarif",
  "questions",
  "findings",
  "badge",
  "har",
] as const;
export type ReportName = (typeof REPORT_NAMES)[number];

/** What is written by default. On GitHub, code scanning reads SARIF. */
export function usualReports({ GITHUB_ACTIONS }: Readonly<Record<string, string | undefined>>): readonly ReportName[] {
  return ["html", "json", "junit", ...(GITHUB_ACTIONS === "true" ? (["sarif"] as const) : [])];
}

export interface ReportFormat {
  readonly name: ReportName;
  /** Name of the file in the report folder. */
  readonly file: string;
  render(report: Report): string;
}

/** The report as data: everything else is made from it, and other commands read it. */
export const REPORT_FILE = "report.json";
/** The report for people. */
export const PAGE_FILE = "report.html";

export const REPORT_FORMATS: readonly ReportFormat[] = [
  { name: "json", file: REPORT_FILE, render: (report) => `${fileJson(report, 2)}\n` },
  { name: "html", file: PAGE_FILE, render: renderHtml },
  { name: "junit", file: "junit.xml", render: renderJunit },
  { name: "markdown", file: "report.md", render: renderMarkdown },
  { name: "ctrf", file: "ctrf.json", render: renderCtrf },
  { name: "sarif", file: "report.sarif", render: renderSarif },
];

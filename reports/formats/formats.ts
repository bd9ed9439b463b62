/** Every format that a report is written in. A new one is a file of its own and a line here. */

import { fileJson } from "../../schemas/unseen.js";
import type { Report } from "../model.js";
import { renderCtrf } from "./ctrf.js";
import { renderHtml } from "./html.js";
import { renderJunit } from "./junit.js";
import { renderMarkdown } from "./markdown.js";
import { renderSarif } from "./sarif.js";

/** A format of the report, as a file. */
export interface ReportFormat {
  /** Name of the file in the report folder. */
  readonly file: string;
  render(report: Report): string;
}

/** The report as data: what all else is made from, and what other commands read. */
export const REPORT_FILE = "report.json";
/** The report for people. */
export const PAGE_FILE = "report.html";

export const REPORT_FORMATS: readonly ReportFormat[] = [
  { file: REPORT_FILE, render: (report) => `${fileJson(report, 2)}\n` },
  { file: PAGE_FILE, render: renderHtml },
  { file: "junit.xml", render: renderJunit },
  { file: "report.md", render: renderMarkdown },
  { file: "ctrf.json", render: renderCtrf },
  { file: "report.sarif", render: renderSarif },
];

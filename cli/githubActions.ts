/** What a run tells GitHub Actions, where it is one of its jobs. */
import { appendFile } from "node:fs/promises";
import { githubAnnotations } from "../reports/formats/github.js";
import { renderMarkdown } from "../reports/formats/markdown.js";
import type { Report } from "../reports/model.js";

/** Prints the annotations of the job and appends the report to its summary; does nothing elsewhere. */
export async function tellGithub(report: Report, { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env): Promise<void> {
  if (GITHUB_ACTIONS !== "true") return;
  process.stdout.write(githubAnnotations(report));
  if (!GITHUB_STEP_SUMMARY) return;
  await appendFile(GITHUB_STEP_SUMMARY, renderMarkdown(report)).catch((error: unknown) => {
    process.stderr.write(`The job summary cannot be written: ${error instanceof Error ? error.message : error}.\n`);
  });
}

/** What a run tells GitHub Actions, where it is one of its jobs. */
import { appendFile } from "node:fs/promises";
import { githubAnnotations, githubOutputs } from "../reports/formats/github.js";
import { renderMarkdown } from "../reports/formats/markdown.js";
import type { Report } from "../reports/model.js";

/** Where a report was written, and where annotations go: not where the report itself is printed as JSON. */
export interface Telling {
  readonly reportFile: string;
  readonly isJson?: boolean;
}

/** Prints the annotations of the job, appends the report to its summary and sets the outputs of its step; does nothing elsewhere. */
export async function tellGithub(
  report: Report,
  { reportFile, isJson = false }: Telling,
  { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = process.env,
): Promise<void> {
  if (GITHUB_ACTIONS !== "true") return;
  (isJson ? process.stderr : process.stdout).write(githubAnnotations(report));
  await appended(GITHUB_OUTPUT, githubOutputs(report, reportFile), "The outputs of the step");
  await appended(GITHUB_STEP_SUMMARY, renderMarkdown(report), "The job summary");
}

async function appended(file: string | undefined, text: string, what: string): Promise<void> {
  if (!file) return;
  await appendFile(file, text).catch((error: unknown) => {
    process.stderr.write(`${what} cannot be written: ${error instanceof Error ? error.message : error}.\n`);
  });
}

/** `ppconform check-traffic FILE`: judges traffic that was recorded as HAR, and sends nothing. */
import { Command } from "commander";
import { CONTRACT } from "../contract.js";
import { baseUrl } from "../engine/settings/baseUrl.js";
import { UsageError } from "../engine/settings/usageError.js";
import { deployments } from "../recorded/exchange.js";
import { type HarEntry, parseHar } from "../recorded/har.js";
import { documentedRequests, judgeRecorded } from "../recorded/judge.js";
import { assertWritable, writeReports } from "../reports/files.js";
import { REPORT_FILE, usualReports } from "../reports/formats/formats.js";
import { amount } from "../reports/visible.js";
import { inputBytes } from "./inputFile.js";
import { type FlagsOf, OPTIONS, shared, withOptions } from "./options.js";
import { fileIn, printReport } from "./reportFolder.js";
import { secretsOf, userSettings } from "./userSettings.js";

const ROWS = {
  ...shared("base-url", "env", "env-file", "report", "report-dir", "fail-on", "require-complete", "verbose"),
  "base-url": { ...OPTIONS["base-url"], help: "judge only what was sent to this deployment" },
} as const;

export function checkTrafficCommand(): Command {
  const command = new Command("check-traffic")
    .description(
      "Judge recorded traffic by the documented contract, sending nothing: every answer to a documented operation by its response schema and by what was sent, every error by the error shape.",
    )
    .argument("<file>", "traffic as HAR, exported by a browser, a proxy or an HTTP client; - for standard input");
  return withOptions(command, ROWS).action(checkTraffic);
}

async function checkTraffic(file: string, flags: FlagsOf<typeof ROWS>): Promise<void> {
  const settings = userSettings(flags);
  const wanted = flags.baseUrl === undefined ? null : baseUrl("--base-url", flags.baseUrl);
  const text = (await inputBytes(file, "Name a file with traffic as HAR.")).toString("utf8");
  const entries = parseHar(text, file);
  const { address, requests } = chosen(file, entries, wanted);
  await assertWritable(flags.reportDir);
  const report = judgeRecorded(CONTRACT, {
    entries,
    requests,
    baseUrl: address,
    file: file === "-" ? "standard input" : file,
    secrets: secretsOf(settings),
    failOn: flags.failOn,
    requireComplete: flags.requireComplete === true,
    reportFile: fileIn(flags.reportDir, REPORT_FILE),
  });
  await writeReports(report, flags.reportDir, [], flags.report ?? usualReports(process.env));
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder: flags.reportDir });
  process.exitCode = report.exitCode;
}

/**
 * The requests to judge: those of one deployment.
 * @throws UsageError when there are none, or when it is not clear which deployment is meant
 */
function chosen(file: string, entries: readonly HarEntry[], wanted: string | null) {
  const all = documentedRequests(entries);
  const found = deployments(all);
  const list = found.map(([address, requests]) => `${address} (${amount(requests, "request")})`).join(", ");
  const [first, ...others] = found;
  if (first === undefined)
    throw new UsageError(
      `${file} has ${amount(entries.length, "entry", "entries")}, none of which calls a documented operation: there is nothing to judge.`,
    );
  if (wanted === null && others.length > 0)
    throw new UsageError(`${file} has traffic of several deployments: ${list}. Choose one with --base-url.`);
  const address = wanted ?? first[0];
  const requests = all.filter((request) => request.baseUrl === address);
  if (requests.length === 0) throw new UsageError(`${file} has no traffic of ${address}; it has that of ${list}.`);
  return { address, requests };
}

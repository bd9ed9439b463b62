/** `ppconform proxy --target URL`: passes an integration's requests on, and judges the answers while they come. */
import { Command } from "commander";
import type { NamedSecret } from "../client/redact.js";
import { CONTRACT } from "../contract.js";
import { DEFAULTS } from "../engine/runOptions.js";
import { UsageError } from "../engine/settings/usageError.js";
import { allowedAt } from "../engine/settings/writes.js";
import { Exchanges, secretsIn } from "../recorded/exchange.js";
import type { HarEntry } from "../recorded/har.js";
import { openHar } from "../recorded/harFile.js";
import { documentedRequests, judgeRecorded } from "../recorded/judge.js";
import { startProxy } from "../recorded/proxy.js";
import { assertWritable, writeReports } from "../reports/files.js";
import { REPORT_FILE } from "../reports/formats/formats.js";
import type { Report } from "../reports/model.js";
import { amount, brief, readable } from "../reports/visible.js";
import { connectionFrom, permissionsFrom, policyOf } from "./connection.js";
import { endingOf } from "./interruption.js";
import { alike, CONNECTION_OPTIONS, FILE_OPTIONS, type FlagsOf, option, shared, withOptions } from "./options.js";
import { fileIn, printReport } from "./reportFolder.js";
import { remark } from "./terminal.js";
import { secretsOf, userSettings } from "./userSettings.js";
import { address, positiveNumber, text, wholeNumber } from "./values.js";

const ROWS = {
  target: option("<url>", address, "address of the deployment to forward requests to"),
  port: option("<number>", wholeNumber(0, 65_535), "port to listen on; 0 for any free one", { default: 8788 }),
  host: option("<address>", text, "address to listen on", { default: "127.0.0.1" }),
  for: option("<seconds>", positiveNumber, "end after this many seconds"),
  // The configuration file sets these only for runs.
  ...alike(
    { once: true },
    shared("har", "report-dir", "fail-on", "require-complete", "require-answers", "verbose", "timeout"),
  ),
  ...shared(...FILE_OPTIONS, ...CONNECTION_OPTIONS),
} as const;

type ProxyFlags = FlagsOf<typeof ROWS>;

export function proxyCommand(): Command {
  const command = new Command("proxy").description(
    "Forward the requests of an integration to a deployment, and judge every answer as it comes: point the integration at this address instead. Sends nothing of its own.",
  );
  return withOptions(command, ROWS).action(proxy);
}

/** Every exchange that passed, and its secrets: what one of them reveals is removed from all. */
class Passed {
  readonly entries: HarEntry[] = [];
  readonly #secrets = new Map<string | undefined, NamedSecret>();
  readonly #judge: (entries: readonly HarEntry[], secrets: readonly NamedSecret[]) => Report;

  constructor(
    known: readonly NamedSecret[],
    judge: (entries: readonly HarEntry[], secrets: readonly NamedSecret[]) => Report,
  ) {
    for (const secret of known) this.#secrets.set(secret[1], secret);
    this.#judge = judge;
  }

  /** What a single exchange shows, one line each. */
  add(entry: HarEntry): string[] {
    this.entries.push(entry);
    for (const secret of secretsIn([entry])) this.#secrets.set(secret[1], secret);
    const [request] = documentedRequests([entry]);
    const status = entry.response?.status ?? "no answer";
    if (request === undefined) return [`${entry.method} ${status}   not a documented operation`];
    const report = this.#judge([entry], this.secrets);
    const findings = report.checks.flatMap(({ id, level, findings: found }) =>
      found.map(({ message, expected, actual }) => [
        `    ✗ ${id}   ${level}`,
        `      ${readable(message)}`,
        `      expected  ${brief(expected, 200)}`,
        `      seen      ${brief(actual, 200)}`,
      ]),
    );
    return [
      `${entry.method} ${status} ${request.operation}   ${findings.length === 0 ? "✓" : amount(findings.length, "finding")}`,
      ...findings.flat(),
    ];
  }

  report(): Report {
    return this.#judge(this.entries, this.secrets);
  }

  get secrets(): NamedSecret[] {
    return [...this.#secrets.values()];
  }
}

async function proxy(flags: ProxyFlags): Promise<void> {
  const { target } = flags;
  if (target === undefined)
    throw new UsageError("There is no target: give --target URL, the deployment to forward requests to.");
  const settings = userSettings(flags);
  const { onlyLoopback } = await allowedAt(target, permissionsFrom(flags));
  await assertWritable(flags.reportDir);
  const har = flags.har === undefined ? null : await openHar(flags.har);
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const passed = new Passed(secretsOf(settings), (entries, secrets) =>
    judgeRecorded(CONTRACT, {
      entries,
      requests: documentedRequests(entries),
      baseUrl: target,
      file: "a proxy session",
      secrets,
      ...policyOf(flags),
      reportFile: fileIn(flags.reportDir, REPORT_FILE),
    }),
  );
  const server = await startProxy({
    target,
    port: flags.port,
    host: flags.host,
    timeoutMs: flags.timeout ?? DEFAULTS.timeoutMs,
    connection: { ...connectionFrom(flags), onlyLoopback },
    onEntry: (entry) => {
      for (const line of passed.add(entry)) print(line);
    },
  }).catch((error: unknown) => {
    const isUsed = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw new UsageError(
      isUsed
        ? `Port ${flags.port} of ${flags.host} is in use. Choose another, or 0 for any free one.`
        : `Cannot listen on ${flags.host}:${flags.port}: ${error instanceof Error ? error.message : String(error)}. Choose another --port.`,
    );
  });
  // A reader of the line that it listens may end it at once.
  const { over } = endingOf(flags.for);
  print(`Forwarding requests from ${server.url} to ${readable(target)}. Point your integration here; Ctrl-C ends it.`);
  await over;
  await server.close();
  if (har !== null) {
    const exchanges = new Exchanges(passed.entries, passed.secrets);
    for (const request of documentedRequests(passed.entries)) har.onExchange(exchanges.of(request).exchange);
    remark(await har.close());
  }
  const report = passed.report();
  if (report.run.requests === 0) {
    print("No request to a documented operation arrived: nothing was judged.");
    process.exitCode = 3;
    return;
  }
  await writeReports(report, flags.reportDir);
  printReport(report, { preflight: [], verbose: flags.verbose === true, folder: flags.reportDir });
  process.exitCode = report.exitCode;
}

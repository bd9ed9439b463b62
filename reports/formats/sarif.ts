/**
 * The findings as SARIF 2.1.0: a rule for each check that departed, a result for each of its findings. Code scanning and
 * dashboards of security teams read it.
 */
import { findOperation, operationOf } from "../../schemas/operation.js";
import { fileJson } from "../../schemas/unseen.js";
import { documentPlace, levelText } from "../facts/statedAt.js";
import type { CheckResult, Finding, Report, ReportedExchange, Verdict } from "../model.js";
import { proofText } from "./proofText.js";

type SarifLevel = "error" | "warning" | "note";

/** Null for a verdict that has no findings. */
const LEVELS: Readonly<Record<Verdict, SarifLevel | null>> = {
  pass: null,
  violation: "error",
  warning: "warning",
  known: "note",
  flaky: "note",
  "not-exercised": null,
  "not-applicable": null,
  error: null,
};

/** Readers require a place in a file: the only one is the operation's address. */
function placeOf({ operation }: CheckResult): object {
  const uri = findOperation(operation) !== undefined ? operationOf(operation).path.replace(/^\//, "") : operation;
  return {
    physicalLocation: { artifactLocation: { uri: encodeURI(uri), uriBaseId: "TARGET" }, region: { startLine: 1 } },
    logicalLocations: [{ name: operation, kind: "resource" }],
  };
}

function webRequest({ request }: ReportedExchange): object {
  const { method, url, headers, body } = request;
  return { protocol: "http", method, target: url, headers, ...(body === null ? {} : { body: { text: body } }) };
}

function webResponse({ response }: ReportedExchange): object {
  if (response === null) return { noResponseReceived: true };
  return { protocol: "http", statusCode: response.status, headers: response.headers, body: { text: response.body } };
}

function resultOf(check: CheckResult, finding: Finding, level: SarifLevel, index: number): object {
  const { message, expected, actual, exchange, replay } = finding;
  return {
    ruleId: check.id,
    level,
    message: { text: `${message}\nexpected: ${expected}\nseen: ${actual}\nreplay: ${replay}` },
    locations: [placeOf(check)],
    // The same finding of two runs is one alert: seeds, ids and texts change; the check and the index among its findings
    // do not.
    partialFingerprints: { "check/v1": `${check.id}#${index + 1}` },
    webRequest: webRequest(exchange),
    webResponse: webResponse(exchange),
    ...(check.verdict === "known" ? { suppressions: [{ kind: "external", justification: check.reason ?? "" }] } : {}),
  };
}

/** The report as SARIF: violations are errors, warnings are warnings, what the baseline excuses is suppressed. */
export function renderSarif(report: Report): string {
  const departed = report.checks.flatMap((check) => {
    const level = LEVELS[check.verdict];
    return level === null || check.findings.length === 0 ? [] : [{ check, level }];
  });
  const base = report.target.baseUrl;
  const document = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: report.suite.name,
            version: report.suite.version,
            rules: departed.map(({ check, level }) => ({
              id: check.id,
              shortDescription: { text: check.title },
              fullDescription: {
                text: `${check.title} (${levelText(check)}; section ${documentPlace(check)} of the contract)`,
              },
              help: { text: proofText(check) },
              defaultConfiguration: { level },
              properties: { tags: [check.operation, check.area, check.level] },
            })),
          },
        },
        originalUriBaseIds: { TARGET: { uri: base.endsWith("/") ? base : `${base}/` } },
        invocations: [
          {
            executionSuccessful: report.outcome !== "error" && report.outcome !== "incomplete",
            exitCode: report.exitCode,
            startTimeUtc: report.run.startedAt,
            endTimeUtc: report.run.finishedAt,
          },
        ],
        results: departed.flatMap(({ check, level }) =>
          check.findings.map((finding, index) => resultOf(check, finding, level, index)),
        ),
      },
    ],
  };
  return `${fileJson(document, 1)}\n`;
}

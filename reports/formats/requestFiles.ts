/**
 * Each finding as files that work without this suite: a script for bash, and requests for editors that send `.http`
 * files. What came from a target is in comments on one line, in quotes, or left out.
 */

import { parsedJson } from "../../schemas/json.js";
import { DELIVERIES } from "../../schemas/operation.js";
import { singleQuoted } from "../../schemas/shell.js";
import { bodyLayout } from "../facts/bodyLines.js";
import { type CausedFinding, groupFindings } from "../facts/causes.js";
import { NEW_IDS, namesNewIds, withNewIds } from "../facts/newIds.js";
import { pathOf } from "../facts/proof.js";
import { shellLines } from "../facts/shellLines.js";
import { documentPlace } from "../facts/statedAt.js";
import type { Finding, Report, ReportedExchange } from "../model.js";
import { brief } from "../visible.js";

/** A command that sends a recorded request again, on one line; null when the record does not hold all of it. */
export type CommandOf = (exchange: ReportedExchange) => string | null;

/** How many findings have files, what to fix first at the top: the others are in the report. */
const MOST = 100;
/** Characters of a request above which it is left to the report. */
const LONGEST = 300_000;

/** Names of these files, by which those of an earlier run are recognised. */
export const REQUEST_FOLDER = "findings";
export const REQUEST_FILE = /^F\d+\.(?:sh|http)$/;

/** What a finding says, as lines of a comment. */
function heading({ check, finding }: CausedFinding): string[] {
  return [
    `# ${finding.id} · ${check.id} · section ${documentPlace(check)}`,
    `# ${brief(finding.message, 400)}`,
    `# expected: ${brief(finding.expected, 400)}`,
    `# seen:     ${brief(finding.actual, 400)}`,
  ];
}

/** Requests of a finding in order, each with its role. */
function requestsOf({ id, steps = [], edit, control, exchange }: Finding) {
  if (steps.length > 0)
    return steps.map((step, index) => ({ name: `${id}, step ${index + 1} of ${steps.length}`, exchange: step }));
  return [
    ...(control === null || edit === null
      ? []
      : [{ name: `${id}, the control, which must be accepted`, exchange: control }]),
    { name: `${id}: the request`, exchange },
  ];
}

function script(report: Report, caused: CausedFinding, commandOf: CommandOf): string | null {
  const { finding } = caused;
  const control = finding.control === null || finding.edit === null ? null : commandOf(finding.control);
  const commands = withNewIds(shellLines(finding.curl));
  if (commands === "" || commands.length > LONGEST) return null;
  const lines = [
    ...(control === null
      ? []
      : ["echo '--- the control, which must be accepted'", withNewIds(shellLines(control)), "echo"]),
    `echo ${singleQuoted(`--- ${finding.id}, expected: ${brief(finding.expected, 400)}`)}`,
    commands,
    "echo",
  ];
  const text = lines.join("\n");
  const secrets = [...new Set(text.match(/CONFORMANCE_[A-Z0-9_]+/g))].filter((name) => name !== "CONFORMANCE_BASE_URL");
  return [
    "#!/usr/bin/env bash",
    ...heading(caused),
    `CONFORMANCE_BASE_URL=\${CONFORMANCE_BASE_URL:-${singleQuoted(report.target.baseUrl.replace(/\/+$/, ""))}}`,
    ...secrets.map((name) => `: "\${${name}:?is not set}"`),
    ...(namesNewIds(text) ? [NEW_IDS] : []),
    text,
    "",
  ].join("\n");
}

/** The placeholder that an editor replaces with a credential. */
const CREDENTIALS: ReadonlyMap<string, string> = new Map([
  ["<API_KEY>", "{{apiKey}}"],
  ["<API_SECRET>", "{{apiSecret}}"],
]);

/** Stands for the value of a user's header. */
const OWN_HEADER = /^<(CONFORMANCE_HEADER_\w+)>$/;

function forEditor(value: string): string {
  return CREDENTIALS.get(value) ?? value.replace(OWN_HEADER, "{{$processEnv $1}}");
}

/** What an `.http` file cannot hold: its own syntax, and what is not text. */
const UNWRITABLE = /\{\{|(?!\t|\n)[\p{C}\p{Zl}\p{Zp}]|\ufffd/u;
const READ_AS_OTHER = /^(?:###|[<>])/m;

function requestText({ request }: ReportedExchange, isCreatedAnew: boolean): string | null {
  const { method, url, headers, body } = request;
  const text = body !== null && /^\s*[[{]/.test(body) && parsedJson(body) !== undefined ? bodyLayout(body) : body;
  if ([url, ...Object.values(headers), text ?? ""].some((part) => UNWRITABLE.test(part)) || /\s/.test(url)) return null;
  if (READ_AS_OTHER.test(text ?? "")) return null;
  if (Object.values(headers).join("").includes("\n") || (text?.length ?? 0) > LONGEST) return null;
  // Ten digits, and the rest of the id as it was.
  const anew = (json: string): string =>
    json.replace(
      /("partner_(?:recipient|customer)_id"\s*:\s*"[a-z]{3})[a-z0-9]{10}(?=[a-z0-9]{7,}")/g,
      "$1{{$timestamp}}",
    );
  return [
    `${method} {{baseUrl}}${pathOf(url)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${forEditor(value)}`),
    ...(text === null || text === "" ? [] : ["", isCreatedAnew ? anew(text) : text]),
  ].join("\n");
}

function editorFile(report: Report, caused: CausedFinding): string | null {
  const requests = requestsOf(caused.finding);
  const texts = requests.map(({ exchange }) => requestText(exchange, caused.finding.steps === undefined));
  if (texts.some((text) => text === null)) return null;
  const { origin } = new URL(report.target.baseUrl);
  return [
    ...heading(caused),
    "# The credentials come from the environment as the REST Client of VS Code reads it; elsewhere, write them here.",
    `@baseUrl = ${origin}`,
    "@apiKey = {{$processEnv CONFORMANCE_API_KEY}}",
    "@apiSecret = {{$processEnv CONFORMANCE_API_SECRET}}",
    "",
    ...requests.flatMap(({ name }, index) => [`### ${name}`, texts[index] ?? "", ""]),
  ].join("\n");
}

/**
 * The files of the findings that violate or warn; a request that one kind of file cannot hold has no file of that kind.
 * @param commandOf the shell command that sends a recorded request again
 */
export function requestFiles(report: Report, commandOf: CommandOf) {
  return (
    groupFindings(report)
      .flatMap(({ findings }) => findings)
      // A delivery is sent by the target, not by us.
      .filter(({ check }) => check.operation !== DELIVERIES)
      .slice(0, MOST)
      .flatMap((caused) => {
        const name = `${REQUEST_FOLDER}/${caused.finding.id}`;
        const [shell, editor] = [script(report, caused, commandOf), editorFile(report, caused)];
        return [
          ...(shell === null ? [] : [{ file: `${name}.sh`, text: shell }]),
          ...(editor === null ? [] : [{ file: `${name}.http`, text: editor }]),
        ];
      })
  );
}

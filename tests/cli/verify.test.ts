/** `verify` and `bundle`: a report that nobody has to believe. Doctored ones are each refused with the reason. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleCommand } from "../../cli/bundle.js";
import { verifyCommand } from "../../cli/verify.js";
import { type CheckResult, type Report, run, startSandbox } from "../../index.js";
import { openHar } from "../../recorded/harFile.js";
import { summarise } from "../../reports/facts/summary.js";
import { emptyFolder } from "../files.js";
import { slice } from "../slice.js";
import { captured } from "./captured.js";

const WEBSITE = "createRecipient/refuses/website.maxLength";
const STATUS = "listBalances/response/[].status.present";
const CURRENCY = "listBalances/response/[].currency.enum";
const NEITHER = "listBalances/auth/neither";

const folder = emptyFolder();
const file = (name: string): string => join(folder, name);
const HAR = file("traffic.har");
const PLAN = file("go-live.yaml");
const BASELINE = file("baseline.yaml");
let honest: Report;

/** A run with a violation, a departure that the baseline excuses, and the traffic of all that. */
beforeAll(async () => {
  writeFileSync(PLAN, `release: 1.0.0\nmandatory: [${WEBSITE}, "${STATUS}", "${CURRENCY}", ${NEITHER}]\n`);
  writeFileSync(
    BASELINE,
    `known:\n  - check: "${STATUS}"\n    reason: it comes in May\n    ticket: PAY-7\n    expires: 2999-12-31\n`,
  );
  const defects = [`${WEBSITE}/one-more`, `${STATUS}/missing`];
  const sandbox = await startSandbox({ defects });
  const har = await openHar(HAR);
  honest = await run({
    target: sandbox,
    checks: [WEBSITE, STATUS, CURRENCY, NEITHER],
    plan: PLAN,
    baseline: BASELINE,
    onExchange: har.onExchange,
    onCase: har.onCase,
    reportDir: file("report"),
  });
  await har.close();
  await sandbox.close();
});

interface Answer {
  readonly verified: boolean;
  readonly digest: string;
  readonly outcome: string | null;
  readonly verdicts: { readonly given: number; readonly followFromTraffic: number } | null;
  readonly remarks: readonly { readonly about: string; readonly refuses: boolean; readonly text: string }[];
}

async function verified(words: readonly string[]): Promise<{ answer: Answer; exitCode: number; reasons: string[] }> {
  const { output, exitCode } = await captured(verifyCommand(), [...words, "--json"]);
  const answer: Answer = JSON.parse(output);
  return { answer, exitCode, reasons: answer.remarks.filter(({ refuses }) => refuses).map(({ text }) => text) };
}

/** The honest report with some of its checks changed, and with counts and outcome that follow. */
function withChecks(report: Report, change: (check: CheckResult) => CheckResult[]): Report {
  const checks = report.checks.flatMap(change);
  return { ...report, checks, summary: { ...report.summary, ...summarise(checks, report.observations.length) } };
}

function pass({ reason: _, failing: __, excused: ___, ...check }: CheckResult): CheckResult {
  return { ...check, verdict: "pass", findings: [] };
}

function only(id: string, change: (check: CheckResult) => CheckResult): (report: Report) => Report {
  return (report) => withChecks(report, (check) => [check.id === id ? change(check) : check]);
}

const conforming = (report: Report): Report => ({ ...report, outcome: "conforms", exitCode: 0 });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

type Doctored = readonly [what: string, doctor: (report: Report) => unknown, words: readonly string[], reason: string];

const DOCTORED: readonly Doctored[] = [
  [
    "a check is taken out",
    (report) => withChecks(report, (check) => (check.id === NEITHER ? [] : [check])),
    [],
    `1 check of plan ${PLAN} is missing: ${NEITHER}`,
  ],
  [
    "the verdict of a proved departure is changed",
    (report) => conforming(only(WEBSITE, (check) => ({ ...check, verdict: "pass" }))(report)),
    [],
    "It is not a report of format 1: /checks/0/findings must NOT have more than 0 items.",
  ],
  [
    "a violation becomes a pass, with counts and outcome to suit",
    (report) => conforming(only(WEBSITE, pass)(report)),
    ["--har", HAR],
    `${WEBSITE} is a pass, and request`,
  ],
  [
    "what the traffic shows to be missing is a pass",
    only(STATUS, pass),
    ["--har", HAR],
    `${STATUS} is a pass, and the traffic shows: `,
  ],
  [
    "it claims to tell more defects than it does",
    ({ power, ...report }) => ({
      ...report,
      ...(power === undefined ? {} : { power: { ...power, told: power.known } }),
    }),
    [],
    "known defects would be detected; by its checks it should be ",
  ],
  [
    "a violation is invented",
    only(WEBSITE, (check) => ({
      ...check,
      findings: check.findings.map((one) => ({
        ...one,
        exchange: { ...one.exchange, response: { status: 500, headers: {}, body: "" } },
      })),
    })),
    ["--har", HAR],
    `${WEBSITE} is a violation, and the exchange of F1 or its control is not in the traffic.`,
  ],
  [
    "only the outcome is changed",
    conforming,
    [],
    "The outcome is conforms (exit code 0); by its checks it should be violations (1).",
  ],
  [
    "the level of a rule is lowered, so that it is a warning",
    (report) => conforming(only(WEBSITE, (check) => ({ ...check, level: "should", verdict: "warning" }))(report)),
    [],
    `${WEBSITE} has the level should; in the suite it is must.`,
  ],
  [
    "a narrowed run stands for a whole one",
    (report) => report,
    ["--plan", "1.0.0"],
    `checks of plan 1.0.0 are missing: `,
  ],
  [
    "an old one",
    (report) => {
      const times = { startedAt: daysAgo(40), finishedAt: daysAgo(40), durationMs: 0 };
      return { ...report, created: [], run: { ...report.run, ...times } };
    },
    ["--max-age", "30d"],
    "--max-age allows 30 days.",
  ],
  [
    "an old one with the date of today",
    (report) => ({ ...report, created: report.created.map((one) => ({ ...one, at: daysAgo(40) })) }),
    ["--max-age", "30d"],
    "which is not during the run",
  ],
  [
    "a waiver has run out",
    only(STATUS, (check) => ({ ...check, excused: { reason: "soon", ticket: null, expires: "2020-01-31" } })),
    [],
    `${STATUS} is excused until 2020-01-31 only (soon); today it counts.`,
  ],
  [
    "it was made with another plan of checks",
    (report) => {
      const { digests } = report.run;
      const plan = `sha256:${"0".repeat(64)}`;
      return { ...report, run: { ...report.run, digests: digests && { ...digests, plan } } };
    },
    [],
    "run.digests.plan is not that of suite",
  ],
];

test.each(DOCTORED)("a doctored report is refused with the reason: %s", async (_, doctor, words, reason) => {
  const path = file("doctored.json");
  writeFileSync(path, JSON.stringify(doctor(honest)));
  const { exitCode, reasons } = await verified([path, "--baseline", BASELINE, ...words]);
  expect(reasons.join("\n")).toContain(reason);
  expect(exitCode).toBe(1);
});

/** The traffic with other labels. */
function relabelled(label: (check: string) => string | null): string {
  const { log } = JSON.parse(readFileSync(HAR, "utf8"));
  const entries = log.entries.map(({ _case, _check, comment, ...entry }: Record<string, string>) => {
    const check = _check === undefined ? null : label(_check);
    return check === null ? entry : { ...entry, _check: check, _case: `${check}#0` };
  });
  const path = file("relabelled.har");
  writeFileSync(path, JSON.stringify({ log: { ...log, entries } }));
  return path;
}

/** A run with its report and its traffic in files of that name. */
async function recordedRun(
  name: string,
  sandboxOptions: Parameters<typeof startSandbox>[0],
  options: Omit<Parameters<typeof run>[0], "target">,
): Promise<{ readonly report: Report; readonly words: readonly string[] }> {
  const sandbox = await startSandbox(sandboxOptions);
  const har = await openHar(file(`${name}.har`));
  const { onExchange, onCase } = har;
  const report = await run({ ...options, target: sandbox, onExchange, onCase, reportDir: file(name) });
  await har.close();
  await sandbox.close();
  return { report, words: [file(name), "--har", file(`${name}.har`)] };
}

describe("a report whose traffic was doctored as well", () => {
  test.each([
    ["labels that are taken out", () => null],
    ["labels that are moved to what is only observed", () => "listBalances/errors/odd-query"],
    ["labels that are moved to what is refused", () => "createRecipient/refuses/body.malformed"],
  ])("is refused in spite of %s", async (_, label) => {
    const path = file("doctored.json");
    writeFileSync(path, JSON.stringify(conforming(only(STATUS, pass)(only(WEBSITE, pass)(honest)))));
    const { reasons, exitCode } = await verified([path, "--baseline", BASELINE, "--har", relabelled(label)]);
    expect(reasons.join("\n")).toContain(`${WEBSITE} is a pass, and request`);
    expect(reasons.join("\n")).toContain(`${STATUS} is a pass, and the traffic shows: `);
    expect(exitCode).toBe(1);
  });

  test("is refused where a valid value was refused, and none like it was accepted", async () => {
    const id = "createRecipient/accepts/website.maxLength";
    const { report, words } = await recordedRun("longest", { defects: [`${id}/one-less`] }, { checks: [id] });
    expect(report.outcome).toBe("violations");
    expect(
      (await verified(words)).answer.remarks.filter(({ about, refuses }) => about === "traffic" && refuses),
    ).toEqual([]);
    writeFileSync(join(file("longest"), "report.json"), JSON.stringify(conforming(only(id, pass)(report))));
    expect((await verified(words)).reasons.join("\n")).toMatch(
      new RegExp(`${id} is a pass, and request \\d+ of the traffic keeps all rules and was refused for its value\\.`),
    );
  });
});

const SERVICES = slice(
  [
    ["a service that conforms", {}],
    ["one that decides otherwise", { behaviours: { duplicatePartnerId: "existing", unknownTransaction: "empty" } }],
    [
      "one that lets in whom it should not, and refuses what it should not",
      {
        defects: [
          "listBalances/auth/empty-secret/let-in",
          "listBalances/auth/in-query/let-in",
          "createRecipient/accepts/website.maxLength/one-less",
        ],
      },
    ],
  ] as const,
  3,
);

describe("an honest report", () => {
  test.each(SERVICES.entries)(`of %s is borne out by its traffic (${SERVICES.told})`, async (_, sandboxOptions) => {
    const { words } = await recordedRun("whole", sandboxOptions, { profile: "smoke" });
    const { answer } = await verified(words);
    expect(answer.remarks.filter(({ about, refuses }) => about === "traffic" && refuses)).toEqual([]);
    expect(answer.verdicts?.followFromTraffic).toBeGreaterThan(500);
    expect(answer.verdicts?.followFromTraffic).toBeLessThan(answer.verdicts?.given ?? 0);
  });

  test("is verified although it has a violation, with its traffic and without, and tells its waivers", async () => {
    expect(honest.outcome).toBe("violations");
    for (const words of [[], ["--har", HAR], ["--baseline", BASELINE, "--max-age", "1d"]]) {
      const { answer, exitCode, reasons } = await verified([file("report"), ...words]);
      expect(reasons).toEqual([]);
      expect(exitCode).toBe(0);
      expect(answer).toMatchObject({ verified: true, outcome: "violations" });
      expect(answer.remarks).toContainEqual({
        about: "waivers",
        refuses: false,
        text: `${STATUS} is excused until 2999-12-31: it comes in May, PAY-7.`,
      });
    }
  });

  test("is not verified with another baseline, nor with the traffic of another run", async () => {
    const other = file("other.yaml");
    writeFileSync(other, "known: []\n");
    expect((await verified([file("report"), "--baseline", other])).reasons.join()).toContain(
      `${BASELINE} is not the one here`,
    );
    const less = file("less.har");
    const { log } = JSON.parse(readFileSync(HAR, "utf8"));
    writeFileSync(less, JSON.stringify({ log: { ...log, entries: log.entries.slice(0, 3) } }));
    expect((await verified([file("report"), "--har", less])).reasons.join()).toContain(
      `${less} has 3 requests; the run`,
    );
  });

  test("names the refusals that leave much of its traffic open", async () => {
    const { words } = await recordedRun(
      "spent",
      { behaviours: { allowance: "120" } },
      { checks: ["createRecipient/accepts/payment_details.bank*"] },
    );
    const { answer } = await verified(words);
    expect(answer.remarks.filter(({ about, refuses }) => about === "traffic" && refuses)).toEqual([]);
    expect(answer.remarks.find(({ about }) => about === "traffic")?.text).toMatch(
      / requests of .* cannot be judged again: .* were refused with 409 “No more recipients can be stored”\.$/,
    );
  });

  test("is told in lines that end with the sentence and the digest", async () => {
    const { output } = await captured(verifyCommand(), [file("report")]);
    expect(output).toMatch(
      /\nVerified: .*report\.json \(.*outcome: violations\) by plan .*go-live\.yaml\.\nNo verdict was verified: without the traffic \(--har\), all 4 rest on the word of whoever made the report\.\nsha256:/,
    );
    const { output: beside } = await captured(verifyCommand(), [file("report"), "--har", HAR]);
    expect(beside).toContain("\n4 of 4 verdicts follow from the traffic. Only a signature ");
  });

  test("a file that is no report, and an age that is none, are errors of use", async () => {
    const none = file("none.json");
    await expect(captured(verifyCommand(), [none])).rejects.toThrow(`${none} cannot be read: it does not exist.`);
    await expect(captured(verifyCommand(), [none, "--max-age", "30"])).rejects.toThrow(
      "--max-age 30: write a number of days like 30d.",
    );
  });
});

describe("a bundle", () => {
  test("holds all that the report was made with, has the same digest each time, and is verified alone", async () => {
    const output = file("bundle.json.gz");
    const words = [file("report"), "--har", HAR, "--output", output];
    const first = await captured(bundleCommand(), words);
    expect(first.output).toMatch(/: report, plan, baseline, traffic\nsha256:[0-9a-f]{64}\n$/);
    expect((await captured(bundleCommand(), words)).output).toBe(first.output);
    expect((await verified([output])).answer).toMatchObject({ verified: true, outcome: "violations" });

    const content = JSON.parse(gunzipSync(readFileSync(output)).toString("utf8"));
    const doctored = conforming(only(WEBSITE, pass)(JSON.parse(content.parts.report.text)));
    content.parts.report.text = JSON.stringify(doctored);
    writeFileSync(output, gzipSync(JSON.stringify(content)));
    const { reasons } = await verified([output]);
    expect(reasons).toContain(`The report in ${output} does not match its digest.`);
    expect(reasons.join("\n")).toContain(`${WEBSITE} is a pass, and request`);
  });

  test("takes no file that has changed since the run", async () => {
    const changed = file("changed.yaml");
    writeFileSync(changed, "known: []\n");
    await expect(captured(bundleCommand(), [file("report"), "--baseline", changed])).rejects.toThrow(
      `${changed} has changed since the run. Name a copy of the original with --baseline.`,
    );
  });
});

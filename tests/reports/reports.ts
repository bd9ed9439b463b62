/** Reports of each kind, for what holds for all of them. */
import type { Report } from "../../reports/model.js";
import { fixture } from "./fixture.js";
import { agreedAnswer, check, finding, observation, reportOf } from "./smallReport.js";

const PAGE_BASE = "listTransactions/state/agreed.unknown.listTransactions.pageBase";
const NO_KEY = "listBalances/auth/no-key";

/** A run in which each of five hundred rules is broken for a reason of its own. */
export function manyCauses(): Report {
  const report = fixture();
  const [first] = report.checks;
  if (first === undefined) throw new Error("the fixture has no checks");
  const broken = (index: number) => ({
    ...structuredClone(first),
    field: undefined,
    id: `createRecipient/state/rule-${index}`,
    area: "state" as const,
    operation: "createRecipient" as const,
    findings: first.findings.slice(0, 1).map((one) => ({ ...one, id: `F${index + 1}` })),
  });
  return { ...report, checks: Array.from({ length: 500 }, (_, index) => broken(index)) };
}

/** Reports of all kinds that there are, by what they are. */
export const REPORTS: Readonly<Record<string, Report>> = {
  "a red run": fixture(),
  "a green run": reportOf({ checks: [check(NO_KEY, "pass")] }),
  "a run of nothing": reportOf({}),
  "a run that was cut off": {
    ...reportOf({ exitCode: 3, outcome: "incomplete" }),
    run: { ...reportOf({}).run, ended: { why: "gone", text: "The target is away." } },
  },
  "a run with a baseline": {
    ...reportOf({ checks: [check(NO_KEY, "known")], outcome: "violations", exitCode: 1 }),
    baseline: {
      file: "baseline.yaml",
      stale: [{ line: 2, text: `- check: ${NO_KEY}`, check: NO_KEY, reason: "old", ticket: null, passed: [NO_KEY] }],
      drift: [
        { line: 5, text: "unknown.pageBase: 1", id: "unknown.pageBase", question: "0 or 1?", pinned: "1", answer: "0" },
      ],
      expired: [],
      notJudged: [],
      notExcused: [],
      notObserved: [{ line: 7, text: "unknown.order: x", id: "unknown.order" }],
    },
  },
  "a run with agreed answers": {
    ...reportOf({
      checks: [
        check(PAGE_BASE, "violation", { findings: [finding("F1", { expected: "from 0", actual: "from <1>" })] }),
      ],
      observations: [observation("unknown.listTransactions.pageBase", "from <1>")],
    }),
    deployment: {
      file: "answers.yaml",
      agreed: [
        { ...agreedAnswer("unknown.listTransactions.pageBase", "from 0", PAGE_BASE), reason: "mail of 3 March" },
      ],
    },
  },
};

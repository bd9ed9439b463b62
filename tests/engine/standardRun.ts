/**
 * One standard run of the conforming sandbox for all files of tests that look at one: the first that asks makes it, the
 * others read what it left in the folder of all tests.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REFUSALS } from "../../engine/plan/shards.js";
import { Session } from "../../engine/send/session.js";
import type { Report } from "../../reports/model.js";
import { CHECKS } from "../../suites/suites.js";
import { trialOnSandbox } from "./trial.js";

/** Requests for checks of refusals and errors, and for all others. */
export type Sent = Readonly<Record<"refusals" | "rest", number>>;

/** What is kept of the run. */
export interface StandardRun {
  readonly report: Report;
  readonly preflight: readonly string[];
  readonly stop: string | null;
  /** Requests by operation. */
  readonly sent: Readonly<Record<string, Sent>>;
  /** Cases that have answers judged of an operation that they do not name. */
  readonly unnamed: readonly string[];
}

const FOLDER = join(tmpdir(), "standard-run");
const KEPT = join(FOLDER, "run.json");
const BROKEN = join(FOLDER, "error.txt");

/** Whether this process is the first that asks. */
function isFirst(): boolean {
  try {
    mkdirSync(FOLDER);
    return true;
  } catch {
    return false;
  }
}

/** The run. @throws Error when it could not be made */
export async function standardRun(): Promise<StandardRun> {
  if (isFirst()) {
    try {
      writeFileSync(`${KEPT}.new`, JSON.stringify(await made()));
      renameSync(`${KEPT}.new`, KEPT);
    } catch (error) {
      writeFileSync(BROKEN, String(error));
    }
  }
  while (!existsSync(KEPT)) {
    if (existsSync(BROKEN)) throw new Error(`The standard run of all tests failed: ${readFileSync(BROKEN, "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return JSON.parse(readFileSync(KEPT, "utf8"));
}

async function made(): Promise<StandardRun> {
  const areas = new Map(CHECKS.map(({ id, area }) => [id, area]));
  const unnamed = new Set<string>();
  const sent: Record<string, Sent> = {};
  const { begin } = Session.prototype;
  Session.prototype.begin = function (this: Session, testCase, ...others) {
    const begun = begin.call(this, testCase, ...others);
    const { send, judge } = begun.execution;
    const area = areas.get(testCase.check);
    const piece = area !== undefined && REFUSALS.has(area) ? "refusals" : "rest";
    const execution: typeof begun.execution = {
      ...begun.execution,
      send: (request) => {
        const counts = sent[testCase.operation] ?? { refusals: 0, rest: 0 };
        sent[testCase.operation] = { ...counts, [piece]: counts[piece] + 1 };
        return send(request);
      },
      judge: (exchange, judging) => {
        const named = [testCase.operation, ...(testCase.touches ?? [])];
        if (!named.includes(judging.operation)) unnamed.add(`${testCase.id}: ${judging.operation}`);
        judge(exchange, judging);
      },
    };
    return { ...begun, execution };
  };
  try {
    const { report, preflight, stop } = await trialOnSandbox({ profile: "standard" });
    return { report, preflight, stop, sent, unnamed: [...unnamed] };
  } finally {
    Session.prototype.begin = begin;
  }
}

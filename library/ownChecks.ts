/** A user's own checks: rules that the document does not state, judged, reported and repeated like ours. */
import { existsSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { CredentialsGuess } from "../client/model.js";
import { CONTRACT } from "../contract.js";
import { type CaseDraft, type Cases, type Check, type CheckId, checkOn } from "../discovery/check.js";
import { steps as inSteps, type Sequence } from "../engine/cases/sequenceCase.js";
import type { Contract } from "../engine/contract.js";
import { failureOf } from "../engine/judge/traffic.js";
import type { Answer } from "../engine/model.js";
import { reasonOf, UsageError } from "../engine/settings/usageError.js";
import { bodyOf } from "../oracles/json.js";
import { answerText } from "../oracles/outcome.js";
import type { Level } from "../reports/model.js";
import { brief } from "../reports/visible.js";
import { isObject, jsonText } from "../schemas/json.js";
import { SUBJECTS } from "../schemas/operations.js";
import { shellWord } from "../schemas/shell.js";
import { askedWith } from "../suites/run.js";
import { CHECKS } from "../suites/suites.js";
import { assertOptions } from "./userFile.js";

/** An answer of the service, as a user's own judge reads it. */
export interface OwnAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON; undefined when it is not JSON. */
  readonly body: unknown;
  /** The body as it came. */
  readonly text: string;
  /** The parsed body that was sent; undefined when none was. */
  readonly sent: unknown;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly durationMs: number;
}

/** What an answer shows: whether the rule is kept, nothing (undefined), or how it is broken. */
export type OwnVerdict =
  | boolean
  | undefined
  | { readonly message?: string; readonly expected?: string; readonly actual?: string };

/** Your own check. Give `judge` or `cases`, or both. */
export interface OwnCheckOptions {
  /** What must hold, as a sentence. */
  readonly rule: string;
  /** Whether breaking it fails a run (`must`, the default) or is a warning (`should`). */
  readonly level?: Level;
  /** The source of the rule: a page, a ticket, an agreement. Default: `own`. */
  readonly section?: string;
  /** What is sent, in words. */
  readonly sends: string;
  /** What is expected, in words. */
  readonly expects: string;
  /** Called with the response to each request of the operation. */
  readonly judge?: (answer: OwnAnswer) => OwnVerdict;
  /** The check's own requests: made with `sending` and `steps`. */
  readonly cases?: Cases;
}

function answerOf({ exchange, response, judging }: Answer): OwnAnswer {
  const { method, url, headers } = exchange.request;
  return {
    status: response.status,
    headers: response.headers,
    body: bodyOf(exchange),
    text: response.body,
    sent: judging.sent,
    request: { method, url, headers },
    durationMs: exchange.durationMs,
  };
}

/** Where in the user's own code an error was thrown: `own-checks.mjs:12:5`; empty where it is not known. */
function placeOf(error: unknown): string {
  const line = error instanceof Error ? /\n\s+at .*?((?:file:\/\/)?[^\s()]+:\d+:\d+)\)?/.exec(error.stack ?? "") : null;
  const place = line?.[1];
  if (place === undefined) return "";
  const path = place.startsWith("file:")
    ? fileURLToPath(place.replace(/:\d+:\d+$/, ""))
    : place.replace(/:\d+:\d+$/, "");
  return `, at ${relative("", path)}${/:\d+:\d+$/.exec(place)?.[0] ?? ""}`;
}

const ASYNCHRONOUS =
  "it returns a promise, but answers are judged at once: remove async, and send what it needs in cases";

/** What a judge says about an answer or, as a text, why it says nothing: it threw, or returned something other than a verdict. */
function verdictOf(judge: (answer: OwnAnswer) => unknown, answer: OwnAnswer): OwnVerdict | string {
  let verdict: unknown;
  try {
    verdict = judge(answer);
  } catch (error) {
    return `its judge threw ${String(error)}${placeOf(error)}`;
  }
  if (verdict instanceof Promise) {
    verdict.catch(() => undefined);
    return `its judge cannot be called: ${ASYNCHRONOUS}`;
  }
  if (verdict === undefined || typeof verdict === "boolean") return verdict;
  if (!isObject(verdict))
    return `its judge returned ${jsonText(verdict)}: return true, false, undefined, or an object with message, expected and actual`;
  return Object.fromEntries(
    ["message", "expected", "actual"].flatMap((name) =>
      verdict[name] === undefined ? [] : [[name, String(verdict[name])]],
    ),
  );
}

/** @throws UsageError for a check that lacks something, or has an unknown member */
function assertWhole(id: string, options: OwnCheckOptions): void {
  assertOptions(`The check ${id}`, options, OPTIONS);
  const missing = (["rule", "sends", "expects"] as const).find(
    (name) => typeof options[name] !== "string" || options[name] === "",
  );
  if (missing !== undefined)
    throw new UsageError(`The check ${id} has no ${missing}: write ${missing}: "${WORDS[missing]}".`);
  if (options.judge === undefined && options.cases === undefined)
    throw new UsageError(`The check ${id} has neither judge nor cases: nothing would be judged.`);
  if (options.judge?.constructor.name === "AsyncFunction")
    throw new UsageError(`The judge of ${id} cannot be called: ${ASYNCHRONOUS}.`);
}

const WORDS = { rule: "What must hold, as a sentence.", sends: "what is sent", expects: "what is expected" };
const OPTIONS: Readonly<Record<keyof OwnCheckOptions, true>> = {
  rule: true,
  level: true,
  section: true,
  sends: true,
  expects: true,
  judge: true,
  cases: true,
};

/**
 * Declares your own check.
 * @param id `operation/area/rule`: begin the rule with your own word, so that none of our later checks gets its id
 * @throws UsageError for options that are missing or wrong
 * @throws Error for an id of another form
 */
export function check(id: CheckId, options: OwnCheckOptions): Check {
  assertWhole(id, options);
  const { rule, level = "must", section = "own", sends, expects, judge, cases } = options;
  return checkOn({ text: rule, level, section }, id, {
    sends,
    expects,
    ...(cases === undefined ? {} : { cases }),
    ...(judge === undefined
      ? {}
      : {
          judge: () => (answer) => {
            const verdict = verdictOf(judge, answerOf(answer));
            if (typeof verdict === "string") return answer.recorder.broken(id, verdict);
            if (verdict === undefined) return;
            answer.recorder.request(id);
            if (verdict === true) return answer.recorder.pass(id);
            const texts = verdict === false ? {} : verdict;
            const {
              message = `Not kept: ${rule.replace(/\.$/, "")}`,
              expected = expects,
              actual = answerText(answer.exchange),
            } = texts;
            answer.recorder.fail(id, failureOf(answer, { message, expected, actual }));
          },
        }),
  });
}

/** What your own sequence sends and looks at. */
export interface SequenceOptions {
  /** Lower is sooner. 0 is sent in every profile. */
  readonly tier: number;
  /** Which part of the credentials it seems to guess. */
  readonly guesses?: CredentialsGuess | undefined;
  readonly execute: (sequence: Sequence) => Promise<void>;
}

/** A case that takes several requests, for the check in which it is declared. */
export function steps({ tier, guesses, execute }: SequenceOptions, name?: string): CaseDraft {
  return inSteps(tier, execute, { name, guesses });
}

/** The user's own checks, and the options that name their modules. */
export interface OwnChecks {
  readonly checks: readonly Check[];
  readonly options: string;
}

const NO_OWN_CHECKS: OwnChecks = { checks: [], options: "" };

/**
 * The contract with some user's own checks.
 * @param more other options needed by the command that repeats a finding
 */
export function askedOf({ checks, options }: OwnChecks, more: readonly string[] = []): Contract {
  const repeatWith = [options, ...more].join(" ").trim();
  return checks.length === 0 ? { ...CONTRACT, repeatWith } : askedWith(checks, repeatWith);
}

function isCheck(value: unknown): value is Check {
  return typeof value === "object" && value !== null && "id" in value && "cases" in value && "judge" in value;
}

async function checksOf(path: string): Promise<Check[]> {
  if (!existsSync(path)) {
    const isPattern = path.includes("*") || SUBJECTS.some((subject) => path.startsWith(`${subject}/`));
    const remedy = isPattern
      ? "Write patterns and ids before --checks: all that follows it are modules."
      : "Correct --checks.";
    throw new UsageError(`The module of checks ${path} does not exist. ${remedy}`);
  }
  let exported: readonly unknown[];
  try {
    exported = Object.values<unknown>(await import(pathToFileURL(resolve(path)).href));
  } catch (error) {
    const isTyped = isObject(error) && error.code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?ts$/.test(path);
    const remedy = isTyped ? " This Node loads no TypeScript: compile it first, and name the .mjs file." : "";
    throw new UsageError(
      `The module of checks ${path} cannot be loaded: ${brief(reasonOf(error), 400).replace(/\.$/, "")}.${remedy}`,
    );
  }
  const found = exported.flat().filter(isCheck);
  if (found.length > 0) return found;
  throw new UsageError(`${path} exports no check: export what check(…) returns, see docs/own-checks.md.`);
}

/**
 * Loads the modules that --checks names. Their code runs.
 * @throws UsageError for a module that cannot be loaded, that exports no check, or whose check has an existing id
 */
export async function loadOwnChecks(paths: readonly string[] = []): Promise<OwnChecks> {
  if (paths.length === 0) return NO_OWN_CHECKS;
  const known = new Map(CHECKS.map(({ id }) => [id, "the suite"]));
  const checks: Check[] = [];
  for (const path of paths) {
    for (const one of await checksOf(path)) {
      const owner = known.get(one.id);
      if (owner !== undefined)
        throw new UsageError(`${path} declares ${one.id}, which ${owner} already has. Choose another id.`);
      known.set(one.id, path);
      checks.push(one);
    }
  }
  return { checks, options: `--checks ${paths.map((path) => shellWord(relative("", path) || path)).join(" ")}` };
}

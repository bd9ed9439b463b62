/** Writes the present state into a baseline, keeping what the user wrote: entries, comments and their order. */
import { Document, isMap, isScalar, isSeq, parseDocument, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { hasUnseen, unseenEscaped } from "../../schemas/unseen.js";
import { type CheckResult, isDeparture, type Report } from "../model.js";
import { joinedAnswer, sameAnswer } from "./answers.js";
import type { Baseline, BaselineRun } from "./baseline.js";
import { indexOf } from "./index.js";

const HEADER = ` What is known about a deployment, for ppconform run --baseline.
 known: departures that are accepted, each with its reason; may have a ticket and a last day (expires: 2026-12-31); seed: only random values of that seed show it.
 pinned: what the deployment does where the document is silent or contradicts itself; another answer fails the run.`;

/** An entry for a departure. One that only random values show names the seed; otherwise another seed would report it as gone. */
function entryOf(check: CheckResult, { run }: Report, today: string): object {
  const { id, onlyRandom, findings } = check;
  const seed = onlyRandom === true ? { seed: findings[0]?.seed ?? run.seed } : {};
  return { check: id, reason: `accepted on ${today}; say why here`, ...seed };
}

/** The departures of a report that no entry of a baseline names, expired or not. */
function unnamed(report: Report, baseline: Baseline | null): CheckResult[] {
  const named = new Set(baseline?.known.flatMap(({ checks }) => checks));
  return report.checks.filter((check) => isDeparture(check.verdict) && !named.has(check.id));
}

/**
 * The entries that would excuse a report's departures, as lines to be pasted below `known:`. Empty when there are none.
 * @param today `YYYY-MM-DD`
 */
export function entriesToPaste(report: Report, baseline: Baseline | null, today: string): string {
  const entries = unnamed(report, baseline).map((check) => entryOf(check, report, today));
  if (entries.length === 0) return "";
  return new Document({ known: entries }).toString({ lineWidth: 0 }).replace(/^known:\n/, "");
}

/** The value of a top-level key, created when it is missing or empty. */
function section<T extends YAMLMap | YAMLSeq>(
  root: YAMLMap,
  key: string,
  find: (value: unknown) => T | null,
  made: T,
): T {
  const found = find(root.get(key, true));
  if (found !== null) return found;
  // A comment on an empty key is kept with the new value.
  const before = root.get(key, true);
  if (isScalar(before) && before.comment != null) made.commentBefore = before.comment;
  root.set(key, made);
  return made;
}

/** Lists stay unindented where the user does not indent them. */
function indentsLists(text: string): boolean {
  return !/^known:[^\n]*\n(?:[ \t]*(?:#[^\n]*)?\n)*-/m.test(text.replaceAll("\r\n", "\n"));
}

/** The answer to pin: a partial run removes nothing from an answer that grows with what is sent. */
function answerToPin(id: string, answer: string, baseline: Baseline | null, whole: boolean): string {
  const pin = baseline?.pinned.find((entry) => entry.id === id);
  return pin === undefined || pin.growing === null || whole ? answer : joinedAnswer(pin.answer, answer, pin.growing);
}

function pinAll(pinned: YAMLMap, report: Report, baseline: Baseline | null, whole: boolean) {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [id, { answer: seen }] of indexOf(report).points) {
    const answer = answerToPin(id, seen, baseline, whole);
    const present = pinned.get(id, true);
    if (!isScalar(present)) {
      pinned.set(id, pinOf(new Scalar(answer)));
      added.push(id);
    } else if (!sameAnswer(present.source ?? String(present.value), answer)) {
      present.value = answer;
      // The notation of the old answer, such as a block or a number's digits, may not suit the new one.
      delete present.type;
      delete present.source;
      pinOf(present);
      changed.push(id);
    }
  }
  return { added, changed };
}

/** A pin in a notation with escapes, where its answer holds invisible characters. */
function pinOf<T extends Scalar>(scalar: T): T {
  if (hasUnseen(String(scalar.value))) scalar.type = "QUOTE_DOUBLE";
  return scalar;
}

/** A file without invisible characters in its new lines; the others are the user's own. */
function withoutUnseen(written: string, before: string | null): string {
  const own = new Set(before?.replace(/^\ufeff/, "").split(/\r?\n/));
  return written
    .split("\n")
    .map((line) => (own.has(line) ? line : unseenEscaped(line)))
    .join("\n");
}

/**
 * The baseline that takes a report's departures as known and its answers as pinned. Existing entries stay, stale and
 * expired ones too: only their author knows what they are for.
 * @param text the present file, or null when there is none; one that `baseline` was read from
 */
export function updateBaseline(
  text: string | null,
  baseline: Baseline | null,
  report: Report,
  { today, whole }: Pick<BaselineRun, "today" | "whole">,
) {
  const document = parseDocument<YAMLMap, false>(text ?? "");
  if (text === null) document.commentBefore = HEADER;
  const root = isMap(document.contents) ? document.contents : new YAMLMap(document.schema);
  document.contents = root;
  const added = unnamed(report, baseline);
  if (added.length > 0 || text === null) {
    const known = section(root, "known", (value) => (isSeq(value) ? value : null), new YAMLSeq(document.schema));
    for (const check of added) known.add(document.createNode(entryOf(check, report, today)));
  }
  const pinned = section(root, "pinned", (value) => (isMap(value) ? value : null), new YAMLMap(document.schema));
  const pins = pinAll(pinned, report, baseline, whole);
  const lines = document.toString({
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    indentSeq: text === null || indentsLists(text),
  });
  const written = withoutUnseen(lines, text);
  return {
    // The whole new file.
    text: text?.includes("\r\n") === true ? written.replaceAll("\n", "\r\n") : written,
    added: added.map(({ id }) => id),
    pinned: pins.added,
    changed: pins.changed,
  };
}

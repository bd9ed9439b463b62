/** A difference of two reports as text: for a terminal, and as Markdown. */
import { distinct, groupedBy } from "../../schemas/groups.js";
import { labelFor, TOPICS, topicOf } from "../../schemas/ledger/labels.js";
import { fileJson } from "../../schemas/unseen.js";
import { plainMarkdown } from "../formats/markdownText.js";
import { amount, brief, listed, readable } from "../visible.js";
import {
  differenceCount,
  type OneSided,
  type ReportDiff,
  type RunFacts,
  type ValueChange,
  type VerdictChange,
} from "./diff.js";

/** One word of the answers that is another one in several of them. */
interface CommonChange {
  readonly from: string;
  readonly to: string;
  readonly changes: readonly ValueChange[];
}

interface GroupedChanges {
  readonly common: readonly CommonChange[];
  /** Those that the common ones do not explain. */
  readonly single: readonly ValueChange[];
}

/** Answers in which the same word changes, from how many on it is told once. */
const COMMON = 3;
/** Words that differ between two answers which say the same of other things, such as a status and a code. */
const MOST_WORDS = 2;

const WORD = /[^\s,;:()"]+/g;

/** The words that differ, where the answers differ in nothing else; null for other answers. */
function changedWords({ left, right }: ValueChange): readonly (readonly [string, string])[] | null {
  const [one, other] = [left?.match(WORD) ?? [], right?.match(WORD) ?? []];
  if (one.length === 0 || one.length !== other.length) return null;
  const pairs = one.flatMap((word, index) => (word === other[index] ? [] : [[word, other[index] ?? ""] as const]));
  // Where much is another word, the words do not stand for each other: a list has other entries.
  return new Set(pairs.map((pair) => pair.join(" "))).size > MOST_WORDS ? null : pairs;
}

/** What changes in several answers, the most frequent first, and the answers that more than that changes in. */
export function groupChanges(changes: readonly ValueChange[]): GroupedChanges {
  const found = new Map<string, { from: string; to: string; changes: Set<ValueChange> }>();
  const words = new Map(changes.map((change) => [change, changedWords(change)]));
  for (const [change, pairs] of words) {
    for (const [from, to] of pairs ?? []) {
      const key = JSON.stringify([from, to]);
      const group = found.get(key) ?? { from, to, changes: new Set() };
      group.changes.add(change);
      found.set(key, group);
    }
  }
  const common = [...found.values()].filter((group) => group.changes.size >= COMMON);
  const isCommon = ([from, to]: readonly [string, string]): boolean =>
    common.some((group) => group.from === from && group.to === to);
  return {
    common: common
      .map((group) => ({ ...group, changes: [...group.changes] }))
      .sort((one, other) => other.changes.length - one.changes.length),
    single: changes.filter((change) => {
      const pairs = words.get(change) ?? null;
      return pairs === null || pairs.length === 0 || !pairs.every(isCommon);
    }),
  };
}

/** `First status`: what an open point is called, or its id where it has no name. */
function nameOf({ id }: ValueChange): string {
  return labelFor(id)?.label ?? id;
}

/** Whether hardly anybody asks for it. */
function isTrivia({ id }: ValueChange): boolean {
  return labelFor(id)?.importance === "trivia";
}

/** Characters of an answer that a terminal shows. */
const SHOWN = 1000;
/** Ids named for one reason; the others are counted. */
const NAMED = 5;

/** One group of differences, in words. */
interface Section {
  readonly heading: string;
  readonly items: readonly { readonly head: string; readonly details: readonly string[] }[];
}

/** A rule that changed on several operations is one item. */
function verdictItems(changes: readonly VerdictChange[]): Section["items"] {
  const groups = groupedBy(changes, (change) => `${change.rule} ${change.left} ${change.right}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { check, rule, title, left, right, actual } = first;
    return {
      head: group.length === 1 ? check : `${rule} on ${listed(group.map(({ operation }) => operation))}`,
      details: [title, `${left} → ${right}${actual === null ? "" : `; actual: ${brief(actual, SHOWN)}`}`],
    };
  });
}

function valueItems(changes: readonly ValueChange[]): Section["items"] {
  const shown = (value: string | null): string => (value === null ? "(not seen)" : brief(value, SHOWN));
  return changes.map(({ id, question, left, right }) => ({
    head: id,
    details: [question, `A  ${shown(left)}`, `B  ${shown(right)}`].filter((line) => line !== ""),
  }));
}

/** Answers that differ one by one, and how many of them are shown unless all are asked for. */
const SINGLE = 10;
/** Characters of an answer where not everything is shown. */
const SHORT = 240;

function rank({ id }: ValueChange): number {
  return TOPICS.indexOf(topicOf(id));
}

/** `on createRecipient and uploadFile`, `on 7 operations`; empty for what is about none. */
function placeOf(changes: readonly ValueChange[]): string {
  const operations = distinct(changes.flatMap(({ operation }) => operation ?? []));
  if (operations.length === 0) return "";
  return ` on ${operations.length > 3 ? amount(operations.length, "operation") : listed(operations)}`;
}

/** What changed everywhere once, then what differs beside it by topic, what matters most first. */
function answerItems(changes: readonly ValueChange[]): Section["items"] {
  const { common, single } = groupChanges(changes);
  const asked = single.filter((change) => !isTrivia(change)).sort((one, other) => rank(one) - rank(other));
  const topics = [...groupedBy(asked, ({ id }) => topicOf(id)).values()];
  const told = topics.slice(0, SINGLE);
  const left = single.length - told.flat().length;
  const shown = (value: string | null): string => (value === null ? "(not seen)" : brief(value, SHORT));
  return [
    ...common.map(({ from, to, changes: same }) => {
      const names = distinct(same.map(nameOf));
      const more = names.length > NAMED ? "; …" : "";
      const answers = `${amount(same.length, "answer")}${placeOf(same)}: ${names.slice(0, NAMED).join("; ")}${more}`;
      return { head: `${from} → ${to}   in ${answers}`, details: [] };
    }),
    ...told.flatMap((topic) =>
      topic.slice(0, 1).map((change) => ({
        head: `${nameOf(change)}${placeOf(topic)}`,
        details: [`A  ${shown(change.left)}`, `B  ${shown(change.right)}`],
      })),
    ),
    ...(left > 0 ? [{ head: `and ${left} more of less weight: --verbose tells all`, details: [] }] : []),
  ];
}

/** Checks by the reason why they were not judged: one reason usually stands for many. */
function sidedItems(checks: readonly OneSided[]): Section["items"] {
  return [...groupedBy(checks, ({ reason }) => reason)].map(([reason, group]) => {
    const failing = group.filter(({ verdict }) => verdict === "violation" || verdict === "warning");
    const named = [...failing, ...group.filter((check) => !failing.includes(check))].slice(
      0,
      Math.max(NAMED, failing.length),
    );
    const rest = group.length - named.length;
    return {
      head: brief(reason, SHOWN),
      details: [
        ...named.map(({ check, verdict }) => `${check} (${verdict})`),
        ...(rest > 0 ? [`and ${rest} more`] : []),
      ],
    };
  });
}

function sections(diff: ReportDiff, isWhole: boolean): Section[] {
  const answers = isWhole ? valueItems : answerItems;
  const { broken, mended, otherVerdicts, observations, conflicts, limits, onlyLeft, onlyRight } = diff;
  return [
    { heading: `${amount(broken.length, "rule")} kept in A and broken in B`, items: verdictItems(broken) },
    { heading: `${amount(mended.length, "rule")} broken in A and kept in B`, items: verdictItems(mended) },
    { heading: `${amount(otherVerdicts.length, "other verdict")}`, items: verdictItems(otherVerdicts) },
    {
      heading: `${amount(observations.length, "other answer")} where the document is silent`,
      items: answers(observations),
    },
    {
      heading: `${amount(conflicts.length, "other side")} taken where the document contradicts itself`,
      items: answers(conflicts),
    },
    { heading: `${amount(limits.length, "other measured limit")}`, items: valueItems(limits) },
    { heading: `${amount(onlyLeft.length, "check")} judged in A only`, items: sidedItems(onlyLeft) },
    { heading: `${amount(onlyRight.length, "check")} judged in B only`, items: sidedItems(onlyRight) },
  ].filter(({ items }) => items.length > 0);
}

function runLine(name: string, { target, startedAt, profile, seed }: RunFacts): string {
  return `${name}  ${readable(target)}   ${startedAt}   ${profile}, seed ${seed}`;
}

/** What makes the two runs hard to compare. */
function cautions({ left, right }: ReportDiff): string[] {
  const pairs: readonly (readonly [string, string, string])[] = [
    ["suite", left.suite, right.suite],
    ["contract", left.contract, right.contract],
    ["profile", left.profile, right.profile],
  ];
  return pairs.flatMap(([name, one, other]) =>
    one === other ? [] : [`The ${name} is not the same (A: ${one}, B: ${other}): some differences may come from that.`],
  );
}

function total(diff: ReportDiff): string {
  const count = differenceCount(diff);
  return count === 0 ? "No differences." : `${amount(count, "difference")}.`;
}

/**
 * The difference as plain lines. Holds no character that could move a cursor.
 * @param isWhole whether every answer is told, and not only what they have in common
 */
export function diffAsTerminal(diff: ReportDiff, isWhole = false): string {
  const lines = [runLine("A", diff.left), runLine("B", diff.right), ...cautions(diff), ""];
  for (const { heading, items } of sections(diff, isWhole)) {
    lines.push(heading);
    for (const { head, details } of items) {
      lines.push(`  ${readable(head)}`, ...details.map((detail) => `      ${readable(detail)}`));
    }
    lines.push("");
  }
  return `${[...lines, total(diff)].join("\n")}\n`;
}

/** The difference as Markdown. */
export function diffAsMarkdown(diff: ReportDiff, isWhole = false): string {
  const lines = [
    "# Difference of two conformance reports",
    "",
    `- ${plainMarkdown(runLine("A", diff.left), diff.left.target)}`,
    `- ${plainMarkdown(runLine("B", diff.right), diff.right.target)}`,
    ...cautions(diff).map((line) => `- ${plainMarkdown(line)}`),
    "",
  ];
  for (const { heading, items } of sections(diff, isWhole)) {
    lines.push(`## ${heading}`, "");
    for (const { head, details } of items) {
      lines.push(`- **${plainMarkdown(head)}**`, ...details.map((detail) => `  - ${plainMarkdown(detail)}`));
    }
    lines.push("");
  }
  return `${[...lines, total(diff)].join("\n")}\n`;
}

/** The difference as JSON: the same groups, with their count. */
export function diffAsJson(diff: ReportDiff): string {
  return `${fileJson({ differences: differenceCount(diff), ...diff }, 2)}\n`;
}

/** A comparison of reports in words: the groups of what differs, for a terminal, as Markdown, and for the page. */
import { distinct, groupedBy } from "../../schemas/groups.js";
import { familyOf, labelOf, OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { byImportance } from "../facts/observed.js";
import { plainMarkdown } from "../formats/markdownText.js";
import { isDeparture, type Verdict } from "../model.js";
import { amount, brief, listed, readable } from "../visible.js";
import { type Comparison, differenceCount, type ValueRow, type VerdictRow } from "./compare.js";
import { changeOf } from "./diff.js";

/** What each run shows of one thing, for a plot: runs with the same number show the same. */
export interface Shown {
  readonly sides: readonly (number | null)[];
  /** The meaning of each number. */
  readonly names: readonly string[];
}

/** One group of differences, in words. */
export interface Section {
  readonly heading: string;
  readonly items: readonly Item[];
}

export interface Item {
  readonly head: string;
  readonly details: readonly string[];
  readonly shown?: Shown;
}

/** The names of the runs in a text, and whether it is about a pair. */
export interface Naming {
  readonly names: readonly string[];
  readonly isPair: boolean;
  /** The data of a row's plot. */
  readonly plotted: (row: VerdictRow | ValueRow) => Shown;
}

/** From how many answers a change of the same word is reported only once. */
const COMMON = 3;
/** Words that differ between answers which say the same of other things, such as a status and a code. */
const MOST_WORDS = 2;

const WORD = /[^\s,;:()"]+/g;

/** The words that differ, each as every run has it, where the answers differ in nothing else; null for other answers. */
function changedWords({ answers }: ValueRow): readonly (readonly string[])[] | null {
  const words = answers.map((answer) => answer?.match(WORD) ?? []);
  const [first = []] = words;
  if (first.length === 0 || words.some(({ length }) => length !== first.length)) return null;
  const changed = first.flatMap((_, at) => {
    const each = words.map((own) => own[at] ?? "");
    return distinct(each).length === 1 ? [] : [each];
  });
  // Where many words differ, they do not correspond to each other: a list has other entries.
  return distinct(changed.map((each) => each.join(" "))).length > MOST_WORDS ? null : changed;
}

/** What changes in several answers, the most frequent first, and the answers in which more changes. */
export function groupChanges(rows: readonly ValueRow[]) {
  const words = new Map(rows.map((row) => [row, changedWords(row)]));
  const changes = [...words].flatMap(([row, changed]) => {
    const each = new Map((changed ?? []).map((own) => [JSON.stringify(own), own]));
    return [...each].map(([key, own]) => ({ key, own, row }));
  });
  const common = [...groupedBy(changes, ({ key }) => key).values()]
    .filter(({ length }) => length >= COMMON)
    .sort((one, other) => other.length - one.length);
  const keys = new Set(common.map(([{ key }]) => key));
  return {
    // One word that differs in several of the answers, as each run has it.
    common,
    // Those that the common differences do not explain.
    single: rows.filter((row) => {
      const changed = words.get(row) ?? null;
      return changed === null || changed.length === 0 || !changed.every((each) => keys.has(JSON.stringify(each)));
    }),
  };
}

/** Characters of an answer that a terminal shows. */
const SHOWN = 1000;
/** How many ids are named for one reason; the others are counted. */
const NAMED = 5;

/** A, B, …, Z, AA: the names of runs without other names. */
export function letters(count: number): string[] {
  const letter = (at: number): string =>
    (at < 26 ? "" : letter(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
  return Array.from({ length: count }, (_, at) => letter(at));
}

/** Entries of all runs as sides: those that are the same have the same number. */
function sidesOfTexts(texts: readonly (string | null)[]): Shown {
  const names = distinct(texts.flatMap((text) => text ?? []));
  return { names, sides: texts.map((text) => (text === null ? null : names.indexOf(text))) };
}

/** The runs of each side by their names, the largest side first, and those that show nothing last. */
function parties(
  { sides, names: texts }: Shown,
  { names, isPair }: Pick<Naming, "names" | "isPair">,
): { text: string | null; runs: string[]; isFew: boolean }[] {
  const runsOf = (side: number | null): string[] => names.filter((_, at) => sides[at] === side);
  const taken = texts.map((text, side) => ({ text, runs: runsOf(side) })).filter(({ runs }) => runs.length > 0);
  const most = Math.max(...taken.map(({ runs }) => runs.length));
  const none = runsOf(null);
  return [
    ...taken
      .toSorted((one, other) => (isPair ? 0 : other.runs.length - one.runs.length))
      .map((side) => ({ ...side, isFew: side.runs.length < most })),
    ...(none.length === 0 ? [] : [{ text: null, runs: none, isFew: false }]),
  ];
}

/** `2 of 3: A, C  400`, the minority marked; of a pair `A  400`, each on its line. */
function partyLines(shown: Shown, naming: Naming, limit: number): string[] {
  const { names, isPair } = naming;
  const textOf = (text: string | null): string => (text === null ? "(not seen)" : brief(text, limit));
  if (isPair)
    return names.map((name, at) => {
      const side = shown.sides[at] ?? null;
      return `${name}  ${textOf(side === null ? null : (shown.names[side] ?? null))}`;
    });
  return parties(shown, naming).map(
    ({ text, runs, isFew }) =>
      `${runs.length} of ${names.length}: ${runs.join(", ")}  ${textOf(text)}${isFew ? "   (minority)" : ""}`,
  );
}

/** What each run shows of a row. */
export function shownOf(row: VerdictRow | ValueRow): Shown {
  if ("verdicts" in row) return sidesOfTexts(row.verdicts);
  const { answers, sides } = row;
  const names = distinct(sides.flatMap((side) => side ?? [])).map((side) => answers[sides.indexOf(side)] ?? "");
  return { sides, names };
}

/** A rule that changed alike on several operations is one item. */
function verdictItems(rows: readonly VerdictRow[], naming: Naming): Item[] {
  return [...groupedBy(rows, ({ rule, verdicts }) => `${rule} ${verdicts.join(" ")}`).values()].map((group) => {
    const [row] = group;
    const { check, rule, title, verdicts, actual } = row;
    const states =
      naming.isPair && !verdicts.includes(null)
        ? verdicts.join(" → ")
        : parties(shownOf(row), naming)
            .map(({ text, runs }) => `${text ?? "not judged"} in ${runs.join(", ")}`)
            .join("; ");
    return {
      head: group.length === 1 ? check : `${rule} on ${listed(group.map(({ operation }) => operation))}`,
      details: [title, `${states}${actual === null ? "" : `; actual: ${brief(actual, SHOWN)}`}`],
      shown: naming.plotted(row),
    };
  });
}

export function valueItems(rows: readonly ValueRow[], naming: Naming): Item[] {
  return rows.map((row) => {
    const details = [row.question, ...partyLines(shownOf(row), naming, SHOWN)].filter((line) => line !== "");
    return { head: row.id, details, shown: naming.plotted(row) };
  });
}

/** How many answers that differ one by one are shown unless all are requested. */
const SINGLE = 10;
/** Characters of an answer where not everything is shown. */
const SHORT = 240;

/** `on createRecipient and uploadFile`, `on 7 operations`; empty for something about none. */
function placeOf(rows: readonly ValueRow[]): string {
  const operations = distinct(rows.flatMap(({ operation }) => operation ?? []));
  if (operations.length === 0) return "";
  return ` on ${operations.length > 3 ? amount(operations.length, "operation") : listed(operations)}`;
}

/** What changed everywhere, once; then the other differences by topic, what matters most first. */
function answerItems(rows: readonly ValueRow[], naming: Naming): Item[] {
  const { common, single } = groupChanges(rows);
  const asked = single.filter(({ id }) => OPEN_POINTS.get(id)?.importance !== "trivia").sort(byImportance);
  const topics = [...groupedBy(asked, ({ id }) => familyOf(id)).values()];
  const told = topics.slice(0, SINGLE);
  const left = single.length - told.flat().length;
  return [
    ...common.map((changes) => {
      const [{ own: words }] = changes;
      const same = changes.map(({ row }) => row);
      const called = distinct(same.map(({ id }) => labelOf(id)));
      const more = called.length > NAMED ? "; …" : "";
      const answers = `${amount(same.length, "answer")}${placeOf(same)}: ${called.slice(0, NAMED).join("; ")}${more}`;
      const change = naming.isPair
        ? words.join(" → ")
        : parties(sidesOfTexts(words), naming)
            .map(({ text, runs }) => `${text} in ${runs.join(", ")}`)
            .join("; ");
      return { head: `${change}   in ${answers}`, details: [], shown: naming.plotted(changes[0].row) };
    }),
    ...told.map((topic) => {
      const [row] = topic;
      const details = partyLines(shownOf(row), naming, SHORT);
      return { head: `${labelOf(row.id)}${placeOf(topic)}`, details, shown: naming.plotted(row) };
    }),
    ...(left > 0 ? [{ head: `and ${left} more of less weight: --verbose lists all`, details: [] }] : []),
  ];
}

/** Checks by the reason why they were not judged: one reason usually stands for many. */
function sidedItems(rows: readonly VerdictRow[]): Item[] {
  const reasonOf = ({ reasons }: VerdictRow): string => reasons.find((reason) => reason !== null) ?? "";
  const verdictOf = ({ verdicts }: VerdictRow): Verdict | null => verdicts.find((verdict) => verdict !== null) ?? null;
  return [...groupedBy(rows, reasonOf)].map(([reason, group]) => {
    const failing = group.filter((row) => isDeparture(verdictOf(row)));
    const named = [...failing, ...group.filter((row) => !failing.includes(row))].slice(
      0,
      Math.max(NAMED, failing.length),
    );
    const rest = group.length - named.length;
    return {
      head: brief(reason, SHOWN),
      details: [...named.map((row) => `${row.check} (${verdictOf(row)})`), ...(rest > 0 ? [`and ${rest} more`] : [])],
    };
  });
}

type Headed = readonly [heading: string, rows: readonly VerdictRow[]];

/** The verdicts of two runs. */
function pairRows(rows: readonly VerdictRow[], [left, right]: readonly string[]): Headed[] {
  const such = (group: ReturnType<typeof changeOf>) => rows.filter((row) => changeOf(row) === group);
  const [broken, mended, others] = [such("broken"), such("mended"), such("otherVerdicts")];
  return [
    [`${amount(broken.length, "rule")} kept in ${left} and broken in ${right}`, broken],
    [`${amount(mended.length, "rule")} broken in ${left} and kept in ${right}`, mended],
    [amount(others.length, "other verdict"), others],
  ];
}

function manyRows({ verdicts, failing }: Comparison): Headed[] {
  const isFailing = ({ check }: VerdictRow): boolean => failing.some((row) => row.check === check);
  const apart = verdicts.filter((row) => !isSided(row) && !isFailing(row));
  const torn = apart.filter(({ verdicts: each }) => each.some(isDeparture) && each.includes("pass"));
  const others = apart.filter((row) => !torn.includes(row));
  return [
    [`${amount(failing.length, "rule")} broken everywhere: suspect the document, or our reading of it`, failing],
    [`${amount(torn.length, "rule")} kept by some and broken by others`, torn],
    [amount(others.length, "other verdict"), others],
  ];
}

/** Whether the runs that judged a check agree on it, while others did not judge it. */
function isSided({ verdicts }: VerdictRow): boolean {
  return distinct(verdicts.filter((verdict) => verdict !== null)).length === 1;
}

/** The groups of a comparison. @param isWhole whether every answer is listed, and not only what they have in common */
export function sectionsOf(comparison: Comparison, isWhole: boolean, naming: Naming): Section[] {
  const answers = isWhole ? valueItems : answerItems;
  const { verdicts, observations, conflicts, limits, agreed } = comparison;
  const { names, isPair } = naming;
  const sided = groupedBy(verdicts.filter(isSided), (row) =>
    names.filter((_, at) => row.verdicts[at] !== null).join(", "),
  );
  const alike = `${amount(agreed.length, "side")} taken by all ${names.length} alike`;
  return [
    ...(isPair ? pairRows(verdicts, names) : manyRows(comparison)).map(([heading, rows]) => ({
      heading,
      items: verdictItems(rows, naming),
    })),
    {
      heading: `${amount(observations.length, "other answer")} where the document is silent`,
      items: answers(observations, naming),
    },
    isPair
      ? {
          heading: `${amount(conflicts.length, "other answer")} where the document contradicts itself`,
          items: answers(conflicts, naming),
        }
      : {
          heading: "Sides taken where the document contradicts itself",
          items: [...valueItems(conflicts, naming), ...(agreed.length === 0 ? [] : [{ head: alike, details: [] }])],
        },
    { heading: `${amount(limits.length, "other measured limit")}`, items: valueItems(limits, naming) },
    ...[...sided].sort().map(([runs, rows]) => ({
      heading: `${amount(rows.length, "check")} judged in ${runs} only`,
      items: sidedItems(rows),
    })),
  ].filter(({ items }) => items.length > 0);
}

function runLine(name: string, { target, startedAt, profile, seed }: Comparison["runs"][number]): string {
  return `${name}  ${readable(target)}   ${startedAt}   ${profile}, seed ${seed}`;
}

/** What makes the runs hard to compare. */
function cautions({ runs }: Comparison, names: readonly string[]): string[] {
  return (["suite", "contract", "profile"] as const).flatMap((member) =>
    distinct(runs.map((run) => run[member])).length === 1
      ? []
      : [
          `The ${member} is not the same (${runs.map((run, at) => `${names[at]}: ${run[member]}`).join(", ")}): some differences may come from that.`,
        ],
  );
}

/** How each format writes who is compared, the groups, and the last line. */
export interface Written {
  readonly title: string;
  readonly runs: readonly { readonly line: string; readonly target: string }[];
  /** Where a plot shows each run, in hundredths of its width, and the name of the run. */
  readonly places: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly cautions: readonly string[];
  readonly sections: readonly Section[];
  readonly total: string;
}

/** A comparison in words. @param isPair whether it is worded as the difference of two */
export function written(comparison: Comparison, isPair: boolean, isWhole = false): Written {
  const names = letters(comparison.runs.length);
  const count = differenceCount(comparison);
  return {
    title: `${isPair ? "Difference of two" : `Comparison of ${names.length}`} conformance reports`,
    runs: comparison.runs.map((run, at) => ({ line: runLine(names[at] ?? "", run), target: run.target })),
    places: names.map((name, at) => ({ name, from: (100 * at) / names.length, to: (100 * (at + 1)) / names.length })),
    cautions: cautions(comparison, names),
    sections: sectionsOf(comparison, isWhole, { names, isPair, plotted: shownOf }),
    total: count === 0 ? "No differences." : `${amount(count, "difference")}.`,
  };
}

/** As plain lines. Holds no character that could move a cursor. */
export function asTerminal({ runs, cautions: remarks, sections, total: last }: Written): string {
  const lines = [...runs.map(({ line }) => line), ...remarks, ""];
  for (const { heading, items } of sections) {
    lines.push(heading);
    for (const { head, details } of items)
      lines.push(`  ${readable(head)}`, ...details.map((detail) => `      ${readable(detail)}`));
    lines.push("");
  }
  return `${[...lines, last].join("\n")}\n`;
}

export function asMarkdown({ title, runs, cautions: remarks, sections, total: last }: Written): string {
  const lines = [
    `# ${title}`,
    "",
    ...runs.map(({ line, target }) => `- ${plainMarkdown(line, target)}`),
    ...remarks.map((line) => `- ${plainMarkdown(line)}`),
    "",
  ];
  for (const { heading, items } of sections) {
    lines.push(`## ${heading}`, "");
    for (const { head, details } of items)
      lines.push(`- **${plainMarkdown(head)}**`, ...details.map((detail) => `  - ${plainMarkdown(detail)}`));
    lines.push("");
  }
  return `${[...lines, last].join("\n")}\n`;
}

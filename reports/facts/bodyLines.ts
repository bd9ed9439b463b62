/**
 * A body as lines to look at. JSON is laid out token by token, never parsed and rewritten, so that a long number, a
 * duplicate key or an escape stays as it was on the wire.
 */
import { parsedJson } from "../../schemas/json.js";
import { amount, bounded, readable } from "../visible.js";

export interface BodyLine {
  text: string;
  /** True when the line holds the value that matters. */
  marked: boolean;
}

/** What is shown of a body; the note says what was left out, and is null when everything is shown. */
export type ShownBody = ReturnType<typeof shownLines>;

/** Bodies beyond this many characters are shown as they are, without a layout. */
const LAYOUT_LIMIT = 500_000;
/** Nesting that is still indented: a hostile body may nest a thousand times. */
const DEEPEST = 24;

/** A step that stands for every item of a list. */
const ANY_ITEM = "[]";

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Frame {
  list: boolean;
  key: string;
  index: number;
}

/** A value of a body, as far as there is room for it. */
function shownToken(token: string, limit: number): string {
  if (token.length <= limit) return readable(token);
  return `${readable(token.slice(0, limit))}…" (${amount(token.length - 2, "character")}; report.json holds them all)`;
}

function isUnder(frames: readonly Frame[], target: readonly string[]): boolean {
  return (
    target.length > 0 &&
    target.every((step, depth) => {
      const frame = frames[depth];
      if (frame === undefined) return false;
      return frame.list ? step === ANY_ITEM || String(frame.index) === step : frame.key === step;
    })
  );
}

/** Lays out JSON text, a line for each value: `limit` characters, and as far as the first marked line and beyond. */
function layout(text: string, target: readonly string[], limit: number, shown = shownToken): BodyLine[] {
  const lines: BodyLine[] = [];
  const frames: Frame[] = [];
  let line = "";
  let marked = false;
  let used = 0;
  let until = target.length === 0 ? limit : Number.POSITIVE_INFINITY;
  let opened = false;
  const turn = (): void => {
    if (line !== "") lines.push({ text: line, marked });
    used += line.length;
    if (marked) until = Math.min(until, Math.max(limit, used + limit / 2));
    line = "  ".repeat(Math.min(frames.length, DEEPEST));
    marked = false;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (used > until) return [...lines, MORE];
    const frame = frames.at(-1);
    const closes = token === "}" || token === "]";
    if (opened && !closes) turn();
    if (token === "{" || token === "[") {
      marked ||= isUnder(frames, target);
      line += token;
      frames.push({ list: token === "[", key: "", index: 0 });
      opened = true;
      continue;
    }
    if (closes) {
      frames.pop();
      if (!opened) turn();
      marked ||= isUnder(frames, target);
      line += token;
    } else if (token === ",") {
      line += token;
      if (frame !== undefined) {
        frame.index++;
        frame.key = "";
      }
      turn();
    } else if (token === ":") {
      line += ": ";
    } else {
      if (frame?.list === false && frame.key === "" && token.startsWith('"')) frame.key = String(JSON.parse(token));
      marked ||= isUnder(frames, target);
      line += shown(token, limit);
    }
    opened = false;
  }
  turn();
  return lines;
}

/** Marks where lines are left out. */
const MORE: BodyLine = { text: "…", marked: false };
/** How many lines are kept before the marked one, where earlier ones are left out. */
const BEFORE_MARK = 6;

/** The first lines that fit and, where the first marked one is not among them, those around it. */
function window(lines: readonly BodyLine[], limit: number): readonly BodyLine[] {
  const fitting = (from: number, room: number): number => {
    let left = room;
    let end = from;
    while (end < lines.length && left > 0) left -= lines[end++]?.text.length ?? 0;
    return end;
  };
  const mark = lines.findIndex(({ marked }) => marked);
  const end = fitting(0, limit);
  if (end >= lines.length) return lines;
  if (mark < end) return [...lines.slice(0, end), MORE];
  const first = fitting(0, limit / 3);
  const last = fitting(mark, limit / 2);
  return [
    ...lines.slice(0, first),
    MORE,
    ...lines.slice(Math.max(first, mark - BEFORE_MARK), last),
    ...(last < lines.length ? [MORE] : []),
  ];
}

/** JSON laid out, with every value as written. */
export function bodyLayout(json: string): string {
  return layout(json, [], Number.POSITIVE_INFINITY, (token) => token)
    .map(({ text }) => text)
    .join("\n");
}

/** The lines of a body, the wrong value marked: where it is missing, the beginning of what should contain it. */
function markedLines(body: string, target: readonly string[], limit: number): BodyLine[] {
  const lines = layout(body, target, limit);
  if (target.length === 0 || lines.some(({ marked }) => marked)) return lines;
  const above = markedLines(body, target.slice(0, -1), limit);
  const first = above.findIndex(({ marked }) => marked);
  return above.map((line, index) => ({ ...line, marked: index === first }));
}

function shownLines(body: string, target: readonly string[], limit: number) {
  const lines = window(markedLines(body, target, limit), limit);
  return { lines, note: lines.includes(MORE) ? `cut; the whole body has ${amount(body.length, "character")}` : null };
}

/**
 * What is shown of a body.
 * @param target steps of the body path that matters; its lines are marked, `[]` for any item. Empty when there is none
 * @param limit how many characters are shown before the rest is left out
 */
export function bodyLines(body: string, target: readonly string[] = [], limit = 4000): ShownBody {
  if (body.length <= LAYOUT_LIMIT && /^\s*[[{]/.test(body) && parsedJson(body) !== undefined)
    return shownLines(body, target, limit);
  const { text, cutFrom } = bounded(body, limit);
  const lines = text.split("\n").map((line) => ({ text: line, marked: false }));
  return { lines, note: cutFrom === null ? null : `cut; the whole body has ${amount(cutFrom, "character")}` };
}

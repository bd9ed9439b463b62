/**
 * A body as lines to look at. JSON is laid out token by token, never parsed and written anew, so that a long number, a
 * doubled key or an escape stays as it went over the wire.
 */
import { parsedJson } from "../../schemas/json.js";
import { amount, bounded, readable } from "../visible.js";

/** One line of a body. */
export interface BodyLine {
  text: string;
  /** True when the line holds the value that matters. */
  marked: boolean;
}

export interface ShownBody {
  lines: BodyLine[];
  /** What was left out, in words; null when everything is shown. */
  note: string | null;
}

/** Bodies beyond this many characters are shown as they are, without a layout. */
const LAYOUT_LIMIT = 500_000;
/** Characters of one string of a body before its middle is left out. */
const TOKEN_LIMIT = 240;
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

function shownToken(token: string): string {
  if (token.length <= TOKEN_LIMIT) return readable(token);
  const half = TOKEN_LIMIT / 2;
  return `${readable(token.slice(0, half))}…${readable(token.slice(-half))} (${amount(token.length - 2, "character")})`;
}

function keyOf(token: string): string {
  const key: unknown = JSON.parse(token);
  return String(key);
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

/** Lays out JSON text; stops once `limit` characters are shown. */
function layout(text: string, target: readonly string[], limit: number): ShownBody {
  const lines: BodyLine[] = [];
  const frames: Frame[] = [];
  let line = "";
  let marked = false;
  let used = 0;
  let opened = false;
  const turn = (): void => {
    if (line !== "") lines.push({ text: line, marked });
    used += line.length;
    line = "  ".repeat(Math.min(frames.length, DEEPEST));
    marked = false;
  };
  for (const [token] of text.matchAll(TOKEN)) {
    if (used > limit) return { lines, note: `cut; the whole body has ${amount(text.length, "character")}` };
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
      if (frame !== undefined && !frame.list && frame.key === "" && token.startsWith('"')) frame.key = keyOf(token);
      marked ||= isUnder(frames, target);
      line += shownToken(token);
    }
    opened = false;
  }
  turn();
  return { lines, note: null };
}

/**
 * What is shown of a body.
 * @param target steps of the body path that matters; its lines are marked, `[]` for any item. Empty when there is none
 * @param limit characters shown before the rest is left out
 */
export function bodyLines(body: string, target: readonly string[] = [], limit = 4000): ShownBody {
  if (body.length <= LAYOUT_LIMIT && /^\s*[[{]/.test(body) && parsedJson(body) !== undefined)
    return layout(body, target, limit);
  const { text, cutFrom } = bounded(body, limit);
  return {
    lines: text.split("\n").map((line) => ({ text: line, marked: false })),
    note: cutFrom === null ? null : `cut; the whole body has ${amount(cutFrom, "character")}`,
  };
}

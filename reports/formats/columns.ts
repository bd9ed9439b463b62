/** Text in columns of a terminal: spans with a tone, how wide they are drawn, and how they are wrapped. */
/** What a piece of text means; the colour follows from it. */
export type Tone = "plain" | "dim" | "strong" | "good" | "bad" | "warn" | "accent" | "code" | "mark" | "badge";

export interface Span {
  text: string;
  tone: Tone;
  /** The fragment that it links to, where links can be followed. */
  href?: string;
}

export type Line = Span[];

/** Parameters of the ANSI sequence that begins a tone. */
const STYLES: Readonly<Record<Exclude<Tone, "plain">, string>> = {
  dim: "2",
  strong: "1",
  good: "32",
  bad: "1;31",
  warn: "33",
  accent: "36",
  code: "1",
  mark: "1",
  badge: "2",
};

function styled({ text, tone }: Span): string {
  return tone === "plain" || text === "" ? text : `\u001b[${STYLES[tone]}m${text}\u001b[0m`;
}

export function span(text: string, tone: Tone = "plain"): Span {
  return { text, tone };
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u;
const ZERO = /^[\p{M}\p{Cf}]$/u;

/** How many columns a text without control characters takes: two for an East Asian character, none for an accent. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (character < "\u0300") width += 1;
    else if (!ZERO.test(character)) width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** Pads a text on the right, or on the left when `right` is true, to a number of columns. */
export function padded(text: string, columns: number, right = false): string {
  const space = " ".repeat(Math.max(0, columns - displayWidth(text)));
  return right ? space + text : text + space;
}

/** A text in so many columns at most; an ellipsis stands for what is cut off. */
export function clipped(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = "";
  for (const character of text) {
    if (displayWidth(kept + character) >= columns) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}

/** Columns that must be left on a line for a word that has to be broken to start there. */
const ROOM = 12;

/** Splits what is wider than a line into pieces that fit, the first one after `taken` columns. */
function pieces(word: string, width: number, taken: number): string[] {
  const found: string[] = [];
  let piece = "";
  let used = taken;
  for (const character of word) {
    const columns = displayWidth(character);
    if (used + columns > width && piece !== "") {
      // Ids and paths break after a dot or a slash.
      const end = Math.max(piece.lastIndexOf("."), piece.lastIndexOf("/")) + 1;
      const [head, rest] = end > piece.length / 2 ? [piece.slice(0, end), piece.slice(end)] : [piece, ""];
      found.push(head);
      piece = rest;
      used = displayWidth(rest);
    }
    piece += character;
    used += columns;
  }
  return [...found, piece];
}

function append(line: Line, text: string, tone: Tone): void {
  const last = line.at(-1);
  if (last?.tone === tone) last.text += text;
  else line.push({ text, tone });
}

/**
 * Breaks spans into lines of at most `width` columns, at spaces where there are some, inside a word where there are none.
 * White space at a break is dropped; inside a line it is kept.
 */
export function wrap(spans: readonly Span[], width: number): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let used = 0;
  let gap = "";
  let gapTone: Tone = "plain";
  const turn = (): void => {
    lines.push(line);
    line = [];
    used = 0;
    gap = "";
  };
  for (const { text, tone } of spans) {
    for (const word of text.match(/ +|[^ ]+/g) ?? []) {
      if (word.startsWith(" ")) {
        if (used > 0) gap += word;
        gapTone = tone;
        continue;
      }
      // What fits on no line starts on this one if a fair part of it fits.
      const columns = displayWidth(word);
      const begins = columns > width && width - used - gap.length >= ROOM;
      if (used > 0 && used + gap.length + columns > width && !begins) {
        turn();
      } else if (gap !== "") {
        append(line, gap, gapTone);
        used += gap.length;
        gap = "";
      }
      for (const [index, piece] of pieces(word, width, used).entries()) {
        if (index > 0) turn();
        append(line, piece, tone);
        used += displayWidth(piece);
      }
    }
  }
  if (line.length > 0 || lines.length === 0) lines.push(line);
  return lines;
}

/**
 * Wraps spans after a prefix; later lines are indented by the prefix's width.
 * @param width columns of the whole line, prefix included
 */
export function hanging(prefix: readonly Span[], spans: readonly Span[], width: number): Line[] {
  const indent = prefix.reduce((columns, part) => columns + displayWidth(part.text), 0);
  return wrap(spans, Math.max(20, width - indent)).map((line, index) =>
    index === 0 ? [...prefix, ...line] : [span(" ".repeat(indent)), ...line],
  );
}

/** A heading followed by a note where there is room. */
export function heading(text: string, width: number, note = ""): Line[] {
  const fits = note !== "" && text.length + note.length + 5 <= width;
  return [[span(`  ${text}`, "strong"), ...(fits ? [span(`   ${note}`, "dim")] : [])]];
}

/** Lines as text; with `color`, tones become ANSI styles. Trailing white space is dropped. */
export function print(lines: readonly Line[], color: boolean): string {
  return lines
    .map((line) => {
      const last = line.at(-1);
      const trimmed = last === undefined ? line : [...line.slice(0, -1), { ...last, text: last.text.trimEnd() }];
      return trimmed.map((part) => (color ? styled(part) : part.text)).join("");
    })
    .join("\n");
}

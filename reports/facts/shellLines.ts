/** A curl command for people to read: one option per line, and its JSON laid out. It sends the same values. */
import { parsedJson } from "../../schemas/json.js";
import { bodyLayout } from "./bodyLines.js";

/** A word of a command: `'...'`, `"..."` and `$'...'` belong to the word that they are in. */
const WORD = /(?:\$'(?:[^'\\]|\\.)*'|'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs;

/** What begins a line. */
const BEGINS = /^(?:-H|--data-raw|--data-binary|--url-query)$/;

/** What wraps a command in a chain of several, and cannot be broken. */
const PLAIN_COMMAND = /^curl /;

/** JSON between plain quotes, laid out; anything else stays as it is, since its bytes may matter. */
function laidOut(word: string): string {
  const text = /^'([^']*)'$/s.exec(word)?.[1];
  if (text === undefined || !/^[[{]/.test(text) || parsedJson(text) === undefined) return word;
  return `'${bodyLayout(text)}'`;
}

function commandLines(command: string): string {
  if (!PLAIN_COMMAND.test(command)) return command;
  const words = command.match(WORD) ?? [];
  const lines: string[] = [];
  for (const word of words) {
    const shown = lines.at(-1) === "--data-raw" ? laidOut(word) : word;
    const last = lines.at(-1);
    if (last === undefined || BEGINS.test(word)) lines.push(shown);
    else lines[lines.length - 1] = `${last} ${shown}`;
  }
  return lines.join(" \\\n  ");
}

/** @param curl commands, one per line, and comments */
export function shellLines(curl: string): string {
  return curl.split("\n").map(commandLines).join("\n");
}

/**
 * Short answers to the unknowns that the preflight finds out: `0` for "pages are counted from 0". What is stated there is
 * tried first; the long answer, as a report shows it, states the same.
 */

import { FILE_ENCODINGS } from "../generators/templates/fileContent.js";
import type { AgreedAnswer, Stated } from "../reports/model.js";
import { type AgreedFacts, FACT_UNKNOWNS } from "./agreedFacts.js";

interface Notation {
  /** The whole answer, when it is short. */
  readonly short: RegExp;
  /** A report's answer; its first group is the short one. */
  readonly long: RegExp;
  /** Whether every answer is one of the two, so that another text is a mistake. */
  readonly closed: boolean;
  /** What to write, for messages. */
  readonly write: string;
}

const ENCODINGS = FILE_ENCODINGS.map(({ name }) => name);
const VERSION = "a version like 2024-12-01, or none";

const NOTATIONS: Readonly<Record<keyof AgreedFacts, Notation>> = {
  recipientVersion: { short: /^\S+$/, long: /^recipient creation takes (\S+) only\b/, closed: false, write: VERSION },
  customerVersion: { short: /^\S+$/, long: /^taken: ([^\s,]+)/, closed: false, write: VERSION },
  fileEncoding: {
    short: new RegExp(`^(?:${ENCODINGS.join("|")})$`),
    long: new RegExp(`^a file written as (${ENCODINGS.join("|")}) is accepted`),
    closed: true,
    write: `one of ${ENCODINGS.join(", ")}`,
  },
  firstPage: { short: /^[01]$/, long: /^pages are counted from ([01])\b/, closed: true, write: "0 or 1" },
  receiptParameter: {
    short: /^(?:\S+|Transaction Id)$/,
    long: /^the receipt takes (\S+|Transaction Id)$/,
    closed: true,
    write: "the parameter's name",
  },
};
/** How a missing header is written in place of a version. */
const NO_HEADER = "none";

function factOf(unknown: string): keyof AgreedFacts | null {
  const facts: readonly (keyof AgreedFacts)[] = [
    "recipientVersion",
    "customerVersion",
    "fileEncoding",
    "firstPage",
    "receiptParameter",
  ];
  return facts.find((fact) => FACT_UNKNOWNS[fact] === unknown) ?? null;
}

/** The whole text of an answer; null when only something about it is stated. */
function wholeText({ kind, texts }: Stated): string | null {
  return kind === "answer" ? (texts[0] ?? null) : null;
}

/** Whether an entry states its unknown in short, so that only the preflight can find out whether it holds. */
export function isShort({ id, stated }: AgreedAnswer): boolean {
  const fact = factOf(id);
  const text = wholeText(stated);
  return fact !== null && text !== null && NOTATIONS[fact].short.test(text);
}

/** What to write instead of an answer that no run could give; null when nothing is wrong. */
export function shortAnswerMend({ id, stated }: AgreedAnswer): string | null {
  const fact = factOf(id);
  const text = wholeText(stated);
  if (fact === null || text === null) return null;
  const { short, long, closed, write } = NOTATIONS[fact];
  return !closed || short.test(text) || long.test(text) ? null : `Write ${write}, or the answer as a report shows it.`;
}

/** The short form of what is stated; null when it says nothing that can be tried. */
function shortText({ id, stated }: AgreedAnswer, fact: keyof AgreedFacts): string | null {
  if (FACT_UNKNOWNS[fact] !== id || stated.kind === "only") return null;
  const { short, long } = NOTATIONS[fact];
  const whole = wholeText(stated);
  if (whole !== null && short.test(whole)) return whole;
  return stated.texts.map((text) => long.exec(text)?.[1]).find((found) => found !== undefined) ?? null;
}

/** What the agreed answers state about the unknowns that the preflight builds on. */
export function agreedFacts(agreed: readonly AgreedAnswer[]): AgreedFacts {
  const stated = (fact: keyof AgreedFacts): string | undefined =>
    agreed.map((answer) => shortText(answer, fact)).find((text) => text !== null) ?? undefined;
  const version = (text: string): string | null => (text === NO_HEADER ? null : text);
  const [recipientVersion, customerVersion] = [stated("recipientVersion"), stated("customerVersion")];
  const [fileEncoding, firstPage, receiptParameter] = [
    stated("fileEncoding"),
    stated("firstPage"),
    stated("receiptParameter"),
  ];
  return {
    ...(recipientVersion === undefined ? {} : { recipientVersion: version(recipientVersion) }),
    ...(customerVersion === undefined ? {} : { customerVersion: version(customerVersion) }),
    ...(fileEncoding === undefined ? {} : { fileEncoding }),
    ...(firstPage === undefined ? {} : { firstPage: Number(firstPage) }),
    ...(receiptParameter === undefined ? {} : { receiptParameter }),
  };
}

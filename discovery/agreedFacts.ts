/**
 * Facts that the user states beforehand, as answers to the unknowns that the preflight finds out: `0` for "pages are counted from
 * 0". What is stated there is tried first; the long answer, as a report shows it, states the same.
 */

import { FILE_ENCODINGS } from "../generators/templates/fileContent.js";
import type { AgreedAnswer, Stated } from "../reports/model.js";

/** What the user states about the unknowns that the preflight finds out; absent where nothing is stated. */
export interface AgreedFacts {
  /** Api-Version of recipient creation; null for no header. */
  readonly recipientVersion?: string | null | undefined;
  /** Api-Version of customer creation; null for no header. */
  readonly customerVersion?: string | null | undefined;
  /** Name of a file encoding. */
  readonly fileEncoding?: string | undefined;
  readonly firstPage?: number | undefined;
  readonly receiptParameter?: string | undefined;
}

interface Notation {
  /** The id of the unknown that it answers. */
  readonly unknown: string;
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
  recipientVersion: {
    unknown: "conflict.createRecipient.apiVersion",
    short: /^\S+$/,
    long: /^recipient creation takes (\S+) only\b/,
    closed: false,
    write: VERSION,
  },
  customerVersion: {
    unknown: "unknown.createCustomer.apiVersionValues",
    short: /^\S+$/,
    long: /^taken: ([^\s,]+)/,
    closed: false,
    write: VERSION,
  },
  fileEncoding: {
    unknown: "unknown.uploadFile.fileEncoding",
    short: new RegExp(`^(?:${ENCODINGS.join("|")})$`),
    long: new RegExp(`^a file written as (${ENCODINGS.join("|")}) is accepted`),
    closed: true,
    write: `one of ${ENCODINGS.join(", ")}`,
  },
  firstPage: {
    unknown: "unknown.listTransactions.pageBase",
    short: /^[01]$/,
    long: /^pages are counted from ([01])\b/,
    closed: true,
    write: "0 or 1",
  },
  receiptParameter: {
    unknown: "unknown.getTransferReceipt.parameterName",
    short: /^(?:\S+|Transaction Id)$/,
    long: /^the receipt takes (\S+|Transaction Id)$/,
    closed: true,
    write: "the parameter's name",
  },
};

export function unknownOf(fact: keyof AgreedFacts): string {
  return NOTATIONS[fact].unknown;
}

function notationOf(id: string): Notation | null {
  return Object.values(NOTATIONS).find(({ unknown }) => unknown === id) ?? null;
}

/** The whole text of an answer; null when only something about it is stated. */
function wholeText({ kind, texts }: Stated): string | null {
  return kind === "answer" ? (texts[0] ?? null) : null;
}

/** Whether an entry states its unknown in short, so that only the preflight can find out whether it holds. */
export function isShort({ id, stated }: AgreedAnswer): boolean {
  const text = wholeText(stated);
  return text !== null && (notationOf(id)?.short.test(text) ?? false);
}

/** What to write instead of an answer that no run could give; null when nothing is wrong. */
export function shortAnswerMend({ id, stated }: AgreedAnswer): string | null {
  const notation = notationOf(id);
  const text = wholeText(stated);
  if (notation === null || text === null) return null;
  const { short, long, closed, write } = notation;
  return !closed || short.test(text) || long.test(text) ? null : `Write ${write}, or the answer as a report shows it.`;
}

/** The short form of what is stated; undefined when it says nothing that can be tried. */
function shortText({ id, stated }: AgreedAnswer, { unknown, short, long }: Notation): string | undefined {
  if (unknown !== id || stated.kind === "only") return undefined;
  const whole = wholeText(stated);
  if (whole !== null && short.test(whole)) return whole;
  return stated.texts.map((text) => long.exec(text)?.[1]).find((found) => found !== undefined);
}

/** What the agreed answers state about the unknowns that the preflight builds on. */
export function agreedFacts(agreed: readonly AgreedAnswer[]): AgreedFacts {
  const stated = (fact: keyof AgreedFacts): string | undefined =>
    agreed.map((answer) => shortText(answer, NOTATIONS[fact])).find((text) => text !== undefined);
  const version = (text: string | undefined): string | null | undefined => (text === "none" ? null : text);
  const firstPage = stated("firstPage");
  return {
    recipientVersion: version(stated("recipientVersion")),
    customerVersion: version(stated("customerVersion")),
    fileEncoding: stated("fileEncoding"),
    firstPage: firstPage === undefined ? undefined : Number(firstPage),
    receiptParameter: stated("receiptParameter"),
  };
}

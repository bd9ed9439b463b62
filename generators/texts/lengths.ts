/**
 * Texts of any length for a field whose real limit is sought: nothing but their length may be a reason to refuse them.
 * Lengths are in characters (code points).
 */
import type { Field } from "../../schemas/fieldTree.js";
import { type Filler, fitText } from "./fit.js";

/** The filler of a field, from its pattern or from its content. */
export function fillerOf({ kind, rules: { pattern } }: Field): Filler {
  if (pattern !== undefined) return pattern.includes("a-z") ? "alphanumeric" : "upper";
  switch (kind) {
    case "website":
      return "url";
    case "postCode":
    case "bankCode":
    case "categoryCode":
    case "phone":
      return "digits";
    case "currencyCode":
    case "identifier":
      return "upper";
    case "partnerId":
      return "lower";
    case "fileId":
      return "alphanumeric";
    default:
      return "words";
  }
}

/** How a field's text is brought to a length. */
interface TextShape {
  /** A shorter text would break more than its length. */
  readonly shortest: number;
  write(current: string, length: number): string;
}

const MAIL_DOMAIN = "@partner.example.com";
const SHORT_DOMAIN = "@a.co";
/** The most characters of the part before the at sign, and of each part of a domain (RFC 5321 and RFC 1035). */
const LONGEST_LOCAL = 64;
const LONGEST_LABEL = 63;

/** An e-mail address: first its local part grows, then its domain, label by label. */
function mailAddress(length: number): string {
  const shortRoom = length - SHORT_DOMAIN.length;
  if (length <= MAIL_DOMAIN.length) return fitText("", shortRoom, "alphanumeric") + SHORT_DOMAIN;
  const room = length - MAIL_DOMAIN.length;
  let local = Math.min(LONGEST_LOCAL, room);
  // The rest is cut into labels with a dot each: a single character would be a dot without a label.
  if ((room - local) % (LONGEST_LABEL + 1) === 1) local -= 1;
  let labels = "";
  while (labels.length < room - local) {
    const taken = Math.min(LONGEST_LABEL + 1, room - local - labels.length);
    labels += `${fitText("", taken - 1, "alphanumeric")}.`;
  }
  return `${fitText("", local, "alphanumeric")}@${labels}${MAIL_DOMAIN.slice(1)}`;
}

const SHORT_ADDRESS = { head: "https://", tail: ".co" } as const;

/** A web address: a short host, or the given one with a longer path. */
function webAddress(current: string, length: number): string {
  const { head, tail } = SHORT_ADDRESS;
  return length < [...current].length
    ? `${head}${fitText("", length - head.length - tail.length, "alphanumeric").toLowerCase()}${tail}`
    : fitText(current, length, "url");
}

function filled(filler: Filler): TextShape {
  return { shortest: 0, write: (current, length) => fitText(current, length, filler) };
}

/**
 * How texts of any length are made for a field.
 * @param current the control's text
 * @param filler characters to use instead of those that suit the field: then the whole text is made of them
 */
export function textShape(field: Field, current: string, filler: Filler | null): TextShape {
  if (filler !== null) return { shortest: 0, write: (_, length) => fitText("", length, filler) };
  switch (field.kind) {
    case "website":
      return { shortest: SHORT_ADDRESS.head.length + 1 + SHORT_ADDRESS.tail.length, write: webAddress };
    case "email":
      return { shortest: SHORT_DOMAIN.length + 1, write: (_, length) => mailAddress(length) };
    case "phone":
      // The plus sign and the six digits of the shortest telephone numbers.
      return { ...filled(fillerOf(field)), shortest: 7 };
    case "words":
      return filled(/\p{Script=Han}/u.test(current) ? "han" : "words");
    case "accountNumber":
      // Where the control's own text has only digits, other characters may be refused whatever the length.
      return filled(/^\d+$/.test(current) ? "digits" : fillerOf(field));
    default:
      return filled(fillerOf(field));
  }
}

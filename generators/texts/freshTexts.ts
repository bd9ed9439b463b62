/**
 * Texts that a service may recognise although their fields need not be new: whether an account, a business or a person
 * may be stored twice is left open, so no two requests of a run carry the same.
 */

import { type Field, fieldTree, pointersIn, walk } from "../../schemas/fieldTree.js";
import { isObject, type JsonObject, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { iban, withIbanDigits, withLuhnDigit } from "./checkDigits.js";
import { hash32, tokenOf } from "./partnerId.js";
import { addressLike } from "./walletAddress.js";

/** How a new text is made: in the same shape, or by a function of the request's key. */
type FreshShape = "characters" | "wallet" | "email" | "iban" | ((key: string) => string);

/** A text of a template that differs in each request; only where the body still has the template's own. */
export interface FreshText {
  readonly at: Pointer;
  readonly text: string;
  readonly shape: FreshShape;
}

const DIGITS = "0123456789";
/** Without letters that can be mistaken for digits, which identifiers of businesses leave out. */
const UPPER = "ABCDEFGHJKLMNPQRTUWXY";
const HEXADECIMAL = [DIGITS, "ABCDEF", "abcdef"] as const;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const SAMPLE_CHARACTERS = ["123456789", LETTERS, LETTERS.toLowerCase()] as const;
/** Characters at the beginning of an identifier that may say what kind it is. */
const KIND = 2;

/** Replaces digits by digits and letters by letters of the same case, each drawn from its alphabet. */
function redrawn(text: string, alphabets: readonly [string, string, string], key: string): string {
  let state = hash32(`${key} ${text}`);
  return text.replace(/[0-9A-Za-z]/g, (character) => {
    const alphabet = alphabets[/[0-9]/.test(character) ? 0 : /[A-Z]/.test(character) ? 1 : 2];
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length] ?? character;
  });
}

/**
 * A new value of an edit for one request, with the same length and the same kinds of characters at each position.
 * Zeros, letters that look like digits, what turns a text into a number, and both ends stay: they may be the point of
 * the value.
 */
export function redrawnSample(text: string, key: string): string {
  if (text.startsWith("0x")) return `0x${redrawn(text.slice(2), HEXADECIMAL, key)}`;
  if (/^[0-9a-f]{40}$/i.test(text)) return redrawn(text, HEXADECIMAL, key);
  const parts = text.split(/(^.|[0OI]+|(?<=[0-9])E(?=[0-9]+$)|.$)/u);
  const drawn = (part: string, index: number): string => redrawn(part, SAMPLE_CHARACTERS, `${key} ${index}`);
  return checked(parts.map((part, index) => (index % 2 === 1 ? part : drawn(part, index))).join(""));
}

/** How an account number with the code of its country begins. */
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,}$/;

/** An account number with its check digits, since many services check them, where it has or seems to have some; other texts unchanged. */
function checked(text: string): string {
  if (IBAN.test(text)) return withIbanDigits(text);
  return /^[0-9]{8,}$/.test(text) ? withLuhnDigit(text) : text;
}

function written({ text, shape }: FreshText, key: string): string {
  if (typeof shape === "function") return shape(key);
  switch (shape) {
    case "characters":
      return checked(text.slice(0, KIND) + redrawn(text.slice(KIND), [DIGITS, UPPER, UPPER.toLowerCase()], key));
    case "iban":
      return iban(`${key} ${text}`);
    case "wallet":
      return addressLike(text, key);
    case "email": {
      const [name = "", domain] = text.split("@");
      return domain === undefined ? text : `${name}.${tokenOf(`${key} ${text}`, 8)}@${domain}`;
    }
    default:
      return shape satisfies never;
  }
}

/**
 * A body with its fresh texts made for one request; the same key gives the same texts. What replaced a template's own
 * text stays.
 */
export function withFreshTexts(body: JsonObject, texts: readonly FreshText[], key: string): JsonObject {
  let fresh = body;
  for (const entry of texts) {
    const changed = valueAt(body, entry.at) === entry.text ? withValueAt(fresh, entry.at, written(entry, key)) : fresh;
    if (isObject(changed)) fresh = changed;
  }
  return fresh;
}

/** The same fresh texts in another body: the values at their places. */
export function freshTextsIn(body: JsonObject, texts: readonly FreshText[]): FreshText[] {
  return texts.flatMap(({ at, shape }) => {
    const text = valueAt(body, at);
    return typeof text === "string" ? [{ at, text, shape }] : [];
  });
}

/** A mobile number of the templates' country. */
function phone(key: string): string {
  const digits = String(hash32(`phone ${key}`)).padStart(10, "0");
  return `+86138${digits.slice(-8)}`;
}

function website(key: string): string {
  return `https://www.${tokenOf(`website ${key}`, 10)}.example.com`;
}

function shapeOf({ kind }: Field, text: string): FreshShape {
  switch (kind) {
    case "accountNumber":
      return IBAN.test(text) ? "iban" : "characters";
    case "walletAddress":
      return "wallet";
    case "email":
      return "email";
    case "phone":
      return phone;
    case "website":
      return website;
    default:
      return "characters";
  }
}

/**
 * The texts of a body that are made new: those of fields that a service may require to be unique. A partner's own id is
 * not among them, since it names the request.
 */
export function freshTextsOf(schemaName: string, body: JsonObject): FreshText[] {
  const unique = [...walk(fieldTree(schemaName))].filter((field) => field.unique && field.kind !== "partnerId");
  return unique.flatMap((field) =>
    pointersIn(body, field.location).flatMap((at) => {
      const text = valueAt(body, at);
      return typeof text === "string" ? [{ at, text, shape: shapeOf(field, text) }] : [];
    }),
  );
}

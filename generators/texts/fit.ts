/** Texts of an exact length that still look right for the field. Lengths are in characters (code points). */

const WORDS = " Trading Holdings International Logistics Supplies Partners Manufacturing Group";
const HAN = "远景国际贸易有限公司深圳市东方物流供应链管理集团";

/** How a field's text is lengthened. */
export type Filler = "alphanumeric" | "lower" | "upper" | "capitals" | "digits" | "words" | "url" | "han" | "accents";

const FILLERS: Readonly<Record<Filler, string>> = {
  alphanumeric: "a7Kq3Zx9Wm5Tb2Rd8Ec4Yf6",
  lower: "a7kq3zx9wm5tb2rd8ec4yf6",
  upper: "A7KQ3ZX9WM5TB2RD8EC4YF6",
  capitals: "AKQZXWMTBRDECYF",
  digits: "2000013579246801",
  words: WORDS,
  url: "/company-profile/about-us",
  han: HAN,
  accents: "éüñçåøžğ",
};

/**
 * A text of an exact number of characters that begins like the given one. The last character is never a space, because
 * services may trim.
 */
export function fitText(text: string, length: number, filler: Filler = "alphanumeric"): string {
  const characters = [...text];
  const source = FILLERS[filler];
  const missing = length - characters.length;
  // Fillers are in the Basic Multilingual Plane, so their length in characters is that of the text.
  const fitted =
    missing > 0
      ? text + source.repeat(Math.ceil(missing / source.length)).slice(0, missing)
      : characters.slice(0, length).join("");
  return fitted.endsWith(" ") ? `${fitted.slice(0, -1)}x` : fitted;
}

/** The text with another character, or several, at a position. */
export function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position) + character + text.slice(position + 1);
}

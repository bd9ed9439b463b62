/** Account numbers with the check digits of an IBAN: whether SEPA accounts need them is left open (section 2.2). */
import { hash32 } from "./partnerId.js";

const COUNTRY = "DE";
/** Digits behind the check digits. */
const LENGTH = 18;

/** The number that an IBAN's letters and digits stand for: A is 10, Z is 35. */
function numberOf(text: string): bigint {
  return BigInt([...text].map((character) => Number.parseInt(character, 36)).join(""));
}

/** An IBAN of 22 characters of no real account's bank; the same key gives the same one. */
export function iban(key: string): string {
  const digits = [0, 1].map((half) => String(hash32(`iban ${half} ${key}`)).padStart(10, "0")).join("");
  const account = digits.slice(-LENGTH);
  const check = 98n - (numberOf(`${account}${COUNTRY}00`) % 97n);
  return `${COUNTRY}${String(check).padStart(2, "0")}${account}`;
}

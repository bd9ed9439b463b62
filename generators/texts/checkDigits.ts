/** Check digits that many services look for in account numbers; the document mentions none (section 2.2): those of plain numbers, and of the IBAN of SEPA accounts. */
import { hash32 } from "./partnerId.js";

/** The sum of Luhn's rule, with or without the last digit doubled. */
function luhnSum(digits: string, isLastDoubled: boolean): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * ((index % 2 === 0) === isLastDoubled ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** A number whose last digit is the one that Luhn's rule requires. */
export function withLuhnDigit(digits: string): string {
  const account = digits.slice(0, -1);
  return `${account}${(10 - (luhnSum(account, true) % 10)) % 10}`;
}

const COUNTRY = "DE";
/** Digits after the check digits. */
const LENGTH = 18;

/** The number that an IBAN's letters and digits represent: A is 10, Z is 35. */
function numberOf(text: string): bigint {
  return BigInt([...text].map((character) => Number.parseInt(character, 36)).join(""));
}

/** A text that begins with two letters and two digits, with the digits that an IBAN has there. */
export function withIbanDigits(text: string): string {
  const [country, account] = [text.slice(0, 2), text.slice(4)];
  const check = 98n - (numberOf(`${account}${country}00`) % 97n);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

/** An IBAN of 22 characters at a nonexistent bank; the same key gives the same one. */
export function iban(key: string): string {
  const digits = [0, 1].map((half) => String(hash32(`iban ${half} ${key}`)).padStart(10, "0")).join("");
  return withIbanDigits(`${COUNTRY}00${digits.slice(-LENGTH)}`);
}

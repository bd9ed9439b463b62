/** Check digits that many services look for in account numbers; the document mentions none (section 2.2). */

/** The sum of Luhn's rule, with or without the last digit doubled. */
function luhnSum(digits: string, isLastDoubled: boolean): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * ((index % 2 === 0) === isLastDoubled ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** A number whose last digit is the one that Luhn's rule asks for. */
export function withLuhnDigit(digits: string): string {
  const account = digits.slice(0, -1);
  return `${account}${(10 - (luhnSum(account, true) % 10)) % 10}`;
}

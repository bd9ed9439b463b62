/** Unusual services: each with one choice of its own, and some with many at once. */
import type { Situation } from "../situation.js";
import { type Choice, choosing, together } from "../unusual.js";
import { BODIES, STATUSES } from "./unusualAnswers.js";
import { IDS } from "./unusualIds.js";
import { LISTS, RECEIPTS } from "./unusualReads.js";
import { CUSTOMERS, FILES, RECIPIENTS } from "./unusualWrites.js";

const CHOICES: readonly Choice[] = [
  ...STATUSES,
  ...BODIES,
  ...IDS,
  ...LISTS,
  ...RECEIPTS,
  ...CUSTOMERS,
  ...FILES,
  ...RECIPIENTS,
];

/** The choices whose names say so. Compression is what the partner sees, so that it comes first. */
function named(pattern: RegExp): readonly Choice[] {
  const found = CHOICES.filter(({ name }) => pattern.test(name));
  return [
    ...found.filter(({ name }) => /compressed/.test(name)),
    ...found.filter(({ name }) => !/compressed/.test(name)),
  ];
}

export const UNUSUAL: readonly Situation[] = [
  ...CHOICES.map(choosing),
  together(
    "a strict service with long answers",
    named(
      /^422|^401 with|^OPTIONS|^unknown query|with a field|12\.00|nine digits|compressed|UUIDs|return of each|overdrawn|line breaks|^customers: [^c]|PDF only|rejected at once|letter cases/,
    ),
  ),
  together(
    "a terse service that counts",
    named(
      /^creations answered|in words$|in Chinese|with an exponent|negative offset|line break after|of its own$|many long header|ids that count up|fee entry|in another order|as a URL|customers in review|repeated as it is|to the minute/,
    ),
  ),
  together(
    "a service without money",
    named(
      /^412|^each error twice|members of its own|dots, tildes|no transactions|no wallets|no less than 500|hour behind/,
    ),
  ),
];

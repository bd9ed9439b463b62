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

const ALONE =
  /^customers: clean of files|^a return of each failed|^ids of the list in each other's place|^two empty wallets/;

export const UNUSUAL: readonly Situation[] = [
  // What would hide others is tried by itself.
  ...named(ALONE).map(choosing),
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
  together(
    "a service that only pays out",
    named(/^transfers only|^one wallet|a receipt in lines|list to the second|base64 with padding|^429 without/),
  ),
  together(
    "a service that only takes in",
    named(/^deposits only|^two wallets of each kind|in capitals with a check|in small letters|more than 16 KB/),
  ),
  together(
    "a service that has just begun",
    named(/^one transaction|exponents throughout|of many digits that count up|^files: PNG only|^429 with a date/),
  ),
  together(
    "a service with a list of everything",
    named(
      /^many transactions|that lead nowhere|a number for each byte|no more than 2,000 bytes|^duplicates of partner/,
    ),
  ),
  together(
    "a service that calls all it lists transfers",
    named(/^transfer as the type|with one amount in|hexadecimal digits|^updates of one recipient are throttled/),
  ),
  together(
    "a list with ids and words of its own",
    named(/^ids of the list that are its own|^two words of its own|the time at which it was asked/),
  ),
];

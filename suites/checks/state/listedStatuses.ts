/**
 * The words that the list has for a status. Which they are is open (section 2.6), but one status has one word: a
 * transaction that is shown with the word of another status is shown wrongly, in the list or in its detail.
 */

import type { CaseDraft } from "../../../engine/check.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import { type Sequence, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
import { itemsOf, pageTemplate } from "./pages.js";
import { known } from "./transactions.js";

/** How many times as many transactions of a status must have another word before one of them is suspected. */
const MAJORITY = 3;
/** Suspects that are looked at. */
const MOST = 4;
const PAGE_SIZE = 20;
const MOST_PAGES = 5;

interface Suspect {
  readonly transaction: KnownTransaction;
  readonly word: string;
  readonly status: string;
  /** The word that others of its status have. */
  readonly usual: string;
}

function keyOf(status: string, word: string): string {
  return JSON.stringify([status, word]);
}

/** Transactions whose word is not that of their status, and is the usual one of another status. */
function contradicting(transactions: readonly KnownTransaction[]): Suspect[] {
  const shown = transactions.flatMap((transaction) => {
    const { item, detail } = transaction;
    const { status: word } = item ?? {};
    const { status } = detail;
    return typeof word === "string" && typeof status === "string" ? [{ transaction, word, status }] : [];
  });
  const counts = new Map<string, number>();
  for (const { status, word } of shown) counts.set(keyOf(status, word), (counts.get(keyOf(status, word)) ?? 0) + 1);
  const count = (status: string, word: string): number => counts.get(keyOf(status, word)) ?? 0;
  const words = [...new Set(shown.map(({ word }) => word))];
  const statuses = [...new Set(shown.map(({ status }) => status))];
  const usualWord = (status: string): string | undefined =>
    words.toSorted((left, right) => count(status, right) - count(status, left))[0];
  return shown.flatMap(({ transaction, word, status }) => {
    const usual = usualWord(status);
    if (usual === undefined || usual === word || count(status, usual) < MAJORITY * count(status, word)) return [];
    const belongsElsewhere = statuses.some((other) => other !== status && usualWord(other) === word);
    return belongsElsewhere ? { transaction, word, status, usual } : [];
  });
}

/** The word that the list has for a transaction now; undefined when it is not found. */
async function wordNow(sequence: Sequence, id: unknown): Promise<unknown> {
  const { pages } = sequence.execution.target;
  const first = pages?.firstPage ?? 1;
  for (let number = first; number < first + MOST_PAGES; number++) {
    const step = await sequence.step(pageTemplate(number, PAGE_SIZE), `page ${number}`);
    const items = itemsOf(step);
    const found = items.find((item) => item.id === id);
    if (found !== undefined) return found.status;
    if (items.length === 0) return undefined;
  }
  return undefined;
}

/** Reads suspects once more, in the list and in detail: a transaction may have moved on between the two. */
export function contradictions(target: Target, operation: DetailOperation): CaseDraft[] {
  return contradicting(known(target, operation))
    .slice(0, MOST)
    .map(({ transaction, word, status, usual }) =>
      steps({
        tier: 1,
        async execute(sequence) {
          const now = await wordNow(sequence, transaction.item?.id);
          const detail = await sequence.step(readTemplate(operation, transaction.query), "detail");
          if (!detail.accepted || now !== word || detail.body.status !== status) return;
          sequence.expect(false, detail.exchange, {
            message: `The list shows one transaction that is ${status} with the word of another status`,
            expected: `${jsonText(usual)}, as for others that are ${status}`,
            actual: jsonText(word),
          });
        },
      }),
    );
}

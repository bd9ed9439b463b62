/**
 * How the list writes a status. Which texts it has is open (section 2.6), but one status has one text, and a documented
 * word means what it means in the detail: a transaction that is listed with the text of another status is shown wrongly,
 * in the list or in its detail.
 */

import type { CaseDraft } from "../../../engine/check.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import { type Sequence, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { jsonText } from "../../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../../schemas/operations.js";
import { itemsOf, pageTemplate } from "./pages.js";
import { known } from "./transactions.js";

/** How many times as many transactions of a status must have another text before one of them is suspected. */
const MAJORITY = 3;
/** Suspects that are looked at. */
const MOST = 4;
const PAGE_SIZE = 20;
const MOST_PAGES = 5;

interface Suspect {
  readonly transaction: KnownTransaction;
  /** Its status in the list, and in its detail. */
  readonly text: string;
  readonly status: string;
  /** The text that it should have, and why. */
  readonly expected: string;
}

function keyOf(status: string, text: string): string {
  return JSON.stringify([status, text]);
}

/** The words that the detail is documented to have for statuses. */
function documentedStatuses(operation: DetailOperation): readonly unknown[] {
  const { children } = fieldTree(OPERATIONS[operation].responseSchema);
  return children.find(({ name }) => name === "status")?.rules.enum ?? [];
}

/** Whether a text is, in any letter case, the documented word for another status. */
function isWordOfAnother(text: string, status: string, words: readonly unknown[]): boolean {
  const word = words.find((each) => String(each).toLowerCase() === text.toLowerCase());
  return word !== undefined && words.includes(status) && word !== status;
}

/** Transactions whose text is not that of their status, and is the usual or the documented one of another status. */
function contradicting(transactions: readonly KnownTransaction[], words: readonly unknown[]): Suspect[] {
  const shown = transactions.flatMap((transaction) => {
    const { item, detail } = transaction;
    const { status: text } = item ?? {};
    const { status } = detail;
    return typeof text === "string" && typeof status === "string" ? [{ transaction, text, status }] : [];
  });
  const counts = new Map<string, number>();
  for (const { status, text } of shown) counts.set(keyOf(status, text), (counts.get(keyOf(status, text)) ?? 0) + 1);
  const count = (status: string, text: string): number => counts.get(keyOf(status, text)) ?? 0;
  const texts = [...new Set(shown.map(({ text }) => text))];
  const statuses = [...new Set(shown.map(({ status }) => status))];
  const usualText = (status: string): string | undefined =>
    texts.toSorted((left, right) => count(status, right) - count(status, left))[0];
  return shown.flatMap(({ transaction, text, status }) => {
    if (isWordOfAnother(text, status, words))
      return {
        transaction,
        text,
        status,
        expected: `${jsonText(status)} as in the detail, or a text of the list's own`,
      };
    const usual = usualText(status);
    if (usual === undefined || usual === text || count(status, usual) < MAJORITY * count(status, text)) return [];
    const belongsElsewhere = statuses.some((other) => other !== status && usualText(other) === text);
    return belongsElsewhere
      ? { transaction, text, status, expected: `${jsonText(usual)}, as for others that are ${status}` }
      : [];
  });
}

/** How the list writes the status of a transaction now; undefined when it is not found. */
async function textNow(sequence: Sequence, id: unknown): Promise<unknown> {
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
  return contradicting(known(target, operation), documentedStatuses(operation))
    .slice(0, MOST)
    .map(({ transaction, text, status, expected }) =>
      steps(0, async (sequence) => {
        const now = await textNow(sequence, transaction.item?.id);
        const detail = await sequence.step(readTemplate(operation, transaction.query), "detail");
        if (!detail.accepted || now !== text || detail.body.status !== status) return;
        sequence.expect(false, detail.exchange, {
          message: `The list shows one transaction that is ${status} with the text of another status`,
          expected,
          actual: jsonText(text),
          moves: true,
        });
      }),
    );
}

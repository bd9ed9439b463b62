/**
 * How the list writes a status. Which texts it has is open (section 2.6), but one status has one text: a transaction that
 * is listed with the text of another status is shown wrongly, in the list or in its detail.
 */

import type { CaseDraft } from "../../../engine/check.js";
import type { KnownTransaction, Target } from "../../../engine/model.js";
import { type Sequence, steps } from "../../../engine/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { jsonText } from "../../../schemas/json.js";
import type { DetailOperation } from "../../../schemas/operations.js";
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
  /** The text that others of its status have. */
  readonly usual: string;
}

function keyOf(status: string, text: string): string {
  return JSON.stringify([status, text]);
}

/** Transactions whose text is not that of their status, and is the usual one of another status. */
function contradicting(transactions: readonly KnownTransaction[]): Suspect[] {
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
    const usual = usualText(status);
    if (usual === undefined || usual === text || count(status, usual) < MAJORITY * count(status, text)) return [];
    const belongsElsewhere = statuses.some((other) => other !== status && usualText(other) === text);
    return belongsElsewhere ? { transaction, text, status, usual } : [];
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
  return contradicting(known(target, operation))
    .slice(0, MOST)
    .map(({ transaction, text, status, usual }) =>
      steps(0, async (sequence) => {
        const now = await textNow(sequence, transaction.item?.id);
        const detail = await sequence.step(readTemplate(operation, transaction.query), "detail");
        if (!detail.accepted || now !== text || detail.body.status !== status) return;
        sequence.expect(false, detail.exchange, {
          message: `The list shows one transaction that is ${status} with the text of another status`,
          expected: `${jsonText(usual)}, as for others that are ${status}`,
          actual: jsonText(text),
          moves: true,
        });
      }),
    );
}

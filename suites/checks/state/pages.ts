/** Pages of the transaction list, as checks read them (section 4.6). */

import { pageQuery } from "../../../discovery/list.js";
import type { CaseDraft } from "../../../engine/check.js";
import type { PageFacts } from "../../../engine/model.js";
import { type Sequence, type Step, steps } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { isObject, type JsonRecord } from "../../../schemas/json.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";

/** A case that reads pages of a list that the preflight could read. */
export function onPages(tier: number, execute: (sequence: Sequence, pages: PageFacts) => Promise<void>): CaseDraft {
  return steps(tier, async (sequence) => {
    const { pages } = sequence.execution.target;
    if (pages === null) return sequence.blocked("the list could not be read");
    await execute(sequence, pages);
  });
}

/** The control that asks for one page. */
export function pageTemplate(number: number, size: number | null): Template {
  return readTemplate("listTransactions", pageQuery(number, size));
}

/** The items of a page that are objects. */
export function itemsOf(step: Step): readonly JsonRecord[] {
  return Array.isArray(step.body.items) ? step.body.items.filter(isObject) : [];
}

/** The items' ids in their order, for comparing pages. */
export function idsOf(step: Step): string {
  return JSON.stringify(itemsOf(step).map(({ id }) => id));
}

/** The size that a check wants, or the one that is known to be accepted where that is refused; null for neither. */
export async function acceptedSize(sequence: Sequence, pages: PageFacts, wanted: number): Promise<number | null> {
  if (wanted === pages.size) return wanted;
  const step = await sequence.reading(pageTemplate(pages.firstPage, wanted), `size ${wanted} of the first page`);
  return isRefusalStatus(step.exchange.response?.status ?? 0) ? pages.size : wanted;
}

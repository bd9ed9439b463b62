/** What a deployment does where the document is silent or contradicts itself, as rows of few words. */

import { distinct, groupedBy } from "../../schemas/groups.js";
import type { Json } from "../../schemas/json.js";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { rankOf } from "../../schemas/ledger/unknown.js";
import type { Conflict, Observation, Report } from "../model.js";
import { amount, listed } from "../visible.js";

/** What was seen of all unknowns of a topic, in one sentence. */
export function answerOf(group: readonly Observation[]): string {
  return group.every(({ id }) => fieldOf(id) !== id) ? requiredText(group) : foldedText(group);
}

/** The conflicts of a report, what matters most first. */
export function conflictsOf({ conflicts }: Report): Conflict[] {
  return conflicts.filter(({ remark }) => remark === undefined).sort(byImportance);
}

/** Oddities of the document that contradict nothing. */
export function remarksOf({ conflicts }: Report): Conflict[] {
  return conflicts.filter(({ remark }) => remark === true).sort(byImportance);
}

/** Orders points by what matters most. */
export function byImportance(left: { readonly id: string }, right: { readonly id: string }): number {
  return rankOf(OPEN_POINTS.get(left.id)) - rankOf(OPEN_POINTS.get(right.id));
}

/** The request field that must or need not be sent; the id where no field is concerned. */
function fieldOf(id: string): string {
  const point = OPEN_POINTS.get(id);
  return (point !== undefined && "field" in point ? point.field : null) ?? id;
}

/** Fields that must be sent, by name; the others are counted. */
function requiredText(group: readonly Observation[]): string {
  const has = (key: string) => group.filter(({ value }) => typeof value === "object" && value !== null && key in value);
  const [required, optional] = [has("refused"), has("accepted")];
  if (required.length === 0) return `none of ${amount(optional.length, "field")}`;
  return `required: ${listed(required.map(({ id }) => fieldOf(id)))}${optional.length === 0 ? "" : `; optional: ${amount(optional.length, "other")}`}`;
}

/** The answer that all operations give, or each answer with the operations that give it. */
function foldedText(group: readonly Observation[]): string {
  const answers = [...groupedBy(group, ({ answer, value }) => (value === undefined ? answer : plain(value))).values()];
  return answers
    .map((same) => {
      const [first] = same;
      const operations = distinct(same.flatMap(({ operation }) => operation ?? []));
      const where = answers.length > 1 && operations.length > 0 ? ` (${listed(operations)})` : "";
      return `${first?.answer ?? ""}${where}`;
    })
    .join("; ");
}

/** A value as text; a list of one is shown as its item. */
function plain(value: Json): string {
  return JSON.stringify(Array.isArray(value) && value.length === 1 ? value[0] : value);
}

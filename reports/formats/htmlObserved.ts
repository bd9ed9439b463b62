/** What was observed, as the HTML templates take it: what one must know to integrate first, families in one row. */

import { distinct, groupedBy } from "../../schemas/groups.js";
import { type Importance, labelFor, TOPICS, topicOf } from "../../schemas/ledger/labels.js";
import { SUBJECTS } from "../../schemas/operations.js";
import { answerOf } from "../facts/observed.js";
import { bySection } from "../facts/summary.js";
import type { Observation, Report } from "../model.js";
import { amount, brief } from "../visible.js";
import { anchor, type ExchangeView, evidenceView, type Room } from "./htmlProof.js";

/** One open point, or a family of them. */
interface ObservedView {
  anchor: string;
  operations: string;
  label: string;
  /** The question; of a family, how many there are. */
  question: string;
  answer: string;
  section: string;
  evidence: ExchangeView | null;
  /** The answers of a family, one by one. */
  members: { name: string; answer: string }[];
}

/** Rows that are folded together. */
export interface ObservationGroup {
  name: string;
  count: string;
  isOpen: boolean;
  rows: ObservedView[];
}

function isOf({ id }: Observation, importance: Importance): boolean {
  return (labelFor(id)?.importance ?? "useful") === importance;
}

function rowOf(family: readonly Observation[], room: Room): ObservedView[] {
  const [first] = family;
  if (first === undefined) return [];
  const isFamily = family.length > 1;
  const told = family.filter(({ value }) => value !== null);
  return [
    {
      anchor: anchor("observation", first.id),
      operations: distinct(family.map(({ operation }) => operation ?? "")).join(" "),
      label: labelFor(first.id)?.label ?? "",
      question: isFamily ? amount(family.length, "open point") : brief(first.question, 400),
      answer: brief(isFamily && told.length > 0 ? answerOf(topicOf(first.id), told) : first.answer, 1000),
      section: distinct(family.map(({ section }) => section)).join(", "),
      evidence: evidenceView(family.find(({ evidence }) => evidence !== null)?.evidence ?? null, room),
      members: isFamily
        ? family.map(({ question, answer }) => ({ name: brief(question, 200), answer: brief(answer, 300) }))
        : [],
    },
  ];
}

function groupOf(name: string, observations: readonly Observation[], room: Room, isOpen = false): ObservationGroup[] {
  if (observations.length === 0) return [];
  const rows = [...groupedBy(observations, ({ id }) => topicOf(id)).values()].flatMap((family) => rowOf(family, room));
  return [{ name, count: amount(observations.length, "observation"), isOpen, rows }];
}

/** What one must know, then the rest under the operation that it is about, and what hardly anybody asks. */
export function observationGroups({ observations }: Report, room: Room): ObservationGroup[] {
  const sorted = [...observations].sort((left, right) => bySection(left.section, right.section));
  const useful = sorted.filter((observation) => isOf(observation, "useful"));
  const known = sorted
    .filter((observation) => isOf(observation, "integration"))
    .sort((left, right) => TOPICS.indexOf(topicOf(left.id)) - TOPICS.indexOf(topicOf(right.id)));
  return [
    ...groupOf("To know for an integration", known, room, true),
    ...[null, ...SUBJECTS].flatMap((subject) =>
      groupOf(
        subject ?? "In general",
        useful.filter(({ operation }) => operation === subject),
        room,
      ),
    ),
    ...groupOf(
      "Of little weight",
      sorted.filter((observation) => isOf(observation, "trivia")),
      room,
    ),
  ];
}

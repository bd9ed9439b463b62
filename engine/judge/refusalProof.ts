/**
 * Whether refusals prove something: a request that breaks a rule may be refused because nothing is accepted at all, by a
 * recipient that is under review, or by a service that is full. So a refusal counts only while a plain request next to it
 * is accepted, or is refused in other words.
 */
import { materialise, resourceOf, type Template, templateKind } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import { groupedBy } from "../../schemas/groups.js";
import { isRefusalOfTheMoment } from "../../schemas/statuses.js";
import type { Session } from "../send/session.js";
import type { RefusalEntry, Results } from "./results.js";

/** Most recipients that are asked whether their state had requests refused. */
const MOST_ASKED = 60;
/** How often a plain request is sent before it counts as refused. */
const TURNS = 2;

/** What is accepted or refused together: an operation with a kind of account, and one recipient where there is one. */
function groupOf(template: Template): string {
  return `${template.operation} ${templateKind(template)}`;
}

function nameOf({ check, template }: RefusalEntry): string {
  return `${check} ${template.id}`;
}

function subjectOf(template: Template): string {
  return `${groupOf(template)} ${resourceOf(template) ?? ""}`;
}

/** What is known of one subject: requests of it that were accepted, and those that were refused. */
class History {
  private readonly accepted: readonly RefusalEntry[];
  private readonly plain: readonly RefusalEntry[];
  private readonly refused: readonly RefusalEntry[];

  constructor(entries: readonly RefusalEntry[]) {
    const those = (which: RefusalEntry["answered"]) => entries.filter(({ answered }) => answered === which);
    this.accepted = those("accepted");
    this.plain = those("refusedByNow");
    this.refused = those("refused");
  }

  private isAcceptedBetween(first: RefusalEntry, second: RefusalEntry): boolean {
    return this.accepted.some(({ sentAt, answeredAt }) => sentAt >= first.answeredAt && answeredAt <= second.sentAt);
  }

  /** The refusal of a plain request in the words of another refusal, where none was accepted between the two. */
  plainLike(refused: RefusalEntry): RefusalEntry | undefined {
    return this.plain.find(
      (plain) =>
        plain.words === refused.words &&
        !this.isAcceptedBetween(refused, plain) &&
        !this.isAcceptedBetween(plain, refused),
    );
  }

  /** Whether refusals still named faults after one that named none: then no fault was found in that request. */
  isNamedAfter(refused: RefusalEntry): boolean {
    return this.refused.some(
      (other) =>
        other.sentAt >= refused.answeredAt && other.words !== refused.words && !this.isAcceptedBetween(refused, other),
    );
  }

  /** Whether no plain request was accepted after a refusal. */
  isOpen(refused: RefusalEntry): boolean {
    return !this.accepted.some(({ sentAt }) => sentAt >= refused.answeredAt);
  }
}

/** Refusals that counted, and what is known of the subjects that gave them. */
class Refusals {
  readonly all: readonly RefusalEntry[];
  private readonly histories: ReadonlyMap<string, History>;

  constructor({ refusalLog }: Results) {
    this.all = refusalLog.filter(({ answered }) => answered === "refused");
    const subjects = groupedBy(refusalLog, ({ template }) => subjectOf(template));
    this.histories = new Map([...subjects].map(([subject, own]) => [subject, new History(own)]));
  }

  of({ template }: RefusalEntry): History | undefined {
    return this.histories.get(subjectOf(template));
  }

  /** Refusals after which nothing was accepted, by subject; the last of each subject at the end. */
  open(): ReadonlyMap<string, readonly RefusalEntry[]> {
    const open = this.all.filter((refused) => {
      const history = this.of(refused);
      return history?.isOpen(refused) === true && history.plainLike(refused) === undefined;
    });
    return groupedBy(open, ({ template }) => subjectOf(template));
  }
}

/** Sends a plain request, like the one of a refusal. */
async function ask(session: Session, results: Results, entry: RefusalEntry): Promise<void> {
  const { check, template } = entry;
  for (let turn = 1; turn <= TURNS; turn++) {
    const fresh = partnerId(session.target.run, `proof of ${nameOf(entry)}`, turn);
    const exchange = await session.send(materialise(template, null, fresh).wire);
    if (isSuccess(exchange)) return session.logAnswer(results, "accepted", check, template, exchange);
    if (!hasStatus(exchange, isRefusalOfTheMoment)) return;
    if (turn === TURNS) session.logAnswer(results, "refusedByNow", check, template, exchange);
  }
}

/**
 * Asks one subject of each group: the one whose refusals most checks are judged by. Whether something was accepted after
 * them is a matter of timing, and what is sent must not be.
 */
async function askGroups(session: Session, results: Results): Promise<void> {
  const refused = [...new Refusals(results).all].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  const groups = [...groupedBy(refused, ({ template }) => groupOf(template)).values()];
  const asked = groups.flatMap((group) => {
    const subjects = groupedBy(group, ({ template }) => subjectOf(template));
    const [[first] = []] = [...subjects.values()].sort((left, right) => right.length - left.length);
    return first ?? [];
  });
  await Promise.all(asked.map((one) => ask(session, results, one)));
}

/** Asks the subjects whose refusals use the words in which another one refuses plain requests. */
async function askSuspected(session: Session, results: Results): Promise<void> {
  const words = new Set(
    results.refusalLog
      .filter(({ answered }) => answered === "refusedByNow")
      .map(({ template, words: own }) => `${template.operation} ${own}`),
  );
  const suspected = [...new Refusals(results).open().values()].flatMap(
    (open) => open.findLast(({ template, words: own }) => words.has(`${template.operation} ${own}`)) ?? [],
  );
  await Promise.all(suspected.slice(0, MOST_ASKED).map((refused) => ask(session, results, refused)));
}

/** Excludes what counted as proof while plain requests were refused as well. */
export async function proveRefusals(session: Session, results: Results): Promise<void> {
  await askGroups(session, results);
  await askSuspected(session, results);
  const refusals = new Refusals(results);
  for (const refused of refusals.all) {
    const history = refusals.of(refused);
    const plain = history?.plainLike(refused);
    if (history === undefined || plain === undefined) continue;
    const { check } = refused;
    // The lost pass may be the one that would have failed: then no other case proves the check.
    const count = history.isNamedAfter(refused) ? results.of(check).passes : 1;
    const reason = `what was accepted before is refused in the same words (${plain.quote}), so this refusal proves nothing`;
    results.exclude({ mechanism: "state", reason, passes: { check, count } });
  }
}

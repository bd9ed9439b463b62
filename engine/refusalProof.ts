/**
 * Whether refusals prove something: a request that breaks a rule may be refused because nothing is taken at all, by a
 * recipient that is under review, or by a service that is full. So a refusal counts only while a plain request next to it
 * is taken, or is refused in other words.
 */
import { materialise, type Template } from "../generators/edits/edit.js";
import { accountTypeOf } from "../generators/templates/accountTypes.js";
import { partnerId } from "../generators/texts/partnerId.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { groupedBy } from "../schemas/groups.js";
import { isRefusalOfTheMoment } from "../schemas/statuses.js";
import type { Results, Testimony } from "./results.js";
import type { Session } from "./session.js";

/** Recipients that are asked, at the most, whether it was their state that had requests refused. */
const MOST_ASKED = 60;
/** How often a plain request is sent before it counts as refused. */
const TURNS = 2;

/** What is taken or refused together: an operation with a kind of account, and one recipient where there is one. */
function groupOf(template: Template): string {
  return `${template.operation} ${accountTypeOf(template)}`;
}

function nameOf({ check, template }: Testimony): string {
  return `${check} ${template.id}`;
}

function subjectOf(template: Template): string {
  return `${groupOf(template)} ${template.path.recipient_id ?? ""}`;
}

/** What is known of one subject. */
class History {
  private readonly taken: readonly Testimony[];
  private readonly barred: readonly Testimony[];
  private readonly refused: readonly Testimony[];
  private readonly lastTaken: number;

  constructor(testimonies: readonly Testimony[]) {
    this.taken = testimonies.filter(({ witnessed }) => witnessed === "taken");
    this.lastTaken = this.taken.reduce((last, { sent }) => Math.max(last, sent), 0);
    this.barred = testimonies.filter(({ witnessed }) => witnessed === "barred");
    this.refused = testimonies.filter(({ witnessed }) => witnessed === "refused");
  }

  private isTakenBetween(first: Testimony, second: Testimony): boolean {
    return this.taken.some(({ sent, answered }) => sent >= first.answered && answered <= second.sent);
  }

  /** The refusal of a plain request in the words of another refusal, where none was taken between the two. */
  barredLike(refused: Testimony): Testimony | undefined {
    return this.barred.find(
      (barred) =>
        barred.words === refused.words &&
        !this.isTakenBetween(refused, barred) &&
        !this.isTakenBetween(barred, refused),
    );
  }

  /** Whether what is wrong was still told after a refusal that told nothing: then nothing wrong was found in that one. */
  isToldAfter(refused: Testimony): boolean {
    return this.refused.some(
      (other) =>
        other.sent >= refused.answered && other.words !== refused.words && !this.isTakenBetween(refused, other),
    );
  }

  /** Whether no plain request was taken after a refusal. */
  isOpen(refused: Testimony): boolean {
    return this.lastTaken < refused.answered;
  }
}

/** Refusals that counted, and what is known of the subjects that gave them. */
class Testimonies {
  readonly refused: readonly Testimony[];
  private readonly histories: ReadonlyMap<string, History>;

  constructor({ testimonies }: Results) {
    this.refused = testimonies.filter(({ witnessed }) => witnessed === "refused");
    const subjects = groupedBy(testimonies, ({ template }) => subjectOf(template));
    this.histories = new Map([...subjects].map(([subject, own]) => [subject, new History(own)]));
  }

  of({ template }: Testimony): History | undefined {
    return this.histories.get(subjectOf(template));
  }

  /** Refusals after which nothing was taken, by subject; the last of each subject at the end. */
  open(): ReadonlyMap<string, readonly Testimony[]> {
    const open = this.refused.filter((refused) => {
      const history = this.of(refused);
      return history?.isOpen(refused) === true && history.barredLike(refused) === undefined;
    });
    return groupedBy(open, ({ template }) => subjectOf(template));
  }
}

/** Sends a plain request, like the one of a refusal. */
async function ask(session: Session, results: Results, testimony: Testimony): Promise<void> {
  const { check, template } = testimony;
  for (let turn = 1; turn <= TURNS; turn++) {
    const fresh = partnerId(session.target.run, `proof of ${nameOf(testimony)}`, turn);
    const exchange = await session.send(materialise(template, null, fresh).wire);
    if (isSuccess(exchange)) return session.witness(results, "taken", check, template, exchange);
    if (!hasStatus(exchange, isRefusalOfTheMoment)) return;
    if (turn === TURNS) session.witness(results, "barred", check, template, exchange);
  }
}

/**
 * Asks one subject of each group: the one whose refusals most checks are judged by. Whether something was taken after them
 * is a matter of timing, and what is sent must not be.
 */
async function askGroups(session: Session, results: Results): Promise<void> {
  const refused = [...new Testimonies(results).refused].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  const groups = [...groupedBy(refused, ({ template }) => groupOf(template)).values()];
  const asked = groups.flatMap((group) => {
    const subjects = groupedBy(group, ({ template }) => subjectOf(template));
    const [[first] = []] = [...subjects.values()].sort((left, right) => right.length - left.length);
    return first ?? [];
  });
  await Promise.all(asked.map((one) => ask(session, results, one)));
}

/** Asks the subjects whose refusals have the words in which another one refuses plain requests. */
async function askSuspected(session: Session, results: Results): Promise<void> {
  const words = new Set(
    results.testimonies
      .filter(({ witnessed }) => witnessed === "barred")
      .map(({ template, words: own }) => `${template.operation} ${own}`),
  );
  const suspected = [...new Testimonies(results).open().values()].flatMap(
    (open) => open.findLast(({ template, words: own }) => words.has(`${template.operation} ${own}`)) ?? [],
  );
  await Promise.all(suspected.slice(0, MOST_ASKED).map((refused) => ask(session, results, refused)));
}

/** Takes back what was taken for a proof while plain requests were refused as well. */
export async function proveRefusals(session: Session, results: Results): Promise<void> {
  await askGroups(session, results);
  await askSuspected(session, results);
  const testimonies = new Testimonies(results);
  for (const refused of testimonies.refused) {
    const history = testimonies.of(refused);
    const barred = history?.barredLike(refused);
    if (barred === undefined) continue;
    const reason = `what was accepted before is refused in the same words (${barred.quote}), so that this refusal proves nothing`;
    results.takeBackPasses(refused.check, { mechanism: "state", reason }, history?.isToldAfter(refused) === true);
  }
}

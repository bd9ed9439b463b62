/** Measures one length or count: the control first, then the values that the search yields. */
import type { Exchange } from "../../client/model.js";
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import type { Execution } from "../model.js";
import { stopOf } from "../send/stop.js";
import type { Ask, Received } from "./asking.js";
import { findBoundary } from "./boundary.js";
import type { SoughtBound } from "./selection.js";
import { boundaryFound, type Measured, notMeasured, receptionText, searchCut, sizeText } from "./texts.js";
import { emptyEdit, repetitionEdit, valuesOf } from "./values.js";

/** Why a search ended early. */
export const STOPPED = {
  budget: "the limit on requests was reached",
  time: "the time of the run was over",
  creations: "the limit on created resources was reached",
  failures: "--max-failures was reached",
  journal: "the journal of what is created could not be written",
  interrupted: "the run was interrupted",
  throttled: "the target kept throttling",
  gone: "the target stopped answering",
  unreachable: "the target could not be reached",
  stalled: "the run got stuck",
  cut: "the run was cut off",
  credentials: "the credentials were not accepted any more",
  forgotten: "the target lost what it had stored",
} as const;

/** An answer that says nothing about the value ends a search. */
class UnclearAnswer extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Answers by value, the latest of each. */
class Answers extends Map<number, Received> {
  constructor(
    private readonly sought: SoughtBound,
    private readonly ask: Ask,
  ) {
    super();
  }

  /** Tries one value. Throws where the answer is about something else. */
  async isTaken(value: number, edit: Parameters<Ask>[0]): Promise<boolean> {
    const answer = await this.ask(edit);
    if (answer.reception === "unclear")
      throw new UnclearAnswer(`${sizeText(this.sought, value)} were ${receptionText(answer)}`);
    this.set(value, answer);
    return answer.reception === "accepted";
  }
}

interface Work {
  readonly execution: Execution;
  readonly sought: SoughtBound;
  readonly place: FieldPlace;
  /** The accepted control. */
  readonly control: Exchange;
  readonly ask: Ask;
  readonly answers: Answers;
}

/**
 * Whether the failure, which showed with characters other than the field's own, shows with the field's own as well:
 * then the limit is measured with those.
 */
async function showsWithOwnCharacters({ sought, place, ask }: Work): Promise<boolean> {
  const { question, edit } = valuesOf({ ...sought, filler: null }, place, [], false);
  const isTooStrict = sought.area === "accepts";
  const value = isTooStrict ? question.start : question.start + question.outward;
  const { reception } = await ask((fresh) => edit(value, fresh));
  return (reception === "accepted") !== isTooStrict;
}

async function search(work: Work): Promise<Measured> {
  const { execution, sought, place, control, ask, answers } = work;
  if (sought.filler !== null && (await showsWithOwnCharacters(work)))
    return search({ ...work, sought: { ...sought, filler: null } });
  const files = execution.target.references;
  const repetition = repetitionEdit(sought, place, files);
  const mayRepeat = repetition !== null && (await ask(() => repetition)).reception === "accepted";
  const values = valuesOf(sought, place, files, mayRepeat);
  const { question } = values;
  const { inmost, outmost, outward, start } = question;
  if (outward * (outmost - start) < 0)
    return notMeasured(`only ${sizeText(sought, outmost)} could be made for the list`);
  const isTaken = (value: number) => answers.isTaken(value, (fresh) => values.edit(value, fresh));
  if (sought.filler !== null && !(await isTaken(inmost))) {
    const answer = answers.get(inmost);
    return notMeasured("texts of these characters are refused whatever their length", answer?.exchange ?? null);
  }
  const steps = findBoundary(question);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await isTaken(step.value));
  const found = boundaryFound(sought, step.value, answers, control);
  const empty = emptyEdit(sought, place, values);
  if (empty === null || step.value.kind !== "none") return found;
  const isEmptyTaken = await answers.isTaken(0, () => empty);
  const edge = isEmptyTaken
    ? ({ kind: "none", outmost: 0 } as const)
    : ({ kind: "found", limit: outmost, beyond: 0 } as const);
  return boundaryFound(sought, edge, answers, control);
}

/**
 * Measures a bound on an accepted control. Returns what is known when the run ends early, or when the limit no longer
 * gives a clear answer.
 */
export async function measureBound(
  execution: Execution,
  sought: SoughtBound,
  place: FieldPlace,
  control: Exchange,
  ask: Ask,
): Promise<Measured> {
  const answers = new Answers(sought, ask);
  try {
    return await search({ execution, sought, place, control, ask, answers });
  } catch (error) {
    if (error instanceof UnclearAnswer) return searchCut(sought, answers, error.reason);
    const stop = stopOf(error);
    if (stop === null) throw error;
    return searchCut(sought, answers, STOPPED[stop]);
  }
}

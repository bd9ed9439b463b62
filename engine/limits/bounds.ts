/** Measures one length or count: the control first, then the values that the search asks for. */
import type { Exchange } from "../../client/model.js";
import type { Place } from "../../generators/fieldPlaces.js";
import type { Scene } from "../model.js";
import { stopOf } from "../execution.js";
import type { Answer, Ask } from "./asking.js";
import { findBoundary } from "./boundary.js";
import type { BoundTarget } from "./selection.js";
import { emptyEdit, repetitionEdit, valuesOf } from "./values.js";
import { boundaryFound, type Measured, notMeasured, receptionText, searchCut, sizeText } from "./texts.js";

/** Why a search ended before its end. */
export const STOPPED = {
  budget: "the requests that the run may send were spent",
  interrupted: "the run was interrupted",
  throttled: "the target answered only that there are too many requests",
} as const;

/** An answer that says nothing about the value ends a search. */
class UnclearAnswer extends Error {
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Answers by value, the latest of each. */
class Answers extends Map<number, Answer> {
  constructor(
    private readonly target: BoundTarget,
    private readonly ask: Ask,
  ) {
    super();
  }

  /** Asks one value. Throws where the answer is about something else. */
  async isTaken(value: number, edit: Parameters<Ask>[0]): Promise<boolean> {
    const answer = await this.ask(edit);
    if (answer.reception === "unclear") {
      throw new UnclearAnswer(`${sizeText(this.target, value)} were ${receptionText(answer)}`);
    }
    this.set(value, answer);
    return answer.reception === "accepted";
  }
}

/** What a measurement works with. */
interface Work {
  readonly scene: Scene;
  readonly target: BoundTarget;
  readonly place: Place;
  /** The accepted control. */
  readonly control: Exchange;
  readonly ask: Ask;
  readonly answers: Answers;
}

/**
 * Whether the departure, which showed with other characters than the field's own, shows with those as well: then they
 * are what the limit is measured with.
 */
async function showsWithOwnCharacters({ target, place, ask }: Work): Promise<boolean> {
  const { question, edit } = valuesOf({ ...target, filler: null }, place, [], false);
  const isTooStrict = target.check.includes("/accepts/");
  const value = isTooStrict ? question.start : question.start + question.outward;
  const { reception } = await ask((fresh) => edit(value, fresh));
  return (reception === "accepted") !== isTooStrict;
}

async function search(work: Work): Promise<Measured> {
  const { scene, target, place, control, ask, answers } = work;
  if (target.filler !== null && (await showsWithOwnCharacters(work))) {
    return search({ ...work, target: { ...target, filler: null } });
  }
  const files = scene.world.recipientFiles;
  const repetition = repetitionEdit(target, place, files);
  const mayRepeat = repetition !== null && (await ask(() => repetition)).reception === "accepted";
  const values = valuesOf(target, place, files, mayRepeat);
  const { question } = values;
  const { inmost, outmost, outward, start } = question;
  if (outward * (outmost - start) < 0) {
    return notMeasured(`only ${sizeText(target, outmost)} could be made for the list`);
  }
  const isTaken = (value: number) => answers.isTaken(value, (fresh) => values.edit(value, fresh));
  if (target.filler !== null && !(await isTaken(inmost))) {
    const answer = answers.get(inmost);
    return notMeasured("texts of these characters are refused whatever their length", answer?.exchange ?? null);
  }
  const steps = findBoundary(question);
  let step = steps.next();
  while (step.done !== true) step = steps.next(await isTaken(step.value));
  const found = boundaryFound(target, step.value, answers, control);
  const empty = emptyEdit(target, place, values);
  if (empty === null || step.value.kind !== "none") return found;
  const isEmptyTaken = await answers.isTaken(0, () => empty);
  const edge = isEmptyTaken
    ? ({ kind: "none", outmost: 0 } as const)
    : ({ kind: "found", limit: outmost, beyond: 0 } as const);
  return boundaryFound(target, edge, answers, control);
}

/**
 * Measures a bound on an accepted control. What is known when the run ends early, or when the target gives no clear
 * answer any more, is told.
 */
export async function measureBound(
  scene: Scene,
  target: BoundTarget,
  place: Place,
  control: Exchange,
  ask: Ask,
): Promise<Measured> {
  const answers = new Answers(target, ask);
  try {
    return await search({ scene, target, place, control, ask, answers });
  } catch (error) {
    if (error instanceof UnclearAnswer) return searchCut(target, answers, error.reason);
    const stop = stopOf(error);
    if (stop === null) throw error;
    return searchCut(target, answers, STOPPED[stop]);
  }
}

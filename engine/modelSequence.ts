/**
 * Model-based sequences: fast-check draws commands, which are run against the service and against a model of what it must hold.
 * A sequence that shows a fault is shrunk by fast-check to the turns that matter, each candidate judged on the wire again.
 */
import fc from "fast-check";
import type { Template } from "../generators/edits/edit.js";
import { hash32 } from "../generators/texts/partnerId.js";
import type { CaseDraft, CaseIdentity } from "./check.js";
import type { Case } from "./model.js";
import { type Departure, type Sequence, type Step, steps } from "./sequenceCase.js";

/** Most requests sent to find the turns that matter. */
const MOST_REQUESTS = 240;
/** Turns that a finding lists one by one. */
const MOST_TOLD = 5;
/** Most sequences drawn until one is worth playing. */
const MOST_DRAWN = 1000;

/** Ends a sequence that showed a fault: fast-check keeps the last command, and that is the one that shows it. */
class Departed extends Error {}

/** What commands send requests with, and note what they expect of the answers. */
export class Turns {
  /** Whether a turn showed what another turn had sent. */
  isExplained = false;
  private readonly told: string[] = [];
  private readonly sent: string[] = [];
  /** The first thing shown that no turn had sent: it may be left over from before, so a later turn may prove more. */
  private unexplained: (() => void) | null = null;

  constructor(private readonly sequence: Sequence) {}

  /** Turns that were played. */
  get length(): number {
    return this.told.length;
  }

  /** A text that no other turn has, nor the same turn when it is played again: wherever it shows, its origin is known. */
  fresh(): string {
    return this.sequence.fresh(`own ${this.told.length}`);
  }

  /** Sends the request of a turn. @param what the turn in words, as a finding states it */
  async step(template: Template, what: string): Promise<Step> {
    const step = await this.sequence.step(template, `turn ${this.told.length}`);
    this.told.push(step.accepted ? what : `${what} (refused)`);
    this.sent.push(`${step.exchange.wire.path} ${step.exchange.wire.body ?? ""}`);
    return step;
  }

  /**
   * The sequence for what a turn expects: what does not hold is reported with all turns, and ends them.
   * @param isForeign whether a text that is shown was sent in a turn about something else: then the exchanges prove it
   */
  expecting(isForeign: (shown: string) => boolean = () => false): Sequence {
    const expect = (holds: boolean, answer: Pick<Step, "exchange">, departure: Departure): void => {
      const turns = this.told.length > MOST_TOLD ? `${this.told.length} turns` : this.told.join("; ");
      const shown = departure.actual.replace(/^"|"$/g, "");
      this.isExplained = !holds && this.sent.slice(0, -1).some((texts) => texts.includes(shown));
      const proof = !holds && isForeign(departure.actual) ? ({ isProof: true } as const) : {};
      const told = { ...departure, ...proof, message: `${departure.message}. After: ${turns}` };
      // Of several sequences, one that sent what is shown is reported.
      const failure = this.isExplained ? told : { ...told, place: "" };
      const note = (): void => this.sequence.expect(holds, answer, holds ? departure : failure);
      if (holds || this.isExplained) note();
      else this.unexplained ??= note;
      if (this.isExplained) throw new Departed();
    };
    return { ...this.sequence, expect };
  }

  /** Notes what showed, where nothing better did. */
  end(): void {
    if (!this.isExplained) this.unexplained?.();
  }
}

/** What a drawn sequence is made of. */
export interface ModelSequence<M extends object, R> {
  readonly commands: fc.Arbitrary<Iterable<fc.AsyncCommand<M, R>>>;
  readonly seed: number;
  /** Whether a sequence is worth playing, judged by its commands as texts: another one is drawn instead of one that is not. */
  readonly isTelling: (commands: readonly string[]) => boolean;
  /** The model and the service as a sequence finds them. */
  readonly begin: (turns: Turns) => { readonly model: M; readonly real: R };
}

/** The first of several seeds that draws a sequence worth playing. */
function tellingSeed<M extends object, R>({ commands, seed, isTelling }: ModelSequence<M, R>): number {
  for (let turn = 0; turn < MOST_DRAWN; turn++) {
    const own = turn === 0 ? seed : hash32(`${seed} ${turn}`);
    const [drawn] = fc.sample(commands, { seed: own, numRuns: 1 });
    if (drawn !== undefined && isTelling(Array.from(drawn, String))) return own;
  }
  return seed;
}

/** Whether a sequence is another one with commands removed: what did not show in that is not sought in it. */
function isWithin(longer: readonly string[], names: readonly string[]): boolean {
  let found = 0;
  for (const name of longer) if (name === names[found]) found += 1;
  return found === names.length;
}

/** A case of one drawn sequence. @param tier lower is sooner; 0 is sent in every profile */
export function modelSequence<M extends object, R>(tier: number, model: ModelSequence<M, R>): CaseDraft {
  type Commands = Iterable<fc.AsyncCommand<M, R>>;
  const { commands, begin } = model;
  const drawn = { seed: tellingSeed(model), numRuns: 1 };
  /** The case with some commands, or with those that the seed draws. */
  const played = (identity: CaseIdentity, chosen?: Commands, onEnd?: (turns: Turns) => void): Case =>
    steps(tier, async (sequence) => {
      const turns = new Turns(sequence);
      const property = fc.asyncProperty(commands, (own) => fc.asyncModelRun(() => begin(turns), chosen ?? own));
      const { errorInstance: error } = await fc.check(property, { ...drawn, endOnFailure: true });
      turns.end();
      onEnd?.(turns);
      if (error !== null && !(error instanceof Departed)) throw error;
    }).make(identity);
  return {
    drawn: true,
    make: (identity) => ({
      ...played(identity),
      async shrink(fails) {
        let smallest: Case | null = null;
        let left = MOST_REQUESTS;
        let first: boolean | null = null;
        const passed: (readonly string[])[] = [];
        const property = fc.asyncProperty(commands, async (candidate) => {
          const names = Array.from(candidate, String);
          if (left <= 0 || passed.some((longer) => isWithin(longer, names))) return;
          let isExplained = false;
          const testCase = played(identity, candidate, (turns) => {
            left -= turns.length;
            isExplained = turns.isExplained;
          });
          if (!(await fails(testCase))) {
            passed.push(names);
            return;
          }
          // What the service kept of the candidate before would pass for a fault of this one.
          first ??= isExplained;
          if (first && !isExplained) return;
          smallest = testCase;
          throw new Departed();
        });
        await fc.check(property, drawn);
        return smallest;
      },
    }),
  };
}

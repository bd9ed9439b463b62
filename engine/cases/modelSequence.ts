/**
 * Model-based sequences: fast-check draws commands, which are run against the service and against a model of what it must hold.
 * A sequence that shows a fault is shrunk by fast-check to the turns that matter, each candidate judged on the wire again.
 */
import fc from "fast-check";
import type { Template } from "../../generators/edits/edit.js";
import { hash32, isOfRun } from "../../generators/texts/partnerId.js";
import type { CaseDraft, CaseIdentity } from "../check.js";
import type { Case, Draw } from "../model.js";
import { type Departure, type Sequence, type Step, steps } from "./sequenceCase.js";

/** Most requests sent to find the turns that matter. */
export const MOST_REQUESTS = 240;
/** Turns that a finding lists one by one. */
const MOST_TOLD = 5;
/** What a finding says where none of its turns is the cause. */
const UNEXPLAINED = "No turn sent what is shown: the service made it up, or has it from other requests";
/** Most sequences drawn until one is worth playing. */
const MOST_DRAWN = 1000;

/** Ends a sequence that showed a fault: fast-check keeps the last command, and that is the one that shows it. */
class Departed extends Error {}

/** The texts of a JSON value as it is written in a finding. */
function textsIn(json: string): string[] {
  return (json.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((text) => text.slice(1, -1).toLowerCase());
}

/** What is shown and was not expected. */
function strangeIn(shown: readonly string[], own: readonly string[]): string[] {
  return shown.filter((text) => !own.includes(text));
}

/** What commands send requests with, and note what they expect of the answers. */
export class Turns {
  /** Whether the turns hold the cause of what a turn showed: they sent the value that came back. */
  isExplained = false;
  /** Whether a turn showed what the service made up. */
  isMadeUp = false;
  private readonly told: string[] = [];
  /** What turns sent, and the ids that their answers made up; a service may return it in another letter case. */
  private readonly sent: { readonly about: unknown; texts: string }[] = [];
  /** The first thing shown that no turn had sent: it may be left over from before, so a later turn may prove more. */
  private unexplained: (() => void) | null = null;

  /**
   * @param before what the turns of other candidates sent, where what the service makes up ends these turns; null where a later
   * turn may prove more
   */
  constructor(
    private readonly sequence: Sequence,
    private readonly before: readonly string[] | null = null,
  ) {}

  /** Turns that were played. */
  get length(): number {
    return this.told.length;
  }

  /** What the turns sent, and the ids that their answers made up. */
  get texts(): string[] {
    return this.sent.map(({ texts }) => texts);
  }

  /** A text that no other turn has, nor the same turn when it is played again: wherever it shows, its origin is known. */
  fresh(): string {
    return this.sequence.fresh(`own ${this.told.length}`);
  }

  /**
   * Sends the request of a turn.
   * @param what the turn in words, as a finding states it
   * @param about what it creates or changes
   */
  async step(template: Template, what: string, about: unknown): Promise<Step> {
    const step = await this.sequence.step(template, `turn ${this.told.length}`);
    this.told.push(step.accepted ? what : `${what} (refused)`);
    const { path, body } = step.exchange.wire;
    this.sent.push({ about, texts: `${path} ${body ?? ""}`.toLowerCase() });
    return step;
  }

  /** Notes an id that the last answer made up: where it shows later, its origin is known. */
  made(id: string): void {
    const last = this.sent.at(-1);
    if (last !== undefined) last.texts += ` ${id.toLowerCase()}`;
  }

  /**
   * The sequence for what a turn expects: what does not hold is reported with all turns, and ends them.
   * @param about what the turn creates or changes
   * @param isForeign whether a text that is shown was sent in a turn about something else: then the exchanges prove it
   */
  expecting(about: unknown, isForeign: (shown: string) => boolean = () => false): Sequence {
    const expect = (holds: boolean, answer: Pick<Step, "exchange">, departure: Departure): void => {
      const turns = this.told.length > MOST_TOLD ? `${this.told.length} turns` : this.told.join("; ");
      this.isExplained = !holds && this.explains(departure, about);
      this.isMadeUp = !holds && !this.isExplained && this.makesUp(departure);
      const proof = !holds && isForeign(departure.actual) ? ({ isProof: true } as const) : {};
      const told = { ...departure, ...proof, message: `${departure.message}. After: ${turns}` };
      // Of several sequences, one that sent what is shown is reported.
      const failure = this.isExplained ? told : { ...told, place: "", message: `${told.message}. ${UNEXPLAINED}` };
      const note = (): void => this.sequence.expect(holds, answer, holds ? departure : failure);
      if (holds || this.isExplained || this.isMadeUp) note();
      else this.unexplained ??= note;
      if (this.isExplained || this.isMadeUp) throw new Departed();
    };
    return { ...this.sequence, expect };
  }

  /** Whether earlier turns sent what is shown instead; where something is only missing, whether they gave it to another. */
  private explains({ expected, actual }: Departure, about: unknown): boolean {
    const [own, shown] = [textsIn(expected), textsIn(actual)];
    const earlier = this.sent.slice(0, -1);
    const strange = strangeIn(shown, own);
    if (strange.length > 0) return strange.every((text) => earlier.some(({ texts }) => texts.includes(text)));
    const missing = own.filter((text) => !shown.includes(text));
    const ofOthers = earlier.filter((turn) => turn.about !== about);
    return missing.length === 0 || missing.some((text) => ofOthers.some(({ texts }) => texts.includes(text)));
  }

  /** Whether no request of this run can be the origin of what is shown instead. */
  private makesUp({ expected, actual }: Departure): boolean {
    const { before, sequence, texts } = this;
    if (before === null) return false;
    const strange = strangeIn(textsIn(actual), textsIn(expected));
    const isKnown = (text: string): boolean =>
      [...before, ...texts].some((sent) => sent.includes(text)) || sequence.execution.isOfCreated(text);
    return strange.length > 0 && !strange.some((text) => isKnown(text) || isOfRun(text, sequence.execution.target.run));
  }

  /** Notes what showed, where nothing better did. */
  end(): void {
    if (!this.isExplained && !this.isMadeUp) this.unexplained?.();
  }
}

type Commands<M extends object, R> = Iterable<fc.AsyncCommand<M, R>>;

/** What a drawn sequence is made of. */
export interface ModelSequence<M extends object, R> {
  /** @param replayPath of a sequence that is drawn again: fast-check's option of this name */
  readonly commands: (replayPath?: string) => fc.Arbitrary<Commands<M, R>>;
  readonly seed: number;
  /** Whether a sequence is worth playing, judged by its commands as texts: another one is drawn instead of one that is not. */
  readonly isTelling: (commands: readonly string[]) => boolean;
  /** The model and the service as a sequence finds them. */
  readonly begin: (turns: Turns) => { readonly model: M; readonly real: R };
}

/** What is drawn at a path of a seed; none where there is nothing. */
function drawnAt<M extends object, R>(commands: ModelSequence<M, R>["commands"], draw: Draw): Commands<M, R> {
  const [drawn = []] = fc.sample(commands(draw.replayPath), { seed: draw.seed, path: draw.path, numRuns: 1 });
  return drawn;
}

/** The first of several draws that is a sequence worth playing. */
function tellingDraw<M extends object, R>({ commands, seed, isTelling }: ModelSequence<M, R>): Draw {
  const drawWith = (own: number): Draw => ({ seed: own, path: "0" });
  for (let turn = 0; turn < MOST_DRAWN; turn++) {
    const draw = drawWith(turn === 0 ? seed : hash32(`${seed} ${turn}`));
    if (isTelling(Array.from(drawnAt(commands, draw), String))) return draw;
  }
  return drawWith(seed);
}

/** Whether a sequence is another one with commands removed: what did not show in that is not sought in it. */
function isWithin(longer: readonly string[], names: readonly string[]): boolean {
  let found = 0;
  for (const name of longer) if (name === names[found]) found += 1;
  return found === names.length;
}

/** What fast-check must be given, besides seed and path, to draw commands again: their text says it. */
function replayPathOf(commands: unknown): Pick<Draw, "replayPath"> {
  const [, replayPath] = /replayPath="(.*?)"/.exec(String(commands)) ?? [];
  return replayPath === undefined ? {} : { replayPath };
}

/** A case of one drawn sequence. @param tier lower is sooner; 0 is sent in every profile */
export function modelSequence<M extends object, R>(tier: number, model: ModelSequence<M, R>): CaseDraft {
  const { commands, begin } = model;
  const drawn = tellingDraw(model);
  const played = (
    identity: CaseIdentity,
    draw: Draw,
    chosen: Commands<M, R>,
    onEnd?: (turns: Turns) => void,
    before: readonly string[] | null = null,
  ): Case => ({
    ...steps(tier, async (sequence) => {
      const turns = new Turns(sequence, before);
      try {
        await fc.asyncModelRun(() => begin(turns), chosen);
      } catch (error) {
        if (!(error instanceof Departed)) throw error;
      }
      turns.end();
      onEnd?.(turns);
    }).make(identity),
    draw,
  });
  return {
    drawn: true,
    make: (identity) => ({
      ...played(identity, drawn, drawnAt(commands, drawn)),
      redraw: (draw) => played(identity, draw, drawnAt(commands, draw)),
      async shrink(fails) {
        const failing: { readonly testCase: Case; readonly turns: number }[] = [];
        let left = MOST_REQUESTS;
        /** Candidates that do not hold the cause. */
        const without: (readonly string[])[] = [];
        /** What the candidates have sent, once it turned out that no turn explains what they show. */
        let before: string[] | null = null;
        const property = fc.asyncProperty(commands(), async (candidate) => {
          const names = Array.from(candidate, String);
          if (left <= 0 || without.some((longer) => isWithin(longer, names))) return;
          let isOwn = false;
          let sent: string[] = [];
          const noted = (turns: Turns): void => {
            left -= turns.length;
            isOwn = turns.isExplained || turns.isMadeUp;
            sent = turns.texts;
          };
          const testCase = played(identity, drawn, candidate, noted, before);
          const isFailing = await fails(testCase);
          before?.push(...sent);
          // The service is not fresh: what it kept of the candidates before would pass for a fault of this one.
          if (!isFailing || (failing.length > 0 && !isOwn)) {
            without.push(names);
            return;
          }
          if (!isOwn) before = sent;
          failing.push({ testCase, turns: names.length });
          throw new Departed();
        });
        const { counterexample, counterexamplePath } = await fc.check(property, drawn);
        const path = counterexamplePath?.split(":") ?? [];
        const more = replayPathOf(counterexample?.[0]);
        // Each failing candidate is one step further along the path, which does not become longer in turns.
        return failing
          .map(({ testCase, turns }, step) => ({
            turns,
            testCase: { ...testCase, draw: { ...drawn, path: path.slice(0, step + 1).join(":"), ...more } },
          }))
          .filter(({ turns }, step) => step > 0 && turns !== failing[step + 1]?.turns)
          .map(({ testCase }) => testCase)
          .reverse();
      },
    }),
  };
}

/** The search for a fact that the user may state: what is stated is tried first, and what the deployment does instead is noted with proof. */

import type { Exchange } from "../client/model.js";
import { type Interceptor, type Sender, via } from "../client/send.js";
import type { Observations, Observed } from "../engine/judge/observations.js";
import { type Discovery, discover, type FactFinding, type Search } from "../engine/send/discovering.js";
import type { EditSummary } from "../generators/edits/edit.js";
import { answerText, isSuccess } from "../oracles/outcome.js";
import { VERSION_HEADER } from "../schemas/operations.js";
import { type AgreedFacts, unknownOf } from "./agreedFacts.js";

/** What the preflight finds out with: how it sends, and where it records what it finds. */
export interface Probe {
  readonly sender: Sender;
  readonly observations: Observations;
  readonly stated: AgreedFacts;
  /** By the id of the unknown. */
  readonly findings: Map<string, FactFinding>;
}

export function statedFirst<T>(candidates: readonly T[], stated: T | undefined): readonly T[] {
  return stated === undefined ? candidates : [stated, ...candidates.filter((candidate) => candidate !== stated)];
}

/** Sends again what is refused, so that no accident counts against what is stated. */
const twice: Interceptor = (next) => async (request) => {
  const first = await next(request);
  return isSuccess(first) ? first : next(request);
};

/** What a move that is taken shows, and how it differs from the stated one. */
interface FactFound extends Observed {
  readonly id: string;
  readonly edit: EditSummary;
}

interface FactSearch<Move> extends Pick<Search<Move, Exchange>, "moves" | "next"> {
  readonly fact: keyof AgreedFacts;
  readonly isStated: (move: Move) => boolean;
  readonly ask: (move: Move, sender: Sender) => Promise<Exchange> | null;
  /** Any success, where this is absent. */
  readonly isTaken?: Search<Move, Exchange>["isTaken"];
  readonly found: (move: Move, refused: Discovery<Move, Exchange>["refused"]) => FactFound;
}

/** Searches for a fact, and notes what is taken and what became of the stated one. */
export async function discoverFact<Move>(
  probe: Probe,
  { fact, moves, isStated, ask, isTaken = isSuccess, next, found }: FactSearch<Move>,
): Promise<Discovery<Move, Exchange>> {
  const discovery = await discover<Move, Exchange>({
    moves,
    ask: async (move) => ask(move, isStated(move) ? via(probe.sender, twice) : probe.sender),
    isTaken,
    next,
  });
  const { taken, refused } = discovery;
  if (taken === null) return discovery;
  const { move, answer: control } = taken;
  const { id, edit, value, text } = found(move, refused);
  probe.observations.set(id, { value, text, evidence: control });
  const exchange = refused.findLast((one) => isStated(one.move))?.answer;
  if (isStated(move)) noteFact(probe, fact, { kind: "kept", found: text, evidence: control });
  else if (exchange !== undefined) {
    const instead = `${text}; what is stated is answered with ${answerText(exchange)}`;
    noteFact(probe, fact, { kind: "differs", found: instead, edit, control, exchange });
  }
  return discovery;
}

export function noteFact(probe: Probe, fact: keyof AgreedFacts, finding: FactFinding): void {
  probe.findings.set(unknownOf(fact), finding);
}

/** What is noted of the version with which a creation is accepted. Null is none. */
export function versionFound(operation: string, version: string | null, stated: string | null | undefined): FactFound {
  return {
    id: `preflight.${operation}.version`,
    value: { version },
    text: `${operation} takes ${version === null ? "no Api-Version" : `Api-Version ${version}`}`,
    edit: { at: `header ${VERSION_HEADER}`, from: version, to: stated ?? null },
  };
}

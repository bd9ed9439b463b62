/** How a run discovers what a deployment takes: from what, by which search, and what it finds about facts stated beforehand. */

import type { Credentials } from "../../client/credentials.js";
import type { CredentialsEdit, Exchange } from "../../client/model.js";
import type { EditSummary } from "../../generators/edits/edit.js";
import type { AgreedAnswer } from "../../reports/model.js";
import type { Profile } from "../model.js";

/** The settings of a run that discovery uses. */
export interface DiscoverySettings {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly seed: number;
  readonly profile: Profile;
  /** Requests that may be sent in all. */
  readonly maxRequests?: number | undefined;
  /** Why state-changing requests may not be sent, or null when they may. */
  readonly noWrites: string | null;
  /** Whether those of these requests that must be refused may be sent. */
  readonly onlyRefused: boolean;
  /** What the user states about the deployment; null where nothing is stated. */
  readonly apiVersion: string | null;
  readonly transferId: string | null;
  readonly depositId: string | null;
  readonly agreedAnswers: { readonly agreed: readonly AgreedAnswer[] } | null;
}

export interface DiscoveryOptions {
  readonly settings: DiscoverySettings;
  /** Whether operations that store something are exercised: only then is something stored for them. */
  readonly storing: boolean;
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What became of a stated fact. Where it could not be tried, there is no finding. */
export type FactFinding =
  | { readonly kind: "kept"; readonly found: string; readonly evidence: Exchange }
  | {
      readonly kind: "differs";
      readonly found: string;
      readonly edit: EditSummary;
      /** The request that is accepted instead. */
      readonly control: Exchange;
      readonly exchange: Exchange;
    };

export interface Tried<Move, Answer> {
  readonly move: Move;
  readonly answer: Answer;
}

/** A search for what a deployment takes. */
export interface Search<Move, Answer> {
  /** What is tried, in this order. */
  readonly moves: readonly Move[];
  /** Tries a move; null where it cannot be tried. `turn` counts the answers before. */
  readonly ask: (move: Move, turn: number) => Promise<Answer | null>;
  readonly isTaken: (answer: Answer, move: Move) => boolean;
  /** What is tried after a refusal, where that is not simply what is left; nothing ends the search. */
  readonly next?: (refused: Tried<Move, Answer>, left: readonly Move[]) => Promise<readonly Move[]> | readonly Move[];
}

export interface Discovery<Move, Answer> {
  /** Null when no move was taken. */
  readonly taken: Tried<Move, Answer> | null;
  /** In the order in which they were tried. */
  readonly refused: readonly Tried<Move, Answer>[];
}

/** Tries one move after the other until one is taken. */
export async function discover<Move, Answer>(search: Search<Move, Answer>): Promise<Discovery<Move, Answer>> {
  const { moves, ask, isTaken, next } = search;
  const refused: Tried<Move, Answer>[] = [];
  let left = [...moves];
  for (let move = left.shift(); move !== undefined; move = left.shift()) {
    const answer = await ask(move, refused.length);
    if (answer === null) continue;
    if (isTaken(answer, move)) return { taken: { move, answer }, refused };
    refused.push({ move, answer });
    if (next !== undefined) left = [...(await next({ move, answer }, left))];
  }
  return { taken: null, refused };
}

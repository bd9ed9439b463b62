/**
 * What the engine works with: one contract. The engine knows how a run goes; the contract says what is sent, what a deployment
 * accepts, what a run creates and works on, and what a service may refuse because nothing is stated.
 */
import type { Exchange, WireRequest } from "../client/model.js";
import type { Interceptor, Sender } from "../client/send.js";
import type { Template } from "../generators/edits/edit.js";
import type { KnownDefect } from "../reports/facts/power.js";
import type { AgreedAnswer } from "../reports/model.js";
import type { Rule } from "../schemas/ledger/rule.js";
import type { ConflictStatement, OpenPoint, Unknown } from "../schemas/ledger/unknown.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import type { Observations } from "./judge/observations.js";
import type { RefusedRequests } from "./judge/refusedRequests.js";
import type { Results } from "./judge/results.js";
import type { Case, CheckDefinition, Judging, Suite, Target, Unexercised } from "./model.js";
import type { AnsweredControl } from "./send/controls.js";
import type { Creating } from "./send/created.js";
import type { DiscoveryOptions, DiscoverySettings, FactFinding } from "./send/discovering.js";
import type { Doors } from "./send/reachability.js";
import { NO_RESOURCES, type ResourceRun, type Resources } from "./send/resources.js";

/** What a service was found to require of requests, beyond what the document states. */
export interface Adaptation {
  /** Why its refusals are not held against it. */
  readonly reason: string;
  readonly evidence: Exchange;
}

/** What a run finds out before its cases. */
export interface Found {
  readonly target: Target;
  /** What is printed of it, in short lines. */
  readonly lines: readonly string[];
  /** What became of the facts that the user states, by the id of their unknown. */
  readonly facts: ReadonlyMap<string, FactFinding>;
  /** Reads that were accepted, of different operations: they show later whether the credentials still work. */
  readonly goodReads: readonly WireRequest[];
  /** Operations that the key has no permission for, or that therefore have nothing to work on, or that list nothing at all. */
  readonly unaskable: ReadonlySet<OperationId>;
  /** A control that was sent as it is and accepted; undefined when none was. */
  readonly answered: (template: Template) => AnsweredControl | undefined;
}

/** About how many requests an operation takes in the standard profile: for checks of refusals and errors, and for all others. */
export interface Cost {
  readonly refusals: number;
  readonly rest: number;
}

/** Operations whose requirements the document leaves open: one that refuses all of its controls breaks no rule. */
export interface OpenRequirements {
  /** Whether the verdict of a check is open when its operation accepts none of its controls. */
  judgesControls(definition: CheckDefinition): boolean;
  /** The operations that accepted none of their controls, and refused each as they may. */
  refused(
    checks: readonly CheckDefinition[],
    results: Results,
    observations: Observations,
  ): ReadonlyMap<OperationId, Adaptation>;
  /** Observes what these operations require. */
  observe(
    checks: readonly CheckDefinition[],
    results: Results,
    refused: ReadonlyMap<OperationId, Adaptation>,
    observations: Observations,
    requests: RefusedRequests,
  ): void;
}

/** A contract, as the engine uses it. Only the first part has to be there. */
export interface Contract {
  /** The version of its description. */
  readonly version: string;
  /** The areas of checks, in the order of the document. */
  readonly subjects: readonly Subject[];
  readonly suites: readonly Suite[];
  readonly rules: readonly Rule[];
  readonly doors: Doors;
  /** Finds out what a deployment takes. @throws TargetError when it cannot be reached, or refuses the credentials everywhere */
  discover(sender: Sender, options: DiscoveryOptions, observations: Observations): Promise<Found>;

  readonly unknowns: readonly Unknown[];
  readonly conflicts: readonly ConflictStatement[];
  readonly countedConflicts: number;
  /** The defects that its suites were tried on: how many of them a run would have found is counted. */
  readonly defects: () => readonly KnownDefect[];
  /** Options needed by the command that repeats a finding. Absent: none. */
  readonly repeatWith?: string;
  notesOn(observations: Observations): TrafficNotes;
  /** A service as one would expect it: everything that the document states is there and works. */
  expected(settings: DiscoverySettings): Target;
  /** Resources that a run creates before its cases, to have something to work on. */
  readonly madeFirst: Readonly<Partial<Record<OperationId, number>>>;
  /** The operations that create something. */
  readonly creating: readonly Creating[];
  readonly costs: Readonly<Partial<Record<Subject, Cost>>>;
  /** Operations with a quota that may be used up, and what is observed when one accepts a request. */
  readonly exhaustible: Readonly<Record<OperationId, string>>;
  /** What stands between cases and the transport, the outermost first. */
  sendingTo(target: Target | null): readonly Interceptor[];
  /** What cases work on. */
  resourcesFor(run: ResourceRun): Resources;
  /** Whether an agreed answer is one that only discovery can find out. */
  isFoundOut(answer: AgreedAnswer): boolean;
  readonly openRequirements: OpenRequirements;
  /** Cases that send alone what may be the reason for refusals that no check has reported. */
  casesOfRefused(requests: RefusedRequests, target: Target, cases: readonly Case[], results: Results): readonly Case[];
  /** Why a check cannot be exercised on a target that lacks what its requests would refer to; null when it can. */
  lacks(definition: CheckDefinition, target: Target): Unexercised | null;
}

/** What a contract leaves open or states twice. */
export function openPoints({ unknowns, conflicts }: Contract): readonly OpenPoint[] {
  return [...unknowns, ...conflicts];
}

/** Takes notes of all traffic: what it shows of unknowns is written among the observations. */
export interface TrafficNotes {
  /** Takes one judged exchange. */
  note(exchange: Exchange, judging: Judging): void;
  /** Takes an answered request, judged or not. */
  noteAnswered(exchange: Exchange): void;
  /** Takes an exchange in which the target asked for a pause. */
  noteThrottled(exchange: Exchange): void;
  /** Writes what is known only once everything was sent. */
  finish(): void;
}

export const NO_NOTES: TrafficNotes = { noteAnswered() {}, noteThrottled() {}, note() {}, finish() {} };

/** What a contract need not say. */
const NOTHING_MORE: Omit<Contract, "version" | "subjects" | "suites" | "rules" | "doors" | "discover"> = {
  unknowns: [],
  conflicts: [],
  countedConflicts: 0,
  defects: () => [],
  notesOn: () => NO_NOTES,
  expected() {
    throw new Error("this contract says nothing of the service that it expects");
  },
  madeFirst: {},
  creating: [],
  costs: {},
  exhaustible: {},
  sendingTo: () => [],
  resourcesFor: () => NO_RESOURCES,
  isFoundOut: () => false,
  openRequirements: { judgesControls: () => false, refused: () => new Map(), observe() {} },
  casesOfRefused: () => [],
  lacks: () => null,
};

/** A contract in one expression. */
export function contract(
  stated: Pick<Contract, "version" | "subjects" | "suites" | "rules" | "doors" | "discover"> & Partial<Contract>,
): Contract {
  return { ...NOTHING_MORE, ...stated };
}

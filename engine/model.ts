/** The engine's own terms: checks, the cases behind them, and the execution in which each is run. */
import type { CredentialsEdit, CredentialsGuess, Exchange, RecordedResponse, WireRequest } from "../client/model.js";
import type { BodyEdit, EditSummary, Template } from "../generators/edits/edit.js";
import type { Expectation } from "../oracles/outcome.js";
import type { Area, Level } from "../reports/model.js";
import type { Field } from "../schemas/fieldTree.js";
import type { Basis } from "../schemas/ledger/rule.js";
import type { OperationId, Subject } from "../schemas/operation.js";
import type { Observed } from "./judge/observations.js";
import type { Effect } from "./plan/effects.js";

export type Profile = "smoke" | "standard" | "deep";

/** One rule, one verdict. Everything that `list` and `explain` show of a check is here. */
export interface CheckDefinition {
  /** Stable: `operation/area/rule`. */
  readonly id: string;
  readonly title: string;
  readonly operation: Subject;
  readonly area: Area;
  readonly section: string;
  readonly level: Level;
  /** Absent where the contract document does not state the rule: of checks of the user's own, and of agreed answers. */
  readonly basis?: Basis;
  /** Where in the section; as basis. */
  readonly place?: string;
  /** Ids of the ledger's statements. */
  readonly statements: readonly string[];
  readonly sends: string;
  readonly expects: string;
  /** Of a check that is derived from a field's rule: the field, and the keyword or aspect. */
  readonly field?: Field;
  readonly keyword?: string;
  /** Of a check that sends other credentials: how they differ. */
  readonly credentials?: CredentialsEdit;
  /** Which answers of its operation can show what it is about: all of them (the default), or those that may show a success. */
  readonly watches?: "answers" | "successes";
  /** It judges the operation's controls: its verdict is open where an operation may refuse all of them, and does. */
  readonly judgesControls?: true;
  /** It collects the intermittent faults of its operation. */
  readonly gathersUnsteadiness?: true;
  /** It sends together values that other checks send alone. */
  readonly combines?: true;
}

/** Why a check is not judged. */
export interface Unexercised {
  readonly verdict: "not-exercised" | "not-applicable";
  readonly reason: string;
}

/** A failure that was seen, with its proof. */
export interface Failure {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The expected status; absent where something else fails. */
  readonly expectation?: Expectation;
  readonly edit: EditSummary | null;
  readonly control: Exchange | null;
  readonly exchange: Exchange;
  /** Exactly the same request was sent twice: the failure need not be seen again with fresh values. */
  readonly sentTwice?: true;
  /** It compares something that changes on its own at two moments: where it is not seen again, the change was still under way. */
  readonly moves?: true;
  /** Its exchanges prove it, whatever happens when they are sent again. */
  readonly isProof?: true;
  /** Characters for which a text is refused, each of them alone. */
  readonly characters?: readonly string[];
  /** The fields in which it was seen, of a check that is about no field of its own. */
  readonly fields?: readonly string[];
  /** Where in the answer it shows, for a failure that an edit elsewhere would not explain. */
  readonly place?: string;
  /** What the case had sent until then, where its requests follow from each other; the last of them may be another one. */
  readonly steps?: readonly Exchange[];
}

/** Why the target is not blamed although a case did not hold, or could not be judged. */
export type Mechanism =
  /** The request without the edit is not accepted either, which is a finding of its own. */
  | "control"
  /** The target kept asking for fewer requests. */
  | "pace"
  /** The body is longer than the service reads. */
  | "size"
  /** The value is refused only together with certain other values. */
  | "combination"
  /** Nothing is accepted at the moment: by a recipient in its state, or by the whole service. */
  | "state"
  /** The operation accepted requests at first, and by now refuses all of them. */
  | "allowance"
  /** The service failed before the case could be judged. */
  | "failure"
  /** A value that breaks a rule is kept in a normal form that breaks none, which is a separate finding. */
  | "normalForm"
  /** The key was locked by then, after bad credentials. */
  | "lock"
  /** The answer is longer than the part of an answer that is read. */
  | "unread"
  /** The case did not find what it works with. */
  | "premise";

/** What excuses a case, with the reason that is reported. */
export interface Excused {
  readonly mechanism: Mechanism;
  readonly reason: string;
}

/** What came of a case for its check. */
export type CaseOutcome =
  | { readonly kind: "held" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | ({ readonly kind: "excused" } & Excused)
  /** Nothing was expected. */
  | { readonly kind: "observed" };

/**
 * What an answer says of refusals: a request that keeps every rule was `accepted`, or refused as a control; one that was accepted
 * before is `refusedByNow`; one that breaks a rule was `refused`, which counts as a pass for its check.
 */
export type Answered = "accepted" | "controlRefused" | "refusedByNow" | "refused";

/** Where a case records what it saw, by check. */
export interface Recorder {
  /** The check held in this many cases, and the number of requests judged for it. */
  pass(check: string, cases?: number, requests?: number): void;
  fail(check: string, failure: Failure): void;
  /** The outcome of a case, whatever it is. */
  outcome(check: string, outcome: CaseOutcome): void;
  /** For checks that require something to be seen at least once. */
  seen(check: string): void;
  unseen(check: string, failure: Failure): void;
  /** The case did not find what it works with, with the reason. */
  blocked(check: string, reason: string): void;
  /**
   * Of a check that names several fields in one finding: one of them held or not.
   * @param where the record that holds it, such as its id; null where there is only one
   */
  field(check: string, path: string, held: boolean, where: string | null): void;
  /** A request whose answer was judged for a check. */
  request(check: string): void;
  /** The check cannot judge, with the reason: the fault is its own. */
  broken(check: string, reason: string): void;
}

/**
 * What a case serves besides its own check. Everything builds on a `control`, so it runs whenever a check of its
 * operation does. An `inquiry` asks what the document leaves open, so it runs whenever an agreed answer is judged.
 */
export type CaseRole = "control" | "inquiry";

/** A valid value that shares a request with others: a fault of theirs is looked for only when that request shows one. */
export interface Shareable {
  readonly template: Template;
  readonly edit: BodyEdit;
  /** Whether it must be accepted; else only what comes back is judged. */
  readonly isCertain: boolean;
  /**
   * Whether it decides which values of other fields a service accepts, or depends on one that does: such values get
   * separate requests.
   */
  readonly influence: "decides" | "depends" | null;
}

/** How a random case was drawn. */
export interface Drawn {
  readonly seed: number;
  readonly profile: Profile;
  readonly id: string;
}

/** From what fast-check draws a value: its options of these names. */
export interface Draw {
  readonly seed: number;
  /** Which of this seed's values, and which of its smaller ones: `4:0:1`. */
  readonly path: string;
  /** Of a sequence: which of its commands were played on this path. */
  readonly replayPath?: string;
}

/** A request with its expectation, or a short sequence of requests. It can be run again to see whether a fault repeats. */
export interface Case {
  /** Unique and stable: the check's id and the case's number. */
  readonly id: string;
  /** The check that the case is about. */
  readonly check: string;
  /** The area of the check, given where it is declared. */
  readonly area?: Area;
  /** Operation whose answers it judges. */
  readonly operation: Subject;
  readonly role?: CaseRole;
  /** What it may do to the service. */
  readonly effect: Effect;
  /** Other operations whose answers are judged in it. */
  readonly touches?: readonly OperationId[];
  /** A success in it is not judged as one: it says nothing about the checks that watch successes. */
  readonly onlyRefusals?: true;
  /** How telling it is; lower is sooner. 0 is sent in every profile. */
  readonly tier: number;
  /** Which part of the credentials it seems to guess: it is run after all others, and a secret of the real key last of all. */
  readonly guesses?: CredentialsGuess;
  /** It mostly waits for the service to do something on its own: it starts first, and takes no other case's slot. */
  readonly patient?: true;
  /** It stands for other cases, which count instead of it, or is sent in addition to those that were planned. */
  readonly isShared?: true;
  /** For a case drawn at random: what draws it again, as the case of this id. */
  readonly drawn?: Drawn;
  /** For a case whose edit or turns fast-check drew: their source. */
  readonly draw?: Draw;
  /** What it has in common with the cases that it may share a request with. Absent: it is sent separately. */
  readonly shareable?: Shareable;
  execute(execution: Execution): Promise<void>;
  /**
   * For cases whose edit or turns were drawn at random: the same case with smaller ones that still fail, found by sending
   * them; the smallest first. None when the drawn one is the smallest.
   */
  shrink?(fails: (testCase: Case) => Promise<boolean>): Promise<readonly Case[]>;
  /** For a case whose edit or turns fast-check drew: the same case with what stands at another path of its seed; null for none. */
  redraw?(draw: Draw): Case | null;
}

/** How an exchange is judged besides its own expectation: one from a request of the run, or a delivery. */
export interface Judging<Of extends Subject = OperationId> {
  /** Id of the case's check, reported with a server error. */
  readonly check: string;
  readonly operation: Of;
  /** The body that was sent, for echo and presence; undefined when none was. */
  readonly sent: unknown;
  readonly edit: EditSummary | null;
  readonly control: Exchange | null;
  /** Whether a success body is judged against the response schema. */
  readonly response: boolean;
  /** Whether a success body is compared with what was sent. */
  readonly echo: boolean;
  /** Whether an error body is judged against the error shape. */
  readonly errors: boolean;
  /**
   * For a request that keeps every rule and that nothing left open allows a service to refuse: whether its own case judges its
   * refusal. Absent: it may be refused.
   */
  readonly valid?: "judged" | "unjudged" | undefined;
}

/** What the service sent, for the judges of all traffic: an answer, or a delivery. */
export interface Answer {
  readonly exchange: Exchange;
  readonly response: RecordedResponse;
  readonly judging: Judging<Subject>;
  readonly recorder: Recorder;
}

/** Judges the answers to all requests of an operation, whichever cases they belong to. */
export type Judge = (answer: Answer) => void;

/** Makes a judge for one run. */
export type MakeJudge = () => Judge;

/** What a case executes with: the target that the preflight found, a way to send, and a place to record results. */
export interface Execution {
  readonly target: Target;
  readonly recorder: Recorder;
  /** Counts how often cases were run again, so that fresh ids are fresh. */
  readonly attempt: number;
  send(request: WireRequest): Promise<Exchange>;
  /** The unedited template: sent once per run, and again when a fault is confirmed. Null when it was refused. */
  control(template: Template): Promise<Exchange | null>;
  /** The refusal of a control that is not accepted, as quoted. */
  refusalOf(template: Template): Promise<string>;
  /**
   * Runs work on a recipient that nothing else uses meanwhile.
   * @param template the template that the recipient was created like, where that matters
   */
  withRecipient<T>(
    key: string,
    kind: string,
    work: (recipient: KnownRecipient) => Promise<T>,
    template?: string,
  ): Promise<T>;
  /** The same with a recipient that is created for the work, where that is accepted. */
  withNewRecipient: Execution["withRecipient"];
  /** Remembers the words in which one recipient refuses what another one accepts, or what it accepted before. */
  noteState(refusal: Exchange): void;
  /** Whether a refusal uses words in which one recipient refuses what others accept. */
  isOfState(refusal: Exchange): boolean;
  /** Whether the service may have stored a text although its answer got lost. */
  mayBeStored(text: string): boolean;
  /** Whether a text, in whichever letter case, is an id of something that this run has created. */
  isOfCreated(text: string): boolean;
  /** Sets aside a recipient that no longer accepts updates. */
  retire(recipient: KnownRecipient): void;
  /**
   * Records what an answer says about refusals: they prove something only while plain requests are accepted.
   * @param template what was sent, or differed in one place from what was sent
   */
  logAnswer(answered: Answered, check: string, template: Template, exchange: Exchange): void;
  /** Judges an exchange as all traffic is judged: response schema, echo, error shape. */
  judge(exchange: Exchange, judging: Judging): void;
  /** What was seen of an unknown or a conflict; the first stays. */
  observe(id: string, observed: Observed, evidence: Exchange | null): void;
}

/** A recipient that this run created. */
export interface KnownRecipient {
  readonly recipientId: string;
  readonly partnerRecipientId: string;
  /** The kind of template that it was made from. */
  readonly accountType: string;
  /** Id of the template that it was created from. */
  readonly template: string;
  /** The status of the answer to its creation. */
  readonly status: unknown;
  readonly createdAt: unknown;
}

/** What discovery finds out about any service, and what later work builds on. A contract adds its own findings. */
export interface Target {
  readonly seed: number;
  readonly profile: Profile;
  /** Suffix of the ids of cases that another seed draws, so that they are unique. */
  readonly round?: string;
  /** Token of this run in all partner ids. */
  readonly run: string;
  /** Why state-changing requests are not sent, or null when they are. */
  readonly noWrites: string | null;
  /** Whether those of these requests that must be refused are sent. */
  readonly onlyRefused: boolean;
  /** Ways to edit the credentials that these credentials allow: a key of digits has no other letter case. */
  readonly credentialsEdits: ReadonlySet<CredentialsEdit>;
  readonly templates: Readonly<Record<OperationId, readonly Template[]>>;
  /** Ids that lists in requests may refer to: a list is as long as there are ids. */
  readonly references: readonly string[];
  /** Words in which some resources refuse what others take. */
  readonly stateWords: readonly string[];
  /** Why an operation cannot be exercised; absent when it can. */
  readonly unready: Readonly<Partial<Record<Subject, string>>>;
}

/** The templates of an operation; none where there are none. */
export function templatesOf({ templates }: Pick<Target, "templates">, operation: OperationId): readonly Template[] {
  return templates[operation] ?? [];
}

/** All checks of one operation, or of the deliveries, in the order of the document. */
export interface Suite {
  readonly operation: Subject;
  readonly checks: readonly CheckDefinition[];
  /** Judges of all traffic of the operation. */
  readonly judges: readonly MakeJudge[];
  /** @param upTo which cases may be sent: others need not be made. Default: all may. */
  cases(target: Target, upTo?: UpTo): readonly Case[];
}

/** Where cases come from, as far as it is known before they are made. */
export interface CaseSource {
  readonly check: string;
  readonly operation: Subject;
  readonly role?: CaseRole;
  readonly touches?: readonly OperationId[];
}

/** The last tier from which cases of an origin may be sent; null where none may. */
export type UpTo = (source: CaseSource) => number | null;

export const HELD: CaseOutcome = { kind: "held" };
export const OBSERVED: CaseOutcome = { kind: "observed" };

/** A case about which nothing can be said. */
export function excused(mechanism: Mechanism, reason: string): CaseOutcome & Excused {
  return { kind: "excused", mechanism, reason };
}

/** Facts that the user states beforehand: they are tried first, and what the deployment does instead is noted with proof. */

import type { Exchange, WireRequest } from "../client/model.js";
import type { Sender } from "../client/send.js";
import type { FactFinding } from "../engine/discovering.js";
import type { Observations } from "../engine/observations.js";
import type { EditSummary } from "../generators/edits/edit.js";
import { answerText, isSuccess } from "../oracles/outcome.js";
import { VERSION_HEADER } from "../schemas/operations.js";

/** What the user states about the unknowns that the preflight finds out; absent where nothing is stated. */
export interface AgreedFacts {
  /** Api-Version of recipient creation; null for no header. */
  readonly recipientVersion?: string | null;
  /** Api-Version of customer creation; null for no header. */
  readonly customerVersion?: string | null;
  /** Name of a file encoding. */
  readonly fileEncoding?: string;
  /** Number of the list's first page. */
  readonly firstPage?: number;
  readonly receiptParameter?: string;
}

/** The ids of the unknowns that these facts answer. */
export const FACT_UNKNOWNS: Readonly<Record<keyof AgreedFacts, string>> = {
  recipientVersion: "conflict.createRecipient.apiVersion",
  customerVersion: "unknown.createCustomer.apiVersionValues",
  fileEncoding: "unknown.uploadFile.fileEncoding",
  firstPage: "unknown.listTransactions.pageBase",
  receiptParameter: "unknown.getTransferReceipt.parameterName",
};

/** Where the preflight records what it finds. */
export interface PreflightNotes {
  readonly observations: Observations;
  readonly stated: AgreedFacts;
  /** By the id of the unknown. */
  readonly findings: Map<string, FactFinding>;
}

/** The candidates with the stated one first. */
export function statedFirst<T>(candidates: readonly T[], stated: T | undefined): readonly T[] {
  return stated === undefined ? candidates : [stated, ...candidates.filter((candidate) => candidate !== stated)];
}

/** Tries the stated candidates of one fact, and remembers the refusal of the stated one. */
export class FactTrial<T> {
  private refusal: Exchange | null = null;

  constructor(
    private readonly sender: Sender,
    private readonly stated: T | undefined,
  ) {}

  /** Sends the request of a candidate; the stated one is sent again when it is refused, so that no accident counts. */
  async send(candidate: T, request: WireRequest): Promise<Exchange> {
    const first = await this.sender.send(request);
    if (candidate !== this.stated || isSuccess(first)) return first;
    const second = await this.sender.send(request);
    if (!isSuccess(second)) this.refusal = second;
    return second;
  }

  /**
   * What is found when a candidate was accepted; null when nothing is stated, or when the stated one was never tried.
   * @param found what the deployment accepts, in words
   */
  finding(accepted: T, found: string, control: Exchange, edit: EditSummary): FactFinding | null {
    if (this.stated === undefined) return null;
    if (accepted === this.stated) return { kind: "kept", found, evidence: control };
    const exchange = this.refusal;
    if (exchange === null) return null;
    return {
      kind: "differs",
      found: `${found}; what is stated is answered with ${answerText(exchange)}`,
      edit,
      control,
      exchange,
    };
  }
}

/** Records what became of a fact, if anything. */
export function noteFact(notes: PreflightNotes, fact: keyof AgreedFacts, finding: FactFinding | null): void {
  if (finding !== null) notes.findings.set(FACT_UNKNOWNS[fact], finding);
}

const FACTS = { createRecipient: "recipientVersion", createCustomer: "customerVersion" } as const;

/** Notes the version with which a creation was accepted (null: none), and what became of the stated one. */
export function noteVersion(
  notes: PreflightNotes,
  trial: FactTrial<string | null>,
  operation: keyof typeof FACTS,
  version: string | null,
  evidence: Exchange,
): void {
  const text = `${operation} takes ${version === null ? "no Api-Version" : `Api-Version ${version}`}`;
  notes.observations.set(`preflight.${operation}.version`, { value: { version }, text, evidence });
  const fact = FACTS[operation];
  const edit = { at: `header ${VERSION_HEADER}`, from: version, to: notes.stated[fact] ?? null };
  noteFact(notes, fact, trial.finding(version, text, evidence, edit));
}

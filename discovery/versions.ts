/** The version that a creation takes (section 9), as the preflight notes it. */
import type { Exchange } from "../client/model.js";
import { VERSION_HEADER } from "../schemas/operations.js";
import { type FactTrial, noteFact, type PreflightNotes } from "./agreedFacts.js";

const FACTS = { createRecipient: "recipientVersion", createCustomer: "customerVersion" } as const;

/** Notes the version with which a creation was accepted, none being null, and what became of the stated one. */
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

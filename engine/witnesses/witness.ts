/** What witnesses are: ways to find out whether a refusal is about the value that a case sends. */
import type { Exchange } from "../../client/model.js";
import type { Edit, EditSummary, Template } from "../../generators/edits/edit.js";
import { meets } from "../../oracles/outcome.js";
import type { Json } from "../../schemas/json.js";
import { quoted } from "../judge/refusalText.js";
import { type CaseOutcome, type Execution, excused, type Mechanism } from "../model.js";

/** One sending of a case: on a template whose path parameters are filled in. */
export interface Trial {
  readonly execution: Execution;
  readonly template: Template;
  /** Distinguishes the fresh texts of this trial from those of others. */
  readonly key: string;
  /** Whether no other recipient is tried. */
  readonly last: boolean;
  /** Sets aside a recipient that takes nothing any more. */
  readonly retire: () => void;
}

/** A request that should be accepted and is refused. */
export interface Refused extends Trial {
  readonly check: string;
  readonly edit: Edit | null;
  /** Whether a permission may be needed for requests like it: it is a control, or its edit makes it one of another kind. */
  readonly isOfOwnKind: boolean;
  /** The accepted request without the edit; null where it is a control itself. */
  readonly control: Exchange | null;
  readonly summary: EditSummary | null;
  /** The body that was sent. */
  readonly sent: Json | undefined;
  readonly refusal: Exchange;
}

/**
 * Finds out whether a refusal is about something other than the value, mostly by one more request that differs in all but
 * the value, or in the value alone. The rule holds where the value is accepted elsewhere, is open where nothing can be said;
 * null where nothing but the value explains the refusal.
 */
export type Witness = (refused: Refused) => Promise<CaseOutcome | null>;

/** Whether an answer refuses a request for what it holds, as the document has it for its operation. */
export function isRefusal({ operation }: Template, exchange: Exchange): boolean {
  return meets(operation, { kind: "refuse" }, exchange);
}

/**
 * The outcome of a case whose refusal does not judge it, with the reason in a sentence.
 * @param shown what was found out
 * @param refusal the answer that shows it, or how it is quoted
 * @param open what the document leaves open, so that the service may do so; absent where it is no matter of the document
 */
export function excusedFor(
  mechanism: Mechanism,
  shown: string,
  refusal: Exchange | string,
  open?: string,
): CaseOutcome {
  const quote = typeof refusal === "string" ? refusal : quoted(refusal);
  return excused(mechanism, `${shown}: ${quote}${open === undefined ? "" : `; ${open}`}`);
}

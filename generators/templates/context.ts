/** What the templates of a run are made from. */
import type { AccountRequirement } from "./accountRequirements.js";
import type { Fit } from "./fits.js";

/** What the templates need to know of the run. */
export interface TemplateContext {
  readonly seed: number;
  /** Api-Version of recipient creation, or null for none. */
  readonly createVersion: string | null;
  /** Api-Version of customer creation. */
  readonly customerVersion: string | null;
  /** Ids of files uploaded as Invoice or Contract. */
  readonly recipientFiles: readonly string[];
  /** Ids of files uploaded as customer documents: corporate ones, then identity front and back. */
  readonly customerFiles: CustomerFiles;
  /** What the service asks of recipients beyond the document, by the id of the template. */
  readonly requirements?: Readonly<Record<string, AccountRequirement>>;
  /** What of a template the service takes in another way only, by the template's id. */
  readonly fits?: Readonly<Record<string, readonly Fit[]>>;
}

/** File ids by the customer field that they belong to. */
export interface CustomerFiles {
  readonly corporate: readonly string[];
  readonly front: readonly string[];
  readonly back: readonly string[];
}

/** How many different templates there are of each kind. */
export const TEMPLATE_COUNT = 5;

/** How many rules of request bodies there are for each keyword, and how many edits try them from either side. */
import { fieldTree, keywordsOf, walk } from "../schemas/fieldTree.js";
import { impliedRules } from "../schemas/impliedRules.js";
import { OPERATIONS, type OperationId } from "../schemas/operations.js";
import { type GeneratedCase, generatedCases, sampleTemplates } from "./cases.js";

/** The operations that take a body. */
export const BODY_OPERATIONS: readonly OperationId[] = [...sampleTemplates(1).keys()];

/** A row of the census: one keyword, or one aspect that belongs to no keyword of its own. */
export interface CensusRow {
  readonly name: string;
  /** Rules of all request bodies; 0 for an aspect. */
  readonly rules: number;
  /** Of these, rules that another rule of the field implies. */
  readonly implied: number;
  /** Enumerated edits that break the rule, at one place of each field. */
  readonly outside: number;
  /** Enumerated edits that keep it, at one place of each field. */
  readonly inside: number;
  /** Whether random edits follow the enumerated ones. */
  readonly random: boolean;
}

/** An implied rule with its operation and reason. */
export interface ImpliedEntry {
  readonly rule: string;
  readonly reason: string;
}

export interface Census {
  readonly keywords: readonly CensusRow[];
  /** Valid edits about something that no keyword states: free text, an absent field, an empty one. */
  readonly aspects: readonly CensusRow[];
  readonly implied: readonly ImpliedEntry[];
}

interface Counts {
  rules: number;
  implied: number;
  outside: number;
  inside: number;
  random: boolean;
}

class KeywordCounts {
  readonly #byName = new Map<string, Counts>();

  of(name: string): Counts {
    const known = this.#byName.get(name) ?? { rules: 0, implied: 0, outside: 0, inside: 0, random: false };
    this.#byName.set(name, known);
    return known;
  }

  rows(kind: "keyword" | "aspect"): CensusRow[] {
    return [...this.#byName]
      .filter(([, { rules }]) => rules > 0 === (kind === "keyword"))
      .map(([name, counts]) => ({ name, ...counts }))
      .sort((one, other) => other.outside + other.inside - (one.outside + one.inside));
  }
}

function countCase(byKeyword: KeywordCounts, made: GeneratedCase): void {
  const counts = byKeyword.of(made.keyword);
  if (made.drawn) counts.random = true;
  else counts[made.side] += 1;
}

/** Counts rules and edits over all request bodies, at the first place of each field. */
export function takeCensus(): Census {
  const byKeyword = new KeywordCounts();
  const implied: ImpliedEntry[] = [];
  for (const operation of BODY_OPERATIONS) {
    const { requestSchema } = OPERATIONS[operation];
    if (requestSchema === null) continue;
    for (const field of walk(fieldTree(requestSchema))) {
      if (field.path === "") continue;
      for (const keyword of keywordsOf(field)) byKeyword.of(keyword).rules += 1;
      for (const { keyword, reason } of impliedRules(field)) {
        byKeyword.of(keyword).implied += 1;
        implied.push({ rule: `${operation}.request.${field.path}.${keyword}`, reason });
      }
    }
    for (const made of generatedCases(operation, { seed: 1, randomCases: 1, onePlace: true })) {
      countCase(byKeyword, made);
    }
  }
  return { keywords: byKeyword.rows("keyword"), aspects: byKeyword.rows("aspect"), implied };
}

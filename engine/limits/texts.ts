/** The result of a measurement, as reported: documented next to measured, with the two requests that show it. */
import type { Exchange } from "../../client/model.js";
import { answerText } from "../../oracles/outcome.js";
import { NOT_MEASURED } from "../../reports/facts/limits.js";
import type { Limit } from "../../reports/model.js";
import { amount } from "../../reports/visible.js";
import { reported } from "../report.js";
import type { Received } from "./asking.js";
import type { Boundary } from "./boundary.js";
import type { SoughtBound } from "./selection.js";

export interface Measured {
  /** A number; a sentence where a number does not say it; null when no limit was found as far as was tried. */
  readonly measured: number | string | null;
  readonly text: string;
  /** The last request that was accepted. */
  readonly accepted: Exchange | null;
  /** The first request that was not. */
  readonly refused: Exchange | null;
}

/** The answers so far, by value. */
export type Trail = ReadonlyMap<number, Received>;

/** A measurement as a row of the report. */
export function limitOf({ operation, field, keyword, documented }: SoughtBound, found: Measured): Limit {
  const { measured, text, accepted, refused } = found;
  return {
    operation,
    field: field.path,
    keyword,
    documented,
    measured,
    evidence: {
      text,
      accepted: accepted === null ? null : reported(accepted),
      refused: refused === null ? null : reported(refused),
    },
  };
}

/** A measurement that could not be made. */
export function notMeasured(reason: string, exchange: Exchange | null = null): Measured {
  return { measured: `${NOT_MEASURED}: ${reason}`, text: reason, accepted: null, refused: exchange };
}

/** Bytes of each character that is used instead of a field's own: a service may count bytes. */
const FILLER_BYTES = { han: 3, accents: 2 } as const;
const FILLER_WORDS = { han: "Chinese characters", accents: "accented letters" } as const;

/** Which characters lengths were measured with, where not the field's own. */
function withWhat({ filler }: SoughtBound): string {
  return filler === "han" || filler === "accents" ? `, measured with ${FILLER_WORDS[filler]}` : "";
}

/** `17 characters`, `3 items` */
export function sizeText({ keyword }: SoughtBound, value: number): string {
  return amount(value, keyword.endsWith("Length") ? "character" : "item");
}

/** `refused with 400`, `accepted with 200`, `accepted with 200 but cut`. */
export function receptionText({ exchange, reception }: Received): string {
  switch (reception) {
    case "accepted":
      return `accepted with ${answerText(exchange)}`;
    case "cut":
      return `accepted with ${answerText(exchange)}, but returned truncated`;
    case "refused":
      return `refused with ${answerText(exchange)}`;
    case "unclear":
      return `answered with ${answerText(exchange)}`;
  }
}

function told(sought: SoughtBound, trail: Trail, value: number): string {
  const answer = trail.get(value);
  // Only the control's own value is never sent again.
  return `${sizeText(sought, value)} ${answer === undefined ? "accepted in the control" : receptionText(answer)}`;
}

/** What a finished search found. */
export function boundaryFound(sought: SoughtBound, boundary: Boundary, trail: Trail, control: Exchange): Measured {
  const at = (value: number): Exchange => trail.get(value)?.exchange ?? control;
  switch (boundary.kind) {
    case "found": {
      const { limit, beyond } = boundary;
      const text = `${told(sought, trail, limit)}, ${told(sought, trail, beyond)}${withWhat(sought)}`;
      const { filler } = sought;
      const isOther = filler === "han" || filler === "accents";
      const measured = isOther ? `${sizeText(sought, limit)} of ${FILLER_BYTES[filler]} bytes each` : limit;
      return { measured, text, accepted: at(limit), refused: at(beyond) };
    }
    case "none": {
      const { outmost } = boundary;
      const reach = sought.keyword.startsWith("max") ? "up to" : "down to";
      // A minimum of one character, or of no items, is a natural limit.
      const isLimit = sought.keyword.startsWith("min") && outmost <= 1;
      const found = isLimit ? told(sought, trail, outmost) : `none found ${reach} ${sizeText(sought, outmost)}`;
      const text = `${found}${withWhat(sought)}`;
      return { measured: isLimit ? outmost : null, text, accepted: at(outmost), refused: null };
    }
    case "several": {
      const { accepted, refused } = boundary;
      const values = [accepted, refused].sort((left, right) => left - right);
      const text = values.map((value) => told(sought, trail, value)).join(", ");
      return { measured: `not a single limit: ${text}`, text, accepted: at(accepted), refused: at(refused) };
    }
    case "unsteady": {
      const text = `${sizeText(sought, boundary.value)} are answered now one way, now another`;
      return { measured: `not a single limit: ${text}`, text, accepted: null, refused: at(boundary.value) };
    }
    default:
      return boundary satisfies never;
  }
}

/** What is reported of a limit where a value is accepted in one request and refused in another of the same operation. */
export function elsewhereOtherwise(
  sought: SoughtBound,
  found: Measured,
  value: number,
  accepted: Exchange,
  refused: Exchange,
): Measured {
  const text = `${sizeText(sought, value)} accepted with ${answerText(accepted)} in one request, refused with ${answerText(refused)} in another`;
  return { ...found, measured: `not a single limit: ${text}`, text, accepted, refused };
}

/** What is known when a search could not be finished: the accepted and the refused value nearest to each other. */
export function searchCut(sought: SoughtBound, trail: Trail, reason: string): Measured {
  const outward = sought.keyword.startsWith("max") ? 1 : -1;
  const asked = [...trail].sort(([left], [right]) => outward * (left - right));
  const accepted = asked.filter(([, { reception }]) => reception === "accepted").at(-1);
  const refused = asked.find(([, { reception }]) => reception === "refused" || reception === "cut");
  if (accepted === undefined && refused === undefined) return notMeasured(reason);
  const known = [accepted, refused].flatMap((entry) => (entry === undefined ? [] : [told(sought, trail, entry[0])]));
  const measured = `${NOT_MEASURED} to the end: ${known.join(", ")}`;
  return { measured, text: reason, accepted: accepted?.[1].exchange ?? null, refused: refused?.[1].exchange ?? null };
}

/** Measures which characters a pattern lets through in fact, and which documented ones it refuses. */
import type { Exchange } from "../../client/model.js";
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import type { Pointer } from "../../schemas/json.js";
import { stopOf } from "../stop.js";
import type { Ask, Received } from "./asking.js";
import { STOPPED } from "./bounds.js";
import { type PatternText, patternText, patternTexts } from "./characters.js";
import type { SoughtPattern } from "./selection.js";
import { type Measured, notMeasured } from "./texts.js";

/** The labels of what differs, and the requests that show it. */
class Differing {
  readonly letThrough: string[] = [];
  readonly refused: string[] = [];
  readonly unsteady: string[] = [];
  accepted: Exchange | null = null;
  refusedExchange: Exchange | null = null;
  asked = 0;
  /** Answers that say nothing about the text. */
  unclear = 0;
  /** Texts of allowed characters that are refused, nobody can tell why. */
  unexplained = 0;
}

/** Sends one text, once more where it differs. A text that comes back cut was let through: its rest was taken out. */
async function tryText(at: Pointer, ask: Ask, tried: PatternText, found: Differing): Promise<void> {
  const send = (): Promise<Received> => ask(() => ({ kind: "set", at, value: tried.text }));
  const differs = ({ reception }: Received): boolean =>
    reception !== "unclear" && (reception !== "refused") !== tried.isDocumented;
  found.asked += 1;
  const first = await send();
  if (first.reception === "unclear") found.unclear += 1;
  if (!differs(first)) return;
  if (!differs(await send())) {
    found.unsteady.push(tried.label);
    return;
  }
  if (!tried.isDocumented) {
    found.letThrough.push(tried.label);
    found.accepted ??= first.exchange;
    return;
  }
  found.refusedExchange ??= first.exchange;
  if (tried.isDisproved) {
    found.unexplained += 1;
    return;
  }
  // Characters that are refused singly explain every text that holds them.
  if ([...tried.explainedBy, ...tried.text].some((label) => found.refused.includes(label))) return;
  for (const text of tried.others) {
    const other = await ask(() => ({ kind: "set", at, value: text }));
    // They disagree: it is something else of the first text that is refused.
    if (!differs(other)) {
      found.unexplained += 1;
      return;
    }
  }
  const before = found.refused.length + found.unexplained;
  for (const part of tried.parts) await tryText(at, ask, part, found);
  if (found.refused.length + found.unexplained === before) {
    // Where each character is taken by itself, it is their number or order that is refused.
    found.refused.push(tried.parts.length === 0 ? tried.label : `${tried.label} together`);
  }
}

/** Measures a pattern on an accepted control. What is known when the run ends early is told. */
export async function measurePattern(
  sought: SoughtPattern,
  place: FieldPlace,
  control: Exchange,
  ask: Ask,
): Promise<Measured> {
  const found = new Differing();
  const texts = patternTexts(sought, place);
  let ended: string | null = null;
  try {
    for (const tried of texts) await tryText(place.at, ask, tried, found);
  } catch (error) {
    const stop = stopOf(error);
    if (stop === null) throw error;
    ended = STOPPED[stop];
  }
  const { asked, unclear } = found;
  const measured = patternText(sought.documented, found);
  if (measured === sought.documented) {
    if (ended !== null) return notMeasured(ended);
    if (unclear === asked) return notMeasured("no answer was about the text");
  }
  const notes = [
    `${asked} kinds of text tried`,
    ...(unclear === 0 ? [] : [`${unclear} answers were about something else`]),
    ...(ended === null ? [] : [ended]),
  ];
  return {
    measured,
    text: notes.join("; "),
    accepted: found.accepted ?? control,
    refused: found.refusedExchange,
  };
}

/**
 * Measured limits: where a length, a count or a pattern was found looser or stricter than documented, and in the deep
 * profile for all of them and for the undocumented ones of customers, real requests find where the deployment's own
 * limit lies. What is measured is told, never judged.
 */
import type { Limit } from "../../reports/model.js";
import { grouped } from "../../reports/visible.js";
import { accountTypeOf } from "../editCase.js";
import type { Place } from "../../generators/fieldPlaces.js";
import type { CheckDefinition, Profile, Scene, World } from "../model.js";
import { type InternalError, inParallel, type Playback, type RunnerOptions, stopOf } from "../execution.js";
import type { Session } from "../session.js";
import { TallyBook } from "../results.js";
import { type Answer, type Ask, asking } from "./asking.js";
import { mostAsked } from "./boundary.js";
import { measureBound, STOPPED } from "./bounds.js";
import { mostProbed } from "./characters.js";
import { measurePattern } from "./patterns.js";
import { type LimitTarget, limitTargets } from "./selection.js";
import { valuesOf } from "./values.js";
import { limitOf, type Measured, notMeasured, receptionText } from "./texts.js";

/**
 * Requests that measuring may take at the most. A measurement is begun only if the most that it and those before it can
 * take fits in, so that what is measured does not depend on timing; what is taken in fact is much less.
 */
const REQUESTS: Readonly<Record<Profile, number>> = { smoke: 1000, standard: 3000, deep: 5000 };

/** Requests around a search: controls, a list with an item twice, other characters, an empty text, what is put back. */
const AROUND = 8;

export interface LimitOptions extends RunnerOptions {
  readonly world: World;
  /** The checks that the run judges. */
  readonly definitions: readonly CheckDefinition[];
  /** Requests that measuring may take; by default as many as suit the profile. None measures nothing. */
  readonly maxRequests?: number | undefined;
}

/** What measuring came to, and what was seen before with what went wrong in measuring. */
export interface MeasuredLimits {
  readonly limits: readonly Limit[];
  readonly playback: Playback;
}

/** The most requests that a measurement takes. */
export function mostRequests(target: LimitTarget, recipientFiles: readonly string[]): number {
  const searches = target.places.map((place) =>
    target.keyword === "pattern"
      ? mostProbed(target, place)
      : mostAsked(valuesOf(target, place, recipientFiles, true).question),
  );
  return AROUND + Math.max(0, ...searches);
}

/** The targets that are measured within the requests that may be taken. */
function withinBudget(targets: readonly LimitTarget[], files: readonly string[], budget: number): LimitTarget[] {
  let left = budget;
  return targets.filter((target) => {
    left -= mostRequests(target, files);
    return left >= 0;
  });
}

/** A measurement on one control, or the refusal of that. */
type Attempt =
  | { readonly kind: "measured"; readonly found: Measured }
  | { readonly kind: "refused"; readonly control: Answer };

async function measuredOn(scene: Scene, target: LimitTarget, place: Place, turn: number): Promise<Attempt> {
  const ask = asking(scene, `${target.key} ${turn}`, place);
  const control = await ask(() => null);
  if (control.reception !== "accepted") return { kind: "refused", control };
  const found =
    target.keyword === "pattern"
      ? await measurePattern(target, place, control.exchange, ask)
      : await measureBound(scene, target, place, control.exchange, ask);
  // What was let in is stored now, in a recipient that is there to stay.
  if (target.operation === "updateRecipient") await restored(ask);
  return { kind: "measured", found };
}

/** Puts the control's values back, unless the run has ended. */
async function restored(ask: Ask): Promise<void> {
  try {
    await ask(() => null);
  } catch (error) {
    if (stopOf(error) === null) throw error;
  }
}

/** Measures at one place, on a recipient of its own where one is updated. */
async function measuredAt(scene: Scene, target: LimitTarget, place: Place, turn: number): Promise<Attempt> {
  const { template } = place;
  if (!("recipient_id" in template.path)) return measuredOn(scene, target, place, turn);
  return scene.withRecipient(`limit ${target.key}`, accountTypeOf(template), ({ recipientId }) =>
    measuredOn(scene, target, { ...place, template: { ...template, path: { recipient_id: recipientId } } }, turn),
  );
}

async function measure(scene: Scene, target: LimitTarget): Promise<Measured> {
  let refusal: Answer | null = null;
  try {
    for (const [turn, place] of target.places.entries()) {
      const attempt = await measuredAt(scene, target, place, turn);
      if (attempt.kind === "measured") return attempt.found;
      refusal = attempt.control;
    }
  } catch (error) {
    const stop = stopOf(error);
    if (stop === null) throw error;
    return notMeasured(STOPPED[stop]);
  }
  const words = refusal === null ? "missing" : receptionText(refusal);
  return notMeasured(`the control is ${words}`, refusal?.exchange ?? null);
}

/**
 * Measures the limits of a run that was judged, unless it ended early. Never throws for what the target does, nor when
 * the run ends: what is known by then is told. Requests that were spent end the measuring alone, since everything was
 * judged; a user who stops it stops the run.
 */
export async function measureLimits(
  session: Session,
  playback: Playback,
  options: LimitOptions,
): Promise<MeasuredLimits> {
  const { world, definitions, concurrency, onProgress, maxRequests = REQUESTS[world.profile] } = options;
  if (playback.stop !== null || maxRequests === 0) return { limits: [], playback };
  const targets = limitTargets({ world, definitions, confirmed: playback.confirmed });
  const affordable = withinBudget(targets, world.recipientFiles, maxRequests);
  const found = new Map<LimitTarget, Measured>();
  const internalErrors: InternalError[] = [];
  let isInterrupted = false;
  await inParallel(affordable, concurrency, async (target) => {
    const scene = session.scene(`limit ${target.key}`, 0, new TallyBook(), new Map());
    const send: Scene["send"] = (request) =>
      scene.send(request).catch((error: unknown) => {
        isInterrupted ||= stopOf(error) === "interrupted";
        throw error;
      });
    try {
      found.set(target, await measure({ ...scene, send }, target));
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      internalErrors.push({ check: target.check, message });
    }
    const departures = playback.confirmed.size;
    onProgress?.({ played: found.size, units: affordable.length, phase: "measuring", departures });
  });
  const unaffordable = notMeasured(`measuring limits takes ${grouped(maxRequests)} requests at the most`);
  const limits = targets.flatMap((target) => {
    const measured = affordable.includes(target) ? found.get(target) : unaffordable;
    return measured === undefined ? [] : [limitOf(target, measured)];
  });
  return {
    limits,
    playback: {
      ...playback,
      internalErrors: [...playback.internalErrors, ...internalErrors],
      stop: isInterrupted ? "interrupted" : null,
    },
  };
}

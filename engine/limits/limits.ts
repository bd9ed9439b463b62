/**
 * Measured limits: where a length or a count was found looser or stricter than documented (in the deep profile: for all of
 * them, and for the undocumented ones of customers), real requests find the deployment's own limit. What is measured is
 * reported, never judged.
 */

import { CredentialsLostError, LostInOutageError } from "../../client/interruption.js";
import { placedOn, resourceOf, templateKind } from "../../generators/edits/edit.js";
import type { FieldPlace } from "../../generators/fieldPlaces.js";
import { grouped } from "../../reports/visible.js";
import { Results } from "../judge/results.js";
import type { CheckDefinition, Execution, Profile, Target } from "../model.js";
import type { InternalError } from "../send/caseRunner.js";
import { CredentialWatch, refusesCredentials } from "../send/credentialWatch.js";
import type { Executed, RunnerOptions } from "../send/execution.js";
import { inParallel } from "../send/parallel.js";
import type { Session } from "../send/session.js";
import { type Stop, stopOf } from "../send/stop.js";
import { type Ask, asking, type Received } from "./asking.js";
import { mostAsked } from "./boundary.js";
import { measureBound, STOPPED } from "./bounds.js";
import { limitsToMeasure, type SoughtBound } from "./selection.js";
import { elsewhereOtherwise, limitOf, type Measured, notMeasured, receptionText } from "./texts.js";
import { valuesOf } from "./values.js";

/**
 * Most requests that measuring may take. A measurement begins only if the most that it and those before it can take
 * fits in, so that what is measured does not depend on timing; far fewer are taken in practice.
 */
const REQUESTS: Readonly<Record<Profile, number>> = { smoke: 1000, standard: 3000, deep: 5000 };

/** What ends the run, not just the measuring. */
const ENDING: ReadonlySet<Stop> = new Set(["interrupted", "gone", "credentials"]);

/** Requests around a search: controls, a list with a repeated item, other characters, an empty text, putting values back. */
const AROUND = 8;
/** Requests that comparing takes at one place: the values on both sides, the control, putting values back. */
const COMPARING = 4;

export interface LimitOptions extends RunnerOptions {
  readonly target: Target;
  /** The checks that the run judges. */
  readonly definitions: readonly CheckDefinition[];
  /** Requests that measuring may take; by default as many as suit the profile. With 0, nothing is measured. */
  readonly maxRequests?: number | undefined;
  /** Requests that the run may still send for it. Default: as many as it takes. */
  readonly left?: number | undefined;
}

/** The most requests that a measurement takes. */
export function mostRequests(sought: SoughtBound, recipientFiles: readonly string[]): number {
  const searches = sought.places.map((place) => mostAsked(valuesOf(sought, place, recipientFiles, true).question));
  return AROUND + COMPARING * sought.elsewhere.length + Math.max(0, ...searches);
}

function withinBudget(soughtLimits: readonly SoughtBound[], files: readonly string[], budget: number): SoughtBound[] {
  let left = budget;
  return soughtLimits.filter((sought) => {
    left -= mostRequests(sought, files);
    return left >= 0;
  });
}

type Trial =
  | { readonly kind: "measured"; readonly found: Measured }
  | { readonly kind: "refused"; readonly control: Received };

async function measuredOn(execution: Execution, sought: SoughtBound, place: FieldPlace, turn: number): Promise<Trial> {
  const ask = asking(execution, `${sought.key} ${turn}`, place);
  const control = await ask(() => null);
  if (control.reception !== "accepted") return { kind: "refused", control };
  const found = await measureBound(execution, sought, place, control.exchange, ask);
  // What was accepted is stored now, in a recipient that stays.
  if (resourceOf(place.template) !== undefined) await restored(ask);
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

/** Works at one place, on a separate recipient where one is updated. */
async function at<Found>(
  execution: Execution,
  sought: SoughtBound,
  place: FieldPlace,
  work: (place: FieldPlace) => Promise<Found>,
): Promise<Found> {
  const { template } = place;
  if (resourceOf(template) === undefined) return work(place);
  return execution.withRecipient(`limit ${sought.key}`, templateKind(template), ({ recipientId }) =>
    work({ ...place, template: placedOn(template, recipientId) }),
  );
}

/**
 * Checks whether the values on both sides of a limit get other answers at another place: a limit may depend on
 * neighbouring fields, such as the network of an account.
 */
async function comparedElsewhere(execution: Execution, sought: SoughtBound, found: Measured): Promise<Measured> {
  const { measured, accepted, refused } = found;
  if (!sought.keyword.endsWith("Length")) return found;
  if (typeof measured !== "number" || accepted === null || refused === null) return found;
  const beyond = sought.keyword.startsWith("max") ? measured + 1 : measured - 1;
  for (const [index, other] of sought.elsewhere.entries()) {
    const otherwise = await at(execution, sought, other, async (place) => {
      const { edit } = valuesOf(sought, place, [], false);
      const ask = asking(execution, `${sought.key} elsewhere ${index}`, place);
      const further = beyond < 1 ? null : await ask((fresh) => edit(beyond, fresh));
      const within = await ask((fresh) => edit(measured, fresh));
      const control = await ask(() => null);
      if (further?.reception === "accepted")
        return elsewhereOtherwise(sought, found, beyond, further.exchange, refused);
      if (within.reception === "refused" && control.reception === "accepted")
        return elsewhereOtherwise(sought, found, measured, accepted, within.exchange);
      return null;
    });
    if (otherwise !== null) return otherwise;
  }
  return found;
}

async function measure(execution: Execution, sought: SoughtBound): Promise<Measured> {
  let refusal: Received | null = null;
  try {
    for (const [turn, first] of sought.places.entries()) {
      const attempt = await at(execution, sought, first, (place) => measuredOn(execution, sought, place, turn));
      if (attempt.kind === "measured") return await comparedElsewhere(execution, sought, attempt.found);
      refusal = attempt.control;
    }
  } catch (error) {
    if (error instanceof LostInOutageError) return notMeasured("the target was repeatedly unavailable");
    const stop = stopOf(error);
    if (stop === null) throw error;
    return notMeasured(STOPPED[stop]);
  }
  const words = refusal === null ? "missing" : receptionText(refusal);
  return notMeasured(`the control is ${words}`, refusal?.exchange ?? null);
}

/**
 * Measures the limits of a run that was judged, unless it ended early. Never throws for what the target does, nor when
 * the run ends: it returns what is known by then. When no requests are left, only the measuring ends, since everything
 * was judged; a user who stops it stops the run, and so do a target that is gone and credentials that no longer work.
 * @returns the limits, and what was seen before, with anything that went wrong while measuring
 */
export async function measureLimits(session: Session, executed: Executed, options: LimitOptions) {
  const { target, definitions, concurrency, onProgress, left = Number.POSITIVE_INFINITY } = options;
  const maxRequests = Math.min(options.maxRequests ?? REQUESTS[target.profile], left);
  if (executed.stop !== null || options.maxRequests === 0) return { limits: [], executed };
  const soughtLimits = limitsToMeasure({ target, definitions, confirmed: executed.confirmed });
  const affordable = withinBudget(soughtLimits, target.references, maxRequests);
  const found = new Map<SoughtBound, Measured>();
  const internalErrors: InternalError[] = [];
  const watch = new CredentialWatch((request) => session.send(request), options.good);
  let stopped: Stop = null;
  await inParallel(affordable, concurrency, async (sought) => {
    const about = { id: `limit ${sought.key}`, check: sought.check };
    const execution = session.execution(about, 0, new Results(), new Map());
    const send: Execution["send"] = async (request) => {
      try {
        const exchange = await execution.send(request);
        if (refusesCredentials(exchange)) {
          await watch.take(() => {}, watch.now());
          await watch.settle();
        }
        if (watch.lost !== null) throw new CredentialsLostError();
        return exchange;
      } catch (error) {
        const stop = stopOf(error);
        if (stop !== null && ENDING.has(stop)) stopped ??= stop;
        throw error;
      }
    };
    try {
      found.set(sought, await measure({ ...execution, send }, sought));
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      internalErrors.push({ check: sought.check, message });
    }
    const failures = executed.confirmed.size;
    onProgress?.({ done: found.size, cases: affordable.length, phase: "measuring", failures });
  });
  const most = `measuring limits takes at most ${grouped(maxRequests)} requests`;
  const unaffordable = notMeasured(maxRequests === 0 ? "nothing was left for measuring limits" : most);
  const limits = soughtLimits.flatMap((sought) => {
    const measured = affordable.includes(sought) ? found.get(sought) : unaffordable;
    return measured === undefined ? [] : [limitOf(sought, measured)];
  });
  const all = [...executed.internalErrors, ...internalErrors];
  return { limits, executed: { ...executed, internalErrors: all, lost: watch.lost, stop: stopped } };
}

/** What a selftest runs, depending on how thorough it should be. */
import type { Profile } from "../engine/model.js";
import { hash32 } from "../generators/texts/partnerId.js";
import type { Area } from "../schemas/areas.js";
import { groupedBy } from "../schemas/groups.js";
import type { Subject } from "../schemas/operation.js";
import { OPERATION_IDS } from "../schemas/operations.js";
import { CHECKS } from "../suites/suites.js";
import type { Choices, ConformingTrial, Defect, Service, Trial } from "./outcomes.js";
import {
  choicesText,
  concernsDeliveriesOnly,
  isSlow,
  loadOutsiders,
  randomChoices,
  sandboxDefects,
  singleChoices,
} from "./services.js";

/** Areas whose rules are those of a field, by keyword: `website.maxLength`. */
const OF_FIELDS: ReadonlySet<Area> = new Set(["accepts", "refuses", "response"]);

/** Defects of one kind: the same family, operation, area and, for a field's rule, keyword. */
function kindOf({ family, operation, checks }: Defect): string {
  const check = CHECKS.find(({ id }) => id === checks[0]);
  const keyword = check !== undefined && OF_FIELDS.has(check.area) ? check.keyword : undefined;
  return [family, operation, check?.area ?? "", keyword ?? ""].join(" ");
}

/**
 * Up to `each` defects of every kind, in the order in which they were given. The choice depends on their ids only, so
 * that one more defect does not change it elsewhere.
 */
export function stratifiedSample(defects: readonly Defect[], each: number): Defect[] {
  const chosen = new Set(
    [...groupedBy(defects, kindOf).values()].flatMap((kind) =>
      kind.toSorted((left, right) => hash32(left.id) - hash32(right.id)).slice(0, each),
    ),
  );
  return defects.filter((defect) => chosen.has(defect));
}

/** The family of a defect, and the area of an operation that it is about. */
export function partsOf({ family, operation, checks }: Defect): readonly string[] {
  return [family, `${operation} ${checks[0]?.split("/")[1]}`];
}

/** A few defects that include every family, and every area of every operation: another seed takes others. */
export function areaSample(defects: readonly Defect[], seed: number): Defect[] {
  const rankOf = ({ id }: Defect): number => hash32(`${seed} ${id}`);
  const met = new Set<string>();
  const chosen = new Set<Defect>();
  for (const defect of defects.toSorted((left, right) => rankOf(left) - rankOf(right))) {
    const parts = partsOf(defect);
    if (parts.every((part) => met.has(part))) continue;
    for (const part of parts) met.add(part);
    chosen.add(defect);
  }
  return defects.filter((defect) => chosen.has(defect));
}

/** How much is tried: all defects, or a sample that includes every kind. */
export type Extent = "slice" | "all";

/** A defect, and the trial that must find it. */
export interface DefectTrial {
  readonly defect: Defect;
  readonly trial: Trial;
  /** The trial for when the rule's own checks do not find it: all checks, all cases. Null when the first trial has them all. */
  readonly thorough: Trial | null;
  /** The trial that shows whether a smoke run finds it. Absent where that is not wanted, and for deliveries. */
  readonly smoke?: Trial;
}

export interface Plan {
  readonly extent: Extent;
  /** Whether defects are judged by the checks of all operations, and not only of their own. */
  readonly acrossOperations: boolean;
  readonly service: Service["kind"];
  readonly conforming: readonly ConformingTrial[];
  readonly defects: readonly DefectTrial[];
  /** Existing defects that are not tried. */
  readonly leftOut: number;
}

export interface PlanOptions {
  readonly extent: Extent;
  /** Judge each defect by the checks of all operations, so that findings where it does not concern any show. */
  readonly acrossOperations: boolean;
  /** Also try each defect with a smoke run. */
  readonly smoke?: boolean;
  /** Decides the random combinations of behaviours, and what else a slice contains. */
  readonly seed: number;
  /** Only defects whose id holds one of these texts; empty for all. */
  readonly only: readonly string[];
}

/**
 * A slice tries one in this many single choices of behaviour, by its seed: similar ones are adjacent, and combinations
 * have all axes.
 */
const SINGLES_IN_SLICE = 24;
/** Random combinations of behaviours, by extent. */
const COMBINATIONS: Readonly<Record<Extent, number>> = { slice: 1, all: 40 };
/** The outsider's faults of each family, operation, area and kind of field rule. */
const OUTSIDERS_IN_SLICE = 1;
const OUTSIDERS_OTHERWISE = 6;

const DELIVERIES: readonly Subject[] = ["webhooks"];

const KNOWN: ReadonlySet<string> = new Set(CHECKS.map(({ id }) => id));

function trialOf(id: string, service: Service, profile: Profile, operations: readonly Subject[]): Trial {
  const waits = operations === DELIVERIES;
  return { id, service, profile, operations, checks: [], focus: null, waits, tellsRequests: false };
}

/** The operations under a choice of behaviour. A slow one would take minutes, and shows nothing more when everything is sent. */
function conformingOperations(behaviours: Choices, profile: Profile): ConformingTrial {
  const label = choicesText(behaviours);
  const service: Service = { kind: "sandbox", behaviours, defect: null };
  const slow = isSlow(behaviours);
  const planned = trialOf(`conforming ${label}`, service, slow ? "smoke" : profile, OPERATION_IDS);
  return { label, trial: { ...planned, waits: slow } };
}

function conformingDeliveries(behaviours: Choices): ConformingTrial {
  const label = `deliveries ${choicesText(behaviours)}`;
  const service: Service = { kind: "sandbox", behaviours, defect: null };
  return { label, trial: trialOf(`conforming ${label}`, service, "standard", DELIVERIES) };
}

/**
 * A defect is tried with every case of its rule's own checks, and with the first cases of the others of its
 * operation; across operations, with all cases of all checks.
 */
function defectTrial(defect: Defect, acrossOperations: boolean): DefectTrial {
  const { id, operation, service } = defect;
  const deliveries = operation === "webhooks";
  const operations = deliveries ? DELIVERIES : acrossOperations ? OPERATION_IDS : [operation];
  const thorough = trialOf(id, service, "standard", operations);
  const focus = defect.checks.filter((check) => KNOWN.has(check));
  // A delivery is judged by all its checks at once.
  if (deliveries || acrossOperations || focus.length === 0) return { defect, trial: thorough, thorough: null };
  return { defect, trial: { ...thorough, focus }, thorough };
}

function smokeTrial({ id, service, operation }: Defect): Trial {
  return trialOf(`smoke ${id}`, service, "smoke", [operation]);
}

/** The trial that records what the check of a defect's rule sent; null where no check has that name. */
export function tellingTrial({ defect, trial }: DefectTrial): Trial | null {
  const checks = defect.checks.filter((id) => KNOWN.has(id)).slice(0, 1);
  return checks.length === 0
    ? null
    : { ...trial, operations: [defect.operation], checks, focus: null, tellsRequests: true };
}

function chosenFrom(defects: readonly Defect[], only: readonly string[]): readonly Defect[] {
  return only.length === 0 ? defects : defects.filter(({ id }) => only.some((text) => id.includes(text)));
}

/** The plan for the sandbox: its behaviours and its defects. */
export function sandboxPlan({ extent, acrossOperations, smoke = false, seed, only }: PlanOptions): Plan {
  const [defaults = {}, ...others] = singleChoices();
  const singles =
    extent === "slice" ? others.filter((_, index) => index % SINGLES_IN_SLICE === seed % SINGLES_IN_SLICE) : others;
  // Unit tests cover the plain sandbox.
  const combinations = [...(extent === "slice" ? [] : [defaults]), ...randomChoices(COMBINATIONS[extent], seed)];
  const conforming = [
    ...singles.map((choices) =>
      concernsDeliveriesOnly(choices)
        ? conformingDeliveries(choices)
        : conformingOperations(choices, extent === "slice" ? "smoke" : "standard"),
    ),
    ...combinations.flatMap((choices) => [conformingOperations(choices, "standard"), conformingDeliveries(choices)]),
    // A smoke run has fewer recipients to choose from, and finds out less about a service before it judges.
    ...randomChoices(COMBINATIONS[extent], seed + 1).map((choices) => conformingOperations(choices, "smoke")),
  ];
  const every = sandboxDefects();
  const chosen = chosenFrom(every, only);
  const defects = extent === "slice" ? areaSample(chosen, seed) : chosen;
  return {
    extent,
    acrossOperations,
    service: "sandbox",
    conforming: only.length === 0 ? conforming : [],
    defects: defects.map((defect) => ({
      ...defectTrial(defect, acrossOperations),
      ...(smoke && defect.operation !== "webhooks" ? { smoke: smokeTrial(defect) } : {}),
    })),
    leftOut: every.length - defects.length,
  };
}

/**
 * The plan for the outsider's server: its companies, and a sample of its faults.
 * @throws Error when the server is missing
 */
export async function outsiderPlan({ extent, acrossOperations, only }: PlanOptions): Promise<Plan> {
  const outsiders = await loadOutsiders();
  const every = outsiders.defects();
  const each = extent === "slice" ? OUTSIDERS_IN_SLICE : OUTSIDERS_OTHERWISE;
  const defects = only.length === 0 ? stratifiedSample(every, each) : chosenFrom(every, only);
  const conforming = outsiders.presets.map((preset) => ({
    label: preset,
    trial: trialOf(`conforming ${preset}`, { kind: "outsider", preset, fault: null }, "standard", OPERATION_IDS),
  }));
  return {
    extent,
    acrossOperations,
    service: "outsider",
    conforming: only.length === 0 ? conforming : [],
    defects: defects.map((defect) => defectTrial(defect, acrossOperations)),
    leftOut: every.length - defects.length,
  };
}

/**
 * What the suite is tried on: the sandbox under each single value of each behaviour, under random combinations and with each
 * defect, and the outsider's server, which somebody else wrote from the document alone and which is not in the package.
 */
import { existsSync } from "node:fs";
import fc from "fast-check";
import { ruleOf } from "../reports/facts/checkId.js";
import { listBehaviours } from "../sandbox/behaviours.js";
import { listDefects } from "../sandbox/defects/registry.js";
import type { RunningSandbox } from "../sandbox/server.js";
import type { Subject } from "../schemas/operation.js";
import { isOperationId } from "../schemas/operations.js";
import { webhooks } from "../suites/webhooks.suite.js";
import type { Choices, Defect, Service } from "./outcomes.js";

/** Axes that slow a run down without changing an answer: tried alone, left out of combinations. */
const SLOW: ReadonlySet<string> = new Set(["latency", "rateLimit", "webhookDelay"]);

/** Whether a choice slows a run down. */
export function isSlow(choices: Choices): boolean {
  return Object.keys(choices).some((axis) => SLOW.has(axis));
}

/** Whether choices are about deliveries only, so that the operations need not be judged under them. */
export function concernsDeliveriesOnly(choices: Choices): boolean {
  const axes = Object.keys(choices);
  return axes.length > 0 && axes.every((axis) => axis.startsWith("webhook"));
}

/** Every value that is not a default, alone; all defaults together come first, as no choice at all. */
export function singleChoices(): Choices[] {
  const others = listBehaviours().flatMap(({ axis, values }) =>
    values.filter((value) => value.default !== true).map(({ value }) => ({ [axis]: value })),
  );
  return [{}, ...others];
}

/**
 * Combinations with a random value on every axis but the slow ones. Same seed, same combinations.
 * @param count how many
 */
export function randomChoices(count: number, seed: number): Choices[] {
  const axes = listBehaviours().filter(({ axis }) => !SLOW.has(axis));
  const combination = fc.record(
    Object.fromEntries(axes.map(({ axis, values }) => [axis, fc.constantFrom(...values.map(({ value }) => value))])),
  );
  return fc.sample(combination, { numRuns: count, seed });
}

/** Choices in readable form: `axis=value`, or `defaults`. */
export function choicesText(choices: Choices): string {
  const parts = Object.entries(choices).map(([axis, value]) => `${axis}=${value}`);
  return parts.length === 0 ? "defaults" : parts.join(" ");
}

/**
 * The subject that a defect or fault names as its operation.
 * @throws Error when there is no such operation: the registry is wrong
 */
function subjectOf(name: string): Subject {
  if (name === "webhooks" || isOperationId(name)) return name;
  throw new Error(`A defect names the operation "${name}", which does not exist.`);
}

/** The deliveries' checks by their rule's name, which follows the area in a check's id. */
const DELIVERY_CHECKS: ReadonlyMap<string, string> = new Map(
  webhooks.checks.map((check) => [`webhooks/${ruleOf(check)}`, check.id] as const),
);

/** Every defect of the sandbox. */
export function sandboxDefects(): Defect[] {
  return listDefects().map(({ id, family, operation, rule, title, needs }) => {
    const subject = subjectOf(operation);
    const checkOf = (name: string): string =>
      subject === "webhooks" ? (DELIVERY_CHECKS.get(name) ?? name) : `${subject}/${name}`;
    const service: Service = { kind: "sandbox", behaviours: { ...needs }, defect: id };
    return { id, family, operation: subject, checks: [rule].flat().map(checkOf), title, service };
  });
}

/** What this folder uses of the outsider's server; its own types are next to it, outside of what is compiled. */
interface OutsiderModule {
  readonly FAULTS: readonly {
    readonly id: string;
    readonly operation: string;
    readonly family: string;
    readonly describe: string;
  }[];
  readonly PRESETS: Readonly<Record<string, unknown>>;
  startOutsider(options: {
    readonly preset: string;
    readonly fault: string | null;
  }): Promise<Pick<RunningSandbox, "baseUrl" | "credentials" | "close">>;
}

/** Its faults are meant for this company: another company's choices may hide them. */
const FAULTY = "ledgerhouse";
/** Shows null where there is no value, on purpose: arguable, so a finding there is not a false alarm. */
const ARGUABLE: ReadonlySet<string> = new Set(["southbridge"]);

// From dist/selftest/ in the repository.
const PLACE = new URL("../../tests/outsiders/server.mjs", import.meta.url);

/** Whether the outsider's server is available. */
export function hasOutsiders(): boolean {
  return existsSync(PLACE);
}

/** Loads the outsider's server. */
export async function loadOutsiders() {
  const module: OutsiderModule = await import(PLACE.href);
  return {
    // Companies whose choices leave no room for a finding.
    presets: Object.keys(module.PRESETS).filter((preset) => !ARGUABLE.has(preset)),
    defects: (): Defect[] =>
      module.FAULTS.map(({ id, operation, family, describe }) => {
        const service: Service = { kind: "outsider", preset: FAULTY, fault: id };
        return { id, family, operation: subjectOf(operation), checks: [], title: describe, service };
      }),
    start: (preset: string, fault: string | null) => module.startOutsider({ preset, fault }),
  };
}

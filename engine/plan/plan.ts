/** What a run is going to send, as far as it is known before anything is sent. */
import { powerOf } from "../../reports/facts/power.js";
import type { Power } from "../../reports/model.js";
import type { OperationId, Subject } from "../../schemas/operation.js";
import { casesOf } from "../check.js";
import type { Contract } from "../contract.js";
import { isReceiving, withoutReceiver } from "../deliveries.js";
import type { Case, CheckDefinition, Target } from "../model.js";
import { type RunOptions, type RunSettings, settled } from "../runOptions.js";
import { type Effect, usualEffect } from "./effects.js";
import { askedBy, selectCases, sentCases } from "./selection.js";
import { unexercised } from "./unexercised.js";

/** How many cases of each kind are sent, and how much those that are accepted may create at most. */
export interface Plan {
  readonly cases: Readonly<Record<Effect, number>>;
  readonly created: Readonly<Partial<Record<OperationId, number>>>;
  /** How many known defects it would find; absent where the contract knows of none. */
  readonly power?: Power;
}

/** What a run with these options would send to a service that works. Sends nothing. */
export async function planOf(contract: Contract, options: RunOptions): Promise<Plan> {
  const settings = await settled(options);
  const suites = contract.suites.filter(
    ({ operation }) => settings.operations.length === 0 || settings.operations.includes(operation),
  );
  const definitions = suites.flatMap(({ checks }) => checks);
  const selection = { ...settings, costs: contract.costs };
  const target = contract.expected(settings);
  // What a profile leaves out shows which checks have cases at all.
  const made = casesOf(contract.suites, target, askedBy(definitions, { ...selection, profile: "deep" }));
  const { cases: selected, definitions: chosen } = selectCases(definitions, made, selection);
  const cases = sentCases(selected, settings);
  const count = (such: (testCase: Case) => boolean): number => cases.filter(such).length;
  const stores = settings.noWrites === null && suites.some(({ operation }) => usualEffect(operation) === "write");
  const creating = Object.entries(contract.madeFirst).flatMap(([operation, first = 0]): [OperationId, number][] =>
    stores ? [[operation, first + count((one) => one.operation === operation && one.effect === "write")]] : [],
  );
  return {
    cases: {
      read: count(({ effect }) => effect === "read"),
      "refused write": count(({ effect }) => effect === "refused write"),
      write: count(({ effect }) => effect === "write"),
    },
    created: Object.fromEntries(creating),
    ...powerOf(contract.defects(), expectedResults(chosen, made, cases, target, settings), settings.profile),
  };
}

/** What becomes of the checks when all goes well. */
function expectedResults(
  chosen: readonly CheckDefinition[],
  made: readonly Case[],
  cases: readonly Case[],
  target: Target,
  settings: RunSettings,
): Parameters<typeof powerOf>[1] {
  const [own, sent] = [made, cases].map((some) => new Set(some.map(({ check }) => check)));
  const touched = new Set<Subject>(cases.flatMap(({ operation, touches = [] }) => [operation, ...touches]));
  const deliveries = withoutReceiver(chosen);
  return chosen.map((definition) => {
    const { id, operation, watches } = definition;
    const isDelivery = deliveries.has(id);
    const known =
      unexercised(definition, target.credentialsEdits, target, settings.wrongSecrets) ??
      (isReceiving(settings) ? undefined : deliveries.get(id));
    if (known !== undefined) return { id, ...known };
    // Traffic of other checks exercises it as well, where it watches that or has no cases.
    const isHeard = (watches !== undefined || own?.has(id) !== true) && touched.has(operation);
    const isSent = isDelivery || sent?.has(id) === true || isHeard;
    return isSent
      ? { id, verdict: "pass" }
      : { id, verdict: "not-exercised", reason: settings.noWrites ?? "no request shows it" };
  });
}

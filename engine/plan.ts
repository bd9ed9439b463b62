/** What a run is going to send, as far as it is known before anything is sent. */
import type { OperationId } from "../schemas/operation.js";
import { casesOf } from "./check.js";
import type { Contract } from "./contract.js";
import { type Effect, usualEffect } from "./effects.js";
import type { Case } from "./model.js";
import type { RunOptions } from "./runOptions.js";
import { settled } from "./runOptions.js";
import { askedBy, selectCases, sentCases } from "./selection.js";

/** How many cases of each kind are sent, and how much may be created at the most by those that are accepted. */
export interface Plan {
  readonly cases: Readonly<Record<Effect, number>>;
  readonly created: Readonly<Partial<Record<OperationId, number>>>;
}

/** What a run with these options would send to a service that works. Sends nothing. */
export async function planOf(contract: Contract, options: RunOptions): Promise<Plan> {
  const settings = await settled(options);
  const suites = contract.suites.filter(
    ({ operation }) => settings.operations.length === 0 || settings.operations.includes(operation),
  );
  const definitions = suites.flatMap(({ checks }) => checks);
  const selection = { ...settings, costs: contract.costs };
  const made = casesOf(contract.suites, contract.expected(settings), askedBy(definitions, selection));
  const { cases: selected } = selectCases(definitions, made, selection);
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
  };
}

/**
 * The shards of a run. An operation stays in one shard as long as that keeps them even, since many of its checks are
 * judged by all of its answers; one that is too large is divided, and what such a check shows in another piece is
 * reported there. The division depends on nothing that a run finds out: all shards divide alike.
 */
import { hash32 } from "../../generators/texts/partnerId.js";
import { isAgreed } from "../../reports/answers/answers.js";
import type { Area } from "../../schemas/areas.js";
import type { Subject } from "../../schemas/operation.js";
import type { Cost } from "../contract.js";
import type { CheckDefinition } from "../model.js";
import { usualEffect } from "./effects.js";

/** One of several shards, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What is in a shard. Each check is in exactly one. */
export interface Share {
  has(check: CheckDefinition): boolean;
  /** Whether all checks of an operation are in it. */
  hasWhole(operation: Subject): boolean;
  /** Whether a check of another shard watches answers that only this one has. */
  overhears(check: CheckDefinition): boolean;
}

/** Requests of agreed answers, which ask for everything that is open. */
const AGREED_COST = 800;

/** An operation is divided when it costs this many times its fair share. */
const TOO_LARGE = 1.4;

/** The areas of refusals and errors. */
export const REFUSALS: ReadonlySet<Area> = new Set(["refuses", "auth", "version", "method", "errors"]);

/** What is in one shard as a whole: an operation, a piece of one, or all agreed answers. */
interface Unit {
  readonly name: string;
  readonly operation: Subject | null;
  readonly cost: number;
}

const AGREED: Unit = { name: "agreed answers", operation: null, cost: AGREED_COST };

function nameOf(operation: Subject, piece: number): string {
  return `${operation} ${piece}`;
}

/** What checks are divided by. */
export interface Sharing {
  /** Whether requests that change data are left out. */
  readonly noWrites: boolean;
  readonly costs: Readonly<Partial<Record<Subject, Cost>>>;
}

/** The pieces of an operation: refusals and errors, and all others. Only one where the whole is not too large. */
function piecesOf(operation: Subject, fair: number, { noWrites, costs }: Sharing): Unit[] {
  const isSent = !noWrites || usualEffect(operation) === "read";
  const { refusals, rest } = (isSent ? costs[operation] : undefined) ?? { refusals: 0, rest: 0 };
  if (refusals + rest <= TOO_LARGE * fair) return [{ name: nameOf(operation, 0), operation, cost: refusals + rest }];
  const count = Math.ceil(refusals / (TOO_LARGE * fair));
  const cost = refusals / count;
  return [
    { name: nameOf(operation, 0), operation, cost: rest },
    ...Array.from({ length: count }, (_, piece) => ({ name: nameOf(operation, piece + 1), operation, cost })),
  ];
}

/** Gives each unit, the largest first, to the shard that has the least so far. */
function dealt(units: readonly Unit[], count: number): Unit[][] {
  const shards = Array.from({ length: count }, () => ({ units: [] as Unit[], cost: 0 }));
  for (const unit of units.toSorted((left, right) => right.cost - left.cost)) {
    const least = shards.reduce((one, other) => (other.cost < one.cost ? other : one));
    least.units.push(unit);
    least.cost += unit.cost;
  }
  return shards.map((shard) => shard.units);
}

/**
 * What is in one of several shards.
 * @param definitions all checks that are divided
 */
export function shareOf(definitions: readonly CheckDefinition[], { index, count }: Shard, sharing: Sharing): Share {
  const operations = [...new Set(definitions.filter((one) => !isAgreed(one)).map(({ operation }) => operation))];
  const others = definitions.some(isAgreed) ? [AGREED] : [];
  const wholes = operations.flatMap((operation) => piecesOf(operation, Number.POSITIVE_INFINITY, sharing));
  const fair = [...wholes, ...others].reduce((sum, { cost }) => sum + cost, 0) / count;
  const pieces = new Map(operations.map((operation) => [operation, piecesOf(operation, fair, sharing)]));
  const here = dealt([...[...pieces.values()].flat(), ...others], count)[index - 1] ?? [];
  const names = new Set(here.map(({ name }) => name));
  const homeOf = (definition: CheckDefinition): string => {
    const { id, operation, area } = definition;
    if (isAgreed(definition)) return AGREED.name;
    const refusals = (pieces.get(operation)?.length ?? 1) - 1;
    return nameOf(operation, refusals > 0 && REFUSALS.has(area) ? (hash32(id) % refusals) + 1 : 0);
  };
  const has = (definition: CheckDefinition): boolean => names.has(homeOf(definition));
  const hasPart = (operation: Subject): boolean => here.some((unit) => unit.operation === operation);
  return {
    has,
    hasWhole: (operation) => pieces.get(operation)?.every(({ name }) => names.has(name)) ?? false,
    overhears: (definition) => !has(definition) && watchesAll(definition) && hasPart(definition.operation),
  };
}

/** Whether all answers of its operation can show what a check is about. */
export function watchesAll({ watches, gathersUnsteadiness }: CheckDefinition): boolean {
  return watches === "answers" || gathersUnsteadiness === true;
}

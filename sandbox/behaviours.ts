import { createHash } from "node:crypto";
import type { Axis, ChoiceOf } from "./behaviours/axis.js";
import { ALLOWANCE_AXES, LOOKUP_AXES, REQUEST_AXES } from "./behaviours/requests.js";
import { RESPONSE_AXES, TRANSPORT_AXES, WEBHOOK_AXES } from "./behaviours/responses.js";
import { SandboxUsageError, suggestion } from "./usageError.js";

/** Every axis by name, in the order in which they are listed. */
const AXES = {
  ...REQUEST_AXES,
  ...ALLOWANCE_AXES,
  ...LOOKUP_AXES,
  ...RESPONSE_AXES,
  ...TRANSPORT_AXES,
  ...WEBHOOK_AXES,
} as const;

/** One choice on every axis: `behaviour.successStatus` is `"200" | "201" | "202"`. */
export type Behaviour = { readonly [Name in keyof typeof AXES]: ChoiceOf<(typeof AXES)[Name]> };

/** An axis as `--list-behaviours` prints it. */
export interface ListedAxis {
  readonly axis: string;
  readonly section: string;
  readonly question: string;
  readonly values: readonly { readonly value: string; readonly meaning: string; readonly default?: true }[];
}

const AXES_BY_NAME: ReadonlyMap<string, Axis> = new Map(Object.entries(AXES));

/**
 * The choice on every axis: from `wanted`, else the default.
 * @throws SandboxUsageError for an axis or a value that does not exist; the message suggests the nearest one.
 */
export function chooseBehaviour(wanted: Readonly<Record<string, string>> = {}): Behaviour {
  for (const [name, value] of Object.entries(wanted)) refuseUnknownChoice(name, value);
  const choice: Record<string, string> = {};
  for (const [name, { values }] of AXES_BY_NAME) {
    const [standard] = values;
    choice[name] = (Object.hasOwn(wanted, name) ? wanted[name] : standard?.[0]) ?? "";
  }
  if (!isComplete(choice)) throw new Error("An axis has no values.");
  return choice;
}

/**
 * A choice on every axis, drawn by a seed. Each axis is drawn by its own name, so that the draw stays the same when axes
 * are added.
 */
export function shuffledBehaviours(seed: number): Record<string, string> {
  return Object.fromEntries(
    [...AXES_BY_NAME].map(([name, { values }]) => {
      const drawn = createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE();
      return [name, values[drawn % values.length]?.[0] ?? ""];
    }),
  );
}

function refuseUnknownChoice(name: string, value: string): void {
  const axis = AXES_BY_NAME.get(name);
  if (axis === undefined)
    throw new SandboxUsageError(
      `Unknown behaviour axis "${name}".${suggestion(name, [...AXES_BY_NAME.keys()])} List the axes with: ppconform sandbox --list-behaviours`,
    );
  const names = axis.values.map(([known]) => known);
  if (!names.includes(value))
    throw new SandboxUsageError(
      `Unknown value "${value}" of behaviour axis "${name}".${suggestion(value, names)} Values: ${names.join(", ")}`,
    );
}

function isComplete(choice: Record<string, string>): choice is Behaviour {
  return [...AXES_BY_NAME].every(([name, { values }]) => values.some(([value]) => value === choice[name]));
}

/** All axes with their values; the first value of each is the default. */
export function listBehaviours(): ListedAxis[] {
  return [...AXES_BY_NAME].map(([name, { section, question, values }]) => ({
    axis: name,
    section,
    question,
    values: values.map(([value, meaning], index) => ({ value, meaning, ...(index === 0 ? { default: true } : {}) })),
  }));
}

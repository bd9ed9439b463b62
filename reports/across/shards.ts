/** Which reports are the shards of one run: all of them, each once, and nothing else. */
import { UsageError } from "../../schemas/usageError.js";
import type { Report } from "../model.js";
import { amount, listed, verb } from "../visible.js";

/** A report, and its path as the user gave it. */
export interface FoundReport {
  readonly path: string;
  readonly report: Report;
}

/** Reports that are not the shards of one run. The message names them and says what is wrong. */
export class MergeError extends UsageError {}

export interface ShardReport extends FoundReport {
  /** From 1. */
  readonly index: number;
  readonly count: number;
}

/** All shards of one run, in their order. */
export type Shards = readonly [ShardReport, ...ShardReport[]];

function shardReport({ path, report }: FoundReport): ShardReport {
  const { shard } = report.run;
  if (shard === undefined)
    throw new MergeError(
      `${path} is not a shard's report: it was made without --shard. Only shards of one run are merged.`,
    );
  const [index = 0, count = 0] = shard.split("/").map(Number);
  return { path, report, index, count };
}

/** Options that decide which checks there are to divide, and what may be sent for them. */
const NARROWING = ["operations", "checks", "exclude", "writes", "apiVersion", "headers"] as const;

/** The value of an option, in words. */
function narrowed(value: string | readonly string[] | null | undefined): string {
  const text = [value ?? []].flat().join(" ");
  return text === "" ? "none" : text;
}

/** What the shards of one run have in common, by its name in messages. */
const COMMON: readonly (readonly [name: string, of: (shard: ShardReport) => string])[] = [
  ["of", ({ count }) => amount(count, "shard")],
  ["with seed", ({ report }) => String(report.run.seed)],
  ["with profile", ({ report }) => report.run.profile],
  // Each shard has its own sandbox, at its own address.
  ["against", ({ report: { target } }) => (target.kind === "sandbox" ? "the embedded sandbox" : target.baseUrl)],
  ["by", ({ report: { suite } }) => `${suite.name} ${suite.version}`],
  ["of contract", ({ report: { contract } }) => contract.version],
  ["with agreed answers of", ({ report: { deployment } }) => deployment?.file ?? "no file"],
  ...NARROWING.map(
    (option) => [`with ${option}`, ({ report: { run } }: ShardReport) => narrowed(run.options?.[option])] as const,
  ),
];

/**
 * The shards of one run, in their order.
 * @throws MergeError when one is missing or given twice, or when they are of different runs
 */
export function shardsOf(reports: readonly FoundReport[]): Shards {
  const [first, ...others] = reports.map(shardReport).toSorted((left, right) => left.index - right.index);
  if (first === undefined) throw new MergeError("There is nothing to merge.");
  const shards: Shards = [first, ...others];
  for (const other of others) {
    const differences = COMMON.filter(([, of]) => of(other) !== of(first)).map(
      ([name, of]) => `${name} ${of(other)}, not ${of(first)}`,
    );
    if (differences.length > 0)
      throw new MergeError(`${other.path} is not of the same run as ${first.path}: ${listed(differences)}.`);
  }
  for (const [at, { index, count, path }] of shards.entries()) {
    const same = shards.find((other, before) => before < at && other.index === index);
    if (same !== undefined)
      throw new MergeError(`${same.path} and ${path} are both shard ${index}/${count}. Name each shard once.`);
  }
  const missing = Array.from({ length: first.count }, (_, at) => at + 1).filter(
    (index) => !shards.some((shard) => shard.index === index),
  );
  if (missing.length > 0)
    throw new MergeError(
      `${verb(missing.length, "Shard", "Shards")} ${listed(missing.map(String))} of ${first.count} ${verb(missing.length, "is", "are")} missing. Name the reports of all shards.`,
    );
  return shards;
}

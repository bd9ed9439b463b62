/** Parses the values of options. Every message names the option, what was written, and what is allowed. */

import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { AllowedWrites } from "../engine/settings/writes.js";
import { readable } from "../reports/visible.js";
import { isOperationId, OPERATION_IDS, type Subject } from "../schemas/operations.js";

/** An option as the user wrote it. */
export function written(option: string, text: string): string {
  return `${option} ${text === "" ? '""' : readable(text)}`;
}

/** A whole number within bounds. */
export function wholeNumber(
  option: string,
  minimum: number,
  maximum = Number.MAX_SAFE_INTEGER,
): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < minimum || value > maximum) {
      const bounds = maximum === Number.MAX_SAFE_INTEGER ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
      throw new UsageError(`${written(option, text)}: write a whole number ${bounds}.`);
    }
    return value;
  };
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const LONGEST_HOURS = 168;

/** A time of up to a week, such as `90s`, `10m` or `1h`, in milliseconds. */
export function duration(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (UNITS[unit] ?? 0);
  if (milliseconds === 0 || milliseconds > LONGEST_HOURS * 3_600_000)
    throw new UsageError(
      `${written("--max-time", text)}: write a time like 90s, 10m or 1h; ${LONGEST_HOURS}h at the most.`,
    );
  return milliseconds;
}

/** A number greater than zero. */
export function positiveNumber(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value <= 0)
      throw new UsageError(`${written(option, text)}: write a number greater than 0.`);
    return value;
  };
}

/** One of several words. */
export function oneOf<T extends string>(option: string, allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((word) => word === text);
    if (found !== undefined) return found;
    throw new UsageError(`${written(option, text)}: write one of ${allowed.join(", ")}.${meant(text, allowed)}`);
  };
}

/** A hint at the known name that was probably meant, behind a full stop; empty when none is alike. */
function meant(text: string, known: readonly string[]): string {
  const near = nearest(text, known);
  return near === null ? "" : ` Did you mean ${near}?`;
}

/** Operation ids. */
export function operations(names: readonly string[]): Subject[] {
  return names.map((name) => {
    if (isOperationId(name) || name === "webhooks") return name;
    const known = [...OPERATION_IDS, "webhooks"];
    throw new UsageError(
      `${written("--operation", name)} is not known.${meant(name, known)} There are ${known.join(", ")}.`,
    );
  });
}

/** `I/N`, from 1. */
export function shard(text: string): { index: number; count: number } {
  const parts = /^(\d+)\/(\d+)$/.exec(text);
  const index = Number(parts?.[1]);
  const count = Number(parts?.[2]);
  if (parts === null || count < 1 || index < 1 || index > count)
    throw new UsageError(`${written("--shard", text)}: write I/N with I from 1 to N, like 2/4.`);
  return { index, count };
}

/** What stands behind --allow-writes; nothing stands for all. */
export function allowedWrites(text: string): AllowedWrites {
  if (text === "all" || text === "refused") return text;
  throw new UsageError(`${written("--allow-writes", text)}: write --allow-writes, or --allow-writes=refused.`);
}

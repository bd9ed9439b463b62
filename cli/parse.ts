/** Parses the values of options. Every message names the option, what was written, and what is allowed. */

import { isOperationId, OPERATION_IDS, type Subject } from "../schemas/operations.js";
import { checkPart, patternMatcher } from "../suites/selection.js";
import { CHECKS } from "../suites/suites.js";
import { nearest } from "./nearest.js";
import { UsageError } from "./usageError.js";

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
      throw new UsageError(`${option} ${text}: write a whole number ${bounds}.`);
    }
    return value;
  };
}

/** A number greater than zero. */
export function positiveNumber(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
      throw new UsageError(`${option} ${text}: write a number greater than 0.`);
    }
    return value;
  };
}

/** One of several words. */
export function oneOf<T extends string>(option: string, allowed: readonly T[]): (text: string) => T {
  return (text) => {
    const found = allowed.find((word) => word === text);
    if (found === undefined) throw new UsageError(`${option} ${text}: write one of ${allowed.join(", ")}.`);
    return found;
  };
}

/** The base address: http or https, without query and fragment. */
export function baseUrl(source: string, text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new UsageError(`${source} is «${text}», which is no URL. Write it like https://api.example.com.`);
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError(`${source} is «${text}»: only http and https addresses can be judged.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError(
      `${source} holds a user name or a password. Credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
    );
  }
  if (url.search !== "" || url.hash !== "")
    throw new UsageError(`${source} is «${text}»: leave out everything from ? or # on.`);
  return text.replace(/\/+$/, "");
}

/** Operation ids. */
export function operations(names: readonly string[]): Subject[] {
  return names.map((name) => {
    if (isOperationId(name) || name === "webhooks") return name;
    const known = [...OPERATION_IDS, "webhooks"];
    const near = nearest(name, known);
    throw new UsageError(
      `--operation ${name} is not known${near === null ? "" : `; did you mean ${near}?`} There are ${known.join(", ")}.`,
    );
  });
}

/** Check patterns, each of which must match something. */
export function checkPatterns(patterns: readonly string[]): readonly string[] {
  for (const pattern of patterns) {
    const matches = patternMatcher(checkPart(pattern));
    if (CHECKS.some(({ id }) => matches(id))) continue;
    const near = nearest(
      pattern,
      CHECKS.map(({ id }) => id),
    );
    throw new UsageError(
      `--check ${pattern} matches no check${near === null ? "" : `; the nearest is ${near}`}. «ppconform list» shows all; * stands for any characters.`,
    );
  }
  return patterns;
}

/** `I/N`, from 1. */
export function shard(text: string): { index: number; count: number } {
  const parts = /^(\d+)\/(\d+)$/.exec(text);
  const index = Number(parts?.[1]);
  const count = Number(parts?.[2]);
  if (parts === null || count < 1 || index < 1 || index > count) {
    throw new UsageError(`--shard ${text}: write I/N with I from 1 to N, like 2/4.`);
  }
  return { index, count };
}

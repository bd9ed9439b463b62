/** Parses the values of options. Every message names the option, what was written, and what is allowed. */

import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
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

/** A number greater than zero. */
export function positiveNumber(option: string): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value <= 0) {
      throw new UsageError(`${written(option, text)}: write a number greater than 0.`);
    }
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

/** Why a text is no base address, and what to do; null when it is one. */
function faultOf(text: string): string | null {
  if (text === "") return "is empty. Write an address like https://api.example.com.";
  const shown = `is «${readable(text)}»`;
  if (/[\s\\\p{Cc}]/u.test(text)) return `${shown}: leave out white space and backslashes.`;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined)
    return `${shown}, which is no URL. Begin it with http:// or https://, like https://api.example.com.`;
  if (scheme !== "http" && scheme !== "https")
    return `${shown}: only http and https addresses can be judged. Begin it with http:// or https://.`;
  if (!URL.canParse(text)) return `${shown}, which is no URL. Write it like https://api.example.com.`;
  const { search, hash } = new URL(text);
  return search === "" && hash === "" ? null : `${shown}: leave out everything from ? or # on.`;
}

/** The base address: http or https, without query and fragment. */
export function baseUrl(source: string, text: string): string {
  // What follows a user name may be a password: it is not shown.
  if (/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(text)) {
    throw new UsageError(
      `${source} holds a user name or a password. Leave it out: credentials come from CONFORMANCE_API_KEY and CONFORMANCE_API_SECRET.`,
    );
  }
  const fault = faultOf(text);
  if (fault !== null) throw new UsageError(`${source} ${fault}`);
  return text.replace(/\/+$/, "");
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
  if (parts === null || count < 1 || index < 1 || index > count) {
    throw new UsageError(`${written("--shard", text)}: write I/N with I from 1 to N, like 2/4.`);
  }
  return { index, count };
}

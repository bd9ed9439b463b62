/**
 * What can follow an option: how it is read, and how the schema of the configuration file describes it. Every message
 * names the option, what was written, and what is allowed.
 */
import { baseUrl } from "../engine/settings/baseUrl.js";
import { nearest } from "../engine/settings/nearest.js";
import { UsageError } from "../engine/settings/usageError.js";
import type { AllowedWrites } from "../engine/settings/writes.js";
import { EQUIPMENT } from "../reports/facts/checkId.js";
import { readable } from "../reports/visible.js";
import type { Subject } from "../schemas/operation.js";
import { isSubject, SUBJECTS } from "../schemas/operations.js";

export interface Value<T> {
  /** @param option as named in messages @throws UsageError */
  read(option: string, text: string): T;
  /** JSON Schema of the value in the configuration file. */
  readonly schema: object;
  /** What a shell offers. */
  readonly words?: readonly string[];
  /** Whether a shell offers files, and a path in the configuration file is relative to that file. */
  readonly isPath?: true;
}

/** An option as the user wrote it. */
export function written(option: string, text: string): string {
  return `${option} ${text === "" ? '""' : readable(text)}`;
}

/** A hint at the known name that was probably meant, after a full stop; empty when none is similar. */
function meant(text: string, known: readonly string[]): string {
  const near = nearest(text, known);
  return near === null ? "" : ` Did you mean ${near}?`;
}

/** A value that is read from a text, which is refused where that yields undefined. @param write what to write instead */
function readAs<T>(
  parse: (text: string) => T | undefined,
  write: string | ((option: string, text: string) => string),
  schema: object,
): Value<T> {
  const read = (option: string, text: string): T => {
    const value = parse(text);
    if (value !== undefined) return value;
    const instead = typeof write === "string" ? write : write(option, text);
    throw new UsageError(`${written(option, text)}: write ${instead}`);
  };
  return { read, schema };
}

function textLike(form: RegExp, write: string, schema: object): Value<string> {
  return readAs((text) => (form.test(text) ? text : undefined), write, { type: "string", ...schema });
}

export const text = textLike(/^/, "", {});

/** The path of a file, a folder or a module. */
export const path: Value<string> = { ...text, isPath: true };

/** An address, or `sandbox`. It is validated where it is chosen. */
export const deployment: Value<string> = {
  ...text,
  schema: { anyOf: [{ const: "sandbox" }, { type: "string", format: "uri" }] },
};

export const address: Value<string> = { read: baseUrl, schema: { type: "string", format: "uri" } };

export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER): Value<number> {
  const isOpen = maximum === Number.MAX_SAFE_INTEGER;
  const bounds = isOpen ? `of ${minimum} or more` : `from ${minimum} to ${maximum}`;
  const isWithin = (given: string): boolean => Number(given) >= minimum && Number(given) <= maximum;
  return readAs(
    (given) => (/^\d+$/.test(given) && isWithin(given) ? Number(given) : undefined),
    `a whole number ${bounds}.`,
    { type: "integer", minimum, ...(isOpen ? {} : { maximum }) },
  );
}

export const positiveNumber = readAs(
  (given) => (Number.isFinite(Number(given)) && Number(given) > 0 ? Number(given) : undefined),
  "a number greater than 0.",
  { type: "number", exclusiveMinimum: 0 },
);

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const LONGEST_HOURS = 168;

/** A time of up to a week, such as `90s`, `10m` or `1h`, in milliseconds. */
export const duration = readAs(
  (given) => {
    const [, count = "", unit = ""] = /^(\d{1,6})([smh])$/.exec(given) ?? [];
    const milliseconds = Number(count) * (UNITS[unit] ?? 0);
    return milliseconds > 0 && milliseconds <= LONGEST_HOURS * 3_600_000 ? milliseconds : undefined;
  },
  `a time like 90s, 10m or 1h; ${LONGEST_HOURS}h at most.`,
  { type: "string", pattern: "^[0-9]{1,6}[smh]$", examples: ["90s", "10m"] },
);

/** A number of days, such as `30d`, in milliseconds. */
export const days = readAs(
  (given) => (/^[1-9]\d{0,4}d$/.test(given) ? Number.parseInt(given, 10) * 86_400_000 : undefined),
  "a number of days like 30d.",
  { type: "string", pattern: "^[1-9][0-9]{0,4}d$" },
);

export function oneOf<const T extends string>(words: readonly T[]): Value<T> {
  const find = (given: string): T | undefined => words.find((word) => word === given);
  const write = (_: string, given: string): string => `one of ${words.join(", ")}.${meant(given, words)}`;
  return { ...readAs(find, write, { enum: words }), words };
}

/** Several of some words, separated by commas. */
export function someOf<const T extends string>(words: readonly T[]): Value<readonly T[]> {
  const word = oneOf(words);
  return {
    read: (option, given) => given.split(",").map((part) => word.read(option, part.trim())),
    schema: { type: "string", examples: [words.slice(0, 2).join(","), ...words.slice(0, 1)] },
    words,
  };
}

/** An operation, or `webhooks`. */
export const subject: Value<Subject> = {
  read(option, given) {
    if (isSubject(given)) return given;
    throw new UsageError(
      `${written(option, given)} is not known.${meant(given, SUBJECTS)} The choices are ${SUBJECTS.join(", ")}.`,
    );
  },
  schema: { enum: SUBJECTS },
  words: SUBJECTS,
};

/** What can be left out: a subject, what a run lacks, or checks. Which checks there are is known only later. */
export const exclusion: Value<string> = { ...text, words: [...SUBJECTS, ...EQUIPMENT] };

/** `I/N`, from 1. */
export const shard = readAs(
  (given) => {
    const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
    return index >= 1 && index <= count ? { index, count } : undefined;
  },
  "I/N with I from 1 to N, like 2/4.",
  { type: "string", examples: ["1/4", "2/4"] },
);

/** What follows --allow-writes, if anything; nothing means all. */
export const allowedWrites: Value<AllowedWrites> = {
  ...readAs(
    (given) => (["all", "refused", "none"] as const).find((word) => word === given),
    (option) => `${option}, ${option}=refused or ${option}=none.`,
    { enum: [true, false, "refused", "none"] },
  ),
  words: ["refused", "none"],
};

export const proxyAddress: Value<string> = {
  schema: { type: "string", examples: ["http://proxy.example.com:3128", "https://proxy.example.com"] },
  read(option, given) {
    if (/^https?:\/\/[^/?#@\s]+\/?$/i.test(given) && URL.canParse(given)) return given;
    const shown = given.includes("@") ? "with a user name or a password" : readable(given);
    throw new UsageError(
      `${option} ${shown}: write an address like http://proxy.example.com:3128, without a user name.`,
    );
  },
};

export const headerText: Value<string> = {
  ...text,
  read(option, given) {
    if (/^[\t -~]+$/.test(given) && given.trim() === given) return given;
    throw new UsageError(`${option}: write printable ASCII characters, without spaces at the ends.`);
  },
};

/** A path that begins with a slash and has no query. */
export const webhookPath = textLike(/^\/[\w~.%/-]*$/, "a path like /webhooks/4f2a, without ? and #.", {
  examples: ["/webhooks/4f2a", "/events"],
});

/** A template of what is signed. */
export const signedContent: Value<string> = {
  ...text,
  read(option, given) {
    if (given.includes("{body}")) return given;
    throw new UsageError(
      `${written(option, given)}: the content must hold {body}. Places are {body}, {time}, {id}, {method}, {path}, {url} and {name-of-a-header}.`,
    );
  },
  schema: { type: "string", examples: ["{body}", "{x-webhook-timestamp}.{body}"] },
};

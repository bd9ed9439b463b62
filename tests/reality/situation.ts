/** What a situation is, and the words in which situations are told. */
import { CONTRACT_VERSION } from "../../schemas/operations.js";
import {
  type Answer,
  type Arrival,
  type Decide,
  type FrontOptions,
  type Pass,
  type Running,
  startFront,
} from "./front.js";

/** What a run on a situation must come to. */
export interface Expected {
  readonly exitCode: number;
  /** Of what is printed first: on standard output, or on standard error where nothing stands there. */
  readonly firstSentence: RegExp;
  readonly findings: {
    /** Causes that are violations, at most. */
    readonly violations: number;
    /** Causes that are warnings, at most; default none. */
    readonly warnings?: number;
    /** What the first cause says, or the message of its first finding. */
    readonly first?: RegExp;
  };
  /** What an observation says, where the situation is observed and came to pass. */
  readonly observed?: RegExp;
  /** Checks that must not pass: what is wrong is seen, or was not judged. */
  readonly unproved?: readonly string[];
  /** What the reason of a check that was not exercised says, by the check. */
  readonly reasons?: Readonly<Record<string, RegExp>>;
}

/** A target as it is met, and what a run on it must come to. */
export interface Situation {
  readonly name: string;
  readonly profile: "smoke" | "standard";
  /** More arguments of the command. */
  readonly options?: readonly string[];
  start(): Promise<Running>;
  readonly expected: Expected;
}

/** Nothing is wrong with the deployment. */
export const CONFORMS: Expected = { exitCode: 0, firstSentence: /conforms|no violation/i, findings: { violations: 0 } };

/** Nothing is wrong, and so many things are worth a warning. */
export function warned(warnings: number, first: RegExp): Expected {
  return { ...CONFORMS, findings: { violations: 0, warnings, first } };
}

/** One cause is wrong. */
export function violated(first: RegExp, warnings = 0): Expected {
  return { exitCode: 1, firstSentence: /violation|does not conform/i, findings: { violations: 1, warnings, first } };
}

/** The run could not be made, or not to its end. */
export function ended(firstSentence: RegExp): Expected {
  return { exitCode: 3, firstSentence, findings: { violations: 0 } };
}

/** A situation that a front makes. `decide` is made anew for each run: its state is the run's. */
export function fronted(
  name: string,
  profile: Situation["profile"],
  decide: () => Decide,
  expected: Expected,
  options: FrontOptions = {},
): Situation {
  return { name, profile, start: () => startFront(decide(), options), expected };
}

const PATHS = {
  createRecipient: /^\/api\/recipients\/create(\?|$)/,
  updateRecipient: /^\/api\/recipients\/[^/]+\/update(\?|$)/,
  uploadFile: /^\/api\/files\/upload(\?|$)/,
  createCustomer: /^\/api\/customers\/create(\?|$)/,
  listBalances: /^\/api\/balances(\?|$)/,
  listTransactions: /^\/api\/transactions(\?|$)/,
} as const;

/** Whether a request is made to an operation, by its path and method. */
export function isFor(operation: keyof typeof PATHS, { method, path }: Arrival): boolean {
  return PATHS[operation].test(path) && method === (operation.startsWith("list") ? "GET" : "POST");
}

/** Whether a request creates or updates a recipient. */
export function writesRecipient(arrival: Arrival): boolean {
  return isFor("createRecipient", arrival) || isFor("updateRecipient", arrival);
}

/**
 * Answers a write in the service's place, and changes nothing. What a service looks at first stays its own: credentials,
 * permission, version and existence.
 */
export async function inPlace(pass: Pass, answer: Answer): Promise<Answer> {
  const own = await pass({ body: "{" });
  return own.status === 400 ? answer : own;
}

/** Whether an answer is a success. */
export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** An answer with a JSON body. */
export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(value) };
}

/** An error in the service's own shape. */
export function refusal(status: number, detail: string, code = "INVALID_PARAMETER"): Answer {
  return json(status, { errors: [{ detail, code }] });
}

/** A page of something that stands before the service. */
export function html(status: number, title: string): Answer {
  return {
    status,
    headers: { "content-type": "text/html" },
    body: `<html><head><title>${title}</title></head><body>${title}</body></html>`,
  };
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** A JSON text as a value; undefined when it is none. */
export function readJson(text: string | undefined): JsonValue | undefined {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** The member of a JSON text that is found by names one after the other. */
export function memberOf(text: string | undefined, ...names: readonly string[]): JsonValue | undefined {
  let value = readJson(text);
  for (const name of names) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = value[name];
  }
  return value;
}

/** A value with each text in it changed; undefined takes the member away. */
export function withTexts(
  value: JsonValue,
  change: (text: string, name: string) => string | undefined,
  name = "",
): JsonValue | undefined {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value))
    return value.flatMap((item) => {
      const changed = withTexts(item, change, name);
      return changed === undefined ? [] : [changed];
    });
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([own, member]): [string, JsonValue][] => {
    const changed = withTexts(member, change, own);
    return changed === undefined ? [] : [[own, changed]];
  });
  return Object.fromEntries(members);
}

/** A JSON answer with another value; anything else as it is. */
export function changed(answer: Answer, change: (value: JsonValue) => JsonValue | undefined): Answer {
  const value = readJson(answer.body);
  return value === undefined ? answer : { ...answer, body: JSON.stringify(change(value)) };
}

/** All texts of a request's body with their names. */
export function textsOf(body: string): { readonly name: string; readonly text: string }[] {
  const texts: { name: string; text: string }[] = [];
  const value = readJson(body);
  if (value !== undefined)
    withTexts(value, (text, name) => {
      texts.push({ name, text });
      return text;
    });
  return texts;
}

/** Refuses requests that hold a text which a validator of the service does not take, where the service itself would take them. */
export function validating(
  bad: (name: string, text: string) => string | null,
  on: (arrival: Arrival) => boolean = writesRecipient,
  refuse: (pass: Pass, answer: Answer) => Promise<Answer> | Answer = inPlace,
): () => Decide {
  return () => (arrival, pass) => {
    if (!on(arrival)) return "pass";
    for (const { name, text } of textsOf(arrival.body)) {
      const why = bad(name, text);
      if (why !== null) return refuse(pass, refusal(400, `${name}: ${why}`));
    }
    return "pass";
  };
}

/** The Api-Version that the document states. */
export const VERSION = CONTRACT_VERSION;

/** Waits. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

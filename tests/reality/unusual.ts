/** Words in which unusual services are told: each makes other choices than the sandbox where the document is silent. */
import type { Answer, Arrival, Decide } from "./front.js";
import {
  CONFORMS,
  changed,
  type Expected,
  fronted,
  isFor,
  isSuccess,
  type JsonValue,
  memberOf,
  type Situation,
  withTexts,
} from "./situation.js";

export type Reshape = (answer: Answer, arrival: Arrival) => Answer;

/** One choice of a service. */
export interface Choice {
  readonly name: string;
  readonly decide: () => Decide;
  /** What a run on it must come to, where it is not that all is well. */
  readonly expected?: Expected;
}

/** Answers that are the sandbox's in another shape. */
export function unusual(name: string, reshape: Reshape): Choice {
  return { name, decide: () => async (arrival, pass) => reshape(await pass(), arrival) };
}

/** A decision about requests that is not the sandbox's. */
export function deciding(name: string, decide: () => Decide): Choice {
  return { name, decide };
}

/** A service that makes a choice. */
export function choosing({ name, decide, expected = CONFORMS }: Choice): Situation {
  return fronted(`unusual: ${name}`, "smoke", decide, expected);
}

/** A service that makes all these choices, the first of them nearest to the partner. */
export function together(name: string, choices: readonly Choice[]): Situation {
  const decide = (): Decide => choices.map((choice) => choice.decide()).reduceRight(before, () => "pass");
  return fronted(`unusual, together: ${name}`, "smoke", decide, CONFORMS);
}

/** Puts one front before another. */
function before(inner: Decide, outer: Decide): Decide {
  return (arrival, pass) =>
    outer(arrival, async (changed = {}) => {
      const fate = await inner({ ...arrival, ...changed }, (again = {}) => pass({ ...changed, ...again }));
      if (fate === "drop" || fate === "lose") throw new Error("a choice loses no answers");
      return fate === "pass" ? pass(changed) : fate;
    });
}

export function withHeaders(headers: Readonly<Record<string, string>>): Reshape {
  return (answer) => ({ ...answer, headers: { ...answer.headers, ...headers } });
}

export function onSuccess(reshape: Reshape): Reshape {
  return (answer, arrival) => (isSuccess(answer) ? reshape(answer, arrival) : answer);
}

export type JsonObject = { [name: string]: JsonValue };

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const NOBODY: Arrival = { number: 0, method: "", path: "", headers: {}, body: "" };

/** Times in another notation of the same instant. */
export function times(write: (time: string) => string): Reshape {
  return onSuccess((answer) =>
    changed(answer, (value) =>
      withTexts(value, (text, name) => (/_at$/.test(name) && /^\d{4}-\d\d-\d\dT/.test(text) ? write(text) : text)),
    ),
  );
}

/** What a list shows at a reading. */
interface Relisted {
  readonly items: readonly JsonObject[];
  /** Default: the number of the items. */
  readonly total?: number;
}

/**
 * A list that the front pages by itself.
 * @param make from all that the sandbox lists, the number of the reading, and its path, what is listed
 */
export function relisting(make: (all: readonly JsonObject[], reading: number, path: string) => Relisted): () => Decide {
  return () => {
    let all: readonly JsonObject[] | null = null;
    let readings = 0;
    return async (arrival, pass) => {
      if (!isFor("listTransactions", arrival)) return "pass";
      const answer = await pass();
      const page = isSuccess(answer) ? memberOf(answer.body, "items") : undefined;
      if (!Array.isArray(page)) return answer;
      if (all === null) {
        const whole = await pass({ path: "/api/transactions?page_number=1&page_size=100" });
        const listed = memberOf(whole.body, "items");
        all = Array.isArray(listed) ? listed.filter(isObject) : [];
      }
      readings += 1;
      const { items, total = items.length } = make(all, readings, arrival.path);
      const size = Number(memberOf(answer.body, "page_size"));
      const number = Number(memberOf(answer.body, "page_number"));
      return changed(answer, (value) =>
        isObject(value) ? { ...value, total, items: items.slice((number - 1) * size, number * size) } : value,
      );
    };
  };
}

/** Ids that the service gives in a run: none is given to two resources (sections 1, 2.1, 2.4 and 2.9). */
import { createHash } from "node:crypto";
import type { Exchange } from "../../../client/model.js";
import type { Judge } from "../../../engine/model.js";
import { failureOf } from "../../../engine/traffic.js";
import { successBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { isObject, type JsonObject, jsonText, valueAt } from "../../../schemas/json.js";

/** The id that an operation gives, and the field of the request that tells one resource from another. */
export interface Naming {
  readonly given: string;
  readonly own: string;
  /** The answer shows the field, too: where it shows another value, it is about a resource that was there before. */
  readonly isShown: boolean;
}

/** How many answers are kept as proofs. Of those before them it is still known which id they gave, and to what. */
const LATEST = 500;

/** A text in sixteen characters: a run may make as many resources as it has time for. */
function digest(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest().toString("base64", 0, 12);
}

const COMPANY = ["business_details", "business_identifier_number"];

function companyOf(sent: JsonObject): string | null {
  const number = valueAt(sent, COMPANY);
  return typeof number === "string" ? digest(number.trim().toUpperCase()) : null;
}

/** Remembers which id was given to which resource, and judges every creation of a run by that. */
export function givenOnce({ given, own: ownField, isShown }: Naming): (check: string) => Judge {
  return (check) => {
    // By the id, all of them as digests: what it was given to, and the company, where a customer's request names it.
    const owners = new Map<string, string>();
    // Whether one company can be two customers is open.
    const companies = new Map<string, string>();
    const latest = new Map<string, Exchange>();
    return (answer) => {
      const { exchange, recorder } = answer;
      const { sent, response: isJudged } = answer.judging;
      if (!isJudged || !isObject(sent) || !isSuccess(exchange)) return;
      const body = successBody(exchange);
      const id = body[given];
      const own = sent[ownField];
      if (typeof id !== "string" || typeof own !== "string") return;
      if (isShown && body[ownField] !== own) return;
      recorder.request(check);
      const [name, sender, company] = [digest(id), digest(own), companyOf(sent)];
      const owner = owners.get(name);
      if (owner === undefined) {
        owners.set(name, sender);
        if (company !== null) companies.set(name, company);
        latest.set(name, exchange);
        const [oldest] = latest.size > LATEST ? latest.keys() : [];
        if (oldest !== undefined) latest.delete(oldest);
      }
      const isKnown = company !== null && companies.get(name) === company;
      if (owner === undefined || owner === sender || isKnown) recorder.pass(check);
      else {
        const failure = failureOf(answer, {
          message: `Two resources have the same ${given}`,
          expected: "an id of its own for each",
          actual: `${jsonText(id)} a second time, for another ${ownField}`,
        });
        recorder.fail(check, { ...failure, control: latest.get(name) ?? null, isProof: true });
      }
    };
  };
}

/** Ids that the service gives in a run: none is given to two resources (sections 1, 2.1, 2.4 and 2.9). */
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

/** What an id was given to. */
interface Owner {
  readonly own: string;
  /** The company, where a customer's request names it: whether one company can be two customers is open. */
  readonly company: string | null;
  readonly exchange: Exchange;
}

const COMPANY = ["business_details", "business_identifier_number"];

function companyOf(sent: JsonObject): string | null {
  const number = valueAt(sent, COMPANY);
  return typeof number === "string" ? number.trim().toUpperCase() : null;
}

/** Remembers which id was given to which resource, and judges every creation of a run by that. */
export function givenOnce({ given, own: ownField, isShown }: Naming): (check: string) => Judge {
  return (check) => {
    const owners = new Map<string, Owner>();
    return (answer) => {
      const { exchange, recorder } = answer;
      const { sent, response: isJudged } = answer.judging;
      if (!isJudged || !isObject(sent) || !isSuccess(exchange)) return;
      const body = successBody(exchange);
      const id = body[given];
      const own = sent[ownField];
      if (typeof id !== "string" || typeof own !== "string") return;
      if (isShown && body[ownField] !== own) return;
      const owner = owners.get(id);
      recorder.request(check);
      const company = companyOf(sent);
      if (owner === undefined) owners.set(id, { own, company, exchange });
      const isKnown = owner !== undefined && company !== null && owner.company === company;
      if (owner === undefined || owner.own === own || isKnown) recorder.pass(check);
      else {
        const failure = failureOf(answer, {
          message: `Two resources have the same ${given}`,
          expected: "an id of its own for each",
          actual: `${jsonText(id)} a second time, for another ${ownField}`,
        });
        recorder.fail(check, { ...failure, control: owner.exchange, isProof: true });
      }
    };
  };
}

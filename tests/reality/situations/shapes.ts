/** Answers that are said in another way: null for absent, no body, other statuses and error shapes. */
import type { Answer, Arrival, Decide } from "../front.js";
import {
  CONFORMS,
  changed,
  fronted,
  inPlace,
  isFor,
  isSuccess,
  type JsonValue,
  json,
  memberOf,
  refusal,
  type Situation,
  VERSION,
  violated,
  warned,
} from "../situation.js";

/** Optional fields of a recipient that are left out when they are absent. */
const OPTIONAL = ["website", "address_info", "file_id_list", "business_type"];

function withNulls(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return { ...Object.fromEntries(OPTIONAL.map((name) => [name, null])), ...value };
}

/** Other answers to successes of some requests. */
function answering(
  name: string,
  on: (arrival: Arrival) => boolean,
  answer: (answer: Answer) => Answer,
  expected: Situation["expected"],
): Situation {
  const decide = (): Decide => async (arrival, pass) => {
    const given = await pass();
    return on(arrival) && isSuccess(given) ? answer(given) : given;
  };
  return fronted(name, "smoke", decide, expected);
}

const isUpdate = (arrival: Arrival): boolean => isFor("updateRecipient", arrival);
const isCreate = (arrival: Arrival): boolean => isFor("createRecipient", arrival);
const isList = (arrival: Arrival): boolean => isFor("listTransactions", arrival);

/** The documented paths. */
const DOCUMENTED = /^\/api\/(recipients|files|customers|transactions|balances)/;

/** An Api-Version that nobody knows is answered with a status that suits routes or representations. */
function unknownVersion(status: number): Situation {
  const decide = (): Decide => async (arrival, pass) => {
    const version = arrival.headers["api-version"];
    const answer = await pass();
    const unknown = version !== undefined && version !== VERSION && version !== "2026-08-31";
    return unknown && !isUpdate(arrival) && answer.status === 400 ? { ...answer, status } : answer;
  };
  return fronted(`${status} for an unknown Api-Version, off the update`, "smoke", decide, CONFORMS);
}

function persons(body: string): number {
  const list = memberOf(body, "business_person_list");
  return Array.isArray(list) ? list.length : 0;
}

/** A transaction that is not known is answered with success and nothing in it. */
function emptyForUnknown(status: number, body: string): Decide {
  return async ({ path }, pass) => {
    const answer = await pass();
    return path.startsWith("/api/transactions/") && (answer.status === 404 || answer.status === 400)
      ? { status, body, headers: body === "" ? {} : { "content-type": "application/json" } }
      : answer;
  };
}

export const SHAPES: readonly Situation[] = [
  answering(
    "null for absent fields",
    (arrival) => isCreate(arrival) || isUpdate(arrival),
    (answer) => changed(answer, withNulls),
    warned(2, /null/),
  ),
  answering("204 for an update", isUpdate, () => ({ status: 204 }), violated(/204/)),
  answering("an empty body for an update", isUpdate, () => ({ status: 200 }), violated(/body|empty/i)),
  answering("null for a list", isList, () => json(200, null), violated(/null/)),
  fronted(
    "200 and null for an unknown transaction",
    "smoke",
    () => emptyForUnknown(200, "null"),
    violated(/null|unknown/i),
  ),
  fronted("204 for an unknown transaction", "smoke", () => emptyForUnknown(204, ""), violated(/204|unknown/i)),
  fronted(
    "DELETE is answered with 200",
    "smoke",
    () =>
      ({ method, path }) =>
        method === "DELETE" && !path.endsWith("/update") && DOCUMENTED.test(path) ? json(200, {}) : "pass",
    warned(1, /DELETE/),
  ),
  unknownVersion(404),
  unknownVersion(406),
  fronted(
    "a customer has one business person at most",
    "smoke",
    () => (arrival, pass) => {
      const isLong = isFor("createCustomer", arrival) && persons(arrival.body) > 1;
      return isLong ? inPlace(pass, refusal(400, "business_person_list: at most 1 person", "INVALID")) : "pass";
    },
    { ...CONFORMS, observed: /taken with one item in business_person_list/ },
  ),
  fronted(
    "the list needs a start time, and its refusal does not say so",
    "smoke",
    () => async (arrival, pass) => {
      const answer = await pass();
      const isShort = isList(arrival) && answer.status === 400;
      return isShort ? json(400, { errors: [{ detail: "Invalid request", code: "INVALID" }] }) : answer;
    },
    CONFORMS,
    { behaviours: { listFilters: "startNeeded" } },
  ),
  fronted(
    "an empty list of errors",
    "smoke",
    () => async (_arrival, pass) => {
      const answer = await pass();
      return answer.status === 400 ? json(400, { errors: [] }) : answer;
    },
    warned(1, /empty|errors/i),
  ),
];

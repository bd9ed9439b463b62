/** Room that runs out, and names that are taken. */
import type { Arrival, Decide } from "../front.js";
import {
  CONFORMS,
  type Expected,
  fronted,
  inPlace,
  isFor,
  isSuccess,
  memberOf,
  refusal,
  type Situation,
  violated,
} from "../situation.js";

/** A service that is full is no departure: what could not be judged is said. */
const FULL: Expected = {
  ...CONFORMS,
  firstSentence: /full|limit|quota|room|not (judged|exercised)|no violation|cases/i,
};

/** Room that is looked for only once a request is found to be right. */
function roomAtLast(count: number): () => Decide {
  return () => {
    let created = 0;
    return async (arrival, pass) => {
      const answer = await pass();
      if (!isFor("createRecipient", arrival) || !isSuccess(answer)) return answer;
      created += 1;
      return created > count ? refusal(409, `No more than ${count} are allowed.`, "LIMIT_REACHED") : answer;
    };
  };
}

/** Limits that a full service does not keep: its refusals say nothing of them. */
const UNKEPT = {
  "createRecipient/refuses/website.maxLength": "one-more",
  "createRecipient/refuses/address_info.city.maxLength": "one-more",
  "createRecipient/refuses/payment_details.bank.account_number.pattern": "start-open",
};

/** Each business name once: at creations, and at updates as well where that is said. */
const uniqueNamesOf = (updates: boolean) => (): Decide => {
  const taken = new Map<string, string>();
  return async (arrival, pass) => {
    const creates = isFor("createRecipient", arrival);
    if (!creates && !(updates && isFor("updateRecipient", arrival))) return "pass";
    const name = memberOf(arrival.body, "business_name");
    const key = typeof name === "string" ? name.toLowerCase() : undefined;
    const owner = key === undefined ? undefined : taken.get(key);
    if (owner !== undefined && owner !== arrival.path.split("/")[3])
      return inPlace(pass, refusal(creates ? 409 : 400, "business_name: is in use already", "DUPLICATE"));
    const answer = await pass();
    const id = memberOf(answer.body, "recipient_id");
    if (key !== undefined && isSuccess(answer) && typeof id === "string") taken.set(key, id);
    return answer;
  };
};

const uniqueNames = uniqueNamesOf(false);

/** Of each so many creations that are taken the answer is lost, from the first one on. */
function losing(nth: number, decide: Decide, concerns: (arrival: Arrival) => boolean = () => true): Decide {
  let count = 0;
  return async (arrival, pass) => {
    const fate = await decide(arrival, pass);
    if (!isFor("createRecipient", arrival)) return fate;
    const answer = fate === "pass" ? await pass() : fate;
    if (typeof answer === "string" || !isSuccess(answer) || !concerns(arrival)) return answer;
    count += 1;
    return count % nth === 1 ? "drop" : answer;
  };
}

/** Every second answer to a long name that is taken gets lost. */
function longOnesLost(): Decide {
  return losing(2, uniqueNames(), ({ body }) => String(memberOf(body, "business_name")).length > 100);
}

/** Recipients are kept up to a number; the oldest is forgotten for each that comes. */
function vanishing(count: number): Decide {
  const kept: string[] = [];
  const gone = new Set<string>();
  return async (arrival, pass) => {
    const id = /^\/api\/recipients\/([^/]+)\/update/.exec(arrival.path)?.[1] ?? "";
    if (gone.has(id)) return refusal(404, "The recipient is not known.", "NOT_FOUND");
    const answer = await pass();
    if (isFor("createRecipient", arrival) && isSuccess(answer)) {
      const created = memberOf(answer.body, "recipient_id");
      if (typeof created === "string") kept.push(created);
      if (kept.length > count) gone.add(kept.shift() ?? "");
    }
    return answer;
  };
}

/** A recipient is forgotten when it was updated so many times. */
function worn(updates: number): Decide {
  const counts = new Map<string, number>();
  return async (arrival, pass) => {
    if (!isFor("updateRecipient", arrival)) return "pass";
    const count = counts.get(arrival.path) ?? 0;
    if (count >= updates) return refusal(404, "The recipient is not known.", "NOT_FOUND");
    const answer = await pass();
    if (isSuccess(answer)) counts.set(arrival.path, count + 1);
    return answer;
  };
}

export const QUOTAS: readonly Situation[] = [
  fronted(
    "room for 60, and limits that are not kept",
    "standard",
    roomAtLast(60),
    { ...FULL, exitCode: 1, findings: { violations: 3 }, unproved: Object.keys(UNKEPT) },
    { defects: Object.entries(UNKEPT).map(([check, way]) => `${check}/${way}`) },
  ),
  {
    ...fronted("unique names, and lost answers to long ones", "standard", longOnesLost, CONFORMS),
    options: ["--check", "createRecipient/accepts/business_name.*"],
  },
  fronted("unique business names", "standard", uniqueNames, CONFORMS),
  fronted("unique business names, also at updates", "smoke", uniqueNamesOf(true), CONFORMS),
  fronted("unique business names, and answers that get lost", "standard", () => losing(40, uniqueNames()), {
    ...CONFORMS,
    findings: { violations: 0, warnings: 1 },
  }),
  fronted("recipients vanish when there are more than 100", "standard", () => vanishing(100), {
    ...CONFORMS,
    observed: /vanish|no longer|gone/i,
  }),
  fronted("a recipient vanishes when it was updated three times", "smoke", () => worn(3), violated(/came and went/)),
];

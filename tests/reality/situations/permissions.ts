/** What a key may do, and what becomes of it. */
import { type Arrival, type Decide, type Front, startFront } from "../front.js";
import { CONFORMS, ended, fronted, isFor, refusal, type Situation } from "../situation.js";

const FORBIDDEN = refusal(403, "This key has no permission.", "FORBIDDEN");
const UNAUTHORIZED = refusal(401, "Unauthorized", "UNAUTHORIZED");
const LOCKED = refusal(401, "This key is locked.", "LOCKED");

/** A key without one permission: 403 instead of every success, as section 5 has it. */
function without(what: string, on: (arrival: Arrival) => boolean): Situation {
  const decide = (): Decide => async (arrival, pass) => {
    if (!on(arrival)) return "pass";
    const answer = await pass(arrival.method === "POST" ? { body: "{" } : {});
    return answer.status === 401 ? answer : FORBIDDEN;
  };
  return fronted(`a key that may not ${what}`, "smoke", decide, {
    ...CONFORMS,
    firstSentence: /permission|conforms|no violation/i,
  });
}

/** A front that knows the credentials of its sandbox. */
async function knowing(decide: (credentials: Front["credentials"]) => Decide): Promise<Front> {
  let decided: Decide | undefined;
  const front: Front = await startFront((arrival, pass) => {
    decided ??= decide(front.credentials);
    return decided(arrival, pass);
  });
  return front;
}

/** A key that is locked for good after so many wrong secrets. */
function locked(after: number): Situation {
  return {
    name: `a key that is locked after ${after} wrong secrets`,
    profile: "smoke",
    start: () =>
      knowing(({ apiKey, apiSecret }) => {
        let wrong = 0;
        return ({ headers }) => {
          if (headers["x-api-key"] !== apiKey) return "pass";
          if (wrong >= after) return LOCKED;
          if (headers["x-api-secret"] !== apiSecret) wrong += 1;
          return "pass";
        };
      }),
    expected: { ...CONFORMS, firstSentence: /lock|conforms|no violation/i },
  };
}

/** Credentials that are good up to a request. */
function expiring(at: number): Situation {
  return {
    name: `credentials that expire at request ${at}`,
    profile: "smoke",
    start: () =>
      knowing(
        () =>
          ({ number }) =>
            number >= at ? UNAUTHORIZED : "pass",
      ),
    expected: ended(/refused since|accepted at first|expired/i),
  };
}

/** A key that is banned after so many refused requests. */
function banned(after: number): Situation {
  return fronted(
    `a key that is banned after ${after} refusals`,
    "smoke",
    () => {
      let refused = 0;
      return async (_arrival, pass) => {
        if (refused >= after) return refusal(403, "This key is suspended.", "SUSPENDED");
        const answer = await pass();
        if (answer.status === 400) refused += 1;
        return answer;
      };
    },
    ended(/refused since|403|suspended/i),
  );
}

export const PERMISSIONS: readonly Situation[] = [
  without("create customers", (arrival) => isFor("createCustomer", arrival)),
  without("upload", (arrival) => isFor("uploadFile", arrival)),
  without("read balances", (arrival) => isFor("listBalances", arrival)),
  without("create recipients", (arrival) => isFor("createRecipient", arrival)),
  without("read transactions", ({ path }) => path.startsWith("/api/transactions")),
  expiring(100),
  expiring(500),
];

export const LOCKS: readonly Situation[] = [locked(3), locked(20), banned(100)];

/** Targets that go away, come back, lose answers or forget. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closedPort } from "../../cli/child.js";
import { AUTHORITY, EXPIRED, OTHER_HOST, SELF_SIGNED, type TestCertificate } from "../../client/certificates.js";
import { type Decide, type Fate, type Front, startFront } from "../front.js";
import {
  CONFORMS,
  ended,
  fronted,
  html,
  isFor,
  isSuccess,
  memberOf,
  pause,
  refusal,
  type Situation,
  violated,
  writesRecipient,
} from "../situation.js";

/** Milliseconds that an outage lasts. */
const AWAY = 2000;

/** A front that is told of each request beside what becomes of it. */
async function watched(decide: (front: () => Front, number: number) => Fate): Promise<Front> {
  const front: Front = await startFront(({ number }) => decide(() => front, number));
  return front;
}

/** A target that is killed at a request, and comes back after a while. */
function killed(at: number): Situation {
  const start = (): Promise<Front> =>
    watched((front, number) => {
      if (number === at) {
        void front()
          .down()
          .then(() => pause(AWAY))
          .then(() => front().up())
          .catch(() => undefined);
        return "drop";
      }
      return "pass";
    });
  return {
    name: `killed at request ${at}, comes back`,
    profile: "smoke",
    start,
    expected: { ...CONFORMS, firstSentence: /conforms|no violation|outage/i },
  };
}

/** A target that answers badly for a while from a request on. */
function awhile(name: string, at: number, fate: Fate): Situation {
  const decide = (): Decide => {
    let until = 0;
    return ({ number }) => {
      if (number === at) until = Date.now() + AWAY;
      return Date.now() < until ? fate : "pass";
    };
  };
  return fronted(name, "smoke", decide, CONFORMS);
}

const BAD_GATEWAY = html(502, "502 Bad Gateway");

/** What a target does once in so many requests. */
function every(name: string, nth: number, fate: Fate, expected = CONFORMS): Situation {
  return fronted(
    name,
    "smoke",
    () =>
      ({ number }) =>
        number % nth === 0 ? fate : "pass",
    expected,
  );
}

/** Every fifth reading of a deposit fails, in whatever case it is asked for. */
function failingDeposits(): Decide {
  let count = 0;
  return ({ path }) => {
    if (!path.startsWith("/api/transactions/detail")) return "pass";
    count += 1;
    return count % 5 === 0 ? refusal(500, "Something went wrong.", "INTERNAL") : "pass";
  };
}

/** What a front does, which tells when its fault occurred. */
type Telling = (occurred: () => void) => Decide;

/** A fault that a slow machine may not come to see: the observation is expected where it occurred. */
function seenLate(name: string, decide: Telling, observed: RegExp): Situation {
  return {
    name,
    profile: "smoke",
    expected: { ...CONFORMS, observed },
    async start() {
      let hasOccurred = false;
      const front = await startFront(
        decide(() => {
          hasOccurred = true;
        }),
      );
      return { ...front, occurred: () => hasOccurred };
    },
  };
}

/**
 * Updates see a new recipient after a while only. The fault occurs where the first update of a recipient that is kept for
 * updates comes before that: the first recipient of a run gets a mark, whatever comes of it.
 */
const late =
  (milliseconds: number): Telling =>
  (occurred) => {
    const seen = new Map<string, number>();
    let isFirst = true;
    return async (arrival, pass) => {
      const id = /^\/api\/recipients\/([^/]+)\/update/.exec(arrival.path)?.[1] ?? "";
      const [marked] = seen.keys();
      const isLate = Date.now() < (seen.get(id) ?? 0);
      if (seen.has(id) && id !== marked) {
        if (isLate && isFirst) occurred();
        isFirst = false;
      }
      if (isLate) return refusal(404, "The recipient is not known.", "NOT_FOUND");
      const answer = await pass();
      if (isFor("createRecipient", arrival) && isSuccess(answer)) {
        const created = /"recipient_id":"([^"]+)"/.exec(answer.body ?? "")?.[1];
        if (created !== undefined) seen.set(created, Date.now() + milliseconds);
      }
      return answer;
    };
  };

/**
 * Answers to updates show a recipient as it was a while ago; for ever when that is not said. Time counts from arrival to
 * arrival: a real service has a machine of its own, and this one may take longer to answer than the delay. The fault occurs
 * where the first recipient that is updated again is shown as it was created: other answers may be those of updates kept back.
 */
const stale =
  (milliseconds = Number.POSITIVE_INFINITY): Telling =>
  (occurred) => {
    let isFirst = true;
    const states = new Map<string, { readonly at: number; readonly body: string }[]>();
    return async (arrival, pass) => {
      const at = Date.now();
      const answer = await pass();
      const id = memberOf(answer.body, "recipient_id");
      if (!writesRecipient(arrival) || !isSuccess(answer) || typeof id !== "string") return answer;
      const own = [...(states.get(id) ?? []), { at, body: answer.body ?? "" }];
      states.set(id, own);
      const shown = own.findLast((state, index) => index === 0 || state.at <= at - milliseconds);
      if (own.length === 3 && isFirst) {
        isFirst = false;
        if (shown === own[0]) occurred();
      }
      return isFor("updateRecipient", arrival) ? { ...answer, body: shown?.body ?? "" } : answer;
    };
  };

/** A target with a certificate that nobody should trust. */
function certified(name: string, tls: TestCertificate, firstSentence: RegExp): Situation {
  return fronted(`TLS: ${name}`, "smoke", () => () => "pass", ended(firstSentence), { tls });
}

/** The same where the user names the authority of the certificate. */
function certifiedByKnown(name: string, tls: TestCertificate, firstSentence: RegExp): Situation {
  const config = join(tmpdir(), "ppconform-reality-authority.yaml");
  const situation = certified(name, tls, firstSentence);
  return {
    ...situation,
    options: ["--config", config],
    start() {
      const authority = "ppconform-reality-authority.pem";
      writeFileSync(join(tmpdir(), authority), AUTHORITY);
      writeFileSync(config, `ca: ${authority}\n`);
      return situation.start();
    },
  };
}

/** An address where nothing is. */
function nowhere(name: string, baseUrl: () => Promise<string>, firstSentence: RegExp): Situation {
  return {
    name,
    profile: "smoke",
    start: async () => ({
      baseUrl: await baseUrl(),
      credentials: { apiKey: "key_3f9Ab7Qz", apiSecret: "secret_91XyWq" },
      close: () => Promise.resolve(),
    }),
    expected: ended(firstSentence),
  };
}

export const CONNECTION: readonly Situation[] = [
  killed(400),
  awhile("connections dropped for 2 s", 400, "drop"),
  awhile("502 for 2 s", 400, BAD_GATEWAY),
  every("one 502 in fifty", 50, BAD_GATEWAY, {
    ...CONFORMS,
    findings: { violations: 0, warnings: 1, first: /502/ },
  }),
  fronted(
    "one single 502",
    "smoke",
    () =>
      ({ number }) =>
        number === 400 ? BAD_GATEWAY : "pass",
    CONFORMS,
  ),
  every("every seventh request 500", 7, refusal(500, "Something went wrong.", "INTERNAL"), violated(/500/)),
  fronted("every fifth reading of a deposit 500", "smoke", failingDeposits, {
    ...violated(/500/),
    reasons: {
      "getDepositDetail/accepts/control.read": /^violation/,
      "getDepositDetail/state/steady": /^warning/,
      "listTransactions/state/steady": /^pass/,
    },
  }),
  every("one answer in two hundred lost", 200, "lose", { ...CONFORMS, findings: { violations: 0, warnings: 1 } }),
  {
    name: "a restart that loses memory",
    profile: "smoke",
    start: () =>
      watched((front, number) => {
        if (number === 400)
          void front()
            .forget()
            .catch(() => undefined);
        return "pass";
      }),
    expected: ended(/forg|lost|no longer|restart/i),
  },
  ...[5, 20, 300, 2000].map((milliseconds) =>
    seenLate(`a new recipient is seen ${milliseconds} ms late`, late(milliseconds), /visible late: .* within \d+ ms/),
  ),
  ...[5, 20, 300].map((milliseconds) =>
    seenLate(`an update is seen ${milliseconds} ms late`, stale(milliseconds), /visible late, within \d+ ms/),
  ),
  fronted("an update is never seen", "smoke", () => stale()(() => undefined), violated(/changed|before|lost/i)),
  certified("self-signed", SELF_SIGNED, /self.signed/i),
  certified("expired", EXPIRED, /expired/i),
  certifiedByKnown("another host's", OTHER_HOST, /host/i),
  nowhere(
    "nothing listens there",
    async () => `http://127.0.0.1:${await closedPort()}`,
    /refused|nothing listens|reach/i,
  ),
  nowhere("a name that nobody has", () => Promise.resolve("http://payments.invalid"), /payments\.invalid/),
  {
    name: "a base URL with a prefix and a trailing slash",
    profile: "smoke",
    start: async () => {
      const front = await startFront(({ path }, pass) =>
        path.startsWith("/gateway/v1/api/") ? pass({ path: path.slice("/gateway/v1".length) }) : html(404, "Not Found"),
      );
      return { ...front, baseUrl: `${front.baseUrl}/gateway/v1/` };
    },
    expected: CONFORMS,
  },
];

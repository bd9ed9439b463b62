/** A firewall that dislikes what some requests hold, and says so in its own way. */
import type { Answer } from "../front.js";
import { fronted, html, json, refusal, type Situation } from "../situation.js";

/** One cause: what the firewall dislikes. */
const EXPECTED = {
  exitCode: 1,
  firstSentence: /violation/i,
  findings: { violations: 1, warnings: 1, first: /quote|angle|bracket|firewall|['"<>]/i },
};

function disliking(what: string, pattern: RegExp, how: string, answer: Answer): Situation {
  const decide = () => (arrival: { readonly body: string }) =>
    pattern.test(arrival.body) ? answer : ("pass" as const);
  return fronted(`a firewall: ${what} give ${how}`, "smoke", decide, EXPECTED);
}

const QUOTES = /'|\\"/;
const BRACKETS = /[<>]/;

export const FIREWALL: readonly Situation[] = [
  disliking("quotes", QUOTES, "403, as HTML", html(403, "Request blocked")),
  disliking("angle brackets", BRACKETS, "403, as HTML", html(403, "Request blocked")),
  disliking("angle brackets", BRACKETS, "400, as HTML", html(400, "Bad Request")),
  disliking("quotes", QUOTES, "400, in the service's shape", refusal(400, "The request was blocked.", "BLOCKED")),
  // The service answers everything that is not authentic by its gateway, which has another error shape.
  fronted(
    "401 in another error shape",
    "smoke",
    () => async (_arrival, pass) => {
      const answer = await pass();
      return answer.status === 401 ? json(401, { message: "Unauthorized" }) : answer;
    },
    { exitCode: 1, firstSentence: /violation/i, findings: { violations: 1, first: /401|error shape|errors/i } },
  ),
];

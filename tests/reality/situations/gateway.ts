/** What stands before a service, or in its place: wrong addresses, and gateways. */
import type { Answer } from "../front.js";
import { ended, fronted, html, json, refusal, type Situation } from "../situation.js";

/** One answer to everything. */
function always(name: string, answer: Answer, firstSentence: RegExp): Situation {
  return fronted(name, "smoke", () => () => answer, ended(firstSentence));
}

const NOTHING_LIKE_IT = /nothing at .* answers like|path prefix|give 404/i;

export const GATEWAY: readonly Situation[] = [
  always("404 everywhere, as JSON", refusal(404, "Not found.", "NOT_FOUND"), NOTHING_LIKE_IT),
  always("404 everywhere, as HTML", html(404, "Not Found"), NOTHING_LIKE_IT),
  always("a page everywhere, 200", html(200, "Welcome"), /nothing at .* answers like|html|same page/i),
  always("{} everywhere, 200", json(200, {}), /nothing at .* answers like|same/i),
  always("a redirect to a login everywhere", { status: 302, headers: { location: "/login" } }, /302|redirect|login/i),
  always("401 everywhere", refusal(401, "Unauthorized", "UNAUTHORIZED"), /credentials|401/i),
  always("403 everywhere, as HTML", html(403, "Access denied"), /403/),
  always("403 everywhere, in the service's shape", refusal(403, "Forbidden", "FORBIDDEN"), /403/),
  always("500 everywhere", refusal(500, "Something went wrong.", "INTERNAL"), /500/),
  always("503 everywhere", html(503, "Service Unavailable"), /503/),
  always("405 everywhere", html(405, "Method Not Allowed"), /405|nothing at/i),
];

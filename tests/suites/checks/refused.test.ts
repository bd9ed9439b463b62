/** An update that is refused changes nothing: neither to what it carried nor to anything else. */
import { expect, test } from "vitest";
import { run } from "../../../library/run.js";
import { isObject, parsedJson } from "../../../schemas/json.js";
import { type Decide, startFront } from "../../reality/front.js";
import { isFor, json, memberOf } from "../../reality/situation.js";

/** Shows another website from a refused update on, until an update carries one. */
function spoiling(): Decide {
  const spoiled = new Set<string>();
  return async (arrival, pass) => {
    const answer = await pass();
    if (!isFor("updateRecipient", arrival)) return answer;
    if (answer.status === 400) spoiled.add(arrival.path);
    if (answer.status !== 200) return answer;
    if (memberOf(arrival.body, "website") !== undefined) spoiled.delete(arrival.path);
    const shown = parsedJson(answer.body ?? "");
    const isSpoiled = spoiled.has(arrival.path) && isObject(shown) && shown.website !== undefined;
    return isSpoiled ? json(200, { ...shown, website: "https://spoiled.example.com/" }) : answer;
  };
}

test("a refused update that changes what it did not carry is found", async () => {
  const front = await startFront(spoiling());
  const { checks } = await run({
    target: front.baseUrl,
    credentials: front.credentials,
    checks: ["updateRecipient/state/refused.unapplied"],
  });
  await front.close();
  const [finding] = checks.flatMap(({ findings }) => findings);
  expect(finding?.actual).toBe('website "https://spoiled.example.com/"');
});

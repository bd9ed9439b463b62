/** What a service asks beyond the document is found also where its refusal names nothing. */
import { expect, test } from "vitest";
import { run } from "../../library/run.js";
import { startFront } from "../reality/front.js";
import { inPlace, isFor, memberOf, refusal } from "../reality/situation.js";

test("a service that takes customers with one business person alone is judged in whole", async () => {
  const front = await startFront((arrival, pass) => {
    const persons = isFor("createCustomer", arrival) ? memberOf(arrival.body, "business_person_list") : undefined;
    const isCrowd = Array.isArray(persons) && persons.length > 1;
    return isCrowd ? inPlace(pass, refusal(400, "Invalid Parameter")) : "pass";
  });
  const { summary, checks } = await run({
    target: front.baseUrl,
    credentials: front.credentials,
    profile: "smoke",
    operations: ["createCustomer"],
  });
  await front.close();
  expect(summary).toMatchObject({ violation: 0, warning: 0 });
  expect(checks.filter(({ verdict }) => verdict === "not-exercised").map(({ id }) => id)).toEqual([]);
});

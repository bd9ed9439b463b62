/** A second run with the same seed meets what the first one left behind. */
import { expect, test } from "vitest";
import { run } from "../../library/run.js";
import { startOutsider } from "./server.mjs";

test("a service that answers a repeated partner id with what it stored before is left alone by a second run", async () => {
  const outsider = await startOutsider({ preset: "northbank" });
  const { apiKey, apiSecret } = outsider.credentials;
  const once = () =>
    run({
      target: outsider.baseUrl,
      credentials: { apiKey, apiSecret },
      profile: "smoke",
      operations: ["createCustomer"],
    });
  const [first, second] = [await once(), await once()];
  await outsider.close();
  expect(first.summary).toMatchObject({ violation: 0, warning: 0 });
  expect(second.summary).toMatchObject({ violation: 0, warning: 0, pass: first.summary.pass });
});

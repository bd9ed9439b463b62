/** What shows only where two values stand together is told with the two, beside a request that is accepted. */
import { expect, test } from "vitest";
import { trialOnSandbox } from "./trial.js";

test("a value that is refused beside one of another field is told with both", async () => {
  const { report } = await trialOnSandbox(
    { profile: "standard", checks: ["createRecipient/accepts/combinations"] },
    { defects: ["createRecipient/accepts/combinations/code-without-state"] },
  );
  const [check] = report.checks;
  expect(check?.verdict).toBe("violation");
  expect(check?.findings[0]?.message).toContain(
    "refuses valid values of address_info.state and address_info.post_code together",
  );
  expect(check?.findings[0]?.edit?.to).toEqual({ "address_info.state": null, "address_info.post_code": "" });
  expect(check?.findings[0]?.control?.response?.status).toBe(200);
});

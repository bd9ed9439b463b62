import { expect, test } from "vitest";
import { selftestCommand } from "../../cli/selftest.js";
import { UsageError } from "../../engine/settings/usageError.js";

function refusal(...options: string[]): Promise<unknown> {
  return selftestCommand()
    .parseAsync(options, { from: "user" })
    .catch((error: unknown) => error);
}

test.each([
  ["--only no-such-defect", "no defect has that in its id"],
  ["--write-docs --slice", "Leave out --slice"],
  ["--write-docs --only swift_code", "Leave out --slice, --only"],
  ["--workers 0", "from 1 to 64"],
  ["--seed x", "--seed x"],
])("%s is wrong use, and the message says what to do", async (options, message) => {
  const error = await refusal(...options.split(" "));
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(message);
});

import { expect, test } from "vitest";
import { asTyped } from "../../cli/typed.js";

test("commands are called as npm calls them, where npm has started this one", () => {
  const text = "again  ppconform replay a/report.json F1\nppconform 1.0.0   (ppconform run --help shows)";
  expect(asTyped(text, {})).toBe(text);
  expect(asTyped(text, { npm_command: "exec" })).toBe(
    "again  npx --no-install ppconform replay a/report.json F1\nppconform 1.0.0   (npx --no-install ppconform run --help shows)",
  );
  expect(asTyped("npx --no-install ppconform run", { npm_command: "exec" })).toBe("npx --no-install ppconform run");
});

import { afterEach, expect, test, vi } from "vitest";
import { readProject } from "../../vitest/project.js";

afterEach(() => void vi.unstubAllEnvs());

test("a watch is a profile of the command alone: files of tests choose what they send", () => {
  vi.stubEnv("CONFORMANCE_PROFILE", "watch");
  expect(() => readProject()).toThrow("watch is a profile of ppconform run alone. Write smoke, standard or deep.");
});

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that replace a module for all that is loaded after it. */
const ALONE = ["tests/selftest/workers.test.ts"];

/**
 * Only a hanging test reaches a limit. The longest test takes 40 s on two cores, and ten times as long under a load of
 * twenty.
 */
const EACH = {
  testTimeout: 420_000,
  hookTimeout: 420_000,
  expect: { poll: { timeout: 300_000 } },
  setupFiles: "tests/tidy.ts",
};

/** Files whose whole runs take longest, or that wait. They come first: else one of them is left at the end while a core is idle. */
const LONGEST =
  /tests\/(reality|hostile|parts|outsiders|consumer|documented\.|gates|webhooks\/run|client\/throttle|suites\/observations|laws|engine\/(conforming|faults|answers\/run|limits\/runs|rounds))/;

function rankOf({ moduleId }: TestSpecification): number {
  return LONGEST.test(moduleId) ? 1 : 0;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rankOf(right) - rankOf(left));
  }
}

/** `vitest run suites` means the suites, not the tests in tests/suites. */
const NOT_HERE = [...ALONE, ...(process.argv.includes("suites") ? ["tests/suites/**"] : [])];

export default defineConfig({
  test: {
    globalSetup: "tests/temporaryFolder.ts",
    // Many tests wait for sockets, so a worker for each core does not crowd them.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    // Most files share a process with others: what is loaded, and what the engine has optimised, is there already.
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"], exclude: NOT_HERE, isolate: false, ...EACH } },
      // One after the other in one process, which finds out once what the deployment accepts: a separate group, after the others.
      {
        test: {
          name: "suites",
          include: ["suites/*.test.ts"],
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...EACH,
        },
      },
      { test: { name: "alone", include: ALONE, ...EACH } },
    ],
  },
});

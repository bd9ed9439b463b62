import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that start nothing and change nothing in their process: they share one, and nothing is loaded anew for each. */
const PURE = [
  "tests/{oracles,schemas}/**/*.test.ts",
  "tests/generators/{edits,texts}/**/*.test.ts",
  "tests/reports/{baseline,diff,facts}/**/*.test.ts",
  "tests/engine/{adaptation,settings}/**/*.test.ts",
];

/** Only what hangs runs into a limit: a machine may be slow, or busy with something else. */
const PATIENCE = { testTimeout: 900_000, hookTimeout: 900_000 };

/** Files whose whole runs take longest. They come first: else one of them is left over, and a core has nothing to do. */
const LONGEST =
  /tests\/(reality|hostile|parts|outsiders|suites\/observations|engine\/(conforming|faults|answers\/run|rounds))/;

function rankOf({ project, moduleId }: TestSpecification): number {
  return project.name === "pure" ? 0 : LONGEST.test(moduleId) ? 2 : 1;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((left, right) => rankOf(right) - rankOf(left));
  }
}

export default defineConfig({
  test: {
    globalSetup: "tests/temporaryFolder.ts",
    // Many tests wait for sockets, so that a worker for each core does not crowd them.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"], exclude: PURE, ...PATIENCE } },
      { test: { name: "pure", include: PURE, isolate: false, ...PATIENCE } },
      { test: { name: "suites", include: ["suites/*.test.ts"], ...PATIENCE } },
    ],
  },
});

import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files whose whole runs take longest. They come first: else one of them is left over, and a core has nothing to do. */
const LONGEST =
  /tests\/(reality|hostile|parts|outsiders|suites\/observations|engine\/(conforming|faults|answers\/run|rounds))/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => Number(LONGEST.test(right.moduleId)) - Number(LONGEST.test(left.moduleId)));
  }
}

export default defineConfig({
  test: {
    globalSetup: "tests/temporaryFolder.ts",
    // Only what hangs runs into a limit: a machine may be slow, or busy with something else.
    // Many tests wait for sockets, so that a worker for each core does not crowd them.
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"], testTimeout: 900_000, hookTimeout: 900_000 } },
      {
        test: {
          name: "suites",
          include: ["suites/*.test.ts"],
          testTimeout: 900_000,
          hookTimeout: 900_000,
        },
      },
    ],
  },
});

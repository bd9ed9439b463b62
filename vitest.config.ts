import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "tests/temporaryFolder.ts",
    // Only what hangs runs into a limit: a machine may be slow, or busy with something else.
    // Many tests wait for sockets, so that a worker for each core does not crowd them.
    maxWorkers: "100%",
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

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    globalSetup: "tests/temporaryFolder.ts",
    // Many tests wait for sockets, so that a worker for each core does not crowd them.
    maxWorkers: "100%",
    projects: [
      { test: { name: "unit", include: ["tests/**/*.test.ts"], testTimeout: 30_000 } },
      {
        test: {
          name: "suites",
          include: ["suites/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});

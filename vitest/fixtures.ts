/** Fixtures for your own tests: the service, requests that it accepts, and arbitraries. */
import { test } from "vitest";
import { arbitraries } from "../library/arbitraries.js";
import type { RunOptions } from "../library/run.js";
import { asFailure } from "./failure.js";
import { type ProjectTarget, readProject } from "./project.js";
import { type Control, type OpenedService, openService, type Service } from "./service.js";

/** The fixtures. */
export interface ConformanceFixtures {
  /** The service, with credentials, pacing, redaction and the journal of what is created. */
  readonly service: Service;
  /** A realistic request of an operation, which a conforming deployment accepts. */
  readonly control: Control;
  /** Arbitraries of fast-check for request bodies. */
  readonly arbitraries: typeof arbitraries;
}

/** Where the service is, and how it is called; the project's settings count where nothing is set here. */
export interface ConformanceTestOptions
  extends ProjectTarget,
    Pick<
      RunOptions,
      "profile" | "seed" | "connection" | "requestsPerSecond" | "timeoutMs" | "patienceMs" | "apiVersion"
    > {}

/** `test` of Vitest with the fixtures of the contract, which are created when a test of a file first uses them. */
export function conformanceTest(options: ConformanceTestOptions = {}) {
  const open = () =>
    asFailure("service", () => {
      const { choose, stated, flags } = readProject();
      return openService(choose(options), { ...stated, ...options }, flags.reportDir);
    });
  return test.extend<ConformanceFixtures & { readonly opened: OpenedService }>({
    opened: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that no fixture is asked for.
      async ({}, use) => {
        const opened = await open();
        await use(opened);
        await opened.close();
      },
      { scope: "file" },
    ],
    service: [async ({ opened }, use) => await use({ send: opened.send }), { scope: "file" }],
    control: [async ({ opened }, use) => await use(await asFailure("control", opened.controls)), { scope: "file" }],
    arbitraries,
  });
}

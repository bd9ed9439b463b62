/** What test files use: suites of the operations, and fixtures and matchers for your own tests. */
export { expect } from "vitest";
export { type ConformanceFixtures, type ConformanceTestOptions, conformanceTest } from "./fixtures.js";
export type { MatchedAnswer } from "./matchers.js";

import "./matchers.js";

export type { Control, Service, ServiceAnswer, ServiceRequest } from "./service.js";
export { type ConformanceSuiteOptions, conformanceSuite } from "./suite.js";

/** What a file of tests changed in its process is put back at its end: the next one runs in the same process. */
import { afterAll, vi } from "vitest";
import { leaveDesk } from "./cli/child.js";

afterAll(() => {
  leaveDesk();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

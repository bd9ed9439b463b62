/** Whenever a run is killed, its journal knows everything that the service created. */
import { expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { kill } from "./kills.js";

test.concurrent.each([0, 1, 5, 17, 40, 80, 130, 210])(
  "a run that is killed after more than %i creations",
  { timeout: PATIENCE },
  async (things) => {
    const { created, missing } = await kill(things);
    expect(missing).toEqual([]);
    expect(created).toBeGreaterThan(things);
  },
);

/** Whenever a run is killed, its journal knows everything that the service created. */
import { expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { kill } from "./kills.js";

/** After how many creations: a few moments from the first to the last, and at a release two hundred of them. */
const MOMENTS =
  process.env.PPCONFORM_TEST_ALL === undefined
    ? [0, 1, 5, 17, 40, 80, 110, 130, 210]
    : Array.from({ length: 200 }, (_, index) => (index * 37) % 211);

test.concurrent.each(MOMENTS)(
  "a run that is killed after more than %i creations",
  { timeout: PATIENCE },
  async (things) => {
    const { created, missing } = await kill(things);
    expect(missing).toEqual([]);
    expect(created).toBeGreaterThan(things);
  },
);

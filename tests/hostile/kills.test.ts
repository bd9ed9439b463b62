/** Whenever a run is killed, its journal knows everything that the service created. */
import { expect, test } from "vitest";
import { PATIENCE } from "../cli/child.js";
import { slice, TRIES_ALL } from "../slice.js";
import { kill } from "./kills.js";

/** After how many creations: a few moments from the first to the last, and two hundred of them where everything is tried. */
const MOMENTS = slice(
  TRIES_ALL ? Array.from({ length: 200 }, (_, index) => (index * 37) % 211) : [0, 17, 110, 1, 40, 130, 5, 80, 210],
  3,
);

test.concurrent.each(MOMENTS.entries)(
  `a run that is killed after more than %i creations (${MOMENTS.told})`,
  { timeout: PATIENCE },
  async (things) => {
    const { created, missing } = await kill(things);
    expect(missing).toEqual([]);
    expect(created).toBeGreaterThan(things);
  },
);

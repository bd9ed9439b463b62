import { conformanceSuite } from "./vitest.js";

conformanceSuite("listBalances");

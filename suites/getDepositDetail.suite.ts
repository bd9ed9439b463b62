import { conformanceSuite } from "./vitest.js";

conformanceSuite("getDepositDetail");

import { conformanceSuite } from "./vitest.js";

conformanceSuite("getTransferDetail");

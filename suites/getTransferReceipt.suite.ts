import { conformanceSuite } from "./vitest.js";

conformanceSuite("getTransferReceipt");

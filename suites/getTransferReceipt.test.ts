import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("getTransferReceipt", { elseSandbox: true });

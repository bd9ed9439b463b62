import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("getTransferDetail", { elseSandbox: true });

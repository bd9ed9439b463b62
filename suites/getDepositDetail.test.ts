import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("getDepositDetail", { elseSandbox: true });

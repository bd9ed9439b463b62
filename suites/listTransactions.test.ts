import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("listTransactions", { elseSandbox: true });

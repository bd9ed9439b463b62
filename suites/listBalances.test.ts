import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("listBalances", { elseSandbox: true });

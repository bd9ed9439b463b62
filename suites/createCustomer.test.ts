import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("createCustomer", { elseSandbox: true });

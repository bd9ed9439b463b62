import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("updateRecipient", { elseSandbox: true });

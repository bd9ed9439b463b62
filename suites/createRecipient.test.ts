import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("createRecipient", { elseSandbox: true });

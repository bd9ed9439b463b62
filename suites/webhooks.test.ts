import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("webhooks", { elseSandbox: true });

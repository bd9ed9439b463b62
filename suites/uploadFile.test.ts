import { conformanceSuite } from "../vitest/index.js";

conformanceSuite("uploadFile", { elseSandbox: true });

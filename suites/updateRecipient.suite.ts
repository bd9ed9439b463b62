import { conformanceSuite } from "./vitest.js";

conformanceSuite("updateRecipient");

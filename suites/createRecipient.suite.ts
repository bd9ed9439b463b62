import { conformanceSuite } from "./vitest.js";

conformanceSuite("createRecipient");

import { conformanceSuite } from "./vitest.js";

conformanceSuite("uploadFile");

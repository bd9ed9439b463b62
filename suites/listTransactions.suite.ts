import { conformanceSuite } from "./vitest.js";

conformanceSuite("listTransactions");

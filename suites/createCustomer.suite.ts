import { conformanceSuite } from "./vitest.js";

conformanceSuite("createCustomer");

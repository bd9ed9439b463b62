/** The suites on the embedded sandbox: one test for each check. */

import { conformanceSuite } from "../library/vitest.js";
import { OPERATION_IDS } from "../schemas/operations.js";

for (const operation of OPERATION_IDS) conformanceSuite(operation, { target: "sandbox" });

/** The suites on the deployment that the environment names, or on the embedded sandbox: one test for each check. */
import { OPERATION_IDS } from "../schemas/operations.js";
import { conformanceSuite } from "./vitest.js";

for (const operation of OPERATION_IDS) conformanceSuite(operation);

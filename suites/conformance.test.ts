/** The suites at the deployment that the environment names, else at the embedded sandbox: one test for each check. */
import { assertNamed, SANDBOX } from "../engine/settings/deployment.js";
import { readSettings } from "../engine/settings/environment.js";
import { conformanceSuite } from "../library/vitest.js";
import { OPERATION_IDS } from "../schemas/operations.js";

const settings = readSettings(null, process.env);
assertNamed(undefined, settings, { env: process.env, isTerminal: false, elseSandbox: true });
const { CONFORMANCE_BASE_URL: target = SANDBOX } = settings;

for (const operation of OPERATION_IDS) conformanceSuite(operation, { target });

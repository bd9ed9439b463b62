/** Wallet balances: sections 2.8 and 4.8. */
import { balances } from "./groups/balances.js";
import type { Suite } from "./model.js";
import { readSuite } from "./readSuite.js";

export const listBalances: Suite = readSuite("listBalances", "the list of balances", [balances()]);

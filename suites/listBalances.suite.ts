/** Wallet balances: sections 2.8 and 4.8. */
import type { Suite } from "../engine/model.js";
import { distinctWallets, repeatedBalances } from "./checks/state/balances.js";
import { readSuite } from "./readingSuite.js";

export const listBalances: Suite = readSuite("listBalances", "the list of balances", [
  distinctWallets,
  repeatedBalances,
]);

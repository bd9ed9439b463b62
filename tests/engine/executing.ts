/** Cases, targets and sessions made by hand, for tests of how a run is run. */

import { BudgetSpentError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import { CONTRACT } from "../../contract.js";
import type { Target } from "../../discovery/target.js";
import type { Case, CheckDefinition, Execution, Failure } from "../../engine/model.js";
import { Session } from "../../engine/send/session.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const OK = exchangeOf(responseOf([]));

/** A target in which nothing was found. */
export const EMPTY_TARGET: Target = {
  seed: 42,
  profile: "standard",
  run: "abcde",
  noWrites: null,
  onlyRefused: false,
  credentialsEdits: new Set(),
  templates: {
    createRecipient: [],
    updateRecipient: [],
    uploadFile: [],
    createCustomer: [],
    getTransferDetail: [],
    listTransactions: [],
    getTransferReceipt: [],
    listBalances: [],
    getDepositDetail: [],
  },
  noFiles: null,
  noCustomerFiles: null,
  references: [],
  recipients: { bank: [], crypto: [] },
  stateWords: [],
  updatableAge: 0,
  updatePause: 0,
  updatedTwice: [],
  updateDelay: null,
  transfers: [],
  deposits: [],
  mismatched: { transfers: [], deposits: [] },
  unfound: [],
  pages: null,
  unready: {},
};

/** A session whose target gives some answer to everything. */
export function sessionWith(
  answer: (request: WireRequest, number: number) => Exchange = () => OK,
  target: Target = EMPTY_TARGET,
): Session {
  let number = 0;
  return new Session(CONTRACT, target, { send: async (request) => answer(request, number++) }, new Map());
}

/** A session whose target may be sent so many requests. */
export function sessionOf(budget: number): Session {
  return sessionWith((_, number) => {
    if (number >= budget) throw new BudgetSpentError(budget);
    return OK;
  });
}

export const REQUEST: WireRequest = {
  method: "GET",
  path: "/api/balances",
  headers: {},
  body: null,
  credentials: "valid",
};

/** A failure with a message of its own. */
export function failure(message: string, exchange: Exchange = exchangeOf(responseOf("", 500))): Failure {
  return { message, expected: "what is right", actual: "what is not", edit: null, control: null, exchange };
}

/** A case of a check; it is called with its execution and how often it was done before. */
export function testCase(
  check: string,
  execute: (execution: Execution, turn: number) => void | Promise<void>,
  options: Partial<Omit<Case, "id" | "check" | "execute">> & { readonly index?: number } = {},
): Case {
  const { tier = 0, index = 0, ...others } = options;
  let turn = 0;
  return {
    id: `${check}#${index}`,
    check,
    operation: "listBalances",
    effect: "read",
    tier,
    ...others,
    execute: async (execution) => execute(execution, turn++),
  };
}

/** A check of the balances. */
export function definition(rule: string, level: CheckDefinition["level"] = "must"): CheckDefinition {
  return {
    id: `listBalances/${rule}`,
    title: "A title",
    operation: "listBalances",
    area: "state",
    section: "4.8",
    level,
    statements: [],
    sends: "something",
    expects: "something else",
  };
}

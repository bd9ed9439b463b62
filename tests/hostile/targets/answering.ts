/** Targets that leave one operation without answers, or that give answers to the wrong requests. */
import type { Answer, Decide } from "../../reality/front.js";
import { type HostileTarget, spoilt } from "../target.js";

const ALL = [
  "createRecipient",
  "updateRecipient",
  "uploadFile",
  "createCustomer",
  "getTransferDetail",
  "listTransactions",
  "getTransferReceipt",
  "listBalances",
  "getDepositDetail",
];

/** Requests on a path are never answered. */
const silentOn = (path: RegExp) => (): Decide => async (arrival, pass) => {
  if (path.test(arrival.path)) await new Promise(() => {});
  return pass();
};

/** Of two requests that are under way together, each gets the other's answer. */
function mixedUp(): Decide {
  let waiting: ((answer: Answer) => Promise<Answer>) | null = null;
  return async (_, pass) => {
    const other = waiting;
    if (other !== null) {
      waiting = null;
      return other(await pass());
    }
    const own = pass();
    return new Promise<Answer>((resolve, reject) => {
      const alone = setTimeout(() => {
        if (waiting === exchange) waiting = null;
        own.then(resolve, reject);
      }, 5);
      const exchange = async (theirs: Answer): Promise<Answer> => {
        clearTimeout(alone);
        resolve(theirs);
        return own;
      };
      waiting = exchange;
    });
  };
}

export const ANSWERING: readonly HostileTarget[] = [
  { name: "answers that are mixed up", serve: spoilt(mixedUp), exitCode: 1, operations: ALL },
  ...(
    [
      ["the balances are never answered", /^\/api\/balances/],
      ["no transfer is ever answered", /^\/api\/transactions\/transfer\/detail/],
      ["no update is ever answered", /^\/api\/recipients\/[^/]+\/update/],
      ["no creation of a customer is ever answered", /^\/api\/customers/],
    ] as const
  ).map(
    ([name, path]): HostileTarget => ({
      name,
      silent: "partly",
      serve: spoilt(silentOn(path)),
      exitCode: 1,
      says: /no answer/,
      operations: ALL,
    }),
  ),
];

import { statusAt, type Transaction } from "../../resources.js";
import type { Service } from "../../service.js";

/** The transactions of a kind, the oldest first. */
export function transactionsOf(kind: Transaction["kind"], { state }: Service): Transaction[] {
  return state.transactionList().filter((transaction) => transaction.kind === kind);
}

/** The one in the middle among the transactions of a kind that succeeded, and one that failed. */
export function middleOf(
  kind: Transaction["kind"],
  service: Service,
): { succeeded?: Transaction; failed?: Transaction } {
  const now = service.now();
  const ended = (status: string) =>
    transactionsOf(kind, service).filter(({ progress }) => statusAt(progress, now) === status);
  const succeeded = ended("succeeded");
  const one = succeeded[Math.floor(succeeded.length / 2)];
  const [failed] = ended("failed");
  return { ...(one === undefined ? {} : { succeeded: one }), ...(failed === undefined ? {} : { failed }) };
}

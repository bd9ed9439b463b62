/** Reads the transactions that deliveries are about, so that the two can be compared. */

import type { Target } from "../../engine/model.js";
import { readRequest, type Sender } from "../../engine/preflight/reachability.js";
import { successBody } from "../../oracles/json.js";
import type { Category } from "../../schemas/deliveries.js";
import type { JsonRecord } from "../../schemas/json.js";
import type { DetailView } from "../checks/agreement.js";
import type { JudgedDelivery } from "../checks/judge.js";

type Detail = "getTransferDetail" | "getDepositDetail";

/** Transactions that are read for one run at most. */
const MOST_READ = 40;

/** The ids of one transaction, as far as they are known. */
interface TransactionIds {
  readonly id: string | null;
  readonly partnerId: string | null;
}

/** Transactions that the data of a delivery names, the most likely first: a return names the transfer that came back. */
function transactionIds(category: Category, data: JsonRecord): TransactionIds[] {
  const textOf = (name: string): string | null => {
    const value = data[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const own = { id: textOf("transaction_id") ?? textOf("id"), partnerId: textOf("partner_transaction_id") };
  const original = {
    id: textOf("original_transaction_id") ?? textOf("transfer_id"),
    partnerId: textOf("original_partner_transaction_id"),
  };
  const named = category === "Return" ? [original, own] : [own];
  return named.filter(({ id, partnerId }) => id !== null || partnerId !== null);
}

type Query = Readonly<Record<string, string>>;

/** The queries under which an operation may know a transaction: as it knows others, else by its documented parameters. */
function queriesFor(target: Target, operation: Detail, { id, partnerId }: TransactionIds): Query[] {
  const known = (operation === "getTransferDetail" ? target.transfers : target.deposits)[0];
  const forms: Readonly<Record<string, "id" | "partnerId">>[] =
    known === undefined
      ? [
          { transaction_id: "id" },
          { partner_transaction_id: "partnerId" },
          { transaction_id: "id", partner_transaction_id: "partnerId" },
        ]
      : [
          Object.fromEntries(
            Object.entries(known.query).map(([name, value]) => [
              name,
              value === known.transactionId ? "id" : "partnerId",
            ]),
          ),
        ];
  return forms.flatMap((form): Query[] => {
    const pairs = Object.entries(form).map(([name, kind]) => [name, kind === "id" ? id : partnerId] as const);
    return pairs.some(([, value]) => value === null)
      ? []
      : [Object.fromEntries(pairs.map(([name, value]) => [name, value ?? ""]))];
  });
}

/** Details by the ids that deliveries carry. */
export class DetailReader {
  readonly #read = new Map<string, Promise<DetailView | null>>();

  constructor(
    private readonly sender: Sender,
    private readonly target: Target,
  ) {}

  /** The detail of the transaction that a delivery's data is about; null when it cannot be read, or enough were read. */
  async detailFor({ reading }: JudgedDelivery): Promise<DetailView | null> {
    const { category, data } = reading;
    const object = data?.objects[0];
    if (object === undefined || (category !== "Transfers" && category !== "Deposit" && category !== "Return"))
      return null;
    const operation = category === "Deposit" ? "getDepositDetail" : "getTransferDetail";
    for (const ids of transactionIds(category, object)) {
      const view = await this.#lookUp(operation, ids);
      if (view !== null) return view;
    }
    return null;
  }

  #lookUp(operation: Detail, ids: TransactionIds): Promise<DetailView | null> {
    const key = `${operation} ${ids.id} ${ids.partnerId}`;
    let lookup = this.#read.get(key);
    if (lookup === undefined) {
      if (this.#read.size >= MOST_READ) return Promise.resolve(null);
      lookup = this.#ask(operation, ids);
      this.#read.set(key, lookup);
    }
    return lookup;
  }

  async #ask(operation: Detail, ids: TransactionIds): Promise<DetailView | null> {
    for (const query of queriesFor(this.target, operation, ids)) {
      const exchange = await this.sender.send(readRequest(operation, query));
      const detail = successBody(exchange);
      // An answer about another transaction is no ground for a comparison.
      const shown = Object.values(detail);
      if (shown.includes(ids.id ?? "") || shown.includes(ids.partnerId ?? "")) return { detail, exchange };
    }
    return null;
  }
}

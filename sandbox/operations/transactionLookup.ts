import { type Answer, type Refusal, refusal, success } from "../answer.js";
import type { Call, QueryValue } from "../call.js";
import type { Deposit, Transaction, Transfer } from "../resources.js";
import type { Service } from "../service.js";
import { depositView, transferView } from "../views.js";
import type { Operation } from "./operation.js";

/** Section 4.5. */
export const getTransferDetail: Operation = {
  name: "getTransferDetail",
  method: "GET",
  path: "/api/transactions/transfer/detail",
  writes: false,
  requestRefusal: lookupRefusal,
  answer: (call, service) => {
    const found = findByIds(call, service);
    return found?.kind === "transfer" ? readAnswer(transferView(found, service), service) : unknownAnswer(service);
  },
};

/** Section 4.9. */
export const getDepositDetail: Operation = {
  name: "getDepositDetail",
  method: "GET",
  path: "/api/transactions/detail",
  writes: false,
  requestRefusal: lookupRefusal,
  answer: (call, service) => {
    const found = findByIds(call, service);
    return found?.kind === "deposit" ? readAnswer(depositView(found, service), service) : unknownAnswer(service);
  },
};

function readAnswer(body: unknown, service: Service): Answer {
  return success(Number(service.behaviour.readStatus), body);
}

function lookupRefusal(call: Call, service: Service): Refusal | undefined {
  const { lookup, lookupWithout } = service.behaviour;
  const given = ["transaction_id", "partner_transaction_id"].filter((name) => isGiven(call.query[name]));
  if (given.some((name) => typeof call.query[name] !== "string")) {
    return service.refuse(call, `${given.join(" and ")} must be given once`);
  }
  if (given.length === 0) {
    return lookupWithout === "notFound"
      ? refusal(404, "NOT_FOUND", "No transaction was asked for")
      : service.refuse(call, "transaction_id or partner_transaction_id is required");
  }
  if (lookup === "exactlyOne" && given.length === 2) {
    return service.refuse(call, "transaction_id and partner_transaction_id cannot be given together");
  }
  if (lookup === "both" && given.length === 1) {
    return service.refuse(call, "transaction_id and partner_transaction_id are both required");
  }
  return undefined;
}

/** An empty value asks for nothing. */
function isGiven(value: QueryValue): boolean {
  return value !== undefined && value !== "";
}

function findByIds(call: Call, service: Service): Transaction | undefined {
  const { transaction_id: id, partner_transaction_id: partnerId } = call.query;
  const byId = typeof id === "string" && id !== "" ? service.state.transactions.get(id) : undefined;
  if (!isGiven(partnerId) || (isGiven(id) && service.behaviour.lookup === "transactionIdFirst")) return byId;
  const byPartnerId = transactionByPartnerId(partnerId, service);
  return isGiven(id) && byId !== byPartnerId ? undefined : byPartnerId;
}

/** The transaction that first took a partner id. */
export function transactionByPartnerId(partnerId: QueryValue, { state }: Service): Transfer | Deposit | undefined {
  return typeof partnerId === "string"
    ? state.transactions.get(state.transactionsByPartnerId.get(partnerId) ?? "")
    : undefined;
}

/** The answer about a transaction that does not exist; `empty` is the body that stands for nothing found. */
export function unknownAnswer({ behaviour }: Service, empty?: unknown): Answer {
  switch (behaviour.unknownTransaction) {
    case "404":
      return refusal(404, "NOT_FOUND", "No such transaction");
    case "400":
      return refusal(400, "INVALID_PARAMETER", "No such transaction");
    case "null":
      return success(Number(behaviour.readStatus), empty ?? null);
    case "empty":
      return success(Number(behaviour.readStatus), empty ?? {});
  }
}

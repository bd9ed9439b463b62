import type { PartnerRequest, QueryValue } from "../partnerRequest.js";
import type { Deposit, Transaction, Transfer } from "../resources.js";
import { type Refusal, type Result, refusal, success } from "../result.js";
import type { Service } from "../service.js";
import { transactionView } from "../views.js";
import type { OperationName } from "./names.js";
import type { Operation } from "./operation.js";

function detail(name: OperationName, path: string, kind: Transaction["kind"]): Operation {
  return {
    name,
    method: "GET",
    path,
    writes: false,
    requestRefusal: lookupRefusal,
    perform: (request, service) => {
      const found = findByIds(request, service);
      return found?.kind === kind
        ? success(Number(service.behaviour.readStatus), transactionView(found, service))
        : unknownTransaction(request, service);
    },
  };
}

/** Section 4.5. */
export const getTransferDetail = detail("getTransferDetail", "/api/transactions/transfer/detail", "transfer");

/** Section 4.9. */
export const getDepositDetail = detail("getDepositDetail", "/api/transactions/detail", "deposit");

function lookupRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  const { lookup, lookupWithout } = service.behaviour;
  const given = ["transaction_id", "partner_transaction_id"].filter((name) => isGiven(request.query[name]));
  if (given.some((name) => typeof request.query[name] !== "string"))
    return service.refuse(request, `${given.join(" and ")} must be given once`);
  if (given.length === 0)
    return lookupWithout === "notFound"
      ? refusal(404, "NOT_FOUND", "No transaction was asked for")
      : service.refuse(request, "transaction_id or partner_transaction_id is required");
  if (lookup === "exactlyOne" && given.length === 2)
    return service.refuse(request, "transaction_id and partner_transaction_id cannot be given together");
  if (lookup === "both" && given.length === 1)
    return service.refuse(request, "transaction_id and partner_transaction_id are both required");
  return undefined;
}

/** An empty value asks for nothing. */
function isGiven(value: QueryValue): boolean {
  return value !== undefined && value !== "";
}

function findByIds(request: PartnerRequest, service: Service): Transaction | undefined {
  const { transaction_id: id, partner_transaction_id: partnerId } = request.query;
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
export function unknownTransaction({ query }: PartnerRequest, service: Service, empty?: unknown): Result {
  const { behaviour } = service;
  const foreign = service.foreignRefusal(Object.values(query));
  if (foreign !== undefined) return foreign;
  switch (behaviour.unknownTransaction) {
    case "404":
      return refusal(404, "NOT_FOUND", "No such transaction");
    case "400":
      return refusal(400, "INVALID_PARAMETER", "No such transaction");
    case "empty":
      return success(Number(behaviour.readStatus), empty ?? {});
  }
}

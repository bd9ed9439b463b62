import { isDateTime } from "../dateTime.js";
import type { PartnerRequest } from "../partnerRequest.js";
import type { Transaction } from "../resources.js";
import type { Refusal } from "../result.js";
import type { Service } from "../service.js";
import { listStatus } from "../views.js";

/**
 * The optional filters that the list's description mentions (section 4.6). Their names are this service's own; without
 * the behaviour they are not looked at.
 */
const TIME_FILTERS = ["start_time", "end_time"];
const FILTERS = ["status", "source_currency", "target_currency", ...TIME_FILTERS];

export function filterRefusal(request: PartnerRequest, service: Service): Refusal | undefined {
  if (service.behaviour.listFilters === "absent") return undefined;
  if (service.behaviour.listFilters === "startNeeded" && request.query.start_time === undefined)
    return service.refuse(request, "start_time is required");
  for (const name of FILTERS) {
    const value = request.query[name];
    if (value !== undefined && typeof value !== "string") return service.refuse(request, `${name} must be given once`);
    if (value !== undefined && TIME_FILTERS.includes(name) && !isDateTime(value))
      return service.refuse(request, `${name} must be a date-time`);
  }
  return undefined;
}

export function matchesFilters(transaction: Transaction, request: PartnerRequest, service: Service): boolean {
  if (service.behaviour.listFilters === "absent") return true;
  const { status, source_currency, target_currency, start_time, end_time } = request.query;
  const { createdAt } = transaction.progress;
  return (
    (status === undefined || status === listStatus(transaction, service)) &&
    (source_currency === undefined || source_currency === sourceCurrency(transaction)) &&
    (target_currency === undefined || target_currency === targetCurrency(transaction)) &&
    (start_time === undefined || createdAt >= Date.parse(String(start_time))) &&
    (end_time === undefined || createdAt <= Date.parse(String(end_time)))
  );
}

function sourceCurrency(transaction: Transaction): string {
  return transaction.kind === "transfer" ? transaction.source.currency : transaction.currency;
}

function targetCurrency(transaction: Transaction): string {
  return transaction.kind === "transfer" ? transaction.target.currency : transaction.currency;
}

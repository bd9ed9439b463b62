import { isObject, type JsonObject } from "../../json.js";
import type { PartnerRequest } from "../../partnerRequest.js";
import type { Transaction } from "../../resources.js";
import { success } from "../../result.js";
import type { Service } from "../../service.js";
import { transactionView } from "../../views.js";
import { type Change, changeAt } from "../bodyPath.js";
import { bodyChanged, shownValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import { transactionsOf } from "./transactions.js";

const defect = familyOf("agreement");
const DETAIL_OPERATIONS = ["getTransferDetail", "getDepositDetail"] as const;
type DetailOperation = (typeof DETAIL_OPERATIONS)[number];
/** What follows the operation in the id of a defect. */
type DefectName = `${string}/${string}`;

function allOf(operation: DetailOperation, service: Service): Transaction[] {
  return transactionsOf(operation === "getTransferDetail" ? "transfer" : "deposit", service);
}

/** The one after the transaction with an id, the first one after the last. */
function nextTo(id: unknown, operation: DetailOperation, service: Service): Transaction | undefined {
  const all = allOf(operation, service);
  return all[(all.findIndex((transaction) => transaction.id === id) + 1) % all.length];
}

function lookups(operation: DetailOperation): Defect[] {
  const instead = (
    [name, ...also]: readonly [DefectName, ...string[]],
    title: string,
    isMeant: (body: JsonObject, request: PartnerRequest) => boolean,
  ): Defect =>
    defect(
      [`${operation}/${name}`, ...also],
      title,
      bodyChanged((body, request, service) => {
        const other =
          isObject(body) && isMeant(body, request) ? nextTo(body.transaction_id, operation, service) : undefined;
        return other === undefined ? body : transactionView(other, service);
      }),
    );
  const found = (
    name: DefectName,
    title: string,
    find: (id: string, all: readonly Transaction[]) => Transaction | undefined,
  ): Defect =>
    defect(`${operation}/${name}`, title, {
      result: (result, request, service) => {
        const { transaction_id: id, partner_transaction_id: partnerId } = request.query;
        const asked = typeof id === "string" ? id : partnerId;
        const isUnknown = result.kind === "refusal" && result.code === "NOT_FOUND";
        const other = isUnknown && typeof asked === "string" ? find(asked, allOf(operation, service)) : undefined;
        return other === undefined ? result : success(200, transactionView(other, service));
      },
    });
  const readings = (name: DefectName, title: string, path: string, change: (turn: number) => Change): Defect =>
    defect(`${operation}/${name}`, title, () => {
      let turn = 0;
      return bodyChanged((body) => changeAt(body, path, change(turn++)));
    });
  const byPartnerId = (way: string, title: string, path: string, change: Change): Defect =>
    defect(
      `${operation}/state/both-ways/${way}`,
      title,
      bodyChanged((body, request) =>
        typeof request.query.transaction_id === "string" ? body : changeAt(body, path, change),
      ),
    );
  const amountPath = operation === "getTransferDetail" ? "source.amount" : "amount";
  const byId = ({ query }: PartnerRequest): boolean => typeof query.transaction_id === "string";
  return [
    instead(
      ["state/asked-for/next-one", "state/both-ways", "state/list.agrees"],
      "the answer is about the transaction after the one that was asked for",
      (_body, request) => byId(request),
    ),
    instead(
      ["state/asked-for/next-one-for-failed", "state/both-ways"],
      "the answer about a failed transaction is about another one",
      ({ status }) => /fail/i.test(String(status)),
    ),
    instead(
      ["state/both-ways/next-one-by-partner-id"],
      "a partner_transaction_id leads to another transaction than its own",
      (_body, request) => !byId(request),
    ),
    found("state/unknown-id/first-one", "an unknown id leads to the first transaction", (_id, all) => all[0]),
    found("state/unknown-id/newest-one", "an unknown id leads to the newest transaction", (_id, all) => all.at(-1)),
    found("state/unknown-id/beginning", "the beginning of an id is enough", (id, all) =>
      all.find((each) => each.id.startsWith(id) || each.partnerId.startsWith(id)),
    ),
    byPartnerId(
      "other-amount",
      "a transaction has another amount when it is read by its partner_transaction_id",
      amountPath,
      (amount) => Number(amount) + 1,
    ),
    byPartnerId(
      "other-time",
      "a transaction was created at another time when it is read by its partner_transaction_id",
      "created_at",
      () => "2025-01-01T00:00:00Z",
    ),
    readings(
      "state/repeat/growing-amount",
      "the amount grows by a cent with each reading",
      amountPath,
      (turn) => (amount) => Number(amount) + turn / 100,
    ),
    readings(
      "state/repeat/other-partner-id",
      "every second reading has another partner_transaction_id",
      "partner_transaction_id",
      (turn) => (id) => (turn % 2 === 0 ? id : `${String(id).slice(0, -1)}0`),
    ),
    defect(
      `${operation}/state/list.agrees/amount-rounded`,
      "the amount is rounded to whole units, unlike in the list",
      shownValueChanged(amountPath, (amount) => Math.ceil(Number(amount) + 1)),
    ),
    defect(
      `${operation}/state/list.agrees/day-later`,
      "it was created a day later than the list says",
      shownValueChanged("created_at", (time) => new Date(Date.parse(String(time)) + 86_400_000).toISOString()),
    ),
  ];
}

/** What a transaction's detail should agree with: the request, the other id, the list, itself (sections 2.5 to 2.7). */
export const TRANSACTION_DETAILS: readonly Defect[] = DETAIL_OPERATIONS.flatMap(lookups);

/** Details, the list and receipts of transactions that disagree (sections 2.5 to 2.7, 4.5, 4.7 and 4.9). */
import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "../../json.js";
import { receiptPdf } from "../../operations/reads.js";
import { type PartnerRequest, type Refusal, refusal, success } from "../../request.js";
import type { Service } from "../../service.js";
import { statusAt, type Transaction } from "../../state.js";
import { customerView, listStatus, recipientView, transactionView, transferView } from "../../views.js";
import {
  always,
  bodyChanged,
  type Change,
  changeAt,
  insteadOfSuccess,
  objectChange,
  objectChanged,
  removed,
  shownValueChanged,
  swapped,
  withMembers,
} from "../changes.js";
import { type Defect, defects } from "../defect.js";
import type { DefectHooks } from "../hooks.js";

const FAMILY = "agreement";
const DETAILS = ["getTransferDetail", "getDepositDetail"] as const;
const PARTIES = ["customer", "recipient"] as const;

/** The transactions of a kind, the oldest first. */
function transactionsOf(kind: Transaction["kind"], { state }: Service): Transaction[] {
  return state.transactionList().filter((transaction) => transaction.kind === kind);
}

/** Of the transactions of a kind, the oldest and the middle one that succeeded, and one that failed. */
export function examplesOf(
  kind: Transaction["kind"],
  service: Service,
): Readonly<Partial<Record<string, Transaction>>> {
  const now = service.now();
  const ended = (status: string) =>
    transactionsOf(kind, service).filter(({ progress }) => statusAt(progress, now) === status);
  const succeeded = ended("succeeded");
  return {
    oldest: succeeded[0],
    succeeded: succeeded[Math.floor(succeeded.length / 2)],
    failed: ended("failed")[0],
  };
}

type IsMeant = (request: PartnerRequest, body: JsonObject) => boolean;

const byId: IsMeant = ({ query }) => typeof query.transaction_id === "string";
const byPartnerId: IsMeant = ({ query }) => typeof query.transaction_id !== "string";
const byBothIds: IsMeant = ({ query }) =>
  typeof query.transaction_id === "string" && typeof query.partner_transaction_id === "string";

/** Changes details that are read in one way. */
function where(isMeant: IsMeant, change: (body: JsonObject, service: Service) => unknown): DefectHooks {
  return objectChanged((body, request, service) => (isMeant(request, body) ? change(body, service) : body));
}

/** Changes the value at a path by how often it was read. */
const turning = (path: string, change: (turn: number) => Change) => (): DefectHooks => {
  let turn = 0;
  return bodyChanged((body) => changeAt(body, path, change(turn++)));
};

/** What a transaction's detail should agree with: the request, the other id, the list, itself. */
function detail(operation: (typeof DETAILS)[number]): Defect[] {
  const kind = operation === "getTransferDetail" ? "transfer" : "deposit";
  const amount = kind === "transfer" ? "source.amount" : "amount";
  /** Shows the next one; the first after the last. */
  const next = (isMeant: IsMeant): DefectHooks =>
    where(isMeant, (body, service) => {
      const all = transactionsOf(kind, service);
      const other = all[(all.findIndex(({ id }) => id === body.transaction_id) + 1) % all.length];
      return other === undefined ? body : transactionView(other, service);
    });
  const found = (
    find: (all: readonly Transaction[], id: string) => Transaction | undefined,
    among: Transaction["kind"] = kind,
  ): DefectHooks => ({
    result: (result, { query }, service) => {
      const asked = typeof query.transaction_id === "string" ? query.transaction_id : query.partner_transaction_id;
      // However a service says that it knows none.
      const said = result.kind === "refusal" ? JSON.stringify(result) : "";
      const saysNone =
        result.kind === "success"
          ? result.body === "" || isDeepStrictEqual(result.body, {})
          : /NOT_FOUND|No such/.test(said);
      const other = saysNone && typeof asked === "string" ? find(transactionsOf(among, service), asked) : undefined;
      return other === undefined ? result : success(200, transactionView(other, service));
    },
  });
  return defects(FAMILY, operation)`
    state/asked-for/next-one, state/both-ways, state/list.agrees
      | the answer is about the transaction after the one that was asked for | ${next(byId)}
    state/asked-for/next-one-for-failed, state/both-ways | the answer about a failed transaction is about another one
      | ${next((_request, { status }) => /fail/i.test(String(status)))}
    state/asked-for/other-parameter | a transaction is found by either of its ids under the name of the other one only
      | ${
        {
          request: (request) => {
            const { transaction_id: id, partner_transaction_id: partnerId } = request.query;
            return { ...request, query: { transaction_id: partnerId, partner_transaction_id: id } };
          },
          result: (result, { query }, service) => {
            const isFound = (id: unknown, of: (one: Transaction) => string) =>
              id === undefined || service.state.transactionList().some((one) => of(one) === id);
            const isRight =
              isFound(query.transaction_id, ({ id }) => id) &&
              isFound(query.partner_transaction_id, ({ partnerId }) => partnerId);
            return isRight ? result : refusal(404, "NOT_FOUND", "There is no such transaction");
          },
        } satisfies DefectHooks
      }
    state/both-ways/next-one-by-partner-id | a partner_transaction_id leads to another transaction than its own
      | ${next(byPartnerId)}
    state/unknown-id/first-one | an unknown id leads to the first transaction | ${found(([first]) => first)}
    state/unknown-id/newest-one | an unknown id leads to the newest transaction | ${found((all) => all.at(-1))}
    state/unknown-id/beginning | the beginning of an id is enough
      | ${found((all, id) => all.find((each) => each.id.startsWith(id) || each.partnerId.startsWith(id)))}
    response/transaction_type.enum/any-by-partner-id
      | a transaction of another kind is found by its partner_transaction_id
      | ${found((all, id) => all.find(({ partnerId }) => partnerId === id), kind === "transfer" ? "deposit" : "transfer")}
    state/both-ways/other-amount | a transaction has another amount when it is read by its partner_transaction_id
      | ${where(byPartnerId, (body) => changeAt(body, amount, (value) => Number(value) + 1))}
    state/both-ways/other-time | a transaction was created at another time when it is read by its partner_transaction_id
      | ${where(byPartnerId, (body) => changeAt(body, "created_at", always("2025-01-01T00:00:00Z")))}
    state/repeat/growing-amount | the amount grows by a cent with each reading
      | ${turning(amount, (turn) => (value) => Number(value) + turn / 100)}
    state/repeat/other-partner-id | every second reading has another partner_transaction_id
      | ${turning("partner_transaction_id", (turn) => (id) => (turn % 2 === 0 ? id : `${String(id).slice(0, -1)}0`))}
    state/list.agrees/amount-rounded | the amount is rounded to whole units, unlike in the list
      | ${shownValueChanged(amount, (value) => Math.ceil(Number(value) + 1))}
    state/list.agrees/day-later | it was created a day later than the list says
      | ${shownValueChanged("created_at", (time) => new Date(Date.parse(String(time)) + 86_400_000).toISOString())}
  `;
}

const swappedWords =
  (one: string, other: string): Change =>
  (word) =>
    word === one ? other : word === other ? one : word;

const listed = (members: JsonObject | ((item: JsonObject) => JsonObject)): DefectHooks =>
  shownValueChanged("items[]", withMembers(members));

const swappedSides = swapped("sender_amount", "receiver_amount");

/** Details and entries of the list that disagree. When the two disagree, either may be wrong: it shows in both. */
const LIST = defects(FAMILY, null)`
  listTransactions/state/details.agree/statuses-swapped
    | completed transfers are listed as failed, and failed ones as completed
    | ${shownValueChanged("items[].status", swappedWords("completed", "failed"))}
  listTransactions/state/details.agree/deposits-processing | all deposits are listed as Processing
    | ${shownValueChanged("items[].status", (word) =>
      word === "Succeeded" || word === "Failed" ? "Processing" : word,
    )}
  listTransactions/state/details.agree/types-swapped | transfers are listed as deposits, and deposits as transfers
    | ${shownValueChanged("items[].type", swappedWords("transfer", "deposit"))}
  getTransferDetail/state/list.agrees/rate-inverted | the exchange rate is that of the other direction
    | ${shownValueChanged("exchange_rate", (rate) => 1 / Number(rate))}
  getTransferDetail/state/list.agrees/target-in-cents | the target amount is in cents
    | ${shownValueChanged("target.amount", (amount) => Number(amount) * 100)}
  getTransferDetail/state/list.agrees/source-in-cents | the source amount is in cents
    | ${shownValueChanged("source.amount", (amount) => Number(amount) * 100)}
  listTransactions/state/details.agree/sides-swapped | the sender and receiver amounts of a transfer are swapped
    | ${shownValueChanged("items[]", (item, list) =>
      isObject(item) && item.type === "transfer" ? swappedSides(item, list) : item,
    )}
  listTransactions/state/details.agree/amounts-rounded
    | the amounts in the list are rounded to whole units, unlike in the detail
    | ${listed(({ sender_amount: sent, receiver_amount: received }) => ({
      sender_amount: Math.ceil(Number(sent) + 1),
      receiver_amount: Math.ceil(Number(received) + 1),
    }))}
  listTransactions/state/details.agree/listed-time | all items were created at the same time, unlike in the detail
    | ${listed({ created_at: "2025-01-01T00:00:00Z" })}
  getTransferDetail/state/list.agrees/sides-swapped | source and target are swapped
    | ${objectChanged((body) => ({ ...body, source: body.target, target: body.source }))}
  listTransactions/state/details.agree/partner-ids | the list shows the partner's id as the id of each transaction
    | ${listed(({ reference_id: id }) => ({ id }))}
  listTransactions/state/repeat/later-pages-bare | pages other than the first leave out reference_id
    | ${objectChanged((body) =>
      Number(body.page_number) > 1 ? changeAt(body, "items[].reference_id", always(removed)) : body,
    )}
  getDepositDetail/state/list.agrees/partner-id-in-capitals | the partner's id is in capitals, unlike in the list
    | ${shownValueChanged("partner_transaction_id", (id) => String(id).toUpperCase())}
  getTransferDetail/state/list.agrees/oldest-unknown | the oldest transfer of the list is not found
    | ${{
      result: (result, _request, service) => {
        const [oldest] = transactionsOf("transfer", service);
        const body = result.kind === "success" ? result.body : undefined;
        return isObject(body) && body.transaction_id === oldest?.id
          ? refusal(404, "NOT_FOUND", "No such transaction")
          : result;
      },
    }}
`;

/** Changes the party of selected transfers. */
function party(
  part: (typeof PARTIES)[number],
  change: (shown: JsonObject, service: Service) => JsonObject,
  isMeant: (transfer: JsonObject) => boolean = () => true,
): DefectHooks {
  return objectChanged((body, _request, service) => {
    const changed = objectChange((shown) => change(shown, service));
    return isMeant(body) ? changeAt(body, part, changed) : body;
  });
}

/** Customers and recipients of a transfer that disagree with it (section 2.5). */
const PARTY_ROWS = defects(FAMILY, "getTransferDetail")`
  state/customer.agrees/first-customer | every transfer shows the same customer
    | ${party("customer", (shown, service) => {
      const [first] = service.state.customers.values();
      return first === undefined ? shown : customerView(first, service);
    })}
  state/recipient.agrees/last-recipient | every transfer shows the same recipient
    | ${party("recipient", (shown, service) => {
      const last = [...service.state.recipients.values()].at(-1);
      return last === undefined ? shown : recipientView(last, service);
    })}
  state/recipient.agrees/crypto-only | a transfer to a wallet shows another recipient
    | ${party(
      "recipient",
      (shown, service) => {
        const another = [...service.state.recipients.values()].find(({ id }) => id !== shown.recipient_id);
        return another === undefined ? shown : recipientView(another, service);
      },
      ({ target }) => isObject(target) && String(target.currency).startsWith("USD"),
    )}
  state/customer.agrees/own-id | the customer of a transfer shows an id of its own
    | ${party("customer", (shown) => ({ ...shown, customer_id: `cus_${String(shown.customer_id).slice(-8)}` }))}
  state/recipient.agrees/partner-id | the recipient of a transfer shows its partner id as recipient_id
    | ${party("recipient", (shown) => ({ ...shown, recipient_id: shown.partner_recipient_id }))}
`;

function ownParty(part: (typeof PARTIES)[number]): Defect[] {
  return defects(FAMILY, "getTransferDetail")`
    state/${part}.agrees/partner-id-of-transfer | the ${part} of a transfer shows the transfer's partner id as its own
      | ${objectChanged((body) => changeAt(body, `${part}.partner_${part}_id`, always(body.partner_transaction_id)))}
    state/repeat/${part}-created-now | the ${part} of a transfer was created a minute later with each reading
      | ${turning(`${part}.created_at`, (turn) => always(new Date(Date.UTC(2025, 1, 3, 0, turn)).toISOString()))}
  `;
}

/** Shows the party of another transfer under its own id. */
const partyOfAnother = (part: (typeof PARTIES)[number]) => (body: JsonObject, service: Service) => {
  const id = isObject(body[part]) ? body[part][`${part}_id`] : undefined;
  for (const transfer of transactionsOf("transfer", service)) {
    const other = transfer.kind === "transfer" ? transferView(transfer, service)[part] : undefined;
    if (isObject(other) && other[`${part}_id`] !== id) return { ...body, [part]: { ...other, [`${part}_id`]: id } };
  }
  return body;
};

/** A detail that differs when it is read in another way (sections 4.5 and 4.9). */
const BOTH_WAYS: readonly Defect[] = [
  ...PARTIES.flatMap(
    (part) =>
      defects(FAMILY, "getTransferDetail")`
      state/both-ways/other-${part}
        | a transfer has the ${part} of another one when it is read by its partner_transaction_id
        | ${where(byPartnerId, partyOfAnother(part))}
    `,
  ),
  ...defects(FAMILY, null)`
    getTransferDetail/state/both-ways/stale-status
      | a failed transfer is pending when it is read by its partner_transaction_id
      | ${where(byPartnerId, (body) => (body.status === "failed" ? { ...body, status: "pending" } : body))}
    getDepositDetail/state/both-ways/stale-status
      | a failed deposit is in process when it is read by its partner_transaction_id
      | ${where(byPartnerId, (body) => (body.status === "Failed" ? { ...body, status: "Processing" } : body))}
    getTransferDetail/state/both-ways/other-notes | a transfer has other notes when it is read by both its ids
      | ${where(byBothIds, (body) => ({ ...body, notes: `${String(body.notes ?? "")}.` }))}
  `,
];

/** What a request that has one of the two ids alone is answered with. */
const alone = (name: string, due: Refusal): DefectHooks =>
  insteadOfSuccess(due, ({ query }) => Object.keys(query).join() === name);

/** One of the two ids is refused when alone, or finds nothing. */
const ONE_WAY_ONLY: readonly Defect[] = DETAILS.flatMap((operation) =>
  ["transaction_id", "partner_transaction_id"].flatMap(
    (name) =>
      defects(FAMILY, operation)`
      state/either-id/${name}-refused | ${name} alone is refused
        | ${alone(name, refusal(400, "INVALID_PARAMETER", `${name} is not enough`))}
      state/both-ways/${name}-unknown | ${name} alone finds nothing
        | ${alone(name, refusal(404, "NOT_FOUND", "There is no such transaction"))}
    `,
  ),
);

/** Lists one transaction that succeeded with the word of failed ones. */
function wordOfAnother(kind: Transaction["kind"]): DefectHooks {
  return bodyChanged((body, _request, service) => {
    const { succeeded, failed } = examplesOf(kind, service);
    if (succeeded === undefined || failed === undefined) return body;
    const failing = withMembers({ status: listStatus(failed, service) });
    const change = objectChange((item) => (item.id === succeeded.id ? failing(item, null) : item));
    return changeAt(body, "items[]", change);
  });
}

function oneTransfer(members: (body: JsonObject) => JsonObject): DefectHooks {
  return objectChanged((body, _request, service) =>
    body.transaction_id === examplesOf("transfer", service).succeeded?.id ? { ...body, ...members(body) } : body,
  );
}

const ONE_OF_MANY = defects(FAMILY, null)`
  listTransactions/state/details.agree/one-transfer-failed
    | one transfer that succeeded is listed with the status of failed ones | ${wordOfAnother("transfer")}
  listTransactions/state/details.agree/one-deposit-failed
    | one deposit that succeeded is listed with the status of failed ones | ${wordOfAnother("deposit")}
  getTransferDetail/state/list.agrees/one-failed | one transfer of many is failed, unlike in the list
    | ${oneTransfer(() => ({ status: "failed" }))}
  getTransferDetail/response/fee.type/one-text | the fee of one transfer of many is a text
    | ${oneTransfer(({ fee }) => ({ fee: String(fee) }))}
`;

/** A receipt for ids of no transfer (section 4.7). */
function receiptThough(isMeant: (id: string, service: Service) => boolean): DefectHooks {
  return {
    result: (result, { query, principal }, service) => {
      const id = query[service.behaviour.receiptParameter];
      const done = examplesOf("transfer", service).succeeded;
      return typeof id === "string" && isMeant(id, service) && principal !== undefined && done?.kind === "transfer"
        ? success(200, [receiptPdf(done, service).toString("base64")])
        : result;
    },
  };
}

const RECEIPTS = defects(FAMILY, "getTransferReceipt")`
  state/unknown-id/other-receipt | an id that nothing has leads to a transfer's receipt
    | ${receiptThough(
      (id, { state }) => state.transactions.get(id) === undefined && !state.transactionsByPartnerId.has(id),
    )}
  state/unknown-id/receipt-for-deposit | the id of a deposit leads to a transfer's receipt
    | ${receiptThough((id, { state }) =>
      [id, state.transactionsByPartnerId.get(id) ?? ""].some(
        (each) => state.transactions.get(each)?.kind === "deposit",
      ),
    )}
  response/body.type/errors-as-success | the receipt for an id that does not exist is an error body with a success status
    | ${{
      result: (result) =>
        result.kind === "refusal" && result.status === 404
          ? success(200, { errors: result.details.map((detail) => ({ detail, code: result.code })) })
          : result,
    }}
  response/[].type/oldest-null | the receipt of the oldest completed transfer holds null
    | ${{
      result: (result, { query }, service) => {
        const { oldest } = examplesOf("transfer", service);
        const asked = query[service.behaviour.receiptParameter];
        const isOldest = [oldest?.id, oldest?.partnerId].some((id) => id !== undefined && id === asked);
        return result.kind === "success" && isOldest ? { ...result, body: [null] } : result;
      },
    }}
`;

export const TRANSACTIONS: readonly Defect[] = [
  ...DETAILS.flatMap(detail),
  ...LIST,
  ...PARTY_ROWS,
  ...PARTIES.flatMap(ownParty),
  ...BOTH_WAYS,
  ...ONE_WAY_ONLY,
  ...ONE_OF_MANY,
  ...RECEIPTS,
];

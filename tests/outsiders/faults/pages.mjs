/** Pages that do not add up, and lists that disagree with details (sections 2.5 to 2.7, 4.5 to 4.9). */
import { changeAt, countOf, fault, onBody, onField } from "./making.mjs";

/** @param edit the members of a page that are others */
const page = (name, rule, describe, edit) =>
  fault(
    "listTransactions",
    `pages.${name}`,
    rule,
    describe,
    onBody((body, call) => ({ ...body, ...edit(body, call) })),
  );
const items = (call, start, size) =>
  call.store.entries.slice(Math.max(0, start), Math.max(0, start) + size).map((entry) => ({ ...entry.item }));
/** How many pages come before, and how many items. */
const before = (body, call) => body.page_number - call.choices.firstPage;
const startOf = (body, call) => before(body, call) * body.page_size;

const NO_LOSS = "the pages together hold every transaction once";
const SIZE = "page_size says how many items a page has";
const TOTAL = "total is the number of transactions";
const STABLE = "the same page read again is the same";

const pageFaults = [
  page("one-too-few", SIZE, "answers one item less than asked for", (body) => ({ items: body.items.slice(0, -1) })),
  page("gap", NO_LOSS, "loses an item between two pages", (body, call) => ({
    items: items(call, startOf(body, call) + before(body, call), body.page_size),
  })),
  page("last-page-lost", NO_LOSS, "answers nothing on a last page that is not full", (body) => ({
    items: body.items.length < body.page_size ? [] : body.items,
  })),
  page("total-changing", TOTAL, "counts another number on each page", (body, call) => ({
    total: body.total + before(body, call),
  })),
  page("items-appearing", STABLE, "leaves out the first item every third time", (body, call) => ({
    items: countOf(call, "lists") % 3 === 0 ? body.items.slice(1) : body.items,
  })),
  page("beyond-500", "a page beyond the end is no internal error", "fails beyond the end", (body) => {
    if (body.items.length === 0) throw new Error("no such page");
    return body;
  }),
];

const AGREE = "list and detail of a transaction agree";
const told = (operation, name, describe, path, change) =>
  fault(operation, `agreement.${name}`, AGREE, describe, onField(path, change));

const earlier = (value) => new Date(Date.parse(value) - 3_600_000).toISOString();

const agreementFaults = [
  fault(
    "listTransactions",
    "agreement.amounts-swapped",
    AGREE,
    "swaps the amount sent and received",
    onBody((body) => ({
      ...body,
      items: body.items.map((item) => ({
        ...item,
        sender_amount: item.receiver_amount,
        receiver_amount: item.sender_amount,
      })),
    })),
  ),
  told(
    "getTransferDetail",
    "amount",
    "tells another amount than the list",
    "source.amount",
    (value) => Number(value) + 1,
  ),
  told("getDepositDetail", "amount", "tells another amount than the list", "amount", (value) => Number(value) * 2),
  told("getDepositDetail", "created-at", "tells a creation an hour before the listed one", "created_at", earlier),
];

const SAME = "the transaction that was asked for comes back, whichever id asks";
const DETAILS = [
  ["getTransferDetail", "transfer"],
  ["getDepositDetail", "deposit"],
];

const detailFaults = DETAILS.flatMap(([operation, kind]) => {
  const all = (call) => call.store.entries.filter((entry) => entry.kind === kind);
  const make = (name, rule, describe, find) => fault(operation, name, rule, describe, { find });
  const answer = (name, rule, describe, edit) => fault(operation, name, rule, describe, onBody(edit));
  const byPartner = (call) => !call.query.get("transaction_id") && call.query.get("partner_transaction_id");
  return [
    make("identity.next", SAME, `answers the ${kind} after the one that is asked for`, (entry, call) => {
      const rows = all(call);
      return entry && rows[(rows.indexOf(entry) + 1) % rows.length];
    }),
    make("identity.partner-id-other", SAME, "answers another one when the partner's id asks", (entry, call) =>
      entry && byPartner(call) ? all(call).find((row) => row !== entry) : entry,
    ),
    make(
      "identity.unknown-found",
      "an unknown id finds nothing",
      `answers the first ${kind} for an unknown id`,
      (entry, call) => entry ?? all(call)[0],
    ),
    answer("identity.partner-id-data", SAME, "tells another amount when the partner's id asks", (body, call) => {
      if (byPartner(call)) changeAt(body, kind === "deposit" ? "amount" : "fee", (value) => Number(value) + 5);
      return body;
    }),
    answer("identity.other-transaction-id", SAME, "tells another transaction_id than was asked for", (body) => ({
      ...body,
      transaction_id: `${body.transaction_id}0`,
    })),
    answer(
      "reads.unstable",
      "the same read gives the same answer",
      "tells another amount every other time",
      (body, call) => {
        if (countOf(call, "details") % 2 === 0)
          changeAt(body, kind === "deposit" ? "amount" : "source.amount", (value) => Number(value) + 0.01);
        return body;
      },
    ),
    answer(
      "reads.status-unstable",
      "the same read gives the same answer",
      "leaves the status out every third time",
      (body, call) => {
        if (countOf(call, "details") % 3 === 0) delete body.status;
        return body;
      },
    ),
  ];
});

const shapes = [
  fault(
    "getTransferDetail",
    "identity.recipient-id-other",
    "recipient_id is the id of the recipient in the answer",
    "tells another recipient_id",
    onBody((body) => ({ ...body, recipient_id: `${body.recipient_id}0` })),
  ),
  fault("getTransferDetail", "identity.deposit-found", "transaction_type is transfer", "answers deposits too", {
    find: (entry, call) => entry ?? call.store.entriesById.get(call.query.get("transaction_id") ?? ""),
  }),
  fault("getTransferReceipt", "identity.unknown-found", "an unknown id finds nothing", "answers a receipt for any id", {
    find: (entry, call) => entry ?? call.store.entries.find((row) => row.kind === "transfer"),
  }),
  fault(
    "getTransferReceipt",
    "reads.unstable",
    "the success is a JSON array of strings",
    "answers an object every other time",
    onBody((body, call) => (countOf(call, "receipts") % 2 === 0 ? { pages: body } : body)),
  ),
  fault(
    "listBalances",
    "reads.unstable",
    "each wallet has the documented fields",
    "leaves the amounts out every third time",
    onBody((body, call) =>
      countOf(call, "balances") % 3 === 0 ? body.map(({ total_amount: _left, ...wallet }) => wallet) : body,
    ),
  ),
  fault(
    "listBalances",
    "available-over-total",
    "available_amount is what is available of total_amount",
    "answers more available than there is",
    onBody((body) => body.map((wallet) => ({ ...wallet, available_amount: Number(wallet.total_amount) + 100 }))),
  ),
  fault(
    "listBalances",
    "wallet-repeated",
    "the list has one entry per wallet",
    "answers the first wallet twice",
    onBody((body) => [...body, { ...body[0] }]),
  ),
];

export const PAGE_FAULTS = [...pageFaults, ...agreementFaults, ...detailFaults, ...shapes];

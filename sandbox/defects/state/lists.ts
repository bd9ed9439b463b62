import { isObject, type JsonObject } from "../../json.js";
import { refusal } from "../../result.js";
import { type Change, changeAt, removed } from "../bodyPath.js";
import { bodyChanged, shownValueChanged } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";

const defect = familyOf("agreement");

function amounts(): Defect[] {
  // When the two disagree either may be wrong: it shows at both.
  const listed = (way: string, title: string, change: (item: JsonObject) => JsonObject): Defect =>
    defect(
      `listTransactions/state/details.agree/${way}`,
      title,
      shownValueChanged("items[]", (item) => (isObject(item) ? change(item) : item)),
    );
  const transfer = (way: string, title: string, path: string, change: Change): Defect =>
    defect(`getTransferDetail/state/list.agrees/${way}`, title, shownValueChanged(path, change));
  const swapped =
    (words: readonly [string, string]): Change =>
    (word) =>
      word === words[0] ? words[1] : word === words[1] ? words[0] : word;
  return [
    defect(
      "listTransactions/state/details.agree/statuses-swapped",
      "completed transfers are listed as failed, and failed ones as completed",
      shownValueChanged("items[].status", swapped(["completed", "failed"])),
    ),
    defect(
      "listTransactions/state/details.agree/deposits-processing",
      "all deposits are listed as Processing",
      shownValueChanged("items[].status", (word) => (word === "Succeeded" || word === "Failed" ? "Processing" : word)),
    ),
    defect(
      "listTransactions/state/details.agree/types-swapped",
      "transfers are listed as deposits, and deposits as transfers",
      shownValueChanged("items[].type", swapped(["transfer", "deposit"])),
    ),
    transfer("rate-inverted", "the exchange rate is that of the other direction", "exchange_rate", (rate) =>
      rate === 1 ? 1 : 1 / Number(rate),
    ),
    transfer("target-in-cents", "the target amount is in cents", "target.amount", (amount) => Number(amount) * 100),
    transfer("source-in-cents", "the source amount is in cents", "source.amount", (amount) => Number(amount) * 100),
    listed("sides-swapped", "the sender and receiver amounts of a transfer are swapped", (item) =>
      item.type === "transfer"
        ? { ...item, sender_amount: item.receiver_amount, receiver_amount: item.sender_amount }
        : item,
    ),
    listed("amounts-rounded", "the amounts in the list are rounded to whole units, unlike in the detail", (item) => ({
      ...item,
      sender_amount: Math.ceil(Number(item.sender_amount) + 1),
      receiver_amount: Math.ceil(Number(item.receiver_amount) + 1),
    })),
    listed("listed-time", "all items were created at the same time, unlike in the detail", (item) => ({
      ...item,
      created_at: "2025-01-01T00:00:00Z",
    })),
    defect(
      "getTransferDetail/state/list.agrees/sides-swapped",
      "source and target are swapped",
      bodyChanged((body) => (isObject(body) ? { ...body, source: body.target, target: body.source } : body)),
    ),
  ];
}

/** Ids of the list that name another thing or nothing, and entries that depend on their page. */
const ENTRIES: readonly Defect[] = [
  defect(
    "listTransactions/state/details.agree/partner-ids",
    "the list shows the partner's id as the id of each transaction",
    shownValueChanged("items[]", (item) => (isObject(item) ? { ...item, id: item.reference_id } : item)),
  ),
  defect(
    "listTransactions/state/repeat/later-pages-bare",
    "pages other than the first leave out reference_id",
    bodyChanged((body) =>
      isObject(body) && Number(body.page_number) > 1 ? changeAt(body, "items[].reference_id", () => removed) : body,
    ),
  ),
  defect(
    "getDepositDetail/state/list.agrees/partner-id-in-capitals",
    "the partner's id is in capitals, unlike in the list",
    shownValueChanged("partner_transaction_id", (id) => String(id).toUpperCase()),
  ),
  defect("getTransferDetail/state/list.agrees/oldest-unknown", "the oldest transfer of the list is not found", {
    result: (result, _request, { state }) => {
      const oldest = state.transactionList().find(({ kind }) => kind === "transfer");
      const { body } = result.kind === "success" ? result : { body: undefined };
      return isObject(body) && body.transaction_id === oldest?.id
        ? refusal(404, "NOT_FOUND", "No such transaction")
        : result;
    },
  }),
];

/** Details and items of the list that disagree (sections 2.5 to 2.7). */
export const LISTS: readonly Defect[] = [...amounts(), ...ENTRIES];

import { changed, isFor, isSuccess, type JsonValue, refusal, warned } from "../situation.js";
import {
  type Choice,
  deciding,
  isObject,
  type JsonObject,
  onSuccess,
  type Reshape,
  relisting,
  unusual,
} from "../unusual.js";

/** Changes the items of the list, and its total with them. */
function listing(change: (items: readonly JsonObject[]) => readonly JsonObject[]): Reshape {
  return onSuccess((answer, arrival) =>
    isFor("listTransactions", arrival)
      ? changed(answer, (page) =>
          isObject(page) && Array.isArray(page.items)
            ? { ...page, items: [...change(page.items.filter(isObject))] }
            : page,
        )
      : answer,
  );
}

/** A list made of all that the sandbox lists. */
function relisted(name: string, make: (items: readonly JsonObject[]) => readonly JsonObject[]): Choice {
  return deciding(
    name,
    relisting((all) => ({ items: make(all) })),
  );
}

/** Wallets in place of the sandbox's. */
function wallets(name: string, make: (wallets: readonly JsonObject[]) => readonly JsonValue[]): Choice {
  return unusual(
    name,
    onSuccess((answer, arrival) =>
      isFor("listBalances", arrival)
        ? changed(answer, (value) => (Array.isArray(value) ? [...make(value.filter(isObject))] : value))
        : answer,
    ),
  );
}

/** A receipt in another encoding. */
function receipts(name: string, encode: (pdf: Buffer, reads: number) => readonly string[]): Choice {
  return deciding(`a receipt ${name}`, () => {
    let reads = 0;
    return async ({ path }, pass) => {
      const answer = await pass();
      if (!path.startsWith("/api/transactions/transfer/receipt") || !isSuccess(answer)) return answer;
      reads += 1;
      return changed(answer, (value) =>
        Array.isArray(value) && value.every((text) => typeof text === "string")
          ? [...encode(Buffer.from(value.join(""), "base64"), reads)]
          : value,
      );
    };
  });
}

export const LISTS: readonly Choice[] = [
  relisted("no transactions at all", () => []),
  relisted("one transaction", (items) => items.filter(({ type }) => type === "transfer").slice(0, 1)),
  relisted("transfers only", (items) => items.filter(({ type }) => type === "transfer")),
  relisted("deposits only", (items) => items.filter(({ type }) => type === "deposit")),
  relisted("many transactions", (items) => [
    ...items,
    ...Array.from({ length: 600 }, (_, index) => ({
      ...items[index % items.length],
      id: `fee_${index}`,
      reference_id: `fee-${index}`,
      type: "fee",
      status: "booked",
    })),
  ]),
  relisted("a return of each failed transfer, with its reference", (items) =>
    items.flatMap((item) =>
      item.type === "transfer" && item.status === "failed"
        ? [
            {
              ...item,
              id: String(item.id).replace("txn_", "ret_"),
              type: "return",
              status: "completed",
              sender_amount: item.receiver_amount ?? 0,
              receiver_amount: Number(item.receiver_amount) - 12,
              created_at: new Date(Date.parse(String(item.created_at)) + 86_400_000).toISOString(),
            },
            item,
          ]
        : [item],
    ),
  ),
  relisted("a fee entry behind each transfer, with its reference", (items) =>
    items.flatMap((item) =>
      item.type === "transfer"
        ? [
            item,
            {
              ...item,
              id: `${String(item.id)}-fee`,
              type: "transfer_fee",
              sender_amount: 3,
              receiver_amount: 3,
              exchange_rate: 1,
            },
          ]
        : [item],
    ),
  ),
  unusual(
    "references of the list that lead nowhere",
    listing((items) => items.map((item) => ({ ...item, reference_id: `LEDGER-${String(item.id).slice(4, 12)}` }))),
  ),
  unusual(
    "ids of the list that are its own, with the transaction's id as reference",
    listing((items) =>
      items.map((item) => ({ ...item, id: `entry-${String(item.id).slice(4)}`, reference_id: item.id ?? "" })),
    ),
  ),
  unusual(
    "times in the list to the second",
    listing((items) => items.map((item) => ({ ...item, created_at: String(item.created_at).replace(/\.\d+/, "") }))),
  ),
  relisted("ids of the list in each other's place, and what goes out as negative", (items) =>
    items.map((item) => ({
      ...item,
      id: item.reference_id ?? "",
      reference_id: item.id ?? "",
      ...(item.type === "transfer" ? { sender_amount: -Number(item.sender_amount) } : {}),
    })),
  ),
  unusual(
    "transfer as the type of all that the list holds",
    listing((items) => items.map((item) => ({ ...item, type: "transfer" }))),
  ),
  unusual(
    "two words of its own for the three statuses in the list",
    listing((items) =>
      items.map((item) => ({ ...item, status: /pending|processing/i.test(String(item.status)) ? "OPEN" : "CLOSED" })),
    ),
  ),
  unusual(
    "deposits with one amount in the list",
    listing((items) => items.map((item) => (item.type === "deposit" ? { ...item, sender_amount: 0 } : item))),
  ),
  wallets("no wallets", () => []),
  wallets("one wallet", (all) => all.slice(0, 1)),
  wallets("two empty wallets of a kind", (all) => [
    ...all,
    ...[1, 2].map(() => ({ ...all[0], total_amount: 0, available_amount: 0 })),
  ]),
  // One of a currency, network and type is what the document implies.
  {
    ...wallets("two wallets of a kind with the same amounts", (all) => [...all, ...all.slice(0, 1)]),
    expected: warned(1, /listed twice/),
  },
  wallets("wallets that are overdrawn, or hold more than they own", (all) =>
    all.map((wallet, index) => ({
      ...wallet,
      total_amount: index % 2 === 0 ? -12.5 : 10,
      available_amount: 0.000000000000000001,
    })),
  ),
  wallets("two wallets of each kind with ids", (all) => [
    ...all.map((wallet, index) => ({ ...wallet, wallet_id: `wal_${index}` })),
    ...all.map((wallet, index) => ({ ...wallet, wallet_id: `wal_b${index}`, total_amount: 5, available_amount: 5 })),
  ]),
  deciding("wallets in another order each time", () => {
    let reads = 0;
    return async (arrival, pass) => {
      const answer = await pass();
      reads += 1;
      const by = reads % 5;
      return isFor("listBalances", arrival) && isSuccess(answer)
        ? changed(answer, (value) => (Array.isArray(value) ? [...value.slice(by), ...value.slice(0, by)] : value))
        : answer;
    };
  }),
];

export const RECEIPTS: readonly Choice[] = [
  receipts("as a URL", () => ["https://files.example.com/receipt.pdf?token=abc"]),
  receipts("in hexadecimal digits", (pdf) => [pdf.toString("hex")]),
  receipts("as a number for each byte", (pdf) => [...pdf].map(String)),
  receipts("in base64 with line breaks", (pdf) => [pdf.toString("base64").replace(/.{76}/g, "$&\r\n")]),
  receipts("in lines", (pdf) => pdf.toString("base64").match(/.{1,100}/g) ?? []),
  receipts("with the time at which it was asked for", (pdf, reads) => [
    Buffer.concat([pdf, Buffer.from(`% printed ${reads}\n`)]).toString("base64"),
  ]),
  deciding("receipts: by a parameter of one short word", () => async (arrival, pass) => {
    if (!arrival.path.startsWith("/api/transactions/transfer/receipt")) return "pass";
    const [path = "", query = ""] = arrival.path.split("?");
    const id = new URLSearchParams(query).get("tx");
    // What is wrong with its credentials comes first.
    const answer = await pass({ path: id === null ? path : `${path}?transaction_id=${encodeURIComponent(id)}` });
    return id === null && answer.status === 400 ? refusal(400, "tx is required", "MISSING") : answer;
  }),
];

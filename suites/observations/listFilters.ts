/** Whether the transaction list can be filtered: section 4.6 speaks of filters and names no parameter. */
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../engine/model.js";
import { type Inquiry, inquiryCase, type Reply } from "./observing.js";
import { outcome, sortedList } from "./texts.js";
import { readPage } from "./transactionList.js";

const OPEN = "unknown.listTransactions";
/** A time after which nothing can have happened. */
const FUTURE = "2099-01-01T00:00:00Z";
const PAST = "1999-01-01T00:00:00Z";

/** Names that such parameters usually have, with values that no transaction matches. */
const CANDIDATES = {
  dateFilter: [
    ["start_time", FUTURE],
    ["end_time", PAST],
    ["start_date", FUTURE],
    ["end_date", PAST],
    ["start_date_time", FUTURE],
    ["end_date_time", PAST],
    ["from", FUTURE],
    ["to", PAST],
    ["date_from", FUTURE],
    ["date_to", PAST],
    ["created_after", FUTURE],
    ["created_before", PAST],
    ["created_at_from", FUTURE],
    ["created_at_to", PAST],
  ],
  statusFilter: [
    ["status", "no_such_status"],
    ["transaction_status", "no_such_status"],
    ["state", "no_such_status"],
  ],
  currencyFilter: [
    ["source_currency", "XXX"],
    ["target_currency", "XXX"],
    ["sender_currency", "XXX"],
    ["receiver_currency", "XXX"],
    ["from_currency", "XXX"],
    ["to_currency", "XXX"],
    ["currency", "XXX"],
    ["currency_pair", "XXX/XXX"],
  ],
} as const;

/** Whether a parameter is looked at: it changes the list, or the request is refused. */
function effect(reply: Reply, total: unknown): string | null {
  if (!reply.accepted) return `is ${outcome(reply)}`;
  return reply.body.total === total ? null : "narrows the list";
}

/** In which notation a start parameter is taken, once its name is known. */
async function notations(inquiry: Inquiry, name: string, page: Readonly<Record<string, string>>): Promise<string> {
  const words: string[] = [];
  for (const [label, value] of [
    ["a date-time", FUTURE],
    ["a day", "2099-01-01"],
    ["seconds since 1970", "4070908800"],
  ] as const) {
    const reply = await readPage(inquiry, { ...page, [name]: value });
    words.push(`${label} is ${outcome(reply)}`);
  }
  return words.join(", ");
}

function filters(firstPage: number): Case {
  return inquiryCase("listTransactions", "filters", 1, null, async (inquiry) => {
    const page = { page_number: String(firstPage), page_size: "5" };
    const whole = await readPage(inquiry, page);
    const { total } = whole.body;
    if (!whole.accepted || typeof total !== "number" || total === 0) return;
    const looked: string[] = [];
    let found: Reply | null = null;
    for (const [topic, candidates] of Object.entries(CANDIDATES)) {
      const effects: string[] = [];
      let evidence = whole;
      for (const [name, value] of candidates) {
        const reply = await readPage(inquiry, { ...page, [name]: value });
        const seen = effect(reply, total);
        if (seen === null) continue;
        effects.push(`${name} ${seen}`);
        looked.push(name);
        evidence = reply;
        found ??= reply;
      }
      const tried = candidates.map(([name]) => name).join(", ");
      inquiry.answer(
        `${OPEN}.${topic}`,
        effects.length === 0 ? `none of those tried has an effect: ${tried}` : effects.join("; "),
        evidence,
      );
    }
    const start = looked.find((name) => /start|from|after/.test(name) && !name.includes("currency"));
    const answer =
      start === undefined ? "no start parameter was found" : `${start}: ${await notations(inquiry, start, page)}`;
    inquiry.answer(`${OPEN}.startParameter`, answer, found ?? whole);
    inquiry.answer(
      "conflict.listTransactions.filters",
      looked.length === 0 ? "no likely filter parameter has an effect" : `looked at: ${sortedList(looked)}`,
      found ?? whole,
    );
  });
}

/** Query parameters that nobody documented, and the same one twice. */
function strangeParameters(firstPage: number): Case {
  return inquiryCase("listTransactions", "queryParameters", 1, null, async (inquiry) => {
    const page = { page_number: String(firstPage), page_size: "3" };
    const strange = await readPage(inquiry, { ...page, ppconform_unknown: "1" });
    inquiry.answer("unknown.unknownQueryParameters", strange.accepted ? "ignored" : outcome(strange), strange);
    const twice = await inquiry.send(
      {
        method: "GET",
        path: `/api/transactions?page_number=${firstPage}&page_size=3&page_size=2`,
        headers: { accept: "application/json" },
        body: null,
        credentials: "valid",
      },
      "errors",
    );
    const count = Array.isArray(twice.body.items) ? twice.body.items.length : null;
    const winner = count === 3 ? "the first counts" : count === 2 ? "the last counts" : "neither counts";
    inquiry.answer(
      "unknown.repeatedQueryParameters",
      twice.accepted ? `accepted, and ${winner}` : outcome(twice),
      twice,
    );
  });
}

/** The open points of the list's query. */
export function listFilterPoints(): CheckGroup {
  return group("listTransactions", [], (target) =>
    target.pages === null ? [] : [filters(target.pages.firstPage), strangeParameters(target.pages.firstPage)],
  );
}

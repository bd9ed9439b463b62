/** What a receipt is and when there is one, which section 4.7 leaves open. */

import { receiptIdOf } from "../../discovery/receipt.js";
import type { KnownTransaction, Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { type Ask, asks, needing, type Query, seen, unknowns } from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import { refusalWithoutId } from "./transactions.js";
import { eachOf, extended, type Outcome, readOutcome, word, words } from "./words.js";

const PDF = "%PDF-";

/** How a text stands for a file: its notation, and what it decodes to. */
interface Notation extends Outcome {
  readonly isPdf: boolean;
}

function decoded(encoding: string, bytes: Buffer): Notation {
  const isPdf = bytes.subarray(0, PDF.length).toString("latin1") === PDF;
  const text = `${encoding} of ${isPdf ? "a PDF" : "something that is not a PDF"}`;
  return { value: { encoding, pdf: isPdf }, text, isPdf };
}

function notation(text: string): Notation {
  const plain = (encoding: string, isPdf: boolean): Notation => ({
    value: { encoding, pdf: isPdf },
    text: encoding,
    isPdf,
  });
  if (/^data:/i.test(text)) {
    const [head = "", content = ""] = text.split(",", 2);
    return decoded(`a data URI (${head.slice("data:".length)})`, Buffer.from(content, "base64"));
  }
  if (/^https?:\/\//i.test(text)) return plain("a web address", false);
  if (text.startsWith(PDF)) return plain("a PDF as it is", true);
  if (text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)) return decoded("hexadecimal", Buffer.from(text, "hex"));
  if (/^[A-Za-z0-9+/]+=*$/.test(text)) return decoded("base64", Buffer.from(text, "base64"));
  if (/^[A-Za-z0-9_-]+=*$/.test(text)) return decoded("base64url", Buffer.from(text, "base64url"));
  return plain("a text in no known notation", false);
}

/** What a receipt's strings are: each alone, or all of them joined. */
function encoding(strings: readonly string[]): Outcome {
  const [only, ...others] = strings;
  if (only === undefined) return { value: { strings: 0 }, text: "an empty list" };
  if (others.length === 0) return extended(notation(only), { strings: 1 }, "");
  const joined = notation(strings.join(""));
  if (joined.isPdf) return { value: { ...joined.value, joined: true }, text: `joined, ${joined.text}` };
  const each = words(strings.map((text) => notation(text).text));
  return { value: { each: each.value }, text: `each ${each.text}` };
}

function stringsOf(reply: Reply): string[] | null {
  const { value } = reply;
  return reply.accepted && Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;
}

function receiptSeen(reply: Reply): Outcome {
  const went = readOutcome(reply);
  const strings = stringsOf(reply);
  return strings === null || strings.length === 0 ? went : extended(went, { receipt: true }, " and a receipt");
}

/** What receipts work with: the name of the parameter that was found, and a query that is accepted. */
interface Receipts {
  readonly name: string;
  readonly value: string;
}

function receiptsOf({ templates }: Target): Receipts | null {
  const [found] = Object.entries(templates.getTransferReceipt[0]?.query ?? {});
  return found === undefined ? null : { name: found[0], value: found[1] };
}

const reads: Ask<Query> = asks(async (asked, id, query) => {
  const reply = await asked.ask(readTemplate("getTransferReceipt", query), null);
  asked.answer(id, receiptSeen(reply), reply);
});

/** The same for a known transaction, where there is one. */
function readsOf(find: (target: Target) => KnownTransaction | undefined): Ask<Receipts> {
  return needing((target, { name }) => {
    const transaction = find(target);
    const id = transaction === undefined ? null : receiptIdOf(name, transaction);
    return id === null ? null : { [name]: id };
  }, reads);
}

function inStatus(status: string) {
  return ({ transfers }: Target) => transfers.find(({ detail }) => detail.status === status);
}

/** A receipt as it comes: its strings, null where the body is not a list of texts. */
interface Content {
  readonly reply: Reply;
  readonly type: string;
  readonly strings: readonly string[] | null;
}

async function content(asked: Inquiry, { name, value }: Receipts): Promise<Content | null> {
  const reply = await asked.ask(readTemplate("getTransferReceipt", { [name]: value }), null);
  if (!reply.accepted) return null;
  return { reply, type: reply.exchange.response?.headers["content-type"] ?? "none", strings: stringsOf(reply) };
}

function form({ reply, type, strings }: Content): Observed {
  if (strings === null) {
    const isPdf = reply.exchange.response?.body.startsWith(PDF) === true;
    const text = `${type}; ${isPdf ? "the body is a PDF itself" : "the body is not a list of texts"}`;
    return { value: { type, list: false, pdf: isPdf }, text };
  }
  const { value, text } = encoding(strings);
  return { value: { type, list: true, ...value }, text: `${type}; a JSON list: ${text}` };
}

/** Whether a receipt is also given for the partner's id of a transfer. */
const partnerId = asks<Receipts>(async (asked, id, { name }) => {
  const { transfers } = asked.target;
  const partnerTransactionId = (inStatus("completed")(asked.target) ?? transfers[0])?.partnerTransactionId ?? null;
  if (partnerTransactionId === null) return;
  const as = (parameter: string) =>
    asked.ask(readTemplate("getTransferReceipt", { [parameter]: partnerTransactionId }), null);
  const own = await as("partner_transaction_id");
  const same = await as(name);
  const tried: readonly (readonly [string, Outcome])[] = [
    ["partner_transaction_id", receiptSeen(own)],
    ...(name === "partner_transaction_id" ? [] : [[name, receiptSeen(same)] as const]),
  ];
  asked.answer(id, eachOf(tried, "as ", " it is "), own);
});

export const receipts = unknowns("getTransferReceipt", receiptsOf, {
  ...seen(content, {
    "unknown.getTransferReceipt.mediaType": ({ type }) => word(type),
    "conflict.getTransferReceipt.body": form,
    "unknown.getTransferReceipt.encoding": ({ strings }) => (strings?.length ? encoding(strings) : null),
    "unknown.getTransferReceipt.stringCount": ({ strings }) =>
      strings?.length ? word(strings.length === 1 ? "one string" : "several strings") : null,
  }),
  ...seen(async (asked: Inquiry) => ({ reply: await asked.ask(readTemplate("getTransferReceipt", {}), null) }), {
    "unknown.getTransferReceipt.missingId": ({ reply }) => readOutcome(reply),
    "unknown.getTransferReceipt.refusalStatus": ({ reply }) => refusalWithoutId(reply),
  }),
  "unknown.getTransferReceipt.unknownId": needing((_, { name, value }) => ({ [name]: unknownIdLike(value) }), reads),
  "unknown.getTransferReceipt.partnerId": partnerId,
  "unknown.getTransferReceipt.ofPendingTransfer": readsOf(inStatus("pending")),
  "unknown.getTransferReceipt.ofFailedTransfer": readsOf(inStatus("failed")),
  "unknown.getTransferReceipt.ofDeposit": readsOf(({ deposits }) => deposits[0]),
});

/** What a receipt is and when there is one, which section 4.7 leaves open. */

import { receiptIdOf } from "../../discovery/receipt.js";
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { KnownTransaction, Target } from "../../engine/model.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { refusalWithoutId } from "./lookups.js";
import { inquiries, inquiry, type Reply } from "./observing.js";
import type { Query } from "./reading.js";
import { eachOf, extended, type Outcome, readOutcome, word, words } from "./texts.js";

const UNKNOWN = "unknown.getTransferReceipt";
const PDF = "%PDF-";

/** How a text stands for a file: its notation, and what it decodes to. */
interface Notation extends Outcome {
  readonly isPdf: boolean;
}

function decoded(encoding: string, bytes: Buffer): Notation {
  const isPdf = bytes.subarray(0, PDF.length).toString("latin1") === PDF;
  const text = `${encoding} of ${isPdf ? "a PDF" : "something that is no PDF"}`;
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

/** What a receipt's strings are: each by itself, or all of them joined. */
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

/** An answer about the receipt of some transaction. */
function receiptSeen(reply: Reply): Outcome {
  const went = readOutcome(reply);
  const strings = stringsOf(reply);
  return strings === null || strings.length === 0 ? went : extended(went, { receipt: true }, " and a receipt");
}

/** The query for a transaction, under the name that preflight found. */
function queryFor(name: string, transaction: KnownTransaction): Query | null {
  const id = receiptIdOf(name, transaction);
  return id === null ? null : { [name]: id };
}

function ofTransaction(topic: string, name: string, transaction: KnownTransaction | undefined): CaseDraft[] {
  const query = transaction === undefined ? null : queryFor(name, transaction);
  if (query === null) return [];
  return [
    inquiry(topic, {}, async (asked) => {
      const reply = await asked.ask(readTemplate("getTransferReceipt", query), null);
      asked.answer(`${UNKNOWN}.${topic}`, receiptSeen(reply), reply);
    }),
  ];
}

function whole(query: Query): CaseDraft {
  return inquiry("content", {}, async (asked) => {
    const reply = await asked.ask(readTemplate("getTransferReceipt", query), null);
    if (!reply.accepted) return;
    const { response } = reply.exchange;
    const type = response?.headers["content-type"] ?? "none";
    asked.answer(`${UNKNOWN}.mediaType`, word(type), reply);
    const strings = stringsOf(reply);
    if (strings === null) {
      const isPdf = response?.body.startsWith(PDF) === true;
      const text = `${type}; ${isPdf ? "the body is a PDF itself" : "the body is no list of texts"}`;
      asked.answer("conflict.getTransferReceipt.body", { value: { type, list: false, pdf: isPdf }, text }, reply);
      return;
    }
    const content = encoding(strings);
    const body = { value: { type, list: true, ...content.value }, text: `${type}; a JSON list: ${content.text}` };
    asked.answer("conflict.getTransferReceipt.body", body, reply);
    if (strings.length === 0) return;
    asked.answer(`${UNKNOWN}.encoding`, content, reply);
    asked.answer(`${UNKNOWN}.stringCount`, word(strings.length === 1 ? "one string" : "several strings"), reply);
  });
}

/** Whether a receipt is also given for the partner's id of a transfer. */
function partnerId(name: string, transfer: KnownTransaction | undefined): CaseDraft {
  return inquiry("partnerId", {}, async (asked) => {
    const id = transfer?.partnerTransactionId ?? null;
    if (id === null) return;
    const own = await asked.ask(readTemplate("getTransferReceipt", { partner_transaction_id: id }), null);
    const same = await asked.ask(readTemplate("getTransferReceipt", { [name]: id }), null);
    const tried: readonly (readonly [string, Outcome])[] = [
      ["partner_transaction_id", receiptSeen(own)],
      ...(name === "partner_transaction_id" ? [] : [[name, receiptSeen(same)] as const]),
    ];
    asked.answer(`${UNKNOWN}.partnerId`, eachOf(tried, "as ", " it is "), own);
  });
}

function receiptsOf(target: Target): CaseDraft[] {
  const query = target.templates.getTransferReceipt[0]?.query;
  const name = Object.keys(query ?? {})[0];
  if (query === undefined || name === undefined) return [];
  const value = query[name] ?? "";
  const byStatus = (status: string) => target.transfers.find(({ detail }) => detail.status === status);
  return [
    whole(query),
    inquiry("missingId", {}, async (asked) => {
      const reply = await asked.ask(readTemplate("getTransferReceipt", {}), null);
      asked.answer(`${UNKNOWN}.missingId`, readOutcome(reply), reply);
      asked.answer(`${UNKNOWN}.refusalStatus`, refusalWithoutId(reply), reply);
    }),
    inquiry("unknownId", {}, async (asked) => {
      const reply = await asked.ask(readTemplate("getTransferReceipt", { [name]: unknownIdLike(value) }), null);
      asked.answer(`${UNKNOWN}.unknownId`, receiptSeen(reply), reply);
    }),
    partnerId(name, byStatus("completed") ?? target.transfers[0]),
    ...ofTransaction("ofPendingTransfer", name, byStatus("pending")),
    ...ofTransaction("ofFailedTransfer", name, byStatus("failed")),
    ...ofTransaction("ofDeposit", name, target.deposits[0]),
  ];
}

/** What is asked about receipts. */
export const receipts: Exercise = inquiries("getTransferReceipt", "receipts", receiptsOf);

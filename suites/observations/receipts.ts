/** What a receipt is and when there is one, which section 4.7 leaves open. */
import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction, Target } from "../../engine/model.js";
import { receiptIdOf } from "../../engine/preflight/receipt.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { type Inquiry, inquiryCase, type Reply, readTemplate } from "./observing.js";
import { readOutcome, sortedList } from "./texts.js";

const OPEN = "unknown.getTransferReceipt";
const PDF = "%PDF-";

/** How a text stands for a file. */
function notation(text: string): string {
  if (/^data:/i.test(text)) {
    const [head = "", content = ""] = text.split(",", 2);
    return `a data URI (${head.slice("data:".length)}) of ${kindOf(Buffer.from(content, "base64"))}`;
  }
  if (/^https?:\/\//i.test(text)) return "a web address";
  if (text.startsWith(PDF)) return "a PDF as it is";
  if (text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text)) return `hexadecimal of ${kindOf(Buffer.from(text, "hex"))}`;
  if (/^[A-Za-z0-9+/]+=*$/.test(text)) return `base64 of ${kindOf(Buffer.from(text, "base64"))}`;
  if (/^[A-Za-z0-9_-]+=*$/.test(text)) return `base64url of ${kindOf(Buffer.from(text, "base64url"))}`;
  return "a text in no known notation";
}

function kindOf(bytes: Buffer): string {
  return bytes.subarray(0, PDF.length).toString("latin1") === PDF ? "a PDF" : "something that is no PDF";
}

/** What a receipt's strings are: each by itself, or all of them joined. */
function encoding(strings: readonly string[]): string {
  if (strings.length === 0) return "an empty list";
  if (strings.length === 1) return notation(strings[0] ?? "");
  const joined = notation(strings.join(""));
  return joined.endsWith("of a PDF") || joined.startsWith("a PDF")
    ? `joined, ${joined}`
    : `each ${sortedList(strings.map(notation))}`;
}

function stringsOf(reply: Reply): string[] | null {
  const { value } = reply;
  return reply.accepted && Array.isArray(value) ? value.filter((item) => typeof item === "string") : null;
}

/** An answer about the receipt of some transaction. */
function receiptWords(reply: Reply): string {
  const strings = stringsOf(reply);
  if (strings === null || strings.length === 0) return readOutcome(reply);
  return `${readOutcome(reply)} and a receipt`;
}

/** The query for a transaction, under the name that preflight found. */
function queryFor(name: string, transaction: KnownTransaction): Readonly<Record<string, string>> | null {
  const id = receiptIdOf(name, transaction);
  return id === null ? null : { [name]: id };
}

function testCase(topic: string, execute: (inquiry: Inquiry) => Promise<void>): Case {
  return inquiryCase("getTransferReceipt", topic, 1, null, execute);
}

function ofTransaction(topic: string, name: string, transaction: KnownTransaction | undefined): Case[] {
  const query = transaction === undefined ? null : queryFor(name, transaction);
  if (query === null) return [];
  return [
    testCase(topic, async (inquiry) => {
      const reply = await inquiry.ask(readTemplate("getTransferReceipt", query), null);
      inquiry.answer(`${OPEN}.${topic}`, receiptWords(reply), reply);
    }),
  ];
}

function whole(query: Readonly<Record<string, string>>): Case {
  return testCase("content", async (inquiry) => {
    const reply = await inquiry.ask(readTemplate("getTransferReceipt", query), null);
    const strings = stringsOf(reply);
    if (!reply.accepted) return;
    const type = reply.exchange.response?.headers["content-type"] ?? "none";
    inquiry.answer(`${OPEN}.mediaType`, type, reply);
    const first =
      reply.exchange.response?.body.startsWith(PDF) === true
        ? "the body is a PDF itself"
        : "the body is no list of texts";
    const words = strings === null ? first : encoding(strings);
    inquiry.answer(
      "conflict.getTransferReceipt.body",
      strings === null ? `${type}; ${words}` : `${type}; a JSON list: ${words}`,
      reply,
    );
    if (strings === null || strings.length === 0) return;
    inquiry.answer(`${OPEN}.encoding`, words, reply);
    inquiry.answer(`${OPEN}.stringCount`, strings.length === 1 ? "one string" : "several strings", reply);
  });
}

function unitsFor(target: Target): Case[] {
  const query = target.templates.getTransferReceipt[0]?.query;
  const name = Object.keys(query ?? {})[0];
  if (query === undefined || name === undefined) return [];
  const value = query[name] ?? "";
  const byStatus = (status: string) => target.transfers.find(({ detail }) => detail.status === status);
  const completed = byStatus("completed") ?? target.transfers[0];
  return [
    whole(query),
    testCase("missingId", async (inquiry) => {
      const reply = await inquiry.ask(readTemplate("getTransferReceipt", {}), null);
      inquiry.answer(`${OPEN}.missingId`, readOutcome(reply), reply);
      const refused = reply.status !== null && reply.status >= 400;
      inquiry.answer(
        `${OPEN}.refusalStatus`,
        refused ? `${reply.status}, when no id is given` : `none was seen: no id at all is ${readOutcome(reply)}`,
        reply,
      );
    }),
    testCase("unknownId", async (inquiry) => {
      const reply = await inquiry.ask(readTemplate("getTransferReceipt", { [name]: unknownIdLike(value) }), null);
      inquiry.answer(`${OPEN}.unknownId`, receiptWords(reply), reply);
    }),
    testCase("partnerId", async (inquiry) => {
      const id = completed?.partnerTransactionId ?? null;
      if (id === null) return;
      const own = await inquiry.ask(readTemplate("getTransferReceipt", { partner_transaction_id: id }), null);
      const same = await inquiry.ask(readTemplate("getTransferReceipt", { [name]: id }), null);
      const words = `as partner_transaction_id it is ${receiptWords(own)}`;
      inquiry.answer(
        `${OPEN}.partnerId`,
        name === "partner_transaction_id" ? words : `${words}; as ${name} it is ${receiptWords(same)}`,
        own,
      );
    }),
    ...ofTransaction("ofPendingTransfer", name, byStatus("pending")),
    ...ofTransaction("ofFailedTransfer", name, byStatus("failed")),
    ...ofTransaction("ofDeposit", name, target.deposits[0]),
  ];
}

/** The open points of the receipt. */
export function receiptPoints(): CheckGroup {
  return group("getTransferReceipt", [], unitsFor);
}

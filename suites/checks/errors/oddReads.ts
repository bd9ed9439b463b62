/** Queries and paths on which careless code fails. The answer is open, except for a server error (section 7). */

import type { Exchange } from "../../../client/model.js";
import type { CaseDraft, Exercise } from "../../../discovery/check.js";
import type { Target } from "../../../discovery/target.js";
import { sending } from "../../../engine/cases/editCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { isForbiddingPage } from "../../../oracles/errorShape.js";
import { bodyOf } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { isObject } from "../../../schemas/json.js";
import { findOperation, operationOf } from "../../../schemas/operation.js";
import type { OperationId } from "../../../schemas/operations.js";
import { openRequests } from "./errorAnswers.js";

/** Ids as written in a query or a path: encoded, because some have no other spelling. */
const ODD_IDS: Readonly<Record<string, string>> = {
  "signs, letters of other scripts and a line break": "txn_%27%22%E4%BA%A4%C3%A9%F0%9F%8C%B8%20%0A",
  "a NUL character": "txn_%00",
  "an apostrophe": "txn_%27",
  "letters of other scripts": "txn_%E4%BA%A4%E6%98%93%C3%A9",
  "a character of four bytes": "txn_%F0%9F%8C%B8",
  "a single space": "%20",
  "a line break": "txn_%0A",
};

/** A gateway in front of the service may refuse a long address in its own words. */
const LONG_ID = "txn_".padEnd(4_000, "0");

/** A server may answer this to a form of request that it does not know. */
const NOT_IMPLEMENTED = 501;

/**
 * Whether an answer of a read shows documented fields, so that all of them are judged: whatever was requested, the answer
 * must have its documented shape (section 2). How a service says that there is nothing is open, and an answer about another
 * kind of transaction has its own check.
 */
export function showsDocumented(operation: string, exchange: Exchange): boolean {
  const { method, responseSchema } = operationOf(operation);
  if (method !== "GET" || exchange.wire.method !== method || !isSuccess(exchange)) return false;
  const body = bodyOf(exchange);
  if (Array.isArray(body)) return body.length > 0;
  if (!isObject(body)) return body !== undefined && body !== null;
  const { children } = fieldTree(responseSchema);
  const kind = children.find(({ name }) => name === "transaction_type")?.rules.enum;
  const isOtherKind = kind !== undefined && !kind.some((own) => own === body.transaction_type);
  return !isOtherKind && children.some(({ name }) => Object.hasOwn(body, name));
}

/**
 * A case that sends queries as they are.
 * @param ownAnswer false where something in front of the service may answer in its own words
 */
function querying(topic: string, queries: readonly string[], ownAnswer = true, tier = 1): CaseDraft {
  return {
    name: topic,
    make: (identity) => ({
      ...identity,
      effect: "read",
      tier,
      async execute({ send, judge }) {
        const { check, operation } = identity;
        if (findOperation(operation) === undefined) return;
        for (const query of queries) {
          const path = `${operationOf(operation).path}?${query}`;
          const headers = { accept: "application/json" };
          const exchange = await send({ method: "GET", path, headers, body: null, credentials: "valid" });
          if (!ownAnswer && exchange.response?.status === NOT_IMPLEMENTED) continue;
          const about = { check, operation, sent: undefined, edit: null, control: null };
          const errors = ownAnswer && !isForbiddingPage(exchange);
          judge(exchange, { ...about, response: showsDocumented(operation, exchange), echo: false, errors });
        }
      },
    }),
  };
}

function lookups(operation: OperationId, template: Template): CaseDraft[] {
  const names = operation === "getTransferReceipt" ? Object.keys(template.query) : IDS;
  const [known] = Object.entries(template.query);
  if (known === undefined) return [];
  const pair = `${known[0]}=${encodeURIComponent(known[1])}`;
  const other = IDS.find((name) => name !== known[0]) ?? "";
  const each = (value: string): string[] => names.map((name) => `${name}=${value}`);
  const mixed = [`${pair}&${known[0]}=${LONG_ID}&${other}=${LONG_ID}%00`];
  return [
    querying("one parameter twice, and long ids, one with a NUL character", mixed, false, 0),
    ...Object.entries(ODD_IDS).map(([words, value], tier) => querying(`an id with ${words}`, each(value), true, tier)),
    querying("an empty id", each("")),
    querying("one parameter twice", [`${pair}&${pair}`]),
    querying("both parameters", [`${pair}&${other}=${encodeURIComponent(known[1])}`]),
    querying("a parameter without a value", names),
    querying("a parameter as a list", [pair.replace("=", "%5B%5D=")]),
    querying("a long id", each(LONG_ID), false),
  ];
}

const IDS = ["transaction_id", "partner_transaction_id"] as const;

/** Numbers that are not numbers, or that no usual type can hold. */
const ODD_NUMBERS: Readonly<Record<string, string>> = {
  "a number beyond 64 bits": "9223372036854775808",
  "a number with an exponent": "1e3",
  "a blank": "%20",
  "digits of another script": "%D9%A3",
  "a number of 30 digits": "123456789012345678901234567890",
  "a number after a space": "%205",
  "a NUL character": "%00",
  "an apostrophe": "%27",
  "a hexadecimal number": "0x10",
  "a number with a sign": "%2B5",
  "a negative number beyond 32 bits": "-4294967296",
};

/** A page of this many items is requested only where there are few. */
const FEW = 1_000;
/** Pairs of odd numbers. */
const BOTH = 2;
const BEYOND_32_BITS = "4294967296";

/** Two odd numbers at once, each in both places: few services look at both before they fail on one. */
function bothOdd(): CaseDraft[] {
  const numbers = Object.values(ODD_NUMBERS);
  return Array.from({ length: BOTH }, (_, index) => {
    const [value, other] = numbers.slice(2 * index);
    const queries = [`page_number=${value}&page_size=${other}`, `page_number=${other}&page_size=${value}`];
    return querying(`both: pair ${index + 1}`, queries, true, 0);
  });
}

function paging(target: Target): CaseDraft[] {
  const total = target.pages?.total ?? 0;
  const sizes: Readonly<Record<string, string>> =
    total > 0 && total <= FEW ? { "a number beyond 32 bits": BEYOND_32_BITS } : {};
  const odd = (name: string, other: string, values: Readonly<Record<string, string>>): CaseDraft[] =>
    Object.entries(values).map(([words, value], index) =>
      querying(`${name}: ${words}`, [`${name}=${value}&${other}`], true, index + 1),
    );
  const first = String(target.pages?.firstPage ?? 1);
  return [
    ...bothOdd(),
    ...odd("page_number", "page_size=5", { ...ODD_NUMBERS, "a number beyond 32 bits": BEYOND_32_BITS }),
    ...odd("page_size", `page_number=${first}`, { ...ODD_NUMBERS, ...sizes }),
    querying("both twice, and odd", [`page_number=%00&page_number=${first}&page_size=-1e3&page_size=5`], true, 0),
    querying("parameters twice", [`page_number=${first}&page_number=${first}&page_size=5&page_size=5`]),
    querying("parameters as lists", [`page_number%5B%5D=${first}&page_size%5B%5D=5`]),
  ];
}

export function oddQueries(operation: OperationId): Exercise {
  return openRequests(operation, "odd-query", (target) => {
    const [template] = target.templates[operation];
    if (operation === "listTransactions") return paging(target);
    return template === undefined ? [] : lookups(operation, template);
  });
}

/** Recipient ids on which careless code fails, in the path of an update. */
const ODD_RECIPIENTS: Readonly<Record<string, string>> = {
  "signs, letters of other scripts and a line break": "rcp_'\"收é\u{1f338} \n;a=b%",
  "all of these, and 600 characters": "rcp_\u0000../\n;a=b%".padEnd(600, "0"),
  "a NUL character": "rcp_\u0000",
  "dots and a slash": "../rcp_1",
  "an apostrophe": "rcp_'",
  "letters of other scripts": "rcp_收款人é",
  "a character of four bytes": "rcp_\u{1f338}",
  "a blank": " ",
  "a line break": "rcp_\n",
  "a semicolon": "rcp_;a=b",
  "a percent sign": "rcp_%",
  "2,000 characters": "rcp_".padEnd(2_000, "0"),
};

/** Sends updates of recipients with ids on which careless code fails. A gateway may refuse such paths in its own words. */
export const oddRecipients = openRequests("updateRecipient", "odd-recipient", ({ templates: { updateRecipient } }) =>
  updateRecipient.slice(0, 1).flatMap((template) =>
    Object.values(ODD_RECIPIENTS).map((value, index) => {
      const edit = { kind: "path", parameter: "recipient_id", value } as const;
      return sending({ tier: Math.max(0, index - 1), template, edit, expect: { kind: "observe" }, errors: false });
    }),
  ),
);

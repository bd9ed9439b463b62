/** What the details of transactions hold where sections 2.5 to 2.7 are silent: missing fields, vocabulary, cases. */

import { group } from "../../engine/checkGroup.js";
import type { Case, CheckGroup, KnownTransaction, Target } from "../../engine/model.js";
import { isObject } from "../../generators/json.js";
import { canonicalText } from "../../oracles/sameValue.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import type { DetailOperation } from "../../schemas/operations.js";
import { OPERATIONS } from "../../schemas/operations.js";
import { type Inquiry, inquiryCase, type JsonRecord, type Reply, readTemplate } from "./observing.js";
import { gathered, isNone, shown, sortedList } from "./texts.js";

const TRANSFER = "unknown.getTransferDetail";
/** Two amounts in money that differ by less are the same, in cases of the currency. */
const CENT = 0.011;

function documentedNames(operation: DetailOperation): string[] {
  return fieldTree(OPERATIONS[operation].responseSchema).children.map(({ location }) => location[0] ?? "");
}

/** How each documented field is missing in some transactions: left out, null, empty, or only in some of them. */
function missing(operation: DetailOperation, details: readonly JsonRecord[]): string {
  const words = documentedNames(operation).flatMap((name): (readonly [string, string])[] => {
    const ways = details.map((detail) => (isNone(detail[name]) ? shown(detail[name]) : "there"));
    return ways.every((way) => way === "there") ? [] : [[name, sortedList(ways).replaceAll(", ", " or ")]];
  });
  return words.length === 0 ? "none: every documented field is there" : gathered(words);
}

/** Undocumented fields that may tell why something failed. */
function reasons(operation: DetailOperation, details: readonly JsonRecord[]): string {
  const documented = new Set(documentedNames(operation));
  const names = details.flatMap((detail) =>
    Object.keys(detail).filter((name) => !documented.has(name) && /reason|fail|error|message/i.test(name)),
  );
  return names.length === 0 ? "no further field gives a reason" : `${sortedList(names)} may give the reason`;
}

function known(target: Target, operation: DetailOperation): readonly KnownTransaction[] {
  return operation === "getTransferDetail" ? target.transfers : target.deposits;
}

/** A inquiry that reads one transaction again as evidence for what all of them show. */
function testCase(
  operation: DetailOperation,
  topic: string,
  witness: KnownTransaction | undefined,
  answer: (inquiry: Inquiry, reply: Reply) => void,
): Case[] {
  if (witness === undefined) return [];
  return [
    inquiryCase(operation, topic, 1, null, async (inquiry) => {
      const reply = await inquiry.ask(readTemplate(operation, witness.query), null);
      if (reply.accepted) answer(inquiry, reply);
    }),
  ];
}

function inStatus(target: Target, operation: DetailOperation, status: RegExp): KnownTransaction[] {
  return known(target, operation).filter(({ detail }) => status.test(String(detail.status)));
}

function missingFields(
  target: Target,
  operation: DetailOperation,
  topic: string,
  status: RegExp,
  failed: boolean,
): Case[] {
  const found = inStatus(target, operation, status);
  const details = found.map(({ detail }) => detail);
  return testCase(operation, topic, found[0], (inquiry, reply) => {
    const answer = missing(operation, details);
    inquiry.answer(
      `unknown.${operation}.${topic}`,
      failed ? `${answer}; ${reasons(operation, details)}` : answer,
      reply,
    );
  });
}

/** Which of several formulas holds for every transfer: their names. */
function holding(
  transfers: readonly KnownTransaction[],
  formulas: Readonly<Record<string, (numbers: Numbers) => number>>,
): string[] {
  const numbers = transfers.flatMap(({ detail }) => numbersOf(detail) ?? []);
  return Object.entries(formulas)
    .filter(
      ([, formula]) =>
        numbers.length > 0 &&
        numbers.every((each) => Math.abs(formula(each) - each.target) <= CENT + each.target * 1e-4),
    )
    .map(([name]) => name);
}

interface Numbers {
  readonly source: number;
  readonly target: number;
  readonly fee: number;
  readonly rate: number;
}

function numbersOf({ source, target, fee, exchange_rate: rate }: JsonRecord): Numbers | null {
  if (!isObject(source) || !isObject(target)) return null;
  const found = { source: source.amount, target: target.amount, fee, rate };
  return isNumbers(found) ? found : null;
}

function isNumbers(found: Readonly<Record<keyof Numbers, unknown>>): found is Numbers {
  return Object.values(found).every((value) => typeof value === "number");
}

const FEE_FORMULAS: Readonly<Record<string, (numbers: Numbers) => number>> = {
  "an amount of the source currency, taken off the source amount": ({ source, fee, rate }) => (source - fee) * rate,
  "per cent of the source amount, taken off it": ({ source, fee, rate }) => source * (1 - fee / 100) * rate,
  "not part of the source amount": ({ source, rate }) => source * rate,
  "an amount of the target currency, taken off the target amount": ({ source, fee, rate }) => source * rate - fee,
};

const RATE_FORMULAS: Readonly<Record<string, (numbers: Numbers) => number>> = {
  "target units for one source unit": ({ source, rate }) => source * rate,
  "source units for one target unit": ({ source, rate }) => source / rate,
};

/** The case of rates: fees are small, so that the direction shows whatever they are. */
function rateUnit(transfers: readonly KnownTransaction[]): string {
  const telling = transfers
    .flatMap(({ detail }) => numbersOf(detail) ?? [])
    .filter(({ rate }) => rate > 1.5 || rate < 0.67);
  if (telling.length === 0) return "it cannot be told: every rate is close to 1";
  const found = Object.entries(RATE_FORMULAS).filter(([, formula]) =>
    telling.every((each) => Math.abs(formula(each) / each.target - 1) < 0.1),
  );
  return found.length === 1 ? (found[0]?.[0] ?? "") : "it fits neither way";
}

function transferCases(target: Target): Case[] {
  const { transfers } = target;
  const [witness] = transfers;
  const details = transfers.map(({ detail }) => detail);
  const sides = (name: string) =>
    (["source", "target"] as const).map((side) => {
      const values = details
        .map((detail) => detail[side])
        .map((part) => (isObject(part) ? shown(part[name]) : "absent"));
      return `${side}: ${sortedList(values)}`;
    });
  return [
    ...missingFields(target, "getTransferDetail", "fieldsWhilePending", /pending/i, false),
    ...missingFields(target, "getTransferDetail", "fieldsWhenFailed", /fail/i, true),
    ...testCase("getTransferDetail", "content", witness, (inquiry, reply) => {
      const optional = ["notes", "purpose_code", "file_id_list"].map((name) => {
        const none = details.map((detail) => detail[name]).filter(isNone);
        return [
          name,
          none.length === 0 ? "every transfer has one" : sortedList(none.map((value) => shown(value))),
        ] as const;
      });
      inquiry.answer(`${TRANSFER}.fieldsNotApplicable`, gathered(optional), reply);
      inquiry.answer(`${TRANSFER}.currencyValues`, sides("currency").join("; "), reply);
      inquiry.answer(`${TRANSFER}.networkValues`, sides("network").join("; "), reply);
      const fees = holding(
        transfers.filter(({ detail }) => detail.fee !== 0),
        FEE_FORMULAS,
      );
      inquiry.answer(
        `${TRANSFER}.feeUnit`,
        fees.length === 1 ? `the amounts fit a fee that is ${fees[0]}` : "the amounts fit no single reading",
        reply,
      );
      inquiry.answer(`${TRANSFER}.exchangeRateUnit`, rateUnit(transfers), reply);
      inquiry.answer(`${TRANSFER}.embeddedState`, embeddedState(details), reply);
      inquiry.answer("unknown.amountPrecision", precision(details), reply);
      const added = [
        "business_details.business_type",
        "business_details.business_identifier_type",
        "account_usage.account_usage_product_reference",
      ];
      const carried = added.filter((path) =>
        details.some(
          ({ customer }) =>
            isObject(customer) &&
            path.split(".").reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), customer) !==
              undefined,
        ),
      );
      inquiry.answer(
        "conflict.getTransferDetail.embeddedCustomer",
        carried.length === 0 ? "it has none of them" : `it has ${sortedList(carried)}`,
        reply,
      );
    }),
    ...movements(target, "getTransferDetail", "unknown.transferTransitions", /pending/i),
  ];
}

/**
 * Whether transfers show their recipient as it is or as it was: two that show one recipient in two states cannot both
 * show it as it is. A run changes no recipient of a transfer to find out, since none of them is its own.
 */
function embeddedState(details: readonly JsonRecord[]): string {
  const states = new Map<string, Set<string>>();
  let isShared = false;
  for (const { recipient, recipient_id: id } of details) {
    if (!isObject(recipient) || typeof id !== "string") continue;
    const known = states.get(id);
    isShared ||= known !== undefined;
    states.set(id, (known ?? new Set()).add(canonicalText(recipient)));
  }
  if (!isShared) return "it cannot be told: no two transfers have the same recipient";
  return [...states.values()].some(({ size }) => size > 1)
    ? "as it was: transfers show one recipient in several states"
    : "in one state, whichever transfer shows it";
}

/** How many decimals amounts have at the most, by currency. */
function precision(details: readonly JsonRecord[]): string {
  const most = new Map<string, number>();
  for (const { source, target } of details) {
    for (const side of [source, target]) {
      if (!isObject(side) || typeof side.amount !== "number") continue;
      const decimals = /\.(\d+)$/.exec(String(side.amount))?.[1]?.length ?? 0;
      const currency = String(side.currency);
      most.set(currency, Math.max(most.get(currency) ?? 0, decimals));
    }
  }
  return `decimals at the most: ${sortedList([...most].map(([currency, decimals]) => `${currency} ${decimals}`))}`;
}

/** Reads unfinished transactions again: whether they moved on since preflight. */
function movements(target: Target, operation: DetailOperation, unknownId: string, unfinished: RegExp): Case[] {
  const watched = inStatus(target, operation, unfinished).slice(0, 4);
  if (watched.length === 0) return [];
  return [
    inquiryCase(operation, "transitions", 2, null, async (inquiry) => {
      const changes: string[] = [];
      let evidence: Reply | null = null;
      for (const { query, detail } of watched) {
        const reply = await inquiry.ask(readTemplate(operation, query), null);
        if (!reply.accepted) continue;
        if (reply.body.status !== detail.status) {
          changes.push(`${shown(detail.status)} became ${shown(reply.body.status)}`);
          evidence = reply;
        }
        evidence ??= reply;
      }
      if (evidence !== null)
        inquiry.answer(
          unknownId,
          changes.length === 0 ? "no change was seen during the run" : sortedList(changes),
          evidence,
        );
    }),
  ];
}

function depositCases(target: Target): Case[] {
  const { deposits } = target;
  const dollars = deposits.filter(({ detail }) => detail.account_currency === "USD");
  return [
    ...missingFields(target, "getDepositDetail", "fieldsWhileProcessing", /process|pending/i, false),
    ...missingFields(target, "getDepositDetail", "fieldsWhenFailed", /fail/i, true),
    ...testCase("getDepositDetail", "partnerTransactionId", deposits[0], (inquiry, reply) => {
      const ids = deposits.map(({ detail }) => detail.partner_transaction_id);
      const kinds = ids.map((id) =>
        typeof id !== "string"
          ? "absent"
          : id.length >= 20 && id.length <= 64
            ? "there, 20 to 64 characters long"
            : "there, of another length",
      );
      inquiry.answer(
        "conflict.getDepositDetail.partnerTransactionId",
        `partner_transaction_id is ${sortedList(kinds)}`,
        reply,
      );
    }),
    ...testCase("getDepositDetail", "usdNetwork", dollars[0], (inquiry, reply) => {
      const networks = dollars.map(({ detail }) => shown(detail.network));
      inquiry.answer(
        "conflict.getDepositDetail.usdNetwork",
        `network of a deposit in USD: ${sortedList(networks)}`,
        reply,
      );
    }),
    ...movements(target, "getDepositDetail", "unknown.depositTransitions", /process|pending/i),
  ];
}

/** The open points of a detail's fields. */
export function transactionFieldPoints(operation: DetailOperation): CheckGroup {
  return group(operation, [], (target) =>
    operation === "getTransferDetail" ? transferCases(target) : depositCases(target),
  );
}

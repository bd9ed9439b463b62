/** What the details of transactions hold where sections 2.5 to 2.7 are silent: missing fields, vocabulary, states. */
import type { CaseDraft, Exercise } from "../../engine/check.js";
import type { KnownTransaction, Target } from "../../engine/model.js";
import type { Observed } from "../../engine/observations.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { canonicalText } from "../../oracles/sameValue.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { isEmpty, isObject, type JsonRecord, jsonText } from "../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../schemas/operations.js";
import { known } from "../checks/state/transactions.js";
import { type Inquiry, inquiries, inquiry, type Reply } from "./observing.js";
import {
  eachOf,
  gathered,
  memberAt,
  missingText,
  phrase,
  sorted,
  sortedList,
  valuesSeen,
  word,
  words,
} from "./texts.js";
import { feeUnit, precision, rateUnit } from "./transferAmounts.js";

const TRANSFER = "unknown.getTransferDetail";

function documentedNames(operation: DetailOperation): string[] {
  return fieldTree(OPERATIONS[operation].responseSchema).children.map(({ location }) => location[0] ?? "");
}

/** How each documented field is missing in some transactions: left out, null, empty, or only in some of them. */
function missing(operation: DetailOperation, details: readonly JsonRecord[]): Observed {
  const ways = documentedNames(operation).flatMap((name) => {
    const met = sorted(details.map((detail) => missingText(detail[name])));
    return met.every((way) => way === "there") ? [] : [[name, { value: met, text: met.join(" or ") }] as const];
  });
  return ways.length === 0 ? { value: {}, text: "none: every documented field is there" } : gathered(ways);
}

/** Undocumented fields that may tell why something failed. */
function reasons(operation: DetailOperation, details: readonly JsonRecord[]): Observed {
  const documented = new Set(documentedNames(operation));
  const names = details.flatMap((detail) =>
    Object.keys(detail).filter((name) => !documented.has(name) && /reason|fail|error|message/i.test(name)),
  );
  const text = names.length === 0 ? "no further field gives a reason" : `${sortedList(names)} may give the reason`;
  return { value: sorted(names), text };
}

/** An inquiry that reads one transaction again as evidence for what all of them show. */
function witnessed(
  name: string,
  operation: DetailOperation,
  witness: KnownTransaction | undefined,
  answer: (asked: Inquiry, reply: Reply) => void,
): CaseDraft[] {
  if (witness === undefined) return [];
  return [
    inquiry(name, {}, async (asked) => {
      const reply = await asked.ask(readTemplate(operation, witness.query), null);
      if (reply.accepted) answer(asked, reply);
    }),
  ];
}

function inStatus(target: Target, operation: DetailOperation, status: RegExp): KnownTransaction[] {
  return known(target, operation).filter(({ detail }) => status.test(String(detail.status)));
}

/** Fields that unfinished transactions lack. */
function whileUnfinished(target: Target, operation: DetailOperation, topic: string, status: RegExp): CaseDraft[] {
  const found = inStatus(target, operation, status);
  return witnessed(topic, operation, found[0], (asked, reply) => {
    const fields = missing(
      operation,
      found.map(({ detail }) => detail),
    );
    asked.answer(`unknown.${operation}.${topic}`, fields, reply);
  });
}

/** Fields that failed transactions lack, and those that give the reason. */
function whenFailed(target: Target, operation: DetailOperation): CaseDraft[] {
  const found = inStatus(target, operation, /fail/i);
  return witnessed("fieldsWhenFailed", operation, found[0], (asked, reply) => {
    const details = found.map(({ detail }) => detail);
    const [fields, why] = [missing(operation, details), reasons(operation, details)];
    const value = { missing: fields.value, reasons: why.value };
    asked.answer(`unknown.${operation}.fieldsWhenFailed`, { value, text: `${fields.text}; ${why.text}` }, reply);
  });
}

/** What optional fields show in transfers that have no value for them. */
function notApplicable(details: readonly JsonRecord[]): Observed {
  return gathered(
    ["notes", "purpose_code", "file_id_list"].map((name) => {
      const none = details.map((detail) => detail[name]).filter(isEmpty);
      return [name, none.length === 0 ? word("every transfer has one") : valuesSeen(none)];
    }),
  );
}

/** What stands in purpose_code: two values, or one with a comma in it. */
function purposes(details: readonly JsonRecord[]): Observed {
  return phrase`purpose_code is ${valuesSeen(details.map(({ purpose_code: code }) => code))}`;
}

/** The values of a member on the two sides of transfers. */
function sides(details: readonly JsonRecord[], name: string): Observed {
  return eachOf(
    ["source", "target"].map((side) => [side, valuesSeen(details.map((detail) => memberAt(detail, [side, name])))]),
  );
}

/**
 * Whether transfers show their recipient as it is or as it was: two that show one recipient in two states cannot both
 * show it as it is. A run changes no recipient of a transfer to find out, since none of them is its own.
 */
function embeddedState(details: readonly JsonRecord[]): Observed {
  const states = new Map<string, Set<string>>();
  let isShared = false;
  for (const { recipient, recipient_id: id } of details) {
    if (!isObject(recipient) || typeof id !== "string") continue;
    const seen = states.get(id);
    isShared ||= seen !== undefined;
    states.set(id, (seen ?? new Set()).add(canonicalText(recipient)));
  }
  if (!isShared) return { value: null, text: "it cannot be told: no two transfers have the same recipient" };
  return [...states.values()].some(({ size }) => size > 1)
    ? { value: "as it was", text: "as it was: transfers show one recipient in several states" }
    : { value: "one state", text: "in one state, whichever transfer shows it" };
}

/** Reads unfinished transactions again: whether they moved on since preflight. */
function movements(target: Target, operation: DetailOperation, unknownId: string, unfinished: RegExp): CaseDraft[] {
  const watched = inStatus(target, operation, unfinished).slice(0, 4);
  if (watched.length === 0) return [];
  return [
    inquiry("transitions", { tier: 2 }, async (asked) => {
      const replies: (readonly [Reply, changed: Observed | null])[] = [];
      for (const { query, detail } of watched) {
        const reply = await asked.ask(readTemplate(operation, query), null);
        if (!reply.accepted) continue;
        const [before, after] = [jsonText(detail.status), jsonText(reply.body.status)];
        replies.push([reply, before === after ? null : word(`${before} became ${after}`)]);
      }
      const changes = replies.flatMap(([, changed]) => changed?.text ?? []);
      const evidence = replies.findLast(([, changed]) => changed !== null) ?? replies[0];
      if (evidence === undefined) return;
      const none = { value: null, text: "no change was seen during the run" };
      asked.answer(unknownId, changes.length === 0 ? none : words(changes), evidence[0]);
    }),
  ];
}

/** What is asked about the fields of transfers. */
export const transferFields: Exercise = inquiries("getTransferDetail", "fields", (target) => {
  const details = target.transfers.map(({ detail }) => detail);
  return [
    ...whileUnfinished(target, "getTransferDetail", "fieldsWhilePending", /pending/i),
    ...whenFailed(target, "getTransferDetail"),
    ...witnessed("content", "getTransferDetail", target.transfers[0], (asked, reply) => {
      asked.answer(`${TRANSFER}.fieldsNotApplicable`, notApplicable(details), reply);
      asked.answer("conflict.getTransferDetail.purposeCode", purposes(details), reply);
      asked.answer(`${TRANSFER}.currencyValues`, sides(details, "currency"), reply);
      asked.answer(`${TRANSFER}.networkValues`, sides(details, "network"), reply);
      asked.answer(`${TRANSFER}.feeUnit`, feeUnit(details), reply);
      asked.answer(`${TRANSFER}.exchangeRateUnit`, rateUnit(details), reply);
      asked.answer(`${TRANSFER}.embeddedState`, embeddedState(details), reply);
      asked.answer("unknown.amountPrecision", precision(details), reply);
    }),
    ...movements(target, "getTransferDetail", "unknown.transferTransitions", /pending/i),
  ];
});

/** The lengths that section 8 gives for ids of a partner's own. */
const ID_LENGTH = { least: 20, most: 64 };

function partnerIds(deposits: readonly JsonRecord[]): Observed {
  const kinds = deposits.map(({ partner_transaction_id: id }) => {
    if (typeof id !== "string") return "absent";
    const fits = id.length >= ID_LENGTH.least && id.length <= ID_LENGTH.most;
    return fits ? "there, 20 to 64 characters long" : "there, of another length";
  });
  return phrase`partner_transaction_id is ${words(kinds)}`;
}

/** The currencies of deposits: of three characters, as section 8 has it, or of four as well. */
function currencies(deposits: readonly JsonRecord[]): Observed {
  return phrase`account_currency is ${valuesSeen(deposits.map(({ account_currency: currency }) => currency))}`;
}

/** What is asked about the fields of deposits. */
export const depositFields: Exercise = inquiries("getDepositDetail", "fields", (target) => {
  const details = target.deposits.map(({ detail }) => detail);
  const dollars = target.deposits.filter(({ detail }) => detail.account_currency === "USD");
  return [
    ...whileUnfinished(target, "getDepositDetail", "fieldsWhileProcessing", /process|pending/i),
    ...whenFailed(target, "getDepositDetail"),
    ...witnessed("partnerTransactionId", "getDepositDetail", target.deposits[0], (asked, reply) => {
      asked.answer("conflict.getDepositDetail.partnerTransactionId", partnerIds(details), reply);
      asked.answer("conflict.getDepositDetail.accountCurrency", currencies(details), reply);
    }),
    ...witnessed("usdNetwork", "getDepositDetail", dollars[0], (asked, reply) => {
      const networks = valuesSeen(dollars.map(({ detail }) => detail.network));
      asked.answer("conflict.getDepositDetail.usdNetwork", phrase`network of a deposit in USD: ${networks}`, reply);
    }),
    ...movements(target, "getDepositDetail", "unknown.depositTransitions", /process|pending/i),
  ];
});

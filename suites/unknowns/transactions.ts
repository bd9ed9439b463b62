/**
 * How transactions are looked up by their two ids, which sections 4.5 and 4.9 leave open, and what their details hold
 * where sections 2.5 to 2.7 are silent: missing fields, vocabulary, states.
 */
import { flipCase } from "../../client/credentialChanges.js";
import type { KnownTransaction, Target } from "../../discovery/target.js";
import type { Observed } from "../../engine/judge/observations.js";
import { readTemplate } from "../../generators/templates/readTemplate.js";
import { unknownIdLike } from "../../generators/texts/unknownId.js";
import { canonicalText } from "../../oracles/sameValue.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { isEmpty, isObject, type JsonRecord, jsonText, valueAt } from "../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../schemas/operations.js";
import { known } from "../checks/state/transactions.js";
import { feeUnit, precision, rateUnit } from "./amounts.js";
import {
  type Ask,
  type Attempt,
  answerWith,
  asks,
  attempt,
  needing,
  type Query,
  type Rows,
  seen,
  unknowns,
} from "./asks.js";
import type { Inquiry, Reply } from "./inquiry.js";
import {
  eachOf,
  extended,
  gathered,
  missingText,
  phrase,
  readOutcome,
  sorted,
  sortedList,
  valuesSeen,
  word,
  words,
} from "./words.js";

interface WithPartnerId extends KnownTransaction {
  readonly partnerTransactionId: string;
}

interface Lookups {
  readonly operation: DetailOperation;
  readonly anything: KnownTransaction;
  /** A transaction of the other kind. */
  readonly stranger: KnownTransaction | undefined;
  /** Two with a partner id, as far as there are any. */
  readonly first: WithPartnerId | undefined;
  readonly second: WithPartnerId | undefined;
}

function lookupsOf(target: Target, operation: DetailOperation): Lookups | null {
  const all = known(target, operation);
  const [anything] = all;
  if (anything === undefined) return null;
  const [stranger] = operation === "getTransferDetail" ? target.deposits : target.transfers;
  const [first, second] = all.flatMap((transaction): WithPartnerId[] => {
    const { partnerTransactionId } = transaction;
    return partnerTransactionId === null ? [] : [{ ...transaction, partnerTransactionId }];
  });
  return { operation, anything, stranger, first, second };
}

type Named = Readonly<Record<string, KnownTransaction>>;

function about(reply: Reply, candidates: Named): Observed {
  const went = readOutcome(reply);
  const found = Object.entries(candidates).find(([, { transactionId, partnerTransactionId }]) => {
    const { transaction_id: id, partner_transaction_id: partner } = reply.body;
    return (id !== undefined && id === transactionId) || (partner !== undefined && partner === partnerTransactionId);
  });
  if (found !== undefined) return extended(went, { about: found[0] }, ` and ${found[0]}`);
  if (!reply.accepted || "shows" in went.value) return went;
  const named = "transaction_id" in reply.body || "partner_transaction_id" in reply.body;
  const what = named ? "another transaction" : "no transaction";
  return extended(went, { about: what }, ` and ${what}`);
}

/** Queries by name, and the transactions that their answers may be about. */
interface Lookup {
  readonly queries: Readonly<Record<string, Query>>;
  readonly named?: Named;
}

/** Looks transactions up, and says what each answer is about. */
function looksUp(find: (known: Lookups) => Lookup | null): Ask<Lookups> {
  return (id, subject, target) => {
    const lookup = find(subject);
    if (lookup === null) return [];
    const ask = asks<Lookups>(async (asked, _, { operation }) => {
      const attempts: Attempt[] = [];
      for (const [name, query] of Object.entries(lookup.queries)) {
        const reply = await asked.ask(readTemplate(operation, query), null);
        attempts.push(attempt(name, reply, about(reply, lookup.named ?? {})));
      }
      answerWith(asked, id, attempts, attempts[0]?.reply);
    });
    return ask(id, subject, target);
  };
}

function byPartnerId(find: (first: WithPartnerId) => Lookup | null): Ask<Lookups> {
  return looksUp(({ first }) => (first === undefined ? null : find(first)));
}

/** The refusal of a request that lacks what it needs shows the status that a broken rule gets here. */
export function refusalWithoutId(reply: Reply): Observed {
  const refused = reply.status !== null && reply.status >= 400;
  return refused
    ? { value: reply.status, text: `${reply.status}, when no id is given` }
    : { value: null, text: `none was seen: no id at all is ${readOutcome(reply).text}` };
}

/** The query for one transaction, with the ids of another. */
function asQueryOf({ query }: KnownTransaction, { transactionId, partnerTransactionId }: KnownTransaction): Query {
  return Object.fromEntries(
    Object.keys(query).map((name) => [name, name === "transaction_id" ? transactionId : (partnerTransactionId ?? "")]),
  );
}

function lookups(operation: DetailOperation): Rows<Lookups> {
  const unknown = `unknown.${operation}`;
  return {
    [`${unknown}.byTransactionId`]: looksUp(({ anything }) => ({
      named: { "the transaction": anything },
      queries: { "transaction_id alone": { transaction_id: anything.transactionId } },
    })),
    ...seen(async (asked: Inquiry) => ({ reply: await asked.ask(readTemplate(operation, {}), null) }), {
      [`${unknown}.neitherId`]: ({ reply }) => readOutcome(reply),
      [`${unknown}.refusalStatus`]: ({ reply }) => refusalWithoutId(reply),
    }),
    [`${unknown}.unknownId`]: looksUp(({ anything, first }) => ({
      queries: {
        "an unknown transaction_id": { transaction_id: unknownIdLike(anything.transactionId) },
        ...(first && {
          "an unknown partner_transaction_id": { partner_transaction_id: unknownIdLike(first.partnerTransactionId) },
        }),
      },
    })),
    [`${unknown}.emptyId`]: looksUp(() => ({
      queries: {
        "an empty transaction_id": { transaction_id: "" },
        "an empty partner_transaction_id": { partner_transaction_id: "" },
      },
    })),
    [`${unknown}.otherKind`]: looksUp(({ anything, stranger }) =>
      stranger === undefined
        ? null
        : {
            named: { "that transaction": stranger },
            queries: { "the id of the other kind": asQueryOf(anything, stranger) },
          },
    ),
    [`${unknown}.impossibleId`]: byPartnerId(({ partnerTransactionId: id }) => ({
      queries: {
        "an id of 5 characters": { partner_transaction_id: id.slice(0, 5) },
        "an id of 65 characters": { partner_transaction_id: id.padEnd(65, "0") },
      },
    })),
    [`${unknown}.byPartnerTransactionId`]: byPartnerId((first) => ({
      named: { "the transaction": first },
      queries: { "partner_transaction_id alone": { partner_transaction_id: first.partnerTransactionId } },
    })),
    [`${unknown}.bothIds`]: byPartnerId((first) => ({
      named: { "the transaction": first },
      queries: {
        "both ids of one transaction": {
          transaction_id: first.transactionId,
          partner_transaction_id: first.partnerTransactionId,
        },
      },
    })),
    [`${unknown}.idCase`]: byPartnerId((first) => {
      const transaction_id = flipCase(first.transactionId);
      if (transaction_id === first.transactionId) return null;
      return {
        named: { "the transaction": first },
        queries: { "a transaction_id in the other letter case": { transaction_id } },
      };
    }),
    [`${unknown}.conflictingIds`]: looksUp(({ first, second }) =>
      first === undefined || second === undefined
        ? null
        : {
            named: {
              "the one that transaction_id names": first,
              "the one that partner_transaction_id names": second,
            },
            queries: {
              "ids of two transactions": {
                transaction_id: first.transactionId,
                partner_transaction_id: second.partnerTransactionId,
              },
            },
          },
    ),
  };
}

/** The details that show something, and the reply to reading the first of them again. */
interface Details {
  readonly reply: Reply;
  readonly details: readonly JsonRecord[];
}

/** Unknowns that the known details of some transactions answer; one is read again as evidence for what all of them show. */
function inDetails(
  operation: DetailOperation,
  rows: Readonly<Record<string, (details: readonly JsonRecord[]) => Observed>>,
  shows: (detail: JsonRecord) => boolean = () => true,
): Rows<Target> {
  const found = (target: Target): KnownTransaction[] => known(target, operation).filter(({ detail }) => shows(detail));
  const gather = async (asked: Inquiry): Promise<Details | null> => {
    const all = found(asked.target);
    const reply = await asked.ask(readTemplate(operation, all[0]?.query ?? {}), null);
    return reply.accepted ? { reply, details: all.map(({ detail }) => detail) } : null;
  };
  const read = seen<Target, Details>(
    gather,
    Object.fromEntries(Object.entries(rows).map(([id, observe]) => [id, ({ details }: Details) => observe(details)])),
  );
  return Object.fromEntries(
    Object.entries(read).map(([id, ask]) => [id, needing((target) => (found(target).length > 0 ? target : null), ask)]),
  );
}

function documentedNames(operation: DetailOperation): string[] {
  return fieldTree(OPERATIONS[operation].responseSchema).children.map(({ location }) => location[0] ?? "");
}

/** How each documented field is missing: left out, null, empty, or only in some transactions. */
function missing(operation: DetailOperation, details: readonly JsonRecord[]): Observed {
  const ways = documentedNames(operation).flatMap((name) => {
    const met = sorted(details.map((detail) => missingText(detail[name])));
    return met.every((way) => way === "there") ? [] : [[name, { value: met, text: met.join(" or ") }] as const];
  });
  return ways.length === 0 ? { value: {}, text: "none: every documented field is there" } : gathered(ways);
}

/** Undocumented fields that may say why something failed. */
function reasons(operation: DetailOperation, details: readonly JsonRecord[]): Observed {
  const documented = new Set(documentedNames(operation));
  const names = details.flatMap((detail) =>
    Object.keys(detail).filter((name) => !documented.has(name) && /reason|fail|error|message/i.test(name)),
  );
  const text = names.length === 0 ? "no further field gives a reason" : `${sortedList(names)} may give the reason`;
  return { value: sorted(names), text };
}

function inStatus(status: RegExp) {
  return (detail: JsonRecord): boolean => status.test(String(detail.status));
}

/** Fields that unfinished transactions lack, and fields that failed ones lack and those that give the reason. */
function missingFields(operation: DetailOperation, unfinishedId: string, unfinished: RegExp): Rows<Target> {
  return {
    ...inDetails(operation, { [unfinishedId]: (details) => missing(operation, details) }, inStatus(unfinished)),
    ...inDetails(
      operation,
      {
        [`unknown.${operation}.fieldsWhenFailed`]: (details) => {
          const [fields, why] = [missing(operation, details), reasons(operation, details)];
          return { value: { missing: fields.value, reasons: why.value }, text: `${fields.text}; ${why.text}` };
        },
      },
      inStatus(/fail/i),
    ),
  };
}

/** Reads unfinished transactions again: whether they have moved on since they were found. */
function moved(operation: DetailOperation, unfinished: RegExp): Ask<Target> {
  const watchedIn = (target: Target) => known(target, operation).filter(({ detail }) => inStatus(unfinished)(detail));
  return needing(
    (target) => (watchedIn(target).length === 0 ? null : watchedIn(target).slice(0, 4)),
    asks<readonly KnownTransaction[]>(
      async (asked, id, watched) => {
        const replies: (readonly [Reply, changed: string | null])[] = [];
        for (const { query, detail } of watched) {
          const reply = await asked.ask(readTemplate(operation, query), null);
          if (!reply.accepted) continue;
          const [before, after] = [jsonText(detail.status), jsonText(reply.body.status)];
          replies.push([reply, before === after ? null : `${before} became ${after}`]);
        }
        const changes = replies.flatMap(([, changed]) => changed ?? []);
        const evidence = replies.findLast(([, changed]) => changed !== null) ?? replies[0];
        if (evidence === undefined) return;
        const none = { value: null, text: "no change was seen during the run" };
        asked.answer(id, changes.length === 0 ? none : words(changes), evidence[0]);
      },
      { tier: 2 },
    ),
  );
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

function sides(name: string) {
  return (details: readonly JsonRecord[]): Observed =>
    eachOf(
      ["source", "target"].map((side) => [side, valuesSeen(details.map((detail) => valueAt(detail, [side, name])))]),
    );
}

/** The values of a field, after some words. */
function shown(before: string, name: string) {
  return (details: readonly JsonRecord[]): Observed =>
    phrase`${before} ${valuesSeen(details.map((detail) => detail[name]))}`;
}

/** The fields of a recipient's response: others, such as the time at which it is shown, say nothing of its state. */
const RECIPIENT_FIELDS = new Set(fieldTree(OPERATIONS.createRecipient.responseSchema).children.map(({ name }) => name));

/**
 * Whether transfers show their recipient as it is or as it was: two that show one recipient in two states cannot both
 * show it as it is. A run does not change a transfer's recipient to find out, since none of them is its own.
 */
function embeddedState(details: readonly JsonRecord[]): Observed {
  const states = new Map<string, Set<string>>();
  let isShared = false;
  for (const { recipient, recipient_id: id } of details) {
    if (!isObject(recipient) || typeof id !== "string") continue;
    const seen = states.get(id);
    isShared ||= seen !== undefined;
    const documented = Object.entries(recipient).filter(([name]) => RECIPIENT_FIELDS.has(name));
    states.set(id, (seen ?? new Set()).add(canonicalText(Object.fromEntries(documented))));
  }
  if (!isShared) return { value: null, text: "unclear: no two transfers have the same recipient" };
  return [...states.values()].some(({ size }) => size > 1)
    ? { value: "as it was", text: "as it was: transfers show one recipient in several states" }
    : { value: "one state", text: "in one state, whichever transfer shows it" };
}

/** The lengths that section 8 gives for a partner's own ids. */
const ID_LENGTH = { least: 20, most: 64 };

function partnerIds(deposits: readonly JsonRecord[]): Observed {
  const kinds = deposits.map(({ partner_transaction_id: id }) => {
    if (typeof id !== "string") return "absent";
    const fits = id.length >= ID_LENGTH.least && id.length <= ID_LENGTH.most;
    return fits ? "there, 20 to 64 characters long" : "there, of another length";
  });
  return phrase`partner_transaction_id is ${words(kinds)}`;
}

export const transfers = [
  unknowns("getTransferDetail", (target) => lookupsOf(target, "getTransferDetail"), lookups("getTransferDetail")),
  unknowns("getTransferDetail", (target) => target, {
    ...missingFields("getTransferDetail", "unknown.getTransferDetail.fieldsWhilePending", /pending/i),
    ...inDetails("getTransferDetail", {
      "unknown.getTransferDetail.fieldsNotApplicable": notApplicable,
      "conflict.getTransferDetail.purposeCode": shown("purpose_code is", "purpose_code"),
      "unknown.getTransferDetail.currencyValues": sides("currency"),
      "unknown.getTransferDetail.networkValues": sides("network"),
      "unknown.getTransferDetail.feeUnit": feeUnit,
      "unknown.getTransferDetail.exchangeRateUnit": rateUnit,
      "unknown.getTransferDetail.embeddedState": embeddedState,
      "unknown.amountPrecision": precision,
    }),
    "unknown.transferTransitions": moved("getTransferDetail", /pending/i),
  }),
];

export const deposits = [
  unknowns("getDepositDetail", (target) => lookupsOf(target, "getDepositDetail"), lookups("getDepositDetail")),
  unknowns("getDepositDetail", (target) => target, {
    ...missingFields("getDepositDetail", "unknown.getDepositDetail.fieldsWhileProcessing", /process|pending/i),
    ...inDetails("getDepositDetail", {
      "conflict.getDepositDetail.partnerTransactionId": partnerIds,
      // Three characters, as section 8 says, or four as well.
      "conflict.getDepositDetail.accountCurrency": shown("account_currency is", "account_currency"),
    }),
    ...inDetails(
      "getDepositDetail",
      { "conflict.getDepositDetail.usdNetwork": shown("network of a deposit in USD:", "network") },
      ({ account_currency: currency }) => currency === "USD",
    ),
    "unknown.depositTransitions": moved("getDepositDetail", /process|pending/i),
  }),
];

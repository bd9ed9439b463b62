/** What the details of a transaction are about, and that its reads agree (sections 2.5, 2.7, 4.5 and 4.9). */
import { type CaseDraft, type Check, type CheckId, check } from "../../../discovery/check.js";
import { deployment, type KnownTransaction, type Target } from "../../../discovery/target.js";
import { readings, type Sequence, type Step, steps } from "../../../engine/cases/sequenceCase.js";
import { readTemplate } from "../../../generators/templates/readTemplate.js";
import { unknownIdLike, withOtherEnd } from "../../../generators/texts/unknownId.js";
import { answerText, hasStatus } from "../../../oracles/outcome.js";
import { sameValue } from "../../../oracles/sameValue.js";
import { type Field, fieldTree, ITEM } from "../../../schemas/fieldTree.js";
import { isObject, type JsonRecord, jsonText } from "../../../schemas/json.js";
import { type DetailOperation, OPERATIONS } from "../../../schemas/operations.js";
import { isValidation } from "../../../schemas/statuses.js";
import { FEW, kindOf, known, listed, MANY } from "./transactions.js";

type Query = Readonly<Record<string, string>>;

/** Transactions that are read at once: overlapping answers must not be mixed up. */
const AT_ONCE = [3, 8, 12];

function expectAsked(sequence: Sequence, query: Query, step: Step): void {
  const { body } = step;
  for (const [name, asked] of Object.entries(query)) {
    const got = body[name];
    if (typeof got !== "string") continue;
    // A list's id may be the partner's, so that an id is passed under the other name.
    const other = name === "transaction_id" ? body.partner_transaction_id : body.transaction_id;
    sequence.expect(got === asked || other === asked, step, {
      message: "The response shows a transaction that was not requested",
      expected: `${name} ${jsonText(asked)}`,
      actual: `${name} ${jsonText(got)}`,
    });
  }
}

function atOnce(target: Target, operation: DetailOperation): CaseDraft[] {
  const queries = known(target, operation).map(({ query }) => query);
  if (queries.length < 2) return [];
  return AT_ONCE.map((count, tier) =>
    steps(tier, async (sequence) => {
      const read = (query: Query) => sequence.step(readTemplate(operation, query), `at once ${jsonText(query)}`);
      const together = queries.slice(0, count);
      const answers = await Promise.all(together.map(async (query) => [query, await read(query)] as const));
      for (const [query, step] of answers) expectAsked(sequence, query, step);
    }),
  );
}

function readOne(operation: DetailOperation, query: Query): CaseDraft {
  return steps(0, async (sequence) => {
    const step = await sequence.reading(readTemplate(operation, query), "read");
    expectAsked(sequence, query, step);
    await expectOwn(sequence, operation, query, step);
  });
}

/**
 * Where an id finds a transaction whose other id it is: a service may find it by either id under both names, but not by the other one
 * only.
 */
async function expectOwn(sequence: Sequence, operation: DetailOperation, query: Query, step: Step): Promise<void> {
  for (const [name, asked] of Object.entries(query)) {
    const own = step.body[name];
    if (typeof own !== "string" || own === "" || own === asked) continue;
    const byOwn = await sequence.step(readTemplate(operation, { [name]: own }), `by its own ${name}`);
    if (hasStatus(byOwn.exchange, (status) => !isValidation(status) && status !== 404)) continue;
    sequence.expect(false, byOwn, {
      message: `${name} finds a transaction by its other id, and not by its ${name}`,
      expected: `the transaction whose ${name} is ${jsonText(own)}`,
      actual: answerText(byOwn.exchange),
      control: step,
    });
  }
}

export function askedFor(operation: DetailOperation): Check {
  return check(`${operation}/state/asked-for`, {
    title: "The answer is about the transaction that was asked for",
    sends: `the id of a ${kindOf(operation)} that the list shows, by itself and at once with others`,
    expects: "the same id in the answer",
    cases: (target) => [
      ...listed(target, operation).map(({ query }) => readOne(operation, query)),
      ...atOnce(target, operation),
      // The preflight reads by another way where this one does not lead to the transaction.
      ...known(target, operation)
        .slice(0, MANY)
        .filter(({ query, transactionId }) => query.transaction_id === undefined && transactionId !== "")
        .map(({ transactionId }) => readOne(operation, { transaction_id: transactionId })),
    ],
  });
}

/** Fields that may float until a transaction is decided: rates, and what follows from them. */
const FLOATING = new Set(["audit_at", "completed_at", "exchange_rate", "fee", "target"]);

interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** The documented fields below a place in which two values differ. Undocumented members may be anything. */
function differencesAt(field: Field, left: unknown, right: unknown): Difference[] {
  const { path, children } = field;
  if (children.length > 0 && Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    const item = children.find(({ name }) => name === ITEM);
    return item === undefined ? [] : left.flatMap((value, index) => differencesAt(item, value, right[index]));
  }
  if (children.length > 0 && isObject(left) && isObject(right))
    return children.flatMap((child) => differencesAt(child, left[child.name], right[child.name]));
  return sameValue(left ?? null, right ?? null) ? [] : [{ path, left, right }];
}

function differences(operation: DetailOperation, left: JsonRecord, right: JsonRecord): Difference[] {
  const moved = left.status !== right.status || /pending|processing/i.test(String(left.status));
  return fieldTree(OPERATIONS[operation].responseSchema).children.flatMap((field) => {
    const name = field.location[0] ?? "";
    return moved && FLOATING.has(name) ? [] : differencesAt(field, left[name], right[name]);
  });
}

/** Notes whether two reads agree; where they do not, the first unexplained difference. */
function agree(
  sequence: Sequence,
  [left, right]: readonly [Step, Step],
  difference: Difference | undefined,
  message: (path: string) => string,
): void {
  const path = difference?.path ?? "";
  sequence.expect(difference === undefined, right, {
    message: message(path),
    expected: `${path} ${jsonText(difference?.left)}`,
    actual: `${path} ${jsonText(difference?.right)}`,
    control: left,
  });
}

/**
 * Compares a read with one by id. A difference counts when a third read, by id again, is like the first: transactions
 * move on, and the parties that they show may be edited meanwhile.
 */
async function compare(
  sequence: Sequence,
  operation: DetailOperation,
  [byId, other]: readonly [Step, Step],
  way: string,
  again: () => Promise<Step>,
): Promise<void> {
  const found = differences(operation, byId.body, other.body);
  const third = found.length === 0 ? byId : await again();
  if (!third.accepted) return;
  const moved = new Set(differences(operation, byId.body, third.body).map(({ path }) => path));
  const lasting = third === byId || !moved.has("status") ? found.find(({ path }) => !moved.has(path)) : undefined;
  if (found.length > 0 && lasting === undefined) return;
  const message = (path: string) => `The same transaction shows another ${path} when it is read by ${way}`;
  agree(sequence, [byId, other], lasting, message);
}

function isEmptyAnswer({ body }: Step): boolean {
  return Object.keys(body).length === 0;
}

/** The two ways to ask for a transaction by only one of its ids; null where the partner's is not known. */
function waysTo({ transactionId, partnerTransactionId }: KnownTransaction) {
  if (partnerTransactionId === null) return null;
  return [{ transaction_id: transactionId }, { partner_transaction_id: partnerTransactionId }] as const;
}

async function readBothWays(sequence: Sequence, operation: DetailOperation, one: KnownTransaction): Promise<void> {
  const ways = waysTo(one);
  if (ways === null) return sequence.blocked("no partner_transaction_id is known");
  const { transactionId, partnerTransactionId } = one;
  const { transfers, deposits } = deployment(sequence.execution.target);
  const isShared = [...transfers, ...deposits].some(
    (other) => other.transactionId !== transactionId && other.partnerTransactionId === partnerTransactionId,
  );
  if (isShared) return sequence.blocked("several transactions have its partner_transaction_id");
  const [id, partnerId] = ways;
  const byId = await sequence.reading(readTemplate(operation, id), "by id");
  const byPartner = await sequence.reading(readTemplate(operation, partnerId), "by partner id");
  // Whether each way works alone is open, and it may be refused; but that there is no such transaction is disproved by the
  // other way.
  for (const [name, own, shown, asked] of [
    ["partner_transaction_id", partnerTransactionId, byId, byPartner],
    ["transaction_id", transactionId, byPartner, byId],
  ] as const) {
    if (shown.body[name] === own && asked.exchange.response?.status === 404)
      return sequence.expect(false, asked, {
        message: `A transaction is not found by its own ${name}`,
        expected: `the transaction ${jsonText(transactionId)}, or a refusal of this way to ask`,
        actual: "404",
        control: shown,
      });
  }
  if (isEmptyAnswer(byId) || isEmptyAnswer(byPartner))
    return sequence.blocked("one of the two ids alone is not accepted");
  // Where the id shows another transaction, this read is at fault.
  const isOther = byId.body.transaction_id !== transactionId && byPartner.body.transaction_id === transactionId;
  const [right, other, query, way] = isOther
    ? ([byPartner, byId, partnerId, "transaction_id"] as const)
    : ([byId, byPartner, id, "partner_transaction_id"] as const);
  const again = () => sequence.step(readTemplate(operation, query), "again");
  await compare(sequence, operation, [right, other], `its ${way}`, again);
  const byBoth = await sequence.step(readTemplate(operation, { ...id, ...partnerId }), "by both ids");
  if (!isEmptyAnswer(byBoth)) await compare(sequence, operation, [right, byBoth], "both its ids", again);
}

/** Cases for the first transactions of an operation's kind, one tier after the other. */
function forEach(
  count: number,
  operation: DetailOperation,
  execute: (sequence: Sequence, operation: DetailOperation, transaction: KnownTransaction) => Promise<void>,
) {
  return (target: Target): CaseDraft[] =>
    known(target, operation)
      .slice(0, count)
      .map((transaction, index) => steps(index, (sequence) => execute(sequence, operation, transaction)));
}

export function bothWays(operation: DetailOperation): Check {
  return check(`${operation}/state/both-ways`, {
    title: "Both ids of a transaction lead to the same answer",
    sends: `a ${kindOf(operation)} by transaction_id, then by partner_transaction_id, then by both`,
    expects: "the same documented fields, those of its customer and recipient among them",
    cases: forEach(MANY, operation, readBothWays),
  });
}

/** Reads a transaction by each of its ids alone; both may be needed, but neither is better than the other. */
async function readByEach(sequence: Sequence, operation: DetailOperation, one: KnownTransaction): Promise<void> {
  const ways = waysTo(one);
  if (ways === null) return sequence.blocked("no partner_transaction_id is known");
  const byId = await sequence.reading(readTemplate(operation, ways[0]), "by id");
  const byPartner = await sequence.reading(readTemplate(operation, ways[1]), "by partner id");
  const isFound = ({ body }: Step): boolean => body.transaction_id === one.transactionId;
  const [found, other] = isFound(byId) ? [byId, byPartner] : [byPartner, byId];
  if (!isFound(found)) return sequence.blocked("neither of the two ids alone finds the transaction");
  const name = other === byId ? "transaction_id" : "partner_transaction_id";
  sequence.expect(!hasStatus(other.exchange, isValidation), other, {
    message: `${name} alone is refused, while the other id alone finds the ${kindOf(operation)}`,
    expected: `the ${kindOf(operation)}, by either of the two documented parameters`,
    actual: answerText(other.exchange),
    control: found,
  });
}

export function eitherId(operation: DetailOperation): Check {
  return check(`${operation}/state/either-id`, {
    title: `Where one id alone finds a ${kindOf(operation)}, so does the other`,
    sends: `a ${kindOf(operation)} by transaction_id alone, and by partner_transaction_id alone`,
    expects: "neither refused where the other is answered",
    cases: forEach(2, operation, readByEach),
  });
}

/** Fields that something other than the transaction's own life may change between two reads. */
const OF_OTHERS = /^(?:status|customer|recipient)(?:\.|$)/;
/** Fields of a party that nobody changes. */
const LASTING = /\.(?:customer_id|recipient_id|partner_customer_id|partner_recipient_id|created_at)$/;

export function repeatedDetails(operation: DetailOperation): Check {
  return check(`${operation}/state/repeat`, {
    title: "Repeated reads agree",
    sends: `a ${kindOf(operation)}, six times`,
    expects: "the same documented fields, except those that change with the status",
    cases: forEach(FEW, operation, async (sequence, _, { query }) => {
      const [first, ...others] = await readings(sequence, readTemplate(operation, query));
      for (const next of others) {
        if (first?.accepted !== true || !next.accepted) continue;
        const found = differences(operation, first.body, next.body).find(
          ({ path }) => !OF_OTHERS.test(path) || LASTING.test(path),
        );
        agree(sequence, [first, next], found, (path) => `Two reads of one transaction differ in ${path}`);
      }
    }),
  });
}

/** The customer and the recipient that a transfer shows must be those that it names. */
function transferParty(id: CheckId, party: "customer" | "recipient"): Check {
  const name = `${party}_id`;
  const partnerName = `partner_${name}`;
  /** A transfer that shows the same party under another partner id, which nothing changes. */
  const shownOtherwise = (own: unknown, partnerId: unknown, transfers: readonly KnownTransaction[]) =>
    transfers.find(({ detail: { [party]: shown } }) => {
      if (typeof own !== "string" || typeof partnerId !== "string" || !isObject(shown)) return false;
      return shown[name] === own && typeof shown[partnerName] === "string" && shown[partnerName] !== partnerId;
    });
  return check(id, {
    title: `The ${party} of a transfer is the one that ${name} names`,
    sends: "a transfer",
    expects: `the same ${name} inside ${party}, and the ${partnerName} that other transfers of the ${party} show`,
    cases: ({ transfers }) =>
      transfers.slice(0, MANY).map(({ query }) =>
        steps(0, async (sequence) => {
          const step = await sequence.reading(readTemplate("getTransferDetail", query), "read");
          const { [name]: own, [party]: inner } = step.body;
          if (typeof own !== "string" || !isObject(inner) || typeof inner[name] !== "string")
            return sequence.blocked(`no transfer shows both ${name} and ${party}.${name}`);
          sequence.expect(own === inner[name], step, {
            message: `The ${party} shown in a transfer is not the one whose id it has`,
            expected: `${party}.${name} ${jsonText(own)}`,
            actual: `${party}.${name} ${jsonText(inner[name])}`,
          });
          const other = shownOtherwise(own, inner[partnerName], transfers);
          if (other === undefined) return;
          const again = await sequence.step(readTemplate("getTransferDetail", other.query), "other");
          const { [party]: shown } = again.body;
          if (!again.accepted || !isObject(shown) || shown[name] !== own) return;
          sequence.expect(shown[partnerName] === inner[partnerName], step, {
            message: `Two transfers show one ${party} with different partner ids`,
            expected: `${party}.${partnerName} ${jsonText(shown[partnerName])}, as in another transfer`,
            actual: `${party}.${partnerName} ${jsonText(inner[partnerName])}`,
            control: again,
          });
        }),
      ),
  });
}

export const transferCustomer = transferParty("getTransferDetail/state/customer.agrees", "customer");
export const transferRecipient = transferParty("getTransferDetail/state/recipient.agrees", "recipient");

type IdName = "transaction_id" | "partner_transaction_id";

/** Asks for something near an id, and for an id of the same shape; or for a wildcard of a search. */
function nearIds(operation: DetailOperation, name: IdName, id: string | null, kind: "near" | "any"): CaseDraft {
  return steps(kind === "near" ? 0 : 1, async (sequence) => {
    if (id === null) return sequence.blocked("no partner_transaction_id is known");
    const ask = async (value: string, message: string, ownName: IdName): Promise<void> => {
      const step = await sequence.step(readTemplate(operation, { [name]: value }), value, { judged: false });
      const { transaction_id: shown } = step.body;
      // Where ids are counted, the next one may be another transaction's.
      sequence.expect(typeof shown !== "string" || step.body[ownName] === value, step, {
        message,
        expected: "no transaction",
        actual: `transaction ${jsonText(shown)}`,
      });
    };
    // Wildcards of a search: what finds one of the two ids this way also finds the other.
    const wildcards = name === "transaction_id" ? ["%"] : [];
    const others = name === "transaction_id" ? ["_".repeat(id.length), "*"] : ["%", "_".repeat(id.length), "*"];
    // An id with something added, and one with another last character.
    for (const near of kind === "any" ? others : [`${id}0`, withOtherEnd(id), ...wildcards])
      await ask(near, `${jsonText(near)}, which is not an id, returns a transaction`, name);
    const [last, message] =
      kind === "any"
        ? [unknownIdLike(id), "An id that does not exist returns another transaction"]
        : [id.slice(0, -2), "Part of an id returns the transaction that begins with it"];
    await ask(last, message, "transaction_id");
  });
}

export function unknownTransactions(operation: DetailOperation): Check {
  return check(`${operation}/state/unknown-id`, {
    title: "An id that does not exist finds no transaction",
    sends: "an id of the usual shape that no transaction has",
    expects: "anything but another transaction",
    cases: (target) =>
      known(target, operation)
        .slice(0, 1)
        .flatMap(({ transactionId, partnerTransactionId }) =>
          (["near", "any"] as const).flatMap((kind) => [
            nearIds(operation, "transaction_id", transactionId, kind),
            nearIds(operation, "partner_transaction_id", partnerTransactionId, kind),
          ]),
        ),
  });
}

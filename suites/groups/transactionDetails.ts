/** What the details of transactions agree on: with the request, with each other, with the list (sections 2.5 to 2.7). */
import type { Template } from "../../generators/edit.js";
import { isObject } from "../../generators/json.js";
import { sameValue } from "../../oracles/sameValue.js";
import { instantOf } from "../../schemas/dateTime.js";
import { fieldTree } from "../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../schemas/operations.js";
import { check, group } from "../define.js";
import type { CheckDefinition, CheckGroup, KnownTransaction, Unit, World } from "../model.js";
import { programUnit, readings, type Step } from "../programUnit.js";

export type DetailOperation = "getTransferDetail" | "getDepositDetail";
type JsonRecord = Readonly<Record<string, unknown>>;

/** Transactions that each program is played for. */
const MOST = 12;

function known(world: World, operation: DetailOperation): readonly KnownTransaction[] {
  return (operation === "getTransferDetail" ? world.transfers : world.deposits).slice(0, MOST);
}

/** Listed transactions of the operation's kind, those among them whose detail shows another one. */
function asked(world: World, operation: DetailOperation): readonly KnownTransaction[] {
  const strays = operation === "getTransferDetail" ? world.strays.transfers : world.strays.deposits;
  return [...known(world, operation), ...strays.slice(0, 4)];
}

function template(operation: DetailOperation, query: Readonly<Record<string, string>>): Template {
  return { id: JSON.stringify(query), operation, body: null, query, path: {}, version: null, freshField: null };
}

function show(value: unknown): string {
  return value === undefined ? "absent" : JSON.stringify(value);
}

/** Fields that change while a transaction moves on, or that belong to others. */
const MOVING = new Set([
  "status",
  "audit_at",
  "completed_at",
  "customer",
  "recipient",
  "exchange_rate",
  "fee",
  "target",
]);

/** The documented field in which two readings of one transaction differ, or null. */
function difference(operation: DetailOperation, left: JsonRecord, right: JsonRecord): string | null {
  // Rates and what follows from them may float until a transaction is decided.
  const moved = left.status !== right.status || /pending|processing/i.test(String(left.status));
  for (const { location } of fieldTree(OPERATIONS[operation].responseSchema).children) {
    const name = location[0] ?? "";
    if (name === "status" || name === "customer" || name === "recipient" || (moved && MOVING.has(name))) continue;
    if (!sameValue(left[name] ?? null, right[name] ?? null)) return name;
  }
  return null;
}

function askedFor(operation: DetailOperation, transaction: KnownTransaction, index: number): Unit {
  const id = `${operation}/state/asked-for`;
  return programUnit({
    check: id,
    operation,
    tier: index,
    index,
    async play(stage) {
      const step = await stage.step(template(operation, transaction.query), "read");
      for (const [name, asked] of Object.entries(transaction.query)) {
        const got = step.body[name];
        if (!step.accepted || typeof got !== "string") continue;
        // A list's id may be the partner's, so that an id is passed under the other's name.
        const other = name === "transaction_id" ? step.body.partner_transaction_id : step.body.transaction_id;
        stage.expect(got === asked || other === asked, step.exchange, {
          message: "The answer is about another transaction than the one that was asked for",
          expected: `${name} ${show(asked)}`,
          actual: `${name} ${show(got)}`,
        });
      }
    },
  });
}

function bothWays(operation: DetailOperation, transaction: KnownTransaction, index: number): Unit {
  return programUnit({
    check: `${operation}/state/both-ways`,
    operation,
    tier: index,
    index,
    async play(stage) {
      const { transactionId, partnerTransactionId } = transaction;
      if (partnerTransactionId === null) return stage.blocked("no partner_transaction_id is known");
      const byId = await stage.step(template(operation, { transaction_id: transactionId }), "by id");
      const byPartner = await stage.step(
        template(operation, { partner_transaction_id: partnerTransactionId }),
        "by partner id",
      );
      // Whether each way works alone is open; that both name the same transaction is not.
      if (Object.keys(byId.body).length === 0 || Object.keys(byPartner.body).length === 0) {
        return stage.blocked("one of the two ids alone is not accepted");
      }
      const field = difference(operation, byId.body, byPartner.body);
      stage.expect(
        field === null,
        byPartner.exchange,
        {
          message: `The same transaction shows another ${field} when it is read by its partner_transaction_id`,
          expected: `${field} ${show(byId.body[field ?? ""])}`,
          actual: `${field} ${show(byPartner.body[field ?? ""])}`,
        },
        byId.exchange,
      );
    },
  });
}

function repeated(operation: DetailOperation, transaction: KnownTransaction, index: number): Unit {
  return programUnit({
    check: `${operation}/state/repeat`,
    operation,
    tier: index,
    index,
    async play(stage) {
      const [first, ...others] = await readings(stage, template(operation, transaction.query));
      for (const next of others) {
        if (first?.accepted !== true || !next.accepted) continue;
        const field = difference(operation, first.body, next.body);
        stage.expect(
          field === null,
          next.exchange,
          {
            message: `Two readings of one transaction differ in ${field}`,
            expected: `${field} ${show(first.body[field ?? ""])}`,
            actual: `${field} ${show(next.body[field ?? ""])}`,
          },
          first.exchange,
        );
      }
    },
  });
}

/** The embedded customer or recipient is the one that the transfer names. */
function embedded(part: "customer" | "recipient", transaction: KnownTransaction, index: number): Unit {
  const name = `${part}_id`;
  return programUnit({
    check: `getTransferDetail/state/${part}.agrees`,
    operation: "getTransferDetail",
    tier: index,
    index,
    async play(stage) {
      const step = await stage.step(template("getTransferDetail", transaction.query), "read");
      const own = step.body[name];
      const inner = step.body[part];
      if (typeof own !== "string" || !isObject(inner) || typeof inner[name] !== "string") {
        return stage.blocked(`no transfer shows both ${name} and ${part}.${name}`);
      }
      stage.expect(own === inner[name], step.exchange, {
        message: `The ${part} of a transfer is not the one that the transfer names`,
        expected: `${part}.${name} ${show(own)}`,
        actual: `${part}.${name} ${show(inner[name])}`,
      });
    },
  });
}

function sameNumber(left: unknown, right: unknown): boolean {
  return typeof left !== "number" || typeof right !== "number" || left === right;
}

/** What a list item and its detail say about the same thing, as pairs that must agree. */
function disagreement(
  operation: DetailOperation,
  item: JsonRecord,
  detail: JsonRecord,
): { name: string; listed: unknown; detailed: unknown } | null {
  const created = [instantOf(String(item.created_at)), instantOf(String(detail.created_at))] as const;
  if (created[0] !== null && created[1] !== null && Math.abs(created[0] - created[1]) >= 1000) {
    return { name: "created_at", listed: item.created_at, detailed: detail.created_at };
  }
  if (operation === "getDepositDetail") {
    // Which of the two amounts a deposit fills is not said; one of them is what was deposited.
    const listed = [item.sender_amount, item.receiver_amount].filter(
      (amount) => typeof amount === "number" && amount !== 0,
    );
    const fits = listed.length === 0 || typeof detail.amount !== "number" || listed.includes(detail.amount);
    return fits ? null : { name: "amount", listed: listed[0], detailed: detail.amount };
  }
  if (detail.status === "pending") return null;
  if (!sameNumber(item.exchange_rate, detail.exchange_rate)) {
    return { name: "exchange_rate", listed: item.exchange_rate, detailed: detail.exchange_rate };
  }
  const fee = typeof detail.fee === "number" ? detail.fee : 0;
  for (const [listName, side] of [
    ["sender_amount", detail.source],
    ["receiver_amount", detail.target],
  ] as const) {
    const listed = item[listName];
    const amount = isObject(side) ? side.amount : undefined;
    if (typeof listed !== "number" || typeof amount !== "number") continue;
    // Whether an amount is before or after the fee is not said.
    const fits = [amount, amount + fee, amount - fee].some(
      (value) => Math.abs(value - listed) < 0.005 + Math.abs(value) * 1e-9,
    );
    if (!fits)
      return {
        name: `${listName} against ${listName === "sender_amount" ? "source" : "target"}.amount`,
        listed,
        detailed: amount,
      };
  }
  return null;
}

/**
 * Reads a listed transaction in detail. When the two disagree, either may be wrong: it is a finding of the operation
 * whose check this is.
 */
function agreesWithList(
  check: string,
  owner: OperationId,
  operation: DetailOperation,
  transaction: KnownTransaction,
  index: number,
): Unit {
  return programUnit({
    check,
    operation: owner,
    tier: index,
    index,
    async play(stage) {
      const { item } = transaction;
      if (item === null) return stage.blocked("the transaction was named by the user, not by the list");
      const step = await stage.step(template(operation, transaction.query), "read");
      if (!step.accepted) return;
      const found = disagreement(operation, item, step.body);
      stage.expect(found === null, step.exchange, {
        message: `The list and the detail of one transaction disagree on ${found?.name}`,
        expected: `${show(found?.listed)} as in the list`,
        actual: show(found?.detailed),
      });
    },
  });
}

const CLASSES = [/[0-9]/, /[A-Z]/, /[a-z]/];
/** How many of an id's last characters are changed: enough to name nothing, and no more than its random part. */
const CHANGED = 10;

/**
 * An id of the same shape that nothing has: its last letters and digits are replaced by others of the same kind, taken
 * from the id itself, so that a hexadecimal or base-32 id stays one.
 * @param turn another number gives another id
 */
export function unknownIdLike(id: string, turn = 0): string {
  const prefix = /^[A-Za-z]+_/.exec(id)?.[0] ?? "";
  // Short numbers are counted up: only a number far beyond them is surely unused.
  if (/^\d{1,5}$/.test(id.slice(prefix.length))) return prefix + String(9 - turn).repeat(9);
  const characters = [...id.slice(prefix.length)];
  let left = CHANGED;
  for (let position = characters.length - 1; position >= 0 && left > 0; position--) {
    const character = characters[position] ?? "";
    const kind = CLASSES.find((one) => one.test(character));
    if (kind === undefined) continue;
    left -= 1;
    const own = [...new Set([...id.slice(prefix.length)].filter((candidate) => kind.test(candidate)))].sort();
    if (/[0-9]/.test(character)) characters[position] = String((9 - Number(character) + turn) % 10);
    else characters[position] = own[(own.indexOf(character) + 1 + turn) % own.length] ?? character;
  }
  return prefix + characters.join("");
}

function unknownId(operation: DetailOperation, world: World, index: number): Unit {
  return programUnit({
    check: `${operation}/state/unknown-id`,
    operation,
    tier: 0,
    index,
    async play(stage) {
      const first = known(world, operation)[0];
      if (first === undefined) return;
      const name = index === 0 ? "transaction_id" : "partner_transaction_id";
      const id = index === 0 ? first.transactionId : first.partnerTransactionId;
      if (id === null) return stage.blocked("no partner_transaction_id is known");
      const asked = unknownIdLike(id);
      const step: Step = await stage.step(template(operation, { [name]: asked }), "unknown", { judged: false });
      const shown = step.body.transaction_id;
      // Part of an id is no id either.
      const part = id.slice(0, -2);
      const byPart = await stage.step(template(operation, { [name]: part }), "part", { judged: false });
      const found = byPart.body.transaction_id;
      stage.expect(typeof found !== "string" || found === part, byPart.exchange, {
        message: "Part of an id is answered with the transaction that begins like it",
        expected: "no transaction",
        actual: `transaction ${show(found)}`,
      });
      stage.expect(typeof shown !== "string" || shown === asked, step.exchange, {
        message: "An id that does not exist is answered with another transaction",
        expected: "no transaction",
        actual: `transaction ${show(shown)}`,
      });
    },
  });
}

/** The id of the other kind of transaction: whatever is answered, it is no transaction of that other kind. */
function otherKind(operation: DetailOperation, world: World): Unit[] {
  const kind = operation === "getTransferDetail" ? "transfer" : "deposit";
  const [other] = operation === "getTransferDetail" ? world.deposits : world.transfers;
  if (other === undefined) return [];
  return [
    programUnit({
      check: `${operation}/response/transaction_type.enum`,
      operation,
      tier: 0,
      index: 1000,
      async play(stage) {
        const step = await stage.step(template(operation, other.query), "other kind", { judged: false });
        const { transaction_type: shown } = step.body;
        if (typeof shown !== "string") return;
        stage.expect(shown === kind, step.exchange, {
          message: `A transaction of another kind is answered as it is: transaction_type is not ${kind}`,
          expected: kind,
          actual: show(shown),
        });
      },
    }),
  ];
}

function definitionsOf(operation: DetailOperation): CheckDefinition[] {
  const detail = operation === "getTransferDetail" ? "a transfer" : "a deposit";
  const definitions = [
    check(operation, "state", {
      rule: "asked-for",
      title: "The answer is about the transaction that was asked for",
      sends: `the id of ${detail} that the list shows`,
      expects: "the same id in the answer",
    }),
    check(operation, "state", {
      rule: "both-ways",
      title: "Both ids of a transaction lead to the same answer",
      sends: `${detail} by transaction_id, then by partner_transaction_id`,
      expects: "the same documented fields",
    }),
    check(operation, "state", {
      rule: "repeat",
      title: "Repeated readings agree",
      sends: `${detail}, six times`,
      expects: "the same documented fields, save those that move with the status",
    }),
    check(operation, "state", {
      rule: "list.agrees",
      level: "should",
      title: "The list and the detail agree",
      section: "2.6",
      sends: `${detail} that the list shows`,
      expects: "the same creation time, and for transfers the same rate and amounts",
    }),
    check(operation, "state", {
      rule: "unknown-id",
      title: "An id that does not exist leads to no transaction",
      sends: "an id of the usual shape that no transaction has",
      expects: "anything but another transaction",
    }),
  ];
  if (operation === "getTransferDetail") {
    for (const part of ["customer", "recipient"] as const) {
      definitions.push(
        check(operation, "state", {
          rule: `${part}.agrees`,
          title: `The ${part} of a transfer is the one that ${part}_id names`,
          section: "2.5",
          sends: "a transfer",
          expects: `the same ${part}_id inside ${part}`,
        }),
      );
    }
  }
  return definitions;
}

/** All agreement checks of a detail operation. */
export function transactionDetails(operation: DetailOperation): CheckGroup {
  return group(operation, definitionsOf(operation), (world) => [
    ...asked(world, operation).map((transaction, index) => askedFor(operation, transaction, index)),
    ...known(world, operation).flatMap((transaction, index) => [
      bothWays(operation, transaction, index),
      repeated(operation, transaction, index),
      agreesWithList(`${operation}/state/list.agrees`, operation, operation, transaction, index),
      ...(operation === "getTransferDetail"
        ? [embedded("customer", transaction, index), embedded("recipient", transaction, index)]
        : []),
    ]),
    ...otherKind(operation, world),
    unknownId(operation, world, 0),
    unknownId(operation, world, 1),
  ]);
}

/** The list's side of the agreement with the details. */
export function listedDetails(): CheckGroup {
  const definition = check("listTransactions", "state", {
    rule: "details.agree",
    level: "should",
    section: "2.6",
    title: "A list item and the detail of its transaction agree",
    sends: "the details of listed transfers and deposits",
    expects: "the same creation time, and the same rate and amounts",
  });
  return group("listTransactions", [definition], (world) =>
    (["getTransferDetail", "getDepositDetail"] as const).flatMap((operation, turn) =>
      known(world, operation).map((transaction, index) =>
        agreesWithList(definition.id, "listTransactions", operation, transaction, index * 2 + turn),
      ),
    ),
  );
}

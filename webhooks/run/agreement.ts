/** Whether delivered data says what the operations say of the same resource (section 6). */
import type { Exchange } from "../../client/model.js";
import { type EchoResult, echo } from "../../oracles/echo.js";
import { type Field, fieldTree } from "../../schemas/fieldTree.js";
import { cutJsonText, type JsonRecord } from "../../schemas/json.js";
import { CATEGORY_NAMES } from "../checks/checks.js";
import { type Category, dataSchema } from "../reading/reading.js";
import type { KnownKind, KnownResources, ResourceView } from "./knownResources.js";

/** What a comparison came to: nothing to compare with, agreement, or a difference. */
export type Agreement =
  | { readonly kind: "unknown" }
  | { readonly kind: "agrees" }
  | {
      readonly kind: "differs";
      readonly message: string;
      readonly expected: string;
      readonly actual: string;
      readonly control: Exchange | null;
    };

/** Characters of a value that a failure shows. */
const SHOWN = 120;

/** Fields that change by themselves. */
const MOVING: ReadonlySet<string> = new Set(["status", "audit_at", "completed_at"]);

function differences(tree: Field, view: JsonRecord, data: JsonRecord, broken: readonly string[]): EchoResult[] {
  const steady = Object.fromEntries(Object.entries(view).filter(([name]) => !MOVING.has(name)));
  return echo(tree, steady, data).filter(({ outcome, path }) => outcome !== "same" && !within(path, broken));
}

/** Whether a field is one of these, or inside one. */
function within(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => path === field || (path.startsWith(field) && /^[.[]/.test(path.slice(field.length))));
}

/**
 * Compares the data of a recipient or customer with everything that was shown or sent of it: it must be as one response
 * showed it, or as one request had it, since a delivery may tell of an earlier moment.
 * @param broken fields that are not compared, since they break a rule of their own
 */
export function partyAgreement(
  kind: KnownKind,
  data: JsonRecord,
  known: KnownResources,
  broken: readonly string[],
): Agreement {
  const views = known.viewsOf(kind, data);
  if (views === null) return { kind: "unknown" };
  const tree = fieldTree(dataSchema(kind) ?? "");
  let closest: { readonly view: ResourceView; readonly faults: readonly EchoResult[] } | null = null;
  for (const view of views) {
    const faults = differences(tree, view.body, data, broken);
    if (faults.length === 0) return { kind: "agrees" };
    if (closest === null || faults.length < closest.faults.length) closest = { view, faults };
  }
  const [fault] = closest?.faults ?? [];
  if (closest === null || fault === undefined) return { kind: "unknown" };
  const more = closest.faults.length > 1 ? `, and ${closest.faults.length - 1} more` : "";
  const where = closest.view.kind === "shown" ? "the operation showed" : "was sent";
  return {
    kind: "differs",
    message: `${fault.path} in a ${CATEGORY_NAMES[kind]} delivery is not what ${where}${more}`,
    expected: `${fault.path} ${cutJsonText(fault.sent, SHOWN)}`,
    actual: cutJsonText(fault.received, SHOWN),
    control: closest.view.exchange,
  };
}

/** A transaction as its detail operation shows it. */
export interface DetailView {
  readonly detail: JsonRecord;
  readonly exchange: Exchange;
}

/** Fields of a transaction that are compared: what both have, except what moves and the parties, which move too. */
const NOT_COMPARED: ReadonlySet<string> = new Set([...MOVING, "customer", "recipient"]);

/**
 * Compares the data of a transfer or a deposit with its detail, in the fields that both have.
 * @param broken fields that are not compared, since they break a rule of their own
 */
export function transactionAgreement(
  category: "Transfers" | "Deposit",
  data: JsonRecord,
  view: DetailView | null,
  broken: readonly string[],
): Agreement {
  const tree = fieldTree(category === "Transfers" ? "transfer-detail.schema.json" : "deposit-detail.schema.json");
  const name = CATEGORY_NAMES[category];
  const statuses = tree.children.find(({ path }) => path === "status")?.rules.enum ?? [];
  const { status } = data;
  // Section 3 gives the values; another spelling of one of them is beside the question here.
  if (typeof status === "string" && !statuses.some((known) => known.toLowerCase() === status.toLowerCase())) {
    const message = `The status in a ${name} delivery is none of the documented ones`;
    return {
      kind: "differs",
      message,
      expected: statuses.join(", "),
      actual: cutJsonText(status, SHOWN),
      control: view?.exchange ?? null,
    };
  }
  if (view === null) return { kind: "unknown" };
  const shared = Object.fromEntries(
    Object.entries(view.detail).filter(
      ([field]) => !NOT_COMPARED.has(field) && data[field] !== undefined && data[field] !== null,
    ),
  );
  const fault = echo(tree, shared, data).find(({ outcome, path }) => outcome === "different" && !within(path, broken));
  if (fault === undefined) return { kind: "agrees" };
  return {
    kind: "differs",
    message: `${fault.path} in a ${name} delivery is not what the detail shows`,
    expected: `${fault.path} ${cutJsonText(fault.sent, SHOWN)}`,
    actual: cutJsonText(fault.received, SHOWN),
    control: view.exchange,
  };
}

/** Compares a return with the transfer whose id it carries: the parties are the same. */
export function returnAgreement(data: JsonRecord, transfer: DetailView | null): Agreement {
  if (transfer === null) return { kind: "unknown" };
  for (const field of ["customer_id", "recipient_id"]) {
    const [delivered, shown] = [data[field], transfer.detail[field]];
    if (typeof delivered !== "string" || typeof shown !== "string" || delivered === shown) continue;
    return {
      kind: "differs",
      message: `${field} in a return delivery is not that of the transfer that came back`,
      expected: cutJsonText(shown, SHOWN),
      actual: cutJsonText(delivered, SHOWN),
      control: transfer.exchange,
    };
  }
  return { kind: "agrees" };
}

/** The ids of one transaction, as far as they are known. */
export interface TransactionIds {
  readonly id: string | null;
  readonly partnerId: string | null;
}

/** Transactions that the data of a delivery names, the most likely first: a return names the transfer that came back. */
export function transactionIds(category: Category, data: JsonRecord): TransactionIds[] {
  const textOf = (name: string): string | null => {
    const value = data[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const own = { id: textOf("transaction_id") ?? textOf("id"), partnerId: textOf("partner_transaction_id") };
  const original = {
    id: textOf("original_transaction_id") ?? textOf("transfer_id"),
    partnerId: textOf("original_partner_transaction_id"),
  };
  const named = category === "Return" ? [original, own] : [own];
  return named.filter(({ id, partnerId }) => id !== null || partnerId !== null);
}

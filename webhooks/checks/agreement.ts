/** Whether delivered data says what the operations say of the same resource (section 6). */
import type { Exchange } from "../../client/model.js";
import { type Check, check } from "../../engine/check.js";
import { type EchoResult, echo, isKept } from "../../oracles/echo.js";
import { instantOf } from "../../schemas/dateTime.js";
import { CATEGORY_NAMES, type Category, dataSchema, detailSchema } from "../../schemas/deliveries.js";
import { type Field, fieldTree } from "../../schemas/fieldTree.js";
import { cutJsonText, type JsonRecord } from "../../schemas/json.js";
import type { KnownKind, KnownResources, ResourceView } from "../run/knownResources.js";
import { type DeliveryFact, EACH_DELIVERY, held, notKept } from "./fact.js";

const recipientAgrees = check("webhooks/echo/recipient.agrees", {
  title: "The data of a recipient delivery is the recipient",
  sends: EACH_DELIVERY,
  expects: "the ids and values that creation or update showed or was sent",
});

const customerAgrees = check("webhooks/echo/customer.agrees", {
  title: "The data of a customer delivery is the customer",
  sends: EACH_DELIVERY,
  expects: "the ids and values that creation showed or was sent",
});

const transferAgrees = check("webhooks/echo/transfer.agrees", {
  title: "The data of a transfer delivery agrees with the transfer's detail",
  sends: EACH_DELIVERY,
  expects: "the values of the detail in the fields that both have, and a documented status",
});

const depositAgrees = check("webhooks/echo/deposit.agrees", {
  title: "The data of a deposit delivery agrees with the deposit's detail",
  sends: EACH_DELIVERY,
  expects: "the values of the detail in the fields that both have, and a documented status",
});

const returnAgrees = check("webhooks/echo/return.agrees", {
  title: "The data of a return delivery agrees with the transfer that came back",
  sends: EACH_DELIVERY,
  expects: "the customer and the recipient of the transfer whose id it carries",
});

/** The check that the data of a category says what the operations say. */
export const AGREEMENT_CHECKS: Readonly<Record<Category, Check>> = {
  Transfers: transferAgrees,
  Deposit: depositAgrees,
  Return: returnAgrees,
  Customer: customerAgrees,
  Recipient: recipientAgrees,
};

/** What a comparison came to, and the exchange that the data was compared with; null when there was nothing. */
export type Comparison = { readonly fact: DeliveryFact; readonly control: Exchange | null } | null;

/** Characters of a value that a failure shows. */
const SHOWN = 120;

/** Fields that change by themselves. */
const MOVING: ReadonlySet<string> = new Set(["status", "audit_at", "completed_at"]);

function differences(tree: Field, view: JsonRecord, data: JsonRecord, broken: readonly string[]): EchoResult[] {
  const steady = Object.fromEntries(Object.entries(view).filter(([name]) => !MOVING.has(name)));
  return echo(tree, steady, data).filter((result) => !isKept(result) && !within(result.path, broken));
}

/** Whether a field is one of these, or inside one. */
function within(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => path === field || (path.startsWith(field) && /^[.[]/.test(path.slice(field.length))));
}

/** Milliseconds by which two notations of one moment may differ: one may leave out what is less than a second. */
const ROUNDED = 1_000;

/** The view whose creation time the data departs from. No request carries it, and nothing changes it. */
function createdOtherwise({ created_at: told }: JsonRecord, views: readonly ResourceView[]): ResourceView | undefined {
  const instant = typeof told === "string" ? instantOf(told) : null;
  return views.find(({ kind, body: { created_at: shown } }) => {
    const known = kind === "shown" && typeof shown === "string" ? instantOf(shown) : null;
    return known !== null && instant !== null && Math.abs(known - instant) >= ROUNDED;
  });
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
): Comparison {
  const views = known.viewsOf(kind, data);
  if (views === null) return null;
  const each = AGREEMENT_CHECKS[kind];
  const tree = fieldTree(dataSchema(kind) ?? "");
  const other = within("created_at", broken) ? undefined : createdOtherwise(data, views);
  if (other !== undefined) {
    const message = `created_at in a ${CATEGORY_NAMES[kind]} delivery is not what the operation showed`;
    const [shown, told] = [other.body.created_at, data.created_at].map((value) => cutJsonText(value, SHOWN));
    return { fact: notKept(each, message, `created_at ${shown}`, `${told}`), control: other.exchange };
  }
  let closest: { readonly view: ResourceView; readonly faults: readonly EchoResult[] } | null = null;
  for (const view of views) {
    const faults = differences(tree, view.body, data, broken);
    if (faults.length === 0) return { fact: held(each), control: null };
    if (closest === null || faults.length < closest.faults.length) closest = { view, faults };
  }
  const [fault] = closest?.faults ?? [];
  if (closest === null || fault === undefined) return null;
  const more = closest.faults.length > 1 ? `, and ${closest.faults.length - 1} more` : "";
  const where = closest.view.kind === "shown" ? "the operation showed" : "was sent";
  const message = `${fault.path} in a ${CATEGORY_NAMES[kind]} delivery is not what ${where}${more}`;
  return { fact: differs(each, message, fault), control: closest.view.exchange };
}

/** The failure that a field shows which is another one than it should. */
function differs(each: Check, message: string, { path, sent, received }: EchoResult): DeliveryFact {
  return notKept(each, message, `${path} ${cutJsonText(sent, SHOWN)}`, cutJsonText(received, SHOWN));
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
): Comparison {
  const tree = fieldTree(detailSchema(category) ?? "");
  const name = CATEGORY_NAMES[category];
  const each = AGREEMENT_CHECKS[category];
  const statuses = tree.children.find(({ path }) => path === "status")?.rules.enum ?? [];
  const { status } = data;
  // Section 3 gives the values; another spelling of one of them is beside the question here.
  if (typeof status === "string" && !statuses.some((known) => known.toLowerCase() === status.toLowerCase())) {
    const message = `The status in a ${name} delivery is none of the documented ones`;
    const fact = notKept(each, message, statuses.join(", "), cutJsonText(status, SHOWN));
    return { fact, control: view?.exchange ?? null };
  }
  if (view === null) return null;
  const shared = Object.fromEntries(
    Object.entries(view.detail).filter(
      ([field]) => !NOT_COMPARED.has(field) && data[field] !== undefined && data[field] !== null,
    ),
  );
  const fault = echo(tree, shared, data).find(({ outcome, path }) => outcome === "different" && !within(path, broken));
  if (fault === undefined) return { fact: held(each), control: null };
  const message = `${fault.path} in a ${name} delivery is not what the detail shows`;
  return { fact: differs(each, message, fault), control: view.exchange };
}

/** Compares a return with the transfer whose id it carries: the parties are the same. */
export function returnAgreement(data: JsonRecord, transfer: DetailView | null): Comparison {
  if (transfer === null) return null;
  for (const field of ["customer_id", "recipient_id"]) {
    const [delivered, shown] = [data[field], transfer.detail[field]];
    if (typeof delivered !== "string" || typeof shown !== "string" || delivered === shown) continue;
    const message = `${field} in a return delivery is not that of the transfer that came back`;
    const fact = notKept(returnAgrees, message, cutJsonText(shown, SHOWN), cutJsonText(delivered, SHOWN));
    return { fact, control: transfer.exchange };
  }
  return { fact: held(returnAgrees), control: null };
}

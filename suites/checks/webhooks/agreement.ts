/** Whether delivered data says what the operations say of the same resource (section 6). */
import type { Exchange } from "../../../client/model.js";
import type { Check } from "../../../discovery/check.js";
import type { Answer } from "../../../engine/model.js";
import { type EchoResult, echo, isKept } from "../../../oracles/echo.js";
import { instantOf } from "../../../schemas/dateTime.js";
import { CATEGORY_NAMES, type Category, dataSchema, detailSchema } from "../../../schemas/deliveries.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { cutJsonText, type JsonRecord, without } from "../../../schemas/json.js";
import type { DeliveryReading } from "../../../webhooks/reading.js";
import { departs, held, ofDeliveries, SHOWN } from "./delivered.js";

export const AGREEMENT_CHECKS: Readonly<Record<Category, Check>> = {
  Transfers: ofDeliveries("webhooks/echo/transfer.agrees", {
    title: "The data of a transfer delivery agrees with the transfer's detail",
    expects: "the values of the detail in the fields that both have, and a documented status",
  }),
  Deposit: ofDeliveries("webhooks/echo/deposit.agrees", {
    title: "The data of a deposit delivery agrees with the deposit's detail",
    expects: "the values of the detail in the fields that both have, and a documented status",
  }),
  Return: ofDeliveries("webhooks/echo/return.agrees", {
    title: "The data of a return delivery agrees with the transfer that came back",
    expects: "the customer and the recipient of the transfer whose id it carries",
  }),
  Customer: ofDeliveries("webhooks/echo/customer.agrees", {
    title: "A customer delivery shows the customer as creation did",
    expects: "the ids and values that creation showed or was sent",
  }),
  Recipient: ofDeliveries("webhooks/echo/recipient.agrees", {
    title: "A recipient delivery shows the recipient as creation or update did",
    expects: "the ids and values that creation or update showed or was sent",
  }),
};

/** Fields that change on their own; for a transaction its parties do, too. */
const MOVING = ["status", "audit_at", "completed_at"];
const PARTIES = ["customer", "recipient"];

/** A resource as one exchange showed or sent it. */
export interface ResourceView {
  /** `shown` by a response, or `sent` in a request. */
  readonly kind: "shown" | "sent";
  readonly body: JsonRecord;
  readonly exchange: Exchange;
}

function within(path: string, fields: readonly string[]): boolean {
  return fields.some((field) => path === field || (path.startsWith(field) && /^[.[]/.test(path.slice(field.length))));
}

/** Milliseconds by which two notations of one moment may differ: one may leave out fractions of a second. */
const ROUNDED = 1_000;

/** The view whose creation time the data contradicts. No request carries it, and nothing changes it. */
function createdOtherwise({ created_at: told }: JsonRecord, views: readonly ResourceView[]): ResourceView | undefined {
  const instant = typeof told === "string" ? instantOf(told) : null;
  return views.find(({ kind, body: { created_at: shown } }) => {
    const known = kind === "shown" && typeof shown === "string" ? instantOf(shown) : null;
    return known !== null && instant !== null && Math.abs(known - instant) >= ROUNDED;
  });
}

function differs(
  answer: Answer,
  each: Check,
  message: string,
  { path, sent, received }: Pick<EchoResult, "path" | "sent" | "received">,
  control: Exchange,
): void {
  const expected = path === "" ? cutJsonText(sent, SHOWN) : `${path} ${cutJsonText(sent, SHOWN)}`;
  departs(answer, each, { message, expected, actual: cutJsonText(received, SHOWN), control });
}

/**
 * Compares the data of a recipient or customer with everything that was shown or sent of it: it must match one
 * response, or one request, since a delivery may describe an earlier moment.
 * @param broken fields that are not compared, since they break a rule themselves
 */
export function agreesWithViews(
  answer: Answer,
  category: "Recipient" | "Customer",
  data: JsonRecord,
  views: readonly ResourceView[],
  broken: readonly string[],
): void {
  const each = AGREEMENT_CHECKS[category];
  const where = `in a ${CATEGORY_NAMES[category]} delivery is not what`;
  const other = within("created_at", broken) ? undefined : createdOtherwise(data, views);
  if (other !== undefined) {
    const fault = { path: "created_at", sent: other.body.created_at, received: data.created_at };
    differs(answer, each, `created_at ${where} creation or an update showed`, fault, other.exchange);
    return;
  }
  const tree = fieldTree(dataSchema(category) ?? "");
  const compared = views.map((view) => {
    const results = echo(tree, without(view.body, MOVING), data);
    return { view, faults: results.filter((result) => !isKept(result) && !within(result.path, broken)) };
  });
  const [closest] = compared.toSorted((left, right) => left.faults.length - right.faults.length);
  if (closest === undefined) return;
  const { view, faults } = closest;
  const [fault, ...more] = faults;
  if (fault === undefined) held(answer, each);
  else {
    const origin = view.kind === "shown" ? "creation or an update showed" : "was sent";
    const others = more.length === 0 ? "" : `, and ${more.length} more`;
    differs(answer, each, `${fault.path} ${where} ${origin}${others}`, fault, view.exchange);
  }
}

export interface DetailView {
  readonly detail: JsonRecord;
  readonly exchange: Exchange;
}

/**
 * Compares the data of a transfer or a deposit with its detail, in the fields that both have.
 * @param broken fields that are not compared, since they break a rule themselves
 */
export function agreesWithDetail(
  answer: Answer,
  category: "Transfers" | "Deposit",
  data: JsonRecord,
  view: DetailView | null,
  broken: readonly string[],
): void {
  const tree = fieldTree(detailSchema(category) ?? "");
  const name = CATEGORY_NAMES[category];
  const each = AGREEMENT_CHECKS[category];
  const statuses = tree.children.find(({ path }) => path === "status")?.rules.enum ?? [];
  const { status } = data;
  // Section 3 gives the values; another spelling of one of them does not matter here.
  if (typeof status === "string" && !statuses.some((known) => known.toLowerCase() === status.toLowerCase())) {
    const message = `The status in a ${name} delivery is none of the documented ones`;
    const actual = cutJsonText(status, SHOWN);
    departs(answer, each, { message, expected: statuses.join(", "), actual, control: view?.exchange ?? null });
    return;
  }
  if (view === null) return;
  const lacking = Object.keys(view.detail).filter((field) => data[field] === undefined || data[field] === null);
  const shared = without(view.detail, [...MOVING, ...PARTIES, ...lacking]);
  const fault = echo(tree, shared, data).find(({ outcome, path }) => outcome === "different" && !within(path, broken));
  if (fault === undefined) held(answer, each);
  else differs(answer, each, `${fault.path} in a ${name} delivery is not what the detail shows`, fault, view.exchange);
}

/**
 * Whether data without an event name and a type may be a return, whose shape is not documented: it was created later than
 * the transfer whose id it carries.
 */
export function mayBeReturn(
  { category, named }: Pick<DeliveryReading, "category" | "named">,
  data: JsonRecord,
  view: DetailView | null,
): boolean {
  const [made, transferred] = [data.created_at, view?.detail.created_at].map((at) => Date.parse(String(at)));
  const isLater = made !== undefined && transferred !== undefined && made > transferred;
  return category === "Transfers" && named === null && data.transaction_type === undefined && isLater;
}

/** Compares a return with the transfer whose id it carries: the parties are the same. */
export function agreesWithTransfer(answer: Answer, data: JsonRecord, { detail, exchange }: DetailView): void {
  const field = ["customer_id", "recipient_id"].find((name) => {
    const [delivered, shown] = [data[name], detail[name]];
    return typeof delivered === "string" && typeof shown === "string" && delivered !== shown;
  });
  const each = AGREEMENT_CHECKS.Return;
  if (field === undefined) held(answer, each);
  else {
    const message = `${field} in a return delivery is not that of the transfer that came back`;
    differs(answer, each, message, { path: "", sent: detail[field], received: data[field] }, exchange);
  }
}

/** From judged deliveries to results and observations of the run. */
import type { Exchange } from "../../client/model.js";
import type { Redactor } from "../../client/redact.js";
import type { Check } from "../../engine/check.js";
import type { Attended } from "../../engine/deliveries.js";
import type { Executed } from "../../engine/execution.js";
import type { Target } from "../../engine/model.js";
import { readRequest, type Sender } from "../../engine/reachability.js";
import type { SeenFailure } from "../../engine/results.js";
import { successBody } from "../../oracles/json.js";
import { CATEGORIES, type Category } from "../../schemas/deliveries.js";
import type { JsonRecord } from "../../schemas/json.js";
import {
  AGREEMENT_CHECKS,
  type Comparison,
  type DetailView,
  partyAgreement,
  returnAgreement,
  transactionAgreement,
} from "../checks/agreement.js";
import { ARRIVAL_CHECKS, arrivalFact } from "../checks/arrivals.js";
import { absentTimes, brokenFields } from "../checks/data.js";
import type { DeliveryFact } from "../checks/fact.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { SECRET_CHECKS } from "../checks/signature.js";
import { deliveryExchange, noDelivery } from "../delivery.js";
import { webhookAnswers } from "../observations.js";
import type { ExpectedDelivery } from "./arrivals.js";
import { type Attendance, type Delivered, unlessEnded } from "./attendance.js";
import type { KnownResources } from "./knownResources.js";

/* Writes down among a run's results what deliveries showed: what came has come, so that each failure counts at once. */

/** The case that failures of deliveries are said to be met by. */
const CASE = "webhooks#deliveries";
/** Failures of one check that are kept with their deliveries. */
const KEPT = 50;

/** What was seen of the checks of deliveries. */
class DeliveryRecord {
  /** The failures of the run, with those of deliveries. */
  readonly confirmed: Map<string, readonly SeenFailure[]>;
  readonly #exchanges = new Map<JudgedDelivery, Exchange>();

  /** @param receiver address of the receiver */
  constructor(
    private readonly executed: Executed,
    private readonly receiver: string,
    private readonly redactor: Redactor,
  ) {
    this.confirmed = new Map(executed.confirmed);
  }

  /** @param exchangeOf the proof, made only when it is needed */
  add(
    { check: { id }, held, failure }: DeliveryFact,
    exchangeOf: () => Exchange,
    control: Exchange | null = null,
  ): void {
    const record = this.executed.results.of(id);
    record.requests += 1;
    record.passes += held;
    if (failure === null) return;
    record.failing += 1;
    if (record.failures.length >= KEPT) return;
    const met = { testCase: CASE, isOwn: true, failure: { ...failure, edit: null, control, exchange: exchangeOf() } };
    record.failures = [...record.failures, met];
    if (!this.confirmed.has(id)) this.confirmed.set(id, [met]);
  }

  /** What one delivery shows. */
  addOf(judged: JudgedDelivery, fact: DeliveryFact, control: Exchange | null = null): void {
    this.add(fact, () => this.exchangeOf(judged), control);
  }

  /** Why nothing was seen of a check; the first reason stays. */
  block({ id }: Check, reason: string): void {
    this.executed.results.letGo(id, { mechanism: "premise", reason });
  }

  /** A delivery as an exchange. */
  exchangeOf(judged: JudgedDelivery): Exchange {
    const exchange = this.#exchanges.get(judged) ?? deliveryExchange(judged.delivery, this.receiver, this.redactor);
    this.#exchanges.set(judged, exchange);
    return exchange;
  }
}

/* Reads the transactions that deliveries are about, so that the two can be compared. */

type Detail = "getTransferDetail" | "getDepositDetail";

/** Transactions that are read for one run at most. */
const MOST_READ = 40;

/** The ids of one transaction, as far as they are known. */
interface TransactionIds {
  readonly id: string | null;
  readonly partnerId: string | null;
}

/** Transactions that the data of a delivery names, the most likely first: a return names the transfer that came back. */
function transactionIds(category: Category, data: JsonRecord): TransactionIds[] {
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

type Query = Readonly<Record<string, string>>;

/** The queries under which an operation may know a transaction: as it knows others, else by its documented parameters. */
function queriesFor(target: Target, operation: Detail, { id, partnerId }: TransactionIds): Query[] {
  const known = (operation === "getTransferDetail" ? target.transfers : target.deposits)[0];
  const forms: Readonly<Record<string, "id" | "partnerId">>[] =
    known === undefined
      ? [
          { transaction_id: "id" },
          { partner_transaction_id: "partnerId" },
          { transaction_id: "id", partner_transaction_id: "partnerId" },
        ]
      : [
          Object.fromEntries(
            Object.entries(known.query).map(([name, value]) => [
              name,
              value === known.transactionId ? "id" : "partnerId",
            ]),
          ),
        ];
  return forms.flatMap((form): Query[] => {
    const pairs = Object.entries(form).map(([name, kind]) => [name, kind === "id" ? id : partnerId] as const);
    return pairs.some(([, value]) => value === null)
      ? []
      : [Object.fromEntries(pairs.map(([name, value]) => [name, value ?? ""]))];
  });
}

/** Details by the ids that deliveries carry. */
class DetailReader {
  readonly #read = new Map<string, Promise<DetailView | null>>();

  constructor(
    private readonly sender: Sender,
    private readonly target: Target,
  ) {}

  /** The detail of the transaction that a delivery's data is about; null when it cannot be read, or enough were read. */
  async detailFor({ reading }: JudgedDelivery): Promise<DetailView | null> {
    const { category, data } = reading;
    const object = data?.objects[0];
    if (object === undefined || (category !== "Transfers" && category !== "Deposit" && category !== "Return"))
      return null;
    const operation = category === "Deposit" ? "getDepositDetail" : "getTransferDetail";
    for (const ids of transactionIds(category, object)) {
      const view = await this.#lookUp(operation, ids);
      if (view !== null) return view;
    }
    return null;
  }

  #lookUp(operation: Detail, ids: TransactionIds): Promise<DetailView | null> {
    const key = `${operation} ${ids.id} ${ids.partnerId}`;
    let lookup = this.#read.get(key);
    if (lookup === undefined) {
      if (this.#read.size >= MOST_READ) return Promise.resolve(null);
      lookup = this.#ask(operation, ids);
      this.#read.set(key, lookup);
    }
    return lookup;
  }

  async #ask(operation: Detail, ids: TransactionIds): Promise<DetailView | null> {
    for (const query of queriesFor(this.target, operation, ids)) {
      const exchange = await this.sender.send(readRequest(operation, query));
      const detail = successBody(exchange);
      // An answer about another transaction is no ground for a comparison.
      const shown = Object.values(detail);
      if (shown.includes(ids.id ?? "") || shown.includes(ids.partnerId ?? "")) return { detail, exchange };
    }
    return null;
  }
}

/* Compares the data of deliveries with what the operations show. */

/** Deliveries about transactions that are compared with the detail. */
const MOST_COMPARED = 60;

/**
 * Compares deliveries and writes down what came of it.
 * @returns the details that were read, by delivery
 */
async function compareWithOperations(
  { sender, target, known }: Attendance,
  deliveries: readonly JudgedDelivery[],
  record: DeliveryRecord,
): Promise<ReadonlyMap<JudgedDelivery, Exchange>> {
  const reader = new DetailReader(sender, target);
  const details = new Map<JudgedDelivery, Exchange>();
  let read = 0;
  for (const judged of deliveries) {
    const { category, data } = judged.reading;
    if (category === null || data === null || judged.repeats !== null) continue;
    const broken = brokenFields(judged.facts);
    const add = (comparison: Comparison): void => {
      if (comparison !== null) record.addOf(judged, comparison.fact, comparison.control);
    };
    if (category === "Recipient" || category === "Customer") {
      for (const object of data.objects) add(partyAgreement(category, object, known, broken));
      continue;
    }
    if (++read > MOST_COMPARED) continue;
    const view = await reader.detailFor(judged);
    if (view !== null) details.set(judged, view.exchange);
    for (const object of data.objects) {
      add(category === "Return" ? returnAgreement(object, view) : transactionAgreement(category, object, view, broken));
    }
  }
  return details;
}

/**
 * Adds what deliveries showed to what the run executed.
 * @returns the same with the failures of deliveries among the confirmed ones
 */
export async function writeVerdicts(
  attendance: Attendance,
  delivered: Delivered,
  executed: Executed,
): Promise<Attended> {
  const { reception, redactor } = attendance;
  const record = new DeliveryRecord(executed, reception.receiver.url, redactor);
  for (const judged of delivered.judged) {
    const unexplained = delivered.judge.unexplained(judged);
    for (const fact of judged.facts) record.addOf(judged, fact);
    if (unexplained !== null) record.addOf(judged, unexplained);
  }
  const compared = compareWithOperations(attendance, delivered.judged, record);
  const details = await unlessEnded(compared, new Map<JudgedDelivery, Exchange>());
  writeArrivals(attendance, delivered, record);
  writeReasons(attendance, delivered, record);
  writeObservations(attendance, delivered, details, record);
  return { executed: { ...executed, confirmed: record.confirmed }, reasons: inapplicable(delivered) };
}

/** Checks of times that were delivered of no category. */
function inapplicable({ judged }: Delivered): Attended["reasons"] {
  const reasons = CATEGORIES.flatMap((category) => {
    const objects = judged.flatMap(({ reading }) =>
      reading.category === category ? (reading.data?.objects ?? []) : [],
    );
    return [...absentTimes(category, objects)];
  });
  return new Map(reasons.map(([check, reason]) => [check, { verdict: "not-applicable", reason }]));
}

function secondsOf({ waited }: Delivered): string {
  return (waited / 1_000).toFixed(1);
}

/** Expected deliveries that came, and those that did not in the time that was waited. */
function writeArrivals({ reception, known }: Attendance, delivered: Delivered, record: DeliveryRecord): void {
  const { judged, expected, arrivals } = delivered;
  // Where nothing at all came, the receiver may not be registered: nothing can be said then.
  if (judged.length === 0 && reception.sandbox === null) return;
  const unread = judged.filter(
    ({ reading }) => reading.body.kind !== "json" || (reading.category !== null && reading.data === null),
  ).length;
  const came = { arrivals, deliveries: judged.length, unread, seconds: secondsOf(delivered) };
  for (const each of expected) {
    const fact = arrivalFact(each, came);
    if ("unsaid" in fact) record.block(ARRIVAL_CHECKS[each.category], fact.unsaid);
    else record.add(fact, () => creationIn(known, each) ?? noDelivery(reception.receiver.url));
  }
}

/** The exchange that made the resource of an expected delivery, when the run did. */
function creationIn(known: KnownResources, { category, ids }: ExpectedDelivery): Exchange | null {
  if (category !== "Recipient" && category !== "Customer") return null;
  const field = category === "Recipient" ? "recipient_id" : "customer_id";
  return known.viewsOf(category, { [field]: ids[0] })?.at(-1)?.exchange ?? null;
}

/** Why checks saw nothing. */
function writeReasons({ reception, keys }: Attendance, delivered: Delivered, record: DeliveryRecord): void {
  const { judged } = delivered;
  const seconds = secondsOf(delivered);
  const nothing = `nothing was delivered to ${reception.receiver.url} in the ${seconds} s that were waited: is that address registered?`;
  const none = `no delivery of this category came in the ${seconds} s that were waited`;
  for (const category of CATEGORIES) {
    const came = judged.some(({ reading }) => reading.category === category);
    const seen = came ? "the run knows nothing to compare the data with" : none;
    record.block(AGREEMENT_CHECKS[category], judged.length === 0 ? nothing : seen);
    const unmoved = `no change of this category was seen to happen${came ? ", though deliveries of it came" : ""}`;
    record.block(ARRIVAL_CHECKS[category], judged.length === 0 ? nothing : unmoved);
  }
  if (keys.secret !== null) return;
  for (const check of SECRET_CHECKS) {
    record.block(check, "the webhook secret is not known: set CONFORMANCE_WEBHOOK_SECRET");
  }
}

function writeObservations(
  { observations }: Attendance,
  { judged, causedChanges }: Delivered,
  details: ReadonlyMap<JudgedDelivery, Exchange>,
  record: DeliveryRecord,
): void {
  for (const { id, value, text, evidence } of webhookAnswers(judged, causedChanges, details)) {
    if (observations.has(id)) continue;
    observations.set(id, { value, text, evidence: evidence === null ? null : record.exchangeOf(evidence) });
  }
}

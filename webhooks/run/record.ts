/** Writes down among a run's results what deliveries showed: what came has come, so that each failure counts at once. */

import type { Exchange } from "../../client/model.js";
import type { Redactor } from "../../client/redact.js";
import type { Check } from "../../engine/check.js";
import type { Executed } from "../../engine/execution.js";
import type { SeenFailure } from "../../engine/results.js";
import type { DeliveryFact } from "../checks/fact.js";
import type { JudgedDelivery } from "../checks/judge.js";
import { deliveryExchange } from "../exchange.js";

/** The case that failures of deliveries are said to be met by. */
const CASE = "webhooks#deliveries";
/** Failures of one check that are kept with their deliveries. */
const KEPT = 50;

/** What was seen of the checks of deliveries. */
export class DeliveryRecord {
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
    if (failure === null || record.failures.length >= KEPT) return;
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

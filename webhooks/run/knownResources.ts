/** What the run's own traffic showed of recipients and customers: what deliveries about them are compared with. */
import type { Exchange } from "../../client/model.js";
import { bodyOf } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { isObject, type JsonRecord, parsedJson } from "../../schemas/json.js";
import { operationAt } from "../../schemas/paths.js";

/** A resource as one exchange showed or sent it. */
export interface ResourceView {
  /** `shown` by a response, or `sent` in a request. */
  readonly kind: "shown" | "sent";
  readonly body: JsonRecord;
  readonly exchange: Exchange;
}

/** The kinds of resources that the run creates and deliveries are about. */
export type KnownKind = "Recipient" | "Customer";

const ID_FIELDS: Readonly<Record<KnownKind, { readonly id: string; readonly partner: string }>> = {
  Recipient: { id: "recipient_id", partner: "partner_recipient_id" },
  Customer: { id: "customer_id", partner: "partner_customer_id" },
};

function isUpdate({ wire: { path, method } }: Exchange): boolean {
  return operationAt(path, method)?.operation === "updateRecipient";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The members of a body that was sent. */
function sentBy({ wire }: Exchange): JsonRecord {
  const value = typeof wire.body === "string" ? parsedJson(wire.body) : undefined;
  return isObject(value) ? value : {};
}

/** The resource that a success shows; null when there is none. */
function shownBy(exchange: Exchange): JsonRecord | null {
  const body = isSuccess(exchange) ? bodyOf(exchange) : undefined;
  return isObject(body) ? body : null;
}

/** Exchanges by the resource that they are about. Bodies are parsed only when a delivery asks for them. */
export class KnownResources {
  readonly #byId = new Map<string, Exchange[]>();
  readonly #byPartnerId = new Map<string, Exchange[]>();
  #isOver = false;

  /** Remembers an exchange when it is about a recipient or a customer. */
  note(exchange: Exchange): void {
    if (this.#isOver) return;
    const match = operationAt(exchange.wire.path, exchange.wire.method);
    if (match?.operation === "updateRecipient") this.#put(this.#byId, `Recipient ${match.parameter}`, exchange);
    if (match?.operation === "createRecipient") this.#created("Recipient", exchange);
    if (match?.operation === "createCustomer") this.#created("Customer", exchange);
  }

  /** No delivery is compared any more: what is known is forgotten, and nothing else is remembered. */
  end(): void {
    this.#isOver = true;
    this.#byId.clear();
    this.#byPartnerId.clear();
  }

  /**
   * All that was shown or sent of the resource that a data object is about, in order of time.
   * @returns null when the run knows nothing of it
   */
  viewsOf(kind: KnownKind, data: JsonRecord): ResourceView[] | null {
    const { id, partner } = ID_FIELDS[kind];
    const exchanges =
      this.#byId.get(`${kind} ${String(data[id])}`) ??
      this.#withUpdates(kind, this.#byPartnerId.get(`${kind} ${String(data[partner])}`));
    if (exchanges === undefined) return null;
    const given = exchanges.map((exchange) => shownBy(exchange)?.[id]).find((value) => value !== undefined);
    const views = exchanges.flatMap((exchange): ResourceView[] => {
      const shown = shownBy(exchange);
      const views: ResourceView[] = shown === null ? [] : [{ kind: "shown", body: shown, exchange }];
      // What a refused update carried was never so. Of one that was not answered nobody knows.
      const mayBeSo = exchange.response === null || !isUpdate(exchange);
      if (mayBeSo)
        views.push({
          kind: "sent",
          body: { ...sentBy(exchange), ...(given === undefined ? {} : { [id]: given }) },
          exchange,
        });
      return views;
    });
    return views.length === 0 ? null : views;
  }

  /** What was sent to create the resource that a data object is about; undefined when that is not known, or no longer holds. */
  sentFor(kind: KnownKind, data: JsonRecord): unknown {
    const views = this.viewsOf(kind, data) ?? [];
    // An update may have taken away what creation gave.
    if (views.some(({ exchange }) => isUpdate(exchange))) return undefined;
    return views.find((view) => view.kind === "sent")?.body;
  }

  /** Creations, and the updates of what they created. */
  #withUpdates(kind: KnownKind, creations: readonly Exchange[] | undefined): Exchange[] | undefined {
    return creations?.flatMap(
      (creation) => this.#byId.get(`${kind} ${String(shownBy(creation)?.[ID_FIELDS[kind].id])}`) ?? [creation],
    );
  }

  #created(kind: KnownKind, exchange: Exchange): void {
    const shown = shownBy(exchange);
    if (shown === null) return;
    const { id, partner } = ID_FIELDS[kind];
    const given = textOf(shown[id]);
    const own = textOf(sentBy(exchange)[partner]);
    if (given !== null) this.#put(this.#byId, `${kind} ${given}`, exchange);
    if (own !== null) this.#put(this.#byPartnerId, `${kind} ${own}`, exchange);
  }

  #put(map: Map<string, Exchange[]>, key: string, exchange: Exchange): void {
    const known = map.get(key);
    if (known === undefined) map.set(key, [exchange]);
    else known.push(exchange);
  }
}

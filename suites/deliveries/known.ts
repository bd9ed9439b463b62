/** What the operations show of the resources that deliveries are about: what the run saw, and what it requests. */
import type { Exchange } from "../../client/model.js";
import type { Sender } from "../../client/send.js";
import type { Target } from "../../discovery/target.js";
import { textOf } from "../../discovery/transactionFinder.js";
import { readRequest } from "../../engine/send/reachability.js";
import { bodyOf, successBody } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { Category } from "../../schemas/deliveries.js";
import { isObject, type JsonRecord, parsedJson } from "../../schemas/json.js";
import type { DetailOperation } from "../../schemas/operations.js";
import { operationAt } from "../../schemas/paths.js";
import type { DeliveryExchange } from "../../webhooks/reader.js";
import type { DetailView, ResourceView } from "../checks/webhooks/agreement.js";

/* Recipients and customers, as the run's own traffic showed them. */

/** The kinds of resources that the run creates and deliveries are about. */
type KnownKind = "Recipient" | "Customer";

const ID_FIELDS: Readonly<Record<KnownKind, { readonly id: string; readonly partner: string }>> = {
  Recipient: { id: "recipient_id", partner: "partner_recipient_id" },
  Customer: { id: "customer_id", partner: "partner_customer_id" },
};

interface Noted {
  readonly id: string | null;
  readonly isUpdate: boolean;
  readonly exchange: Exchange;
}

function sentBy({ wire }: Exchange): JsonRecord {
  const value = typeof wire.body === "string" ? parsedJson(wire.body) : undefined;
  return isObject(value) ? value : {};
}

function shownBy(exchange: Exchange): JsonRecord | null {
  const body = isSuccess(exchange) ? bodyOf(exchange) : undefined;
  return isObject(body) ? body : null;
}

/** Exchanges by the resource that they are about. */
export class KnownResources {
  readonly #byId = new Map<string, Noted[]>();
  readonly #byPartnerId = new Map<string, Noted[]>();
  #isOver = false;

  /** Remembers an exchange when it updates a recipient, or creates a recipient or a customer. */
  note(exchange: Exchange): void {
    const match = this.#isOver ? null : operationAt(exchange.wire.path, exchange.wire.method);
    if (match?.operation === "updateRecipient")
      put(this.#byId, "Recipient", match.parameter, { id: match.parameter, isUpdate: true, exchange });
    if (match?.operation !== "createRecipient" && match?.operation !== "createCustomer") return;
    const kind = match.operation === "createRecipient" ? "Recipient" : "Customer";
    const shown = shownBy(exchange);
    if (shown === null) return;
    const fields = ID_FIELDS[kind];
    const id = textOf(shown[fields.id]);
    put(this.#byId, kind, id, { id, isUpdate: false, exchange });
    put(this.#byPartnerId, kind, textOf(sentBy(exchange)[fields.partner]), { id, isUpdate: false, exchange });
  }

  /** No more deliveries are compared: forgets what is known, and remembers nothing else. */
  end(): void {
    this.#isOver = true;
    this.#byId.clear();
    this.#byPartnerId.clear();
  }

  /** All that was shown or sent of the resource that a data object is about, in order of time; none when nothing is known of it. */
  viewsOf(kind: KnownKind, data: JsonRecord): ResourceView[] {
    const noted = this.#about(kind, data);
    const { id } = ID_FIELDS[kind];
    const given = noted.map(({ exchange }) => shownBy(exchange)?.[id]).find((value) => value !== undefined);
    return noted.flatMap(({ exchange, isUpdate }): ResourceView[] => {
      const shown = shownBy(exchange);
      const sent = { ...sentBy(exchange), ...(given === undefined ? {} : { [id]: given }) };
      return [
        ...(shown === null ? [] : [{ kind: "shown", body: shown, exchange } as const]),
        // The values of a refused update never held. For an unanswered one nobody knows.
        ...(exchange.response === null || !isUpdate ? [{ kind: "sent", body: sent, exchange } as const] : []),
      ];
    });
  }

  /** What was sent to create the resource that a data object is about; undefined when that is not known, or no longer holds. */
  sentFor(kind: KnownKind, data: JsonRecord): unknown {
    // An update may have taken away what creation gave.
    if (this.#about(kind, data).some(({ isUpdate }) => isUpdate)) return undefined;
    return this.viewsOf(kind, data).find((view) => view.kind === "sent")?.body;
  }

  /** What is known of a resource by its id, else by the partner's. */
  #about(kind: KnownKind, data: JsonRecord): readonly Noted[] {
    const { id, partner } = ID_FIELDS[kind];
    const created = this.#byPartnerId.get(`${kind} ${String(data[partner])}`) ?? [];
    return (
      this.#byId.get(`${kind} ${String(data[id])}`) ??
      created.flatMap((creation) => this.#byId.get(`${kind} ${creation.id}`) ?? [creation])
    );
  }
}

function put(map: Map<string, Noted[]>, kind: KnownKind, id: string | null, noted: Noted): void {
  if (id === null) return;
  const key = `${kind} ${id}`;
  map.set(key, [...(map.get(key) ?? []), noted]);
}

/* Transactions, whose details are requested. */

/** Most transactions that are read for one run. */
const MOST_READ = 40;

interface TransactionIds {
  readonly id: string | null;
  readonly partnerId: string | null;
}

/** Transactions that the data of a delivery names, the most likely first: a return names the transfer that came back. */
function transactionIds(category: Category, data: JsonRecord): TransactionIds[] {
  const own = {
    id: textOf(data.transaction_id) ?? textOf(data.id),
    partnerId: textOf(data.partner_transaction_id),
  };
  const original = {
    id: textOf(data.original_transaction_id) ?? textOf(data.transfer_id),
    partnerId: textOf(data.original_partner_transaction_id),
  };
  const named = category === "Return" ? [original, own] : [own];
  return named.filter(({ id, partnerId }) => id !== null || partnerId !== null);
}

type Query = Readonly<Record<string, string>>;
type Form = Readonly<Record<string, keyof TransactionIds>>;

const FORMS: readonly Form[] = [
  { transaction_id: "id" },
  { partner_transaction_id: "partnerId" },
  { transaction_id: "id", partner_transaction_id: "partnerId" },
];

/** The queries by which an operation may know a transaction: those that work for others, else its documented parameters. */
function queriesFor(target: Target, operation: DetailOperation, ids: TransactionIds): Query[] {
  const [known] = operation === "getTransferDetail" ? target.transfers : target.deposits;
  const formOf = ([name, value]: [string, string]) =>
    [name, value === known?.transactionId ? "id" : "partnerId"] as const;
  const forms = known === undefined ? FORMS : [Object.fromEntries(Object.entries(known.query).map(formOf))];
  return forms.flatMap((form): Query[] => {
    const pairs = Object.entries(form).map(([name, kind]) => [name, ids[kind]] as const);
    const given = pairs.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
    return given.length < pairs.length ? [] : [Object.fromEntries(given)];
  });
}

export class DetailReader {
  readonly #read = new Map<string, Promise<DetailView | null>>();

  constructor(
    private readonly sender: Sender,
    private readonly target: Target,
  ) {}

  /** The detail of the transaction that a delivery's data is about; null when it cannot be read, or enough were read. */
  async detailFor({ delivery: { reading } }: DeliveryExchange): Promise<DetailView | null> {
    const { category, data } = reading;
    const object = data?.objects[0];
    if (object === undefined || category === null) return null;
    const operation = category === "Deposit" ? "getDepositDetail" : "getTransferDetail";
    for (const ids of transactionIds(category, object)) {
      const key = `${operation} ${ids.id} ${ids.partnerId}`;
      if (!this.#read.has(key) && this.#read.size >= MOST_READ) continue;
      const lookup = this.#read.get(key) ?? this.#ask(operation, ids);
      this.#read.set(key, lookup);
      const view = await lookup;
      if (view !== null) return view;
    }
    return null;
  }

  async #ask(operation: DetailOperation, ids: TransactionIds): Promise<DetailView | null> {
    for (const query of queriesFor(this.target, operation, ids)) {
      const exchange = await this.sender.send(readRequest(operation, query));
      const detail = successBody(exchange);
      // An answer about another transaction cannot be compared.
      const shown = Object.values(detail);
      if (shown.includes(ids.id ?? "") || shown.includes(ids.partnerId ?? "")) return { detail, exchange };
    }
    return null;
  }
}

/** How a transaction is looked up: through which operation, and by which name. */

import type { Exchange } from "../client/model.js";
import type { Sender } from "../client/send.js";
import { readRequest } from "../engine/send/reachability.js";
import { jsonBody } from "../oracles/json.js";
import { hasStatus, isSuccess } from "../oracles/outcome.js";
import { isObject } from "../schemas/json.js";
import type { DetailOperation } from "../schemas/operations.js";
import { isServerError } from "../schemas/statuses.js";
import type { Item } from "./list.js";
import { underVersion } from "./receipt.js";
import type { KnownTransaction } from "./target.js";

type Query = Readonly<Record<string, string>>;

const FORMS: readonly {
  readonly name: string;
  readonly query: (id: string, reference: string | null) => Query | null;
}[] = [
  { name: "id as transaction_id", query: (id) => ({ transaction_id: id }) },
  {
    name: "reference_id as partner_transaction_id",
    query: (_, reference) => (reference === null ? null : { partner_transaction_id: reference }),
  },
  {
    name: "both ids",
    query: (id, reference) => (reference === null ? null : { transaction_id: id, partner_transaction_id: reference }),
  },
  {
    name: "reference_id as transaction_id",
    query: (_, reference) => (reference === null ? null : { transaction_id: reference }),
  },
  { name: "id as partner_transaction_id", query: (id) => ({ partner_transaction_id: id }) },
];

/** The query of a form, by its place among them; null when the transaction has no reference of its own. */
export function queryOf(form: number, id: string, reference: string | null): Query | null {
  return FORMS[form]?.query(id, reference) ?? null;
}

type Hit = { readonly exact: boolean; readonly transaction: KnownTransaction };

/** A text that is not empty; null for anything else. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Whether a detail is about the requested transaction, about none, or unclear. */
function readHit(exchange: Exchange, query: Query, item: Item | null): Hit | null {
  if (exchange.response === null || !isSuccess(exchange)) return null;
  const body = jsonBody(exchange.response);
  const value = body.ok ? body.value : undefined;
  // 200 with nothing in it may be how the service says "unknown".
  if (body.ok && (value === null || (typeof value === "object" && Object.keys(value).length === 0))) return null;
  const detail: Item = isObject(value) ? value : {};
  const asked = new Set([...Object.values(query), ...(item === null ? [] : [item.id, item.reference_id])]);
  const exact = asked.has(detail.transaction_id) || asked.has(detail.partner_transaction_id);
  return {
    exact,
    transaction: {
      transactionId: textOf(detail.transaction_id) ?? query.transaction_id ?? textOf(item?.id) ?? "",
      partnerTransactionId: textOf(detail.partner_transaction_id),
      query,
      detail,
      item,
    },
  };
}

export interface Findings {
  readonly found: Readonly<Record<DetailOperation, readonly KnownTransaction[]>>;
  readonly inexact: Readonly<Record<DetailOperation, readonly KnownTransaction[]>>;
  /** Lookups on which the service failed. */
  readonly failing: Readonly<Record<DetailOperation, readonly KnownTransaction[]>>;
}

/** Looks transactions up, and learns from each which form works and which type belongs to which operation. */
export class Finder {
  readonly forms = new Map<DetailOperation, number>();
  readonly operationOfType = new Map<unknown, DetailOperation>();

  /** @param isVersioned whether an Api-Version is sent, although the document shows none (section 9) */
  constructor(
    private readonly sender: Sender,
    private readonly isVersioned = false,
  ) {}

  /** The operation that a list item most likely belongs to. */
  likely(type: unknown): DetailOperation | null {
    return this.operationOfType.get(type) ?? guess(type);
  }

  /** Looks an item up, first through the likelier operation. */
  async ofItem(item: Item): Promise<Findings> {
    const findings = noFindings();
    const id = textOf(item.id);
    if (id === null) return findings;
    const first = this.likely(item.type) ?? "getTransferDetail";
    for (const operation of [first, opposite(first)]) {
      if (await this.lookUp(operation, id, textOf(item.reference_id), item, findings)) {
        this.operationOfType.set(item.type, operation);
        break;
      }
    }
    return findings;
  }

  async ofName(operation: DetailOperation, id: string): Promise<Findings> {
    const findings = noFindings();
    await this.lookUp(operation, id, id, null, findings);
    return findings;
  }

  private async lookUp(
    operation: DetailOperation,
    id: string,
    reference: string | null,
    item: Item | null,
    into: ReturnType<typeof noFindings>,
  ): Promise<boolean> {
    const known = this.forms.get(operation);
    const order = FORMS.map((_, index) => index).filter((index) => known === undefined || index === known);
    for (const index of order) {
      const query = queryOf(index, id, reference);
      if (query === null) continue;
      const request = readRequest(operation, query);
      const exchange = await this.sender.send(this.isVersioned ? underVersion(request) : request);
      if (hasStatus(exchange, isServerError))
        into.failing[operation].push({ transactionId: id, partnerTransactionId: null, query, detail: {}, item });
      const hit = readHit(exchange, query, item);
      if (hit === null) continue;
      if (hit.exact) {
        this.forms.set(operation, index);
        into.found[operation].push(hit.transaction);
        return true;
      }
      into.inexact[operation].push(hit.transaction);
    }
    return false;
  }
}

export function noFindings() {
  const none = (): Record<DetailOperation, KnownTransaction[]> => ({ getTransferDetail: [], getDepositDetail: [] });
  return { found: none(), inexact: none(), failing: none() };
}

export function isHit({ found }: Findings): boolean {
  return found.getTransferDetail.length + found.getDepositDetail.length > 0;
}

export function opposite(operation: DetailOperation): DetailOperation {
  return operation === "getTransferDetail" ? "getDepositDetail" : "getTransferDetail";
}

/** The operation that a list item's type names, if its word is clear. */
export function guess(type: unknown): DetailOperation | null {
  if (/deposit|pay-?in|receive/i.test(String(type))) return "getDepositDetail";
  return /transfer|pay-?out|send/i.test(String(type)) ? "getTransferDetail" : null;
}

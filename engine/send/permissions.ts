/**
 * What a key may do, as far as the preflight sees it: credentials that lack a permission are answered 403 (section 5).
 * That says nothing about the operation, which is then not exercised.
 */
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Interceptor, Sender } from "../../client/send.js";
import { bodyOf, errorsIn } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import type { OperationId } from "../../schemas/operation.js";
import { operationAt } from "../../schemas/paths.js";
import { meaningOf } from "../../schemas/statuses.js";
import { quoted } from "../judge/refusalText.js";

/** Whether an answer says, in the service's own words, that the key has no permission. */
export function lacksPermission(exchange: Exchange): boolean {
  const { response } = exchange;
  return response !== null && meaningOf(response.status) === "permission" && errorsIn(bodyOf(exchange)).length > 0;
}

/** What an operation answered to requests with the whole credentials. */
interface Answered {
  taken: number;
  /** Answers that are neither a success nor about a permission. */
  others: number;
  readonly forbidden: Exchange[];
  /** The last read that it accepted; null when there is none. */
  good: WireRequest | null;
}

/** How many reads show later whether the credentials still work. */
const GOOD_READS = 2;

/** Watches the requests of the preflight, and finds which operations the key has no permission for. */
export class Permissions {
  private readonly answered = new Map<OperationId, Answered>();

  readonly intercept: Interceptor = (next) => async (request) => {
    const exchange = await next(request);
    this.note(request, exchange);
    return exchange;
  };

  /** Whether an operation said that the credentials are good: it accepted a request, or knows what they may not do. */
  accepted(): boolean {
    return [...this.answered.values()].some(({ taken, forbidden }) => taken + forbidden.length > 0);
  }

  /** Whether any operation accepted a request. */
  anyTaken(): boolean {
    return [...this.answered.values()].some(({ taken }) => taken > 0);
  }

  /** Reads that were accepted, of different operations. */
  goodReads(): readonly WireRequest[] {
    return [...this.answered.values()].flatMap(({ good }) => good ?? []).slice(0, GOOD_READS);
  }

  /**
   * Why operations that only ever answered that permission is missing are not exercised; a single such answer is asked
   * for again.
   */
  async missing({ send }: Sender): Promise<ReadonlyMap<OperationId, string>> {
    const missing = new Map<OperationId, string>();
    for (const [operation, answered] of this.answered) {
      const [first] = answered.forbidden;
      if (first === undefined || answered.taken + answered.others > 0) continue;
      if (answered.forbidden.length === 1) await send(first.wire);
      if (answered.taken + answered.others === 0)
        missing.set(operation, `this key has no permission (${quoted(first)})`);
    }
    return missing;
  }

  private note(request: WireRequest, exchange: Exchange): void {
    const { path, method, credentials } = request;
    const asked = credentials === "valid" ? operationAt(path, method) : null;
    if (asked === null) return;
    const known = this.answered.get(asked.operation) ?? { taken: 0, others: 0, forbidden: [], good: null };
    this.answered.set(asked.operation, known);
    if (isSuccess(exchange)) {
      known.taken += 1;
      if (method === "GET") known.good = request;
    } else if (lacksPermission(exchange)) known.forbidden.push(exchange);
    else known.others += 1;
  }
}

/**
 * Accidents: answers that say nothing about the request, since the same request, sent again, is answered otherwise. A
 * server error, or no answer, is one until it has come again; what comes again each time is told as what it is.
 */
import type { Exchange } from "../client/model.js";
import { isUnanswered } from "../client/outage.js";
import { hasStatus } from "../oracles/outcome.js";
import type { Subject } from "../schemas/operations.js";
import { isServerError } from "../schemas/statuses.js";

/** Whether an exchange may be an accident: the service failed, or did not answer. */
export function mayBeAccident(exchange: Exchange): boolean {
  return isUnanswered(exchange) || hasStatus(exchange, isServerError);
}

/** How often a case is run in all, until no accident happens in it. */
export const TURNS = 3;

/** Turns in vain that an operation is granted, and how many more for each that was not in vain. */
const GRANTED = 12;
const GRANTED_MORE = 4;

/** Accidents of one operation. */
export interface OperationAccidents {
  /** Exchanges whose requests were answered well when they were sent again. */
  readonly exchanges: Exchange[];
  /** All accidents, of which the first are kept. */
  count: number;
  /** Requests that were sent in all. */
  requests: number;
  /** Cases that met a server error in each turn. */
  inVain: number;
}

/** How many exchanges of accidents are kept. */
const KEPT = 20;

/** What went wrong by accident in a run, by operation. */
export class Accidents {
  private readonly operations = new Map<Subject, OperationAccidents>();

  /** What is known of an operation. */
  of(operation: Subject): OperationAccidents {
    let known = this.operations.get(operation);
    if (known === undefined) {
      known = { exchanges: [], count: 0, requests: 0, inVain: 0 };
      this.operations.set(operation, known);
    }
    return known;
  }

  /** A request about an operation was sent. */
  sent(operation: Subject): void {
    this.of(operation).requests += 1;
  }

  /** Requests that went wrong were answered well when they were sent again. */
  happened(operation: Subject, exchanges: readonly Exchange[]): void {
    const known = this.of(operation);
    known.count += exchanges.length;
    known.exchanges.push(...exchanges.slice(0, KEPT - known.exchanges.length));
  }

  /** A case went wrong in each of its turns. */
  repeated(operation: Subject): void {
    this.of(operation).inVain += 1;
  }

  /** Whether it is worth while to run a case of an operation again: not where that has been in vain time after time. */
  isWorthWhile(operation: Subject): boolean {
    const { inVain, count } = this.of(operation);
    return inVain < GRANTED + GRANTED_MORE * count;
  }
}

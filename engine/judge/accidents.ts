/**
 * Accidents: answers that say nothing about the request, since the same request, sent again, gets another answer. A server
 * error, no answer, or a refusal of the good credentials counts as one until it has repeated; what repeats each time is
 * reported as what it is.
 */
import type { Exchange, WireRequest } from "../../client/model.js";
import { isUnanswered } from "../../client/outage.js";
import { hasStatus } from "../../oracles/outcome.js";
import type { Subject } from "../../schemas/operation.js";
import { operationAt } from "../../schemas/paths.js";
import { isServerError, isValidation } from "../../schemas/statuses.js";
import { saysKnownAlready } from "./refusalText.js";

/**
 * Whether a request is refused because the service took its first sending, whose answer got lost: what has to be new in
 * each request was no longer new.
 */
export function isTakenBefore(exchange: Exchange): boolean {
  const { resent, response } = exchange;
  return (
    resent === true && hasStatus(exchange, isValidation) && (response?.status === 409 || saysKnownAlready(exchange))
  );
}

/** Whether an answer got lost on the way, or may have been. */
export function isLostOnTheWay(exchange: Exchange): boolean {
  return isUnanswered(exchange) || isTakenBefore(exchange);
}

/** Whether an exchange may be an accident: the service failed, or its answer got lost. */
export function mayBeAccident(exchange: Exchange): boolean {
  return isLostOnTheWay(exchange) || hasStatus(exchange, isServerError);
}

/** Whether the good credentials are refused. */
export function isForgotten({ wire, response }: Exchange): boolean {
  return wire.credentials === "valid" && response?.status === 401;
}

/** Whether the same request may get another answer when it is sent again. */
export function mayPass(exchange: Exchange): boolean {
  return isForgotten(exchange) || mayBeAccident(exchange);
}

/** How often a case is run at most, until no accident happens in it. */
export const TURNS = 3;

/** Unsuccessful turns that an operation is granted, and how many more for each successful one. */
const GRANTED = 12;
const GRANTED_MORE = 4;

export interface OperationAccidents {
  /** Exchanges whose requests were answered well when they were sent again. */
  readonly exchanges: Exchange[];
  /** One of them whose request was valid; null where none is known. */
  valid: Exchange | null;
  /** All accidents, of which the first are kept. */
  count: number;
  requests: number;
  /** Cases that met a server error in each turn. */
  inVain: number;
}

/** How many exchanges of accidents are kept. */
const KEPT = 20;

/** The operation that a request asks for, whichever case sends it; the case's own where the request is for no documented one. */
export function askedOf({ path }: WireRequest, testCase: Subject): Subject {
  return operationAt(path, null)?.operation ?? testCase;
}

/** What went wrong by accident in a run, by operation. */
export class Accidents {
  private readonly operations = new Map<Subject, OperationAccidents>();
  /** Bodies of requests whose answers got lost. */
  private readonly lost: string[] = [];

  /** A request got this answer, or none. */
  answered(exchange: Exchange): void {
    const { body } = exchange.wire;
    if (typeof body === "string" && isLostOnTheWay(exchange)) this.lost.push(body);
  }

  /** Whether the service may have stored a text although its answer got lost. */
  mayBeStored(text: string): boolean {
    const written = JSON.stringify(text);
    return this.lost.some((body) => body.includes(written));
  }

  of(operation: Subject): OperationAccidents {
    let known = this.operations.get(operation);
    if (known === undefined) {
      known = { exchanges: [], valid: null, count: 0, requests: 0, inVain: 0 };
      this.operations.set(operation, known);
    }
    return known;
  }

  sent(wire: WireRequest, testCase: Subject): void {
    this.of(askedOf(wire, testCase)).requests += 1;
  }

  /**
   * Requests of a case that went wrong were answered well when they were sent again.
   * @param accepts whether an operation accepted all that the case asked of it in the end
   */
  happened(exchanges: readonly Exchange[], testCase: Subject, accepts: (operation: Subject) => boolean): void {
    for (const exchange of exchanges) {
      const asked = askedOf(exchange.wire, testCase);
      const known = this.of(asked);
      known.count += 1;
      if (accepts(asked) && !isLostOnTheWay(exchange)) known.valid ??= exchange;
      if (known.exchanges.length < KEPT) known.exchanges.push(exchange);
    }
  }

  /** A case went wrong in each of its turns, last in these requests. */
  repeated(exchanges: readonly Exchange[], testCase: Subject): void {
    for (const operation of new Set(exchanges.map(({ wire }) => askedOf(wire, testCase))))
      this.of(operation).inVain += 1;
  }

  /** Whether an operation that went wrong by accident, or in every turn of a few cases, may do so again. */
  mayComeAgain(operation: Subject): boolean {
    const { count, inVain } = this.of(operation);
    return count > 0 || (inVain > 0 && inVain < GRANTED);
  }

  /**
   * Whether it is worthwhile to rerun a case in which these requests went wrong: not where that has failed time after
   * time.
   */
  isWorthWhile(exchanges: readonly Exchange[], testCase: Subject): boolean {
    return exchanges.every(({ wire }) => {
      const { inVain, count } = this.of(askedOf(wire, testCase));
      return inVain < GRANTED + GRANTED_MORE * count;
    });
  }
}

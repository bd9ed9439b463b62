/** Why a run stops sending before everything is sent. None of these is a violation by the target. */
import type { Exchange, Outage } from "./model.js";

class Ending extends Error {
  override readonly name = this.constructor.name;
}

/** The number of requests that the user allowed has been sent. */
export class BudgetSpentError extends Ending {
  constructor(readonly maxRequests: number) {
    super(
      `The budget of ${maxRequests} ${maxRequests === 1 ? "request" : "requests"} is spent; allow more with --max-requests.`,
    );
  }
}

/** The time that the user allowed is over. */
export class TimeSpentError extends Ending {
  constructor() {
    super("The time of the run is over; allow more with --max-time.");
  }
}

/** The number of things that the user allowed to be created has been created. */
export class CreationsSpentError extends Ending {
  constructor() {
    super("The limit of created resources is reached; allow more with --max-created.");
  }
}

/** The target only answers that there are too many requests. */
export class TargetThrottlesError extends Ending {
  constructor() {
    super(
      "The target answered every request of the last minutes with a demand to wait (429, or 503 with Retry-After).",
    );
  }
}

/** The target stopped answering and did not come back. */
export class TargetGoneError extends Ending {
  /** @param outage since when, and what was seen of it first */
  constructor(readonly outage: Outage) {
    super(`The target stopped answering at ${new Date(outage.from).toISOString()}: ${outage.seen}.`);
  }
}

/** A request fell into an outage, and may have reached the target or not: it cannot be sent again unchanged. */
export class LostInOutageError extends Ending {
  constructor(readonly exchange: Exchange) {
    super(`${exchange.wire.method} ${exchange.wire.path} was sent during an outage of the target.`);
  }
}

/** The credentials were accepted at first and are refused by now. */
export class CredentialsLostError extends Ending {
  constructor() {
    super("The credentials are no longer accepted.");
  }
}

/** A recipient that a case works with is no longer known: the case begins again with another one. */
export class LostRecipientError extends Ending {
  constructor(readonly recipientId: string) {
    super(`The target does not know the recipient ${recipientId} any more.`);
  }
}

/** The target lost what the run builds on. */
export class StateLostError extends Ending {
  /**
   * @param lastKnown when it was last seen, in milliseconds since the epoch
   * @param refusal the current answer to a request that was accepted before, in the service's words
   */
  constructor(
    readonly lastKnown: number,
    readonly refusal: string,
  ) {
    super(`The target lost what it had stored: ${refusal}.`);
  }
}

/** The user stopped the run. */
export class RunInterruptedError extends Ending {
  constructor() {
    super("The run was interrupted.");
  }
}

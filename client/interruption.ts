/**
 * Why a run stops sending before everything is sent. None of it is a departure of the target.
 */

/** The number of requests that the user allowed has been sent. */
export class BudgetSpentError extends Error {
  override readonly name = "BudgetSpentError";

  constructor(readonly maxRequests: number) {
    super(
      `The budget of ${maxRequests} ${maxRequests === 1 ? "request" : "requests"} is spent; allow more with --max-requests.`,
    );
  }
}

/** The target answers nothing any more but that there are too many requests. */
export class TargetThrottlesError extends Error {
  override readonly name = "TargetThrottlesError";

  constructor() {
    super(
      "The target answered every request of the last minutes with a demand to wait (429, or 503 with Retry-After).",
    );
  }
}

/** The user stopped the run. */
export class RunInterruptedError extends Error {
  override readonly name = "RunInterruptedError";

  constructor() {
    super("The run was interrupted.");
  }
}

/**
 * Why a run stops sending. Both are about the run itself, never about the target.
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

/** The user stopped the run. */
export class RunInterruptedError extends Error {
  override readonly name = "RunInterruptedError";

  constructor() {
    super("The run was interrupted.");
  }
}

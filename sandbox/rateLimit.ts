import { type Refusal, refusal } from "./result.js";

/** Counts requests in windows of one second; returns the refusal of one that is over the limit. */
export function rateLimiter(perSecond: number, now: () => number): () => Refusal | undefined {
  let windowStart = 0;
  let served = 0;
  return () => {
    const time = now();
    if (time - windowStart >= 1_000) {
      windowStart = time;
      served = 0;
    }
    served++;
    return served <= perSecond
      ? undefined
      : { ...refusal(429, "TOO_MANY_REQUESTS", `At most ${perSecond} requests a second are served`), retryAfter: 1 };
  };
}

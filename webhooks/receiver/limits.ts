/** What bounds the receiver, so that nothing that is sent to it can exhaust the process. */

export interface ReceiverLimits {
  /** Bytes of one body; a longer one is answered with 413. */
  readonly bodyBytes: number;
  /** Deliveries that are kept; later ones are answered and only counted. */
  readonly deliveries: number;
  /** Bytes of all bodies that are kept. */
  readonly keptBytes: number;
  /** Bytes of bodies that are being read; beyond that a delivery is answered with 503. */
  readonly bytesUnderWay: number;
  /** Deliveries a second; beyond that one is answered with 429. */
  readonly perSecond: number;
  /** Connections open at once; further ones are closed. */
  readonly connections: number;
  /** Milliseconds in which a request must have come completely. */
  readonly requestMs: number;
}

export const STANDARD_LIMITS: ReceiverLimits = {
  bodyBytes: 1024 * 1024,
  deliveries: 20_000,
  keptBytes: 64 * 1024 * 1024,
  bytesUnderWay: 32 * 1024 * 1024,
  perSecond: 5_000,
  connections: 2_048,
  requestMs: 10_000,
};

/** Lets so many pass a second, and as many at once. */
export class RateGate {
  #tokens: number;
  #at: number;

  /** @param now milliseconds, from a clock that never goes back */
  constructor(
    private readonly perSecond: number,
    now: number,
  ) {
    this.#tokens = perSecond;
    this.#at = now;
  }

  /** Whether one more may pass. */
  pass(now: number): boolean {
    this.#tokens = Math.min(this.perSecond, this.#tokens + ((now - this.#at) / 1_000) * this.perSecond);
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

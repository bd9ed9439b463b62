/**
 * How a target asks for a pause: 429, and 503 with Retry-After.
 */
import type { RecordedResponse } from "./model.js";

/** Milliseconds that a pause never exceeds, whatever the target asks for. */
const LONGEST_PAUSE = 30_000;
/** Milliseconds of the first pause when the target names none, and of the longest then. */
const FIRST_PAUSE = 200;
const LONGEST_OWN_PAUSE = 10_000;
/** Milliseconds beyond which a pause is none that anybody means: a week. */
const MEANT = 7 * 86_400_000;
/** Milliseconds for which a target may do nothing but throttle. */
const PATIENCE = 90_000;
/** The part of that time for which one operation alone may. */
const ALONE_SHARE = 1 / 2;
/** Parts of a whole that spread evenly when added up again and again (the golden ratio's fraction). */
const SPREAD = 0.618_033_988_749_895;

/**
 * Milliseconds to wait before a throttled request is sent again, or null when the response does not throttle.
 *
 * @param resends how often this request was sent again already, or others in its place; doubles the pause when the target names none, or none to speak of
 * @param turn counts all pauses of a run, so that the jitter differs between requests and is the same in every run
 * @param now milliseconds since the epoch
 */
export function throttlePause(response: RecordedResponse, resends: number, turn: number, now: number): number | null {
  if (response.status !== 429 && response.status !== 503) return null;
  const asked = retryAfter(response.headers["retry-after"], now);
  if (response.status === 503 && asked === null) return null;
  // A pause of no length means soon: asked again at once and each time, the target would only be busier.
  const isMeant = asked !== null && asked > 0 && asked <= MEANT;
  const own = FIRST_PAUSE * 2 ** resends * (0.75 + 0.5 * ((turn * SPREAD) % 1));
  return isMeant ? Math.min(LONGEST_PAUSE, asked) : Math.min(LONGEST_OWN_PAUSE, own);
}

/** Ends a run whose target does nothing but throttle, however long the pauses are that it asks for. */
export class ThrottlePatience {
  private timer: NodeJS.Timeout | undefined;

  /**
   * @param onOver called once the target has throttled for the whole time and accepted nothing
   * @param patienceMs milliseconds for which it may
   */
  constructor(
    private readonly onOver: () => void,
    private readonly patienceMs: number = PATIENCE,
  ) {}

  /** A request was throttled. */
  throttled(): void {
    this.timer ??= setTimeout(this.onOver, this.patienceMs);
  }

  /** A request was answered without being throttled, or nothing is sent any more. */
  accepted(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}

/**
 * Knows which operations are throttled each time: nobody waits for them for ever while others are answered. One may have an
 * allowance of its own: then the others do not wait for it.
 */
export class ThrottledOperations {
  private readonly since = new Map<string, number>();
  private readonly alone = new Map<string, Promise<boolean>>();
  private readonly relieved = new Set<string>();
  private readonly givenUp = new Set<string>();

  /** @param patienceMs milliseconds for which one may be throttled and accept nothing */
  constructor(private readonly patienceMs: number = PATIENCE) {}

  /**
   * A request to an operation was throttled.
   * @param asked milliseconds that the target asked for; null when it named no time
   * @param alone whether it is the only operation that is throttled
   * @returns whether to wait for it
   */
  isWorthWaiting(operation: string, asked: number | null, alone: boolean): boolean {
    const now = performance.now();
    const since = this.since.get(operation) ?? now;
    this.since.set(operation, since);
    const isOver = now - since > this.patienceMs * (alone ? ALONE_SHARE : 1);
    return !isOver && !(alone && this.isLong(asked));
  }

  /** A request is not sent again, although it was throttled. */
  giveUp(operation: string): void {
    this.givenUp.add(operation);
  }

  /**
   * Whether an operation is throttled while others are not.
   * @param isAgain whether it was throttled before, and its pause is over
   * @param isAnotherAnswered asks another operation
   */
  async isAlone(
    operation: string,
    asked: number | null,
    isAgain: boolean,
    isAnotherAnswered: () => Promise<boolean>,
  ): Promise<boolean> {
    if (!isAgain && !this.isLong(asked) && !this.alone.has(operation)) return false;
    const answer = this.alone.get(operation) ?? isAnotherAnswered();
    this.alone.set(operation, answer);
    const isAlone = await answer;
    if (!isAlone) this.alone.delete(operation);
    return isAlone;
  }

  /** Whether it is news that an operation is throttled alone: what waited for it need not wait any more. */
  relieves(operation: string): boolean {
    const isNews = !this.relieved.has(operation);
    this.relieved.add(operation);
    return isNews;
  }

  /** Operations of which a request was not sent again, and that have accepted nothing since. */
  left(): ReadonlySet<string> {
    return this.givenUp;
  }

  accepted(operation: string): void {
    this.since.delete(operation);
    this.alone.delete(operation);
    this.relieved.delete(operation);
    this.givenUp.delete(operation);
  }

  /** Whether a pause is longer than anybody waits for. */
  private isLong(asked: number | null): boolean {
    return asked !== null && asked > this.patienceMs;
  }
}

/** Milliseconds that a Retry-After value asks for: seconds, or a date; null when it is neither. */
export function retryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // Every form of an HTTP date begins with a day's name; Date.parse alone would take many other texts.
  const at = /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

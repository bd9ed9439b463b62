/** What the first interrupt of the user starts: the end of the work, with what was done so far in the report. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Milliseconds in which a second signal counts as the same one: npm passes on what the terminal has already sent. */
const ECHO = 1_000;

/** The user's wish to end, and how to stop listening for it. */
export interface Interruption {
  readonly signal: AbortSignal;
  forget(): void;
}

export type Ending = ReturnType<typeof endingOf>;

/** Listens for interrupts. The first one aborts the signal; another one, unless it is an echo, ends the process. */
export function onInterruption(): Interruption {
  const controller = new AbortController();
  let since = 0;
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      if (Date.now() - since > ECHO) process.exit(3);
      return;
    }
    since = Date.now();
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  return {
    signal: controller.signal,
    forget() {
      for (const signal of SIGNALS) process.off(signal, interrupt);
    },
  };
}

/** Work that goes on until the user interrupts it, or its seconds are over. */
export function endingOf(seconds: number | undefined) {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const timer = seconds === undefined ? undefined : setTimeout(finish, seconds * 1_000);
  process.once("SIGINT", finish);
  process.once("SIGTERM", finish);
  const over = finished.finally(() => {
    process.off("SIGINT", finish);
    process.off("SIGTERM", finish);
    clearTimeout(timer);
  });
  return { over, end: finish };
}

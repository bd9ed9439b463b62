/**
 * Where acceptance ends along a line of whole numbers, such as lengths of a text: galloping, then bisecting. A pure
 * search: it yields the next value to try and is given whether that was accepted. It tries a bounded number of values,
 * whatever the answers.
 */

export interface Question {
  /** Which way values leave what is accepted: 1 for a maximum, -1 for a minimum. */
  readonly outward: 1 | -1;
  /** The value tried first: the documented limit, where there is one. */
  readonly start: number;
  /** A value known to be accepted, at the start or further in: the control's. */
  readonly inmost: number;
  /** The outermost value that is tried. */
  readonly outmost: number;
  /** How far the first step outward goes; each later one goes twice as far. */
  readonly firstStep: number;
  /** Whether a value can be tried without giving any other reason to refuse it. */
  readonly isAskable: (value: number) => boolean;
}

/** What the search came to. */
export type Boundary =
  /** Accepted up to the limit, not accepted from the value beyond it. */
  | { readonly kind: "found"; readonly limit: number; readonly beyond: number }
  /** Accepted as far out as was tried. */
  | { readonly kind: "none"; readonly outmost: number }
  /** A value further out is accepted than one that is not. */
  | { readonly kind: "several"; readonly refused: number; readonly accepted: number }
  /** A value tried twice was accepted once. */
  | { readonly kind: "unsteady"; readonly value: number };

/** The most values that a search tries. */
export function mostAsked({ start, inmost, outmost, firstStep }: Question): number {
  const steps = (distance: number, first: number): number => Math.ceil(Math.log2(distance / first + 1)) + 1;
  const out = Math.abs(outmost - start);
  const back = Math.abs(start - inmost);
  const galloping = Math.max(steps(out, firstStep), steps(back, 1));
  const bisecting = Math.ceil(Math.log2(Math.max(out, back) + 1));
  const samples = 3;
  const repeated = 2;
  return 1 + galloping + bisecting + samples + repeated;
}

/**
 * Finds where acceptance ends: yields values to try, takes whether they were accepted. Values are tried once, except for
 * the two at the limit, which are tried again.
 */
export function* findBoundary(question: Question): Generator<number, Boundary, boolean> {
  const { outward, start, inmost, outmost, firstStep, isAskable } = question;
  const answers = new Map([[inmost, true]]);
  const isWithin = (value: number, end: number): boolean => outward * (end - value) > 0;
  const toward = (end: number, value: number): number => (isWithin(value, end) ? value : end);

  function* ask(value: number): Generator<number, boolean, boolean> {
    const known = answers.get(value);
    if (known !== undefined) return known;
    const accepted = yield value;
    answers.set(value, accepted);
    return accepted;
  }

  /** The usable value nearest to one, strictly between two others; null when there is none. */
  function between(inner: number, outer: number, wanted: number): number | null {
    const width = Math.abs(outer - inner);
    for (let distance = 0; distance < width; distance++) {
      for (const value of [wanted - distance, wanted + distance]) {
        if (isWithin(inner, value) && isWithin(value, outer) && isAskable(value)) return value;
      }
    }
    return null;
  }

  const middle = (inner: number, outer: number): number | null =>
    between(inner, outer, Math.trunc((inner + outer) / 2));

  /** Steps outward from an accepted value until one is refused; null when none is. */
  function* refusedOutward(from: number): Generator<number, { inner: number; outer: number } | null, boolean> {
    let inner = from;
    for (let step = firstStep; inner !== outmost; step *= 2) {
      const value = toward(outmost, from + outward * step);
      if (!(yield* ask(value))) return { inner, outer: value };
      inner = value;
    }
    return null;
  }

  /** Steps inward from a refused value until one is accepted, at the latest the control's. */
  function* acceptedInward(from: number): Generator<number, { inner: number; outer: number }, boolean> {
    let outer = from;
    for (let step = 1; ; step *= 2) {
      const wanted = from - outward * step;
      const value: number | null = isWithin(inmost, wanted) ? between(inmost, outer, wanted) : null;
      if (value === null) return { inner: inmost, outer };
      if (yield* ask(value)) return { inner: value, outer };
      outer = value;
    }
  }

  const bracket = (yield* ask(start)) ? yield* refusedOutward(start) : yield* acceptedInward(start);
  if (bracket === null) return { kind: "none", outmost };
  let { inner: accepted, outer: refused } = bracket;
  for (;;) {
    const value = middle(accepted, refused);
    if (value === null) break;
    if (yield* ask(value)) accepted = value;
    else refused = value;
  }

  // One edge was found. Whether it is the only one shows in values on both sides of it.
  const samples = [outmost, middle(refused, outmost), middle(inmost, accepted)].filter((value) => value !== null);
  for (const value of samples) {
    const isOutside = isWithin(accepted, value);
    if ((yield* ask(value)) !== isOutside) continue;
    return isOutside ? { kind: "several", refused, accepted: value } : { kind: "several", refused: value, accepted };
  }
  for (const [value, before] of [
    [accepted, true],
    [refused, false],
  ] as const) {
    if ((yield value) !== before) return { kind: "unsteady", value };
  }
  return { kind: "found", limit: accepted, beyond: refused };
}

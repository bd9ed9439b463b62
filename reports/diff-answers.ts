/** Whether two answers say the same, apart from what differs between any two runs: ids and times. */

const PASSING: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, "<time>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  // The documented prefixes, and the one of the suite's own partner ids (section 1). A digit tells an id from a field name.
  [/\b(rcp|cus|txn|file)_(?=\w*\d)\w+/g, "$1_<id>"],
  [/\bppc[a-z0-9]{17,}\b/g, "<partner id>"],
];

/** An answer without what differs between any two runs. */
export function comparable(answer: string): string {
  return PASSING.reduce((text, [pattern, stand]) => text.replace(pattern, stand), answer).trim();
}

/** Whether two answers say the same. */
export function sameAnswer(left: string, right: string): boolean {
  return comparable(left) === comparable(right);
}

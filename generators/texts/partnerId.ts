/** The partner's own ids: recognisable, unique in a run and between runs, the same again for the same seed. */

const PREFIX = "ppc";

/** A 32-bit hash (FNV-1a with a final mix) of a text; the same on every machine. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Lower-case letters and digits derived from a text. */
export function tokenOf(text: string, length: number): string {
  let token = "";
  for (let round = 0; token.length < length; round++) token += hash32(`${round}:${text}`).toString(36).padStart(7, "0");
  return token.slice(0, length);
}

/** Five characters that name a run: the same for the same seed and generation. */
export function runToken(seed: number, generation: number): string {
  return tokenOf(`run ${seed} ${generation}`, 5);
}

/** Whether a text, in whichever letter case, holds a partner id of a run. */
export function isOfRun(text: string, run: string): boolean {
  return text.toLowerCase().includes(`${PREFIX}${run}`.toLowerCase());
}

/**
 * A partner id of 28 characters whose first 20 are unique, so that it can be cut to the documented minimum.
 * @param run the run's token
 * @param key what the id is for; the same key and attempt give the same id
 * @param attempt counts repeated sendings of the same case
 */
export function partnerId(run: string, key: string, attempt: number): string {
  return `${PREFIX}${run}${tokenOf(`${run} ${key} ${attempt}`, 12)}conforms`;
}

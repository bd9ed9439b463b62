/** Whether a target may be sent requests that change data when nobody said so. */

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Why such requests may not be sent to an address; null when it is on this machine. */
export function whyNoWrites(baseUrl: string): string | null {
  return LOOPBACK.test(new URL(baseUrl).hostname)
    ? null
    : "it changes data, and the target is not on this machine: allow it with --allow-writes";
}

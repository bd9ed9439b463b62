/** What may be sent to a target: whether requests that change data may, and whether credentials may go there unencrypted. */
import { addressesOf, isLoopback } from "../../client/loopback.js";
import { UsageError } from "./usageError.js";

/** Which requests that change data may be sent: all, only those that must be refused, or none wherever the target is. */
export type AllowedWrites = "all" | "refused" | "none";

/** What the user allows beyond the defaults. */
export interface Permissions {
  readonly writes?: AllowedWrites | undefined;
  readonly insecureHttp?: boolean;
  /** Everything goes through a proxy, which may send it anywhere. */
  readonly proxied?: boolean;
}

/** What may be sent to a target. */
export interface Allowed {
  /** Why requests that change data may not be sent, or null when they may. */
  readonly noWrites: string | null;
  /** Whether only those of these requests that must be refused may be sent. */
  readonly onlyRefused: boolean;
  /** Whether this holds only as long as the name of the host stands for this machine. */
  readonly onlyLoopback: boolean;
}

const READS = "it changes data, and the target is not on this machine: allow it with --allow-writes";
const NONE = "it changes data, and that is not allowed (CONFORMANCE_ALLOW_WRITES=false or --allow-writes=none)";
const REFUSED = "it may change data, and only requests that must be refused may be sent (--allow-writes=refused)";

/**
 * What may be sent to an address, by where a connection to it actually leads.
 * @throws UsageError when credentials would go to another machine unencrypted
 */
export async function allowedAt(baseUrl: string, { writes, insecureHttp, proxied }: Permissions): Promise<Allowed> {
  const addresses = proxied === true ? [] : await addressesOf(baseUrl);
  const isHere = addresses.length > 0 && addresses.every(isLoopback);
  const isPlain = baseUrl.toLowerCase().startsWith("http:") && insecureHttp !== true;
  if (isPlain && !isHere && (addresses.length > 0 || proxied === true))
    throw new UsageError(
      `${baseUrl} is plain http, and not on this machine: anyone on the network path could read the credentials. Use https, or allow it with --allow-insecure-http.`,
    );
  const reason = { all: null, refused: REFUSED, none: NONE };
  const noWrites = writes === undefined ? (isHere ? null : READS) : reason[writes];
  const hangsOnName = noWrites === null && writes === undefined;
  return { noWrites, onlyRefused: writes === "refused", onlyLoopback: isPlain || hangsOnName };
}

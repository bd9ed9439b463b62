/** Whether an address is on this machine: by the address that a connection actually goes to, not by its name. */
import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether an IP address leads to this machine and to no other. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** The addresses that the host of a URL resolves to; none when its name is not known. */
export function addressesOf(url: string): Promise<readonly string[]> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    lookup(host, { all: true }, (error, found) => resolve(error === null ? found.map(({ address }) => address) : []));
  });
}

/** Looks up a name for a connection that may only lead to this machine, whatever the name resolved to before. */
export const loopbackOnly: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
    if (error !== null) return done(error, "");
    const elsewhere = found.find(({ address }) => !isLoopback(address));
    if (elsewhere !== undefined)
      return done(new Error(`${host} now resolves to ${elsewhere.address}, which is not on this machine`), "");
    const [first] = found;
    if (options.all === true) done(null, [...found]);
    else done(null, first?.address ?? "", first?.family);
  });
};

/** Servers that tests start, and how a command is told of one. */
import type { Server } from "node:net";
import type { CredentialPair } from "../client/credentials.js";

/** Lets a server listen on a free port of this machine. @returns the port */
export async function listening(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

/** A target and the credentials for it. */
interface Reached {
  readonly baseUrl: string;
  readonly credentials: CredentialPair & { readonly restricted?: CredentialPair; readonly second?: CredentialPair };
}

/** What the environment of a command says of a target. */
export function settingsFor({ baseUrl, credentials }: Reached): Record<string, string> {
  const pairs = { "": credentials, RESTRICTED_: credentials.restricted, SECOND_: credentials.second };
  const settings: Record<string, string> = { CONFORMANCE_BASE_URL: baseUrl };
  for (const [name, pair] of Object.entries(pairs)) {
    if (pair === undefined) continue;
    settings[`CONFORMANCE_${name}API_KEY`] = pair.apiKey;
    settings[`CONFORMANCE_${name}API_SECRET`] = pair.apiSecret;
  }
  return settings;
}

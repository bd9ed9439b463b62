import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { listening } from "../listening.js";

/** A delivery as it arrived. */
export interface Arrived {
  readonly at: number;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A partner's receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** All that arrived so far, in order. */
  readonly arrived: readonly Arrived[];
  /** Waits until this many have arrived. */
  arrivals(count: number): Promise<readonly Arrived[]>;
}

/** What a receiver answers to the delivery with this index: a status, or nothing. */
export type Reply = (index: number) => number | "silence";

const receivers: Server[] = [];

export async function receiver(reply: Reply = () => 200): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const status = reply(arrived.length);
      arrived.push({
        at: performance.now(),
        method: request.method ?? "",
        headers: request.headers,
        text: Buffer.concat(chunks).toString(),
      });
      if (status !== "silence") response.writeHead(status).end("ok");
    });
  });
  receivers.push(server);
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    arrived,
    arrivals: async (count) => {
      while (arrived.length < count) await pause(5);
      return arrived;
    },
  };
}

export function closeReceivers(): void {
  for (const server of receivers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

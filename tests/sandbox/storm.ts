/** A storm of requests, good and bad ones among them. */
import { connect } from "node:net";
import { Agent, request } from "undici";

/** Where the storm goes. */
export interface Eye {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

const KINDS = ["read", "write", "long", "garbage", "half", "unauthorized"] as const;

/** How many requests of each kind got an answer. */
export type Answered = Record<(typeof KINDS)[number], number>;

/** Sends bytes that are no whole request, and goes away. */
function raw(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {}).on("close", () => resolve());
    socket.setTimeout(2_000, () => socket.destroy());
    socket.write(bytes);
    socket.resume();
    if (bytes.endsWith("\n\n")) socket.end();
  });
}

/**
 * Sends requests of all kinds in turn.
 * @param perSecond as many as this a second; as fast as they are answered when absent
 */
export async function storm({ baseUrl, apiKey, apiSecret }: Eye, count: number, perSecond?: number): Promise<Answered> {
  const agent = new Agent({ connections: 64 });
  const port = Number(new URL(baseUrl).port);
  const answered: Answered = { read: 0, write: 0, long: 0, garbage: 0, half: 0, unauthorized: 0 };
  const known = { "x-api-key": apiKey, "x-api-secret": apiSecret };
  const ask = async (path: string, body: string | null, headers: Record<string, string>): Promise<void> => {
    const { body: answer } = await request(`${baseUrl}${path}`, {
      dispatcher: agent,
      method: body === null ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json", "api-version": "2024-12-01" },
      body,
    });
    await answer.dump();
  };
  const send = (kind: keyof Answered, turn: number): Promise<void> => {
    switch (kind) {
      case "read":
        return ask("/api/transactions?page_number=1&page_size=50", null, known);
      case "write":
        return ask(
          "/api/files/upload?file_type=Invoice",
          JSON.stringify({ file: `${turn}`.padStart(2_000, "A") }),
          known,
        );
      case "long":
        return ask("/api/customers/create", "[".repeat(100_000), known);
      case "garbage":
        return raw(port, "\u0000 what?\n\n");
      case "half":
        return raw(port, "POST /api/customers/create HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n{");
      default:
        return ask("/api/balances", null, {});
    }
  };
  const since = performance.now();
  let turn = 0;
  const work = async (): Promise<void> => {
    while (turn < count) {
      const own = turn++;
      const early = perSecond === undefined ? 0 : since + (own * 1000) / perSecond - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      // Most are such as a partner sends; one in fifty is slow.
      const kind = own % 50 === 0 ? "half" : (KINDS.filter((one) => one !== "half")[own % 5] ?? "read");
      await send(kind, own).then(
        () => {
          answered[kind] += 1;
        },
        () => {},
      );
    }
  };
  await Promise.all(Array.from({ length: 128 }, work));
  await agent.close();
  return answered;
}

/** Targets that do their worst, and the words in which they are told. */
import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from "node:net";
import type { Writable } from "node:stream";
import type { CredentialPair } from "../../client/credentials.js";
import { listening } from "../listening.js";
import { type Answer, type Decide, startFront } from "../reality/front.js";
import { isSuccess } from "../reality/situation.js";

/** A target that is there. */
export interface Serving {
  readonly baseUrl: string;
  readonly credentials: CredentialPair & { readonly second?: CredentialPair };
  close(): Promise<void>;
}

/** A hostile target, and what a run on it comes to. */
export interface HostileTarget {
  readonly name: string;
  readonly serve: () => Promise<Serving>;
  /** 0 only where nothing of what is wrong is documented. */
  readonly exitCode: 0 | 1 | 3;
  /** What is printed. */
  readonly says?: RegExp;
  /** It leaves all requests without an answer, or some, or parts of one: these are not waited for as long as answers are. */
  readonly silent?: "always" | "partly";
  /** More arguments of the command. */
  readonly words?: readonly string[];
  /** Operations that are judged. Default: the list of balances. */
  readonly operations?: readonly string[];
  /** An operation that is judged as if nothing were wrong: one bad answer spoils only what it concerns. */
  readonly unspoilt?: string;
}

const CREDENTIALS = { apiKey: "hostile_key_5Tq81Zw", apiSecret: "hostile_secret_9+Xk/2Lm==" };

async function serving(server: SocketServer, scheme: string): Promise<Serving> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
  });
  return {
    baseUrl: `${scheme}://127.0.0.1:${await listening(server)}`,
    credentials: CREDENTIALS,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Hands over each connection as it is. */
export function connections(onConnection: (socket: Socket) => void, scheme = "http"): () => Promise<Serving> {
  return () => serving(createSocketServer(onConnection), scheme);
}

/** Answers each request with bytes, which need not be HTTP. */
export function bytes(answer: (socket: Socket, request: string, number: number) => void): () => Promise<Serving> {
  let number = 0;
  return connections((socket) => {
    socket.on("data", (chunk: Buffer) => {
      number += 1;
      answer(socket, chunk.toString("latin1"), number);
    });
  });
}

/** The same bytes for each request; the connection is closed after them. */
export function alwaysBytes(text: string): () => Promise<Serving> {
  return bytes((socket) => socket.end(text, "latin1"));
}

/** Answers each request by HTTP. */
export function answers(listener: RequestListener): () => Promise<Serving> {
  return () => serving(createServer(listener), "http");
}

/** The same answer to each request, as JSON unless headers say otherwise. */
export function always(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string | readonly string[]>> = {},
): () => Promise<Serving> {
  return answers((_, response) => {
    const all: Record<string, string | string[]> = { "content-type": "application/json" };
    for (const [name, value] of Object.entries(headers)) all[name] = typeof value === "string" ? value : [...value];
    response.writeHead(status, all).end(body);
  });
}

/** A service as documented, of which some answers are spoilt. */
export function spoilt(decide: () => Decide): () => Promise<Serving> {
  return () => startFront(decide());
}

/** Where the list of balances would be answered, another answer stands; everything else is as documented. */
export function spoiltBalances(answer: Answer): () => Promise<Serving> {
  return spoilt(() => async ({ path }, pass) => {
    const own = await pass();
    return path.startsWith("/api/balances") && isSuccess(own) ? answer : own;
  });
}

/** Writes a piece again and again, as fast as it is taken, until the connection is gone. */
export function endlessly(socket: Writable, piece: string): void {
  const go = (): void => {
    while (!socket.destroyed) {
      if (socket.write(piece)) continue;
      socket.once("drain", go);
      return;
    }
  };
  go();
}

/** Writes a text letter by letter. @param ms between two of them */
export function dripping(socket: Socket, text: string, ms: number): void {
  let at = 0;
  const drip = setInterval(() => {
    socket.write(text[at % text.length] ?? "");
    at += 1;
  }, ms);
  socket.once("close", () => clearInterval(drip));
}

/** One way to send: a sender with interceptors around it, each of which sees the request before it goes on and the answer on its way back. */
import type { Exchange, WireRequest } from "./model.js";

export type Send = (request: WireRequest) => Promise<Exchange>;

/** Whatever sends requests. */
export interface Sender {
  send(request: WireRequest): Promise<Exchange>;
}

/** Wraps a sender: it may wait, change the request, answer it itself, or send it again. */
export type Interceptor = (next: Send) => Send;

/** A sender with interceptors around it, the outermost first. */
export function compose(send: Send, ...interceptors: readonly Interceptor[]): Send {
  return interceptors.reduceRight((next, intercept) => intercept(next), send);
}

/** The same sender, for which requests pass through interceptors on their way. */
export function via(sender: Sender, ...interceptors: readonly Interceptor[]): Sender {
  return { send: compose((request) => sender.send(request), ...interceptors) };
}

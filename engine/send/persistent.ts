/** Sends what fell into an outage, or met a server error, once more: the preflight makes what it needs, twice if it must. */
import { LostInOutageError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Interceptor, Sender } from "../../client/send.js";
import { isTakenBefore, mayBeAccident, TURNS } from "../judge/accidents.js";

/** An outage is only a pause, and a single server error nothing. */
export const persistent: Interceptor = (next) => {
  const send = async (request: WireRequest, turn = 1): Promise<Exchange> => {
    try {
      const answer = await next(request);
      const exchange: Exchange = turn > 1 ? { ...answer, resent: true } : answer;
      // Nothing that later cases build on may depend on an accident. What was accepted before needs other texts.
      const isWorthWhile = mayBeAccident(exchange) && !isTakenBefore(exchange);
      return isWorthWhile && turn < TURNS ? await send(request, turn + 1) : exchange;
    } catch (error) {
      if (!(error instanceof LostInOutageError) || turn >= TURNS) throw error;
      return send(request, turn + 1);
    }
  };
  return (request) => send(request);
};

/**
 * Sends a creation, with other texts where its own first sending has used them.
 * @param requestFor makes the request; each round has its own texts
 */
export async function sendAnew(sender: Sender, requestFor: (round: string) => WireRequest): Promise<Exchange> {
  let exchange = await sender.send(requestFor(""));
  for (let turn = 1; turn < TURNS && isTakenBefore(exchange); turn++)
    exchange = await sender.send(requestFor(` anew ${turn}`));
  return exchange;
}

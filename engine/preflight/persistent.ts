/** Sends what fell into an outage, or met a server error, once more: the preflight makes what it needs, twice if it must. */
import { LostInOutageError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import { mayBeAccident, TURNS } from "../accidents.js";
import type { Sender } from "./reachability.js";

/** The same sender, for which an outage is only a pause, and a single server error nothing. */
export function persistent(sender: Sender): Sender {
  const send = async (request: WireRequest, turn = 1): Promise<Exchange> => {
    try {
      const exchange = await sender.send(request);
      // Nothing that later cases build on may hang on an accident.
      return mayBeAccident(exchange) && turn < TURNS ? await send(request, turn + 1) : exchange;
    } catch (error) {
      if (!(error instanceof LostInOutageError) || turn >= TURNS) throw error;
      return send(request, turn + 1);
    }
  };
  return { send: (request) => send(request) };
}

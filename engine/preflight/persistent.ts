/** Sends what fell into an outage again, where that harms nothing: the preflight makes what it needs, twice if it must. */
import { LostInOutageError } from "../../client/interruption.js";
import type { Exchange, WireRequest } from "../../client/model.js";
import type { Sender } from "./reachability.js";

/** Outages that one request may fall into. */
const TRIES = 3;

/** The same sender, for which an outage is only a pause. */
export function persistent(sender: Sender): Sender {
  const send = async (request: WireRequest, turn = 1): Promise<Exchange> => {
    try {
      return await sender.send(request);
    } catch (error) {
      if (!(error instanceof LostInOutageError) || turn >= TRIES) throw error;
      return send(request, turn + 1);
    }
  };
  return { send: (request) => send(request) };
}

/**
 * Attends to deliveries while a run goes on, and judges them at its end. Deliveries are not answers to requests: they come
 * when they come, and none of them can be asked for again. So they are judged once, after everything else was sent, and
 * each failure is a proof by itself.
 */
import { join } from "node:path";
import { createRedactor } from "../../client/redact.js";
import type { Attending, DeliverySource } from "../../engine/deliveries.js";
import { shellWord } from "../../schemas/shell.js";
import { deliveryCommand } from "../exchange.js";
import { DELIVERIES_FILE } from "../saved.js";
import { signingKeys } from "../signature/keys.js";
import { type Attendance, type Reception, unlessEnded } from "./attendance.js";
import { causeChanges } from "./causedChanges.js";
import { KnownResources } from "./knownResources.js";
import { writeVerdicts } from "./results.js";
import { waitForDeliveries } from "./waiting.js";

/** What is received, as a run follows it. */
export function deliverySource(reception: Reception): DeliverySource {
  return {
    follow: ({ credentials, ...run }) => {
      const known = new KnownResources();
      const keys = signingKeys(credentials, reception.stated);
      const redactor = createRedactor(credentials);
      return {
        note: (exchange) => known.note(exchange),
        attend: (target, sender) => attend({ ...run, reception, known, keys, redactor, target, sender }),
      };
    },
    commands: (folder) => ({
      curl: (exchanges) =>
        exchanges
          .slice(-1)
          .map(({ wire }) => deliveryCommand(wire))
          .join(""),
      again: () => `ppconform verify-webhook ${shellWord(join(folder, DELIVERIES_FILE))}`,
    }),
  };
}

/** Begins to attend: causes what it can, beside the run's other work. */
function attend(attendance: Attendance): Attending {
  const { reception, target, sender } = attendance;
  const causedChanges = unlessEnded(causeChanges(sender, target), []);
  const stirred = reception.sandbox?.stir() ?? Promise.resolve([]);
  // Looked at when the run is finished; until then a failure must not count as unhandled.
  causedChanges.catch(() => undefined);
  stirred.catch(() => undefined);
  return {
    async finish(executed) {
      const delivered = await waitForDeliveries(attendance, await causedChanges, await stirred);
      const attended = await writeVerdicts(attendance, delivered, executed);
      // Random cases may follow, as many as there is time for.
      attendance.known.end();
      return attended;
    },
  };
}

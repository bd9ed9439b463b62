/** Deliveries that the service sends by itself: sections 5 and 6. They are judged as they come, at the end of a run. */
import { suite } from "../engine/check.js";
import { trafficGroup } from "../engine/checkGroup.js";
import type { Suite } from "../engine/model.js";
import type { Beforehand } from "../engine/verdicts.js";
import { WEBHOOK_CHECKS } from "../webhooks/checks.js";

export const webhooks: Suite = suite("webhooks", trafficGroup(WEBHOOK_CHECKS));

/** Name of the file beside the report in which a run keeps its deliveries. */
export const DELIVERIES_FILE = "deliveries.ndjson";

/** Why no check of deliveries applies to a run without a receiver, by check. */
export function withoutReceiver(): Beforehand["reasons"] {
  return new Map(
    WEBHOOK_CHECKS.map(({ id }) => [
      id,
      { verdict: "not-applicable", reason: "no receiver was started: give --webhook-port" },
    ]),
  );
}

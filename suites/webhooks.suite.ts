/** Deliveries that the service sends by itself: sections 5 and 6. They are judged as they come, at the end of a run. */
import { suite } from "../engine/check.js";
import { WEBHOOK_CHECKS } from "../webhooks/checks/checks.js";

export const webhooks = suite("webhooks", WEBHOOK_CHECKS);

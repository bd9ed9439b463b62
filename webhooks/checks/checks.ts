/** The checks of deliveries (sections 1, 5 and 6). Nothing is sent for them: the service delivers by itself. */
import { AGREEMENT_CHECKS } from "./agreement.js";
import { ARRIVAL_CHECKS } from "./arrivals.js";
import { bodyChecks, dataChecks } from "./data.js";
import { signatureChecks } from "./signature.js";

export const WEBHOOK_CHECKS = [
  ...signatureChecks,
  ...bodyChecks,
  ...dataChecks,
  ...Object.values(AGREEMENT_CHECKS),
  ...Object.values(ARRIVAL_CHECKS),
];

/** Deliveries that the service sends on its own: sections 5 and 6. They are judged as received, at the end of a run. */
import { suite } from "../discovery/check.js";
import type { Answer } from "../engine/model.js";
import { isDelivery } from "../webhooks/reader.js";
import { AGREEMENT_CHECKS } from "./checks/webhooks/agreement.js";
import { ARRIVAL_CHECKS } from "./checks/webhooks/arrivals.js";
import { dataChecks, judgeData } from "./checks/webhooks/data.js";
import { judgeSignature, judgeUnexplained, signatureChecks } from "./checks/webhooks/signature.js";

function judgeDelivery(answer: Answer): void {
  const { exchange } = answer;
  if (!isDelivery(exchange)) return;
  const delivery = { ...answer, exchange };
  judgeSignature(delivery);
  judgeData(delivery);
  judgeUnexplained(delivery);
}

export const webhooks = suite(
  "webhooks",
  { checks: [...signatureChecks, ...dataChecks], judge: () => judgeDelivery },
  Object.values(AGREEMENT_CHECKS),
  Object.values(ARRIVAL_CHECKS),
);

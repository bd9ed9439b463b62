import { agreementDefects } from "../webhooks/defects/agreement.js";
import { dataFieldDefects } from "../webhooks/defects/dataFields.js";
import type { WebhookDefect } from "../webhooks/defects/defect.js";
import { deliveryDefects } from "../webhooks/defects/delivery.js";
import { signatureDefects } from "../webhooks/defects/signature.js";
import type { DeliveryHooks } from "../webhooks/hooks.js";

/** All defects of deliveries (sections 5 and 6). They have nothing to hook into on the way of a request. */
export const webhookDefects: readonly WebhookDefect[] = [
  ...signatureDefects,
  ...deliveryDefects,
  ...agreementDefects,
  ...dataFieldDefects,
];

/** The delivery hooks of those of the defects with these ids that are about webhooks, in the order of the ids. */
export function deliveryHooksOf(ids: readonly string[]): readonly DeliveryHooks[] {
  return ids.flatMap((id) => webhookDefects.filter((defect) => defect.id === id).map(({ deliveries }) => deliveries()));
}

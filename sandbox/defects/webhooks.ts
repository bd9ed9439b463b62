import { AGREEMENT_DEFECTS, DATA_FIELD_DEFECTS } from "../webhooks/defects/data.js";
import type { WebhookDefect } from "../webhooks/defects/defect.js";
import { DELIVERY_DEFECTS, SIGNATURE_DEFECTS } from "../webhooks/defects/deliveries.js";
import type { DeliveryHooks } from "../webhooks/hooks.js";

/** All defects of deliveries (sections 5 and 6). They have nothing to hook into on the way of a request. */
export const WEBHOOK_DEFECTS: readonly WebhookDefect[] = [
  ...SIGNATURE_DEFECTS,
  ...DELIVERY_DEFECTS,
  ...AGREEMENT_DEFECTS,
  ...DATA_FIELD_DEFECTS,
];

/** The delivery hooks of those of the defects with these ids that are about webhooks, in the order of the ids. */
export function deliveryHooksOf(ids: readonly string[]): readonly DeliveryHooks[] {
  return ids.flatMap((id) =>
    WEBHOOK_DEFECTS.filter((defect) => defect.id === id).map(({ deliveries }) => deliveries()),
  );
}

/** Open points and conflicts that a run of requests does not answer although something else could, with the reason. */

const DELIVERIES = "Only deliveries show it, and a run of requests receives none.";

/** By the id of the open point or conflict: why no inquiry asks. */
export const UNPROBED: Readonly<Record<string, string>> = {
  "unknown.walletTransitions": "No documented request changes a wallet.",
  "unknown.customerTransitions": "No documented operation reads a customer again; deliveries tell its changes.",
  "unknown.webhooks.transferData": DELIVERIES,
  "unknown.webhooks.depositData": DELIVERIES,
  "unknown.webhooks.returnData": DELIVERIES,
  "unknown.webhooks.signedContent": DELIVERIES,
  "unknown.webhooks.signatureEncoding": DELIVERIES,
  "unknown.webhooks.replayProtection": DELIVERIES,
  "unknown.webhooks.envelope": DELIVERIES,
  "unknown.webhooks.eventNames": DELIVERIES,
  "unknown.webhooks.deliveryId": DELIVERIES,
  "unknown.webhooks.deliveryHeaders": DELIVERIES,
  "unknown.webhooks.triggers": DELIVERIES,
  "unknown.webhooks.delay": DELIVERIES,
  "unknown.webhooks.concurrency": DELIVERIES,
  "unknown.webhooks.ordering": DELIVERIES,
  "unknown.webhooks.repetition": DELIVERIES,
  "unknown.webhooks.acknowledgement": DELIVERIES,
  "unknown.webhooks.retries": DELIVERIES,
  "conflict.webhooks.undescribedData": DELIVERIES,
  "conflict.webhooks.depositOrigin": DELIVERIES,
  "conflict.webhooks.batchTransfers": DELIVERIES,
  "conflict.getTransferDetail.returnedStatus": "It needs a payout that came back, of which a delivery tells.",
};

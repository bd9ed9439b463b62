import { axis } from "./axis.js";

/** How deliveries look, how they are signed, and when and how often they come. */
export const WEBHOOK_AXES = {
  webhookEnvelope: axis("6", "What surrounds the data of a delivery?", [
    ["typed", "an object with type, id, created_at and data"],
    ["named", "an object with event and data"],
    ["eventAndPayload", "an object with event (id, name, time) and payload"],
    ["bare", "nothing; headers hold the id and the name of the event"],
  ]),
  webhookDataPlace: axis("6", "Where in the data is the data object?", [
    ["direct", "the data is the data object"],
    ["nested", "in a member named object"],
  ]),
  webhookEventNames: axis("6", "What do event identifiers look like?", [
    ["dotted", "recipient.active"],
    ["capitals", "RECIPIENT_ACTIVE"],
    ["category", "Recipient, whatever happened to it"],
  ]),
  webhookTransferData: axis("6", "How much does the data object of a transfer tell?", [
    ["detail", "all that the transfer's detail shows"],
    ["brief", "that without the customer and the recipient themselves"],
  ]),
  webhookReturnIds: axis("6", "Whose transaction ids does a return carry?", [
    ["transfer", "those of the transfer that came back"],
    ["own", "its own, and those of the transfer as the original ones"],
  ]),
  webhookReturnTimes: axis("6", "Which times does a return carry?", [
    ["all", "when it was created, audited and completed"],
    ["created", "when it was created"],
  ]),
  webhookSignature: axis("5", "How is a signature written in X-Webhook-Signature?", [
    ["bare", "by itself; where a time is signed, a header holds it"],
    ["prefixed", "after sha256=; where a time is signed, a header holds it"],
    ["list", "as t=SECONDS,v1=SIGNATURE"],
  ]),
  webhookSignatureEncoding: axis("5", "In which notation is the signature?", [
    ["hex", "hexadecimal"],
    ["base64", "base64"],
    ["base64url", "base64 for URLs, without padding"],
  ]),
  webhookSignedContent: axis("5", "What does the signature cover?", [
    ["body", "the body"],
    ["timeDotBody", "the time in seconds, a dot and the body"],
    ["timeAndBody", "the time in seconds and, with nothing between them, the body"],
    [
      "idDotTimeDotBody",
      "the delivery's id, which a header holds, the time in seconds and the body, with dots between",
    ],
  ]),
  webhookDelay: axis("6", "How soon does a delivery come?", [
    ["none", "at once"],
    ["100ms", "100 ms later"],
    ["1s", "a second later"],
  ]),
  webhookOrder: axis("6", "In which order do deliveries come?", [
    ["asItHappened", "one after the other, as things happened"],
    ["atOnce", "up to eight at the same time"],
    ["newestFirst", "the newest that waits comes first"],
  ]),
  webhookDuplicates: axis("6", "Is an acknowledged webhook ever sent again?", [
    ["none", "no"],
    ["everyThird", "every third one is sent twice, with the same id"],
  ]),
  webhookRetry: axis("6", "What happens when a delivery is not answered with a 2xx?", [
    ["backOff", "it is repeated up to four times, after 200 ms and then each pause twice the one before"],
    ["steady", "it is repeated up to four times, each after 200 ms"],
    ["never", "it is not repeated"],
  ]),
} as const;

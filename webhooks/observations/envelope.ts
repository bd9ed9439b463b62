/** What deliveries show of the envelope around the data (section 6). */
import type { JudgedDelivery } from "../checks/judge.js";
import { answer, distinct, distinctValues, type WebhookAnswer } from "./answer.js";

/** The envelope, what names the event, and the headers. */
export function envelopeAnswers(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withData = judged.filter(({ reading }) => reading.data !== null);
  const [first] = withData;
  if (first === undefined) return [];
  const forms = withData.map(({ reading }) =>
    reading.data?.at === ""
      ? "no envelope: the body is the data object"
      : `${reading.envelope.join(", ")}; the data stands at ${reading.data?.at ?? ""}`,
  );
  const envelopes = distinctValues(
    withData.map(({ reading }) => ({ fields: [...reading.envelope], data: reading.data?.at ?? "" })),
  );
  const named = judged.filter(({ reading }) => reading.eventNames.length > 0);
  const names = named.map(
    ({ reading }) => `${reading.eventNames[0]?.value ?? ""} (${reading.eventNames[0]?.at ?? ""})`,
  );
  const headers = judged.map(({ delivery }) =>
    Object.keys(delivery.headers)
      .filter((name) => !/^(host|connection|content-length|transfer-encoding)$/.test(name))
      .sort()
      .join(", "),
  );
  const kinds = judged.map(
    ({ delivery }) => `${delivery.method} with ${delivery.headers["content-type"] ?? "no content-type"}`,
  );
  return [
    ...answer("unknown.webhooks.envelope", envelopes, distinct(forms, 4), first),
    ...answer(
      "unknown.webhooks.eventNames",
      distinctValues(named.map(({ reading }) => ({ ...reading.eventNames[0] }))),
      names.length === 0 ? "nothing that names the event was found" : distinct(names, 12),
      named[0] ?? first,
    ),
    ...answer(
      "unknown.webhooks.deliveryHeaders",
      { requests: distinctValues(kinds), headers: distinctValues(headers) },
      `${distinct(kinds, 4)}; headers ${distinct(headers, 2)}`,
      first,
    ),
  ];
}

/** Whether a delivery has an id of its own. */
export function idAnswer(judged: readonly JudgedDelivery[]): WebhookAnswer[] {
  const withId = judged.filter(({ reading }) => reading.ids.length > 0);
  const [first] = withId;
  const [any] = judged;
  if (first === undefined)
    return any === undefined ? [] : answer("unknown.webhooks.deliveryId", [], "no id of its own was found", any);
  const places = withId.map(({ reading }) => reading.ids[0]?.at ?? "");
  return answer("unknown.webhooks.deliveryId", distinctValues(places), `yes, in ${distinct(places, 3)}`, first);
}

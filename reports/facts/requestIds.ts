/** The ids by which a request is found in the log of a service: the one it was sent with, and those that came back. */
import type { ReportedExchange } from "../model.js";

const ID_HEADER =
  /^(?:traceparent|cf-ray|x-cloud-trace-context|x-amzn-trace-id|(?:x-)?(?:amzn?-|ms-|b3-|kong-|goog-)?(?:request|correlation|trace|transaction|operation)-?id)$/i;

/** Longer values are not ids. */
const LONGEST = 200;

/** `traceparent 00-…`, `x-request-id …`; empty where there is none. */
export function requestIds({ request, response }: ReportedExchange): string[] {
  const sent = Object.entries(request.headers).filter(([name]) => /^traceparent$/i.test(name));
  const received = Object.entries(response?.headers ?? {}).filter(([name]) => ID_HEADER.test(name));
  return [...sent, ...received]
    .filter(([, value]) => value !== "" && value.length <= LONGEST)
    .map(([name, value]) => `${name} ${value}`);
}

import { axis } from "./axis.js";

/** How a response travels. */
export const TRANSPORT_AXES = {
  jsonMediaType: axis("1", "Under which media type is a successful body sent?", [
    ["application/json", "application/json"],
    ["application/json; charset=utf-8", "with the character set"],
    ["Application/JSON;charset=UTF-8", "in other letter case"],
  ]),
  errorMediaType: axis("7", "Under which media type is an error body sent?", [
    ["asSuccess", "that of a successful body"],
    ["application/problem+json", "application/problem+json"],
    ["application/vnd.partner.errors+json; charset=utf-8", "a vendor's JSON type"],
  ]),
  headerCase: axis("5", "In which letter case are response header names written?", [
    ["title", "Content-Type"],
    ["lower", "content-type"],
    ["upper", "CONTENT-TYPE"],
  ]),
  bodyFraming: axis("1", "How is the length of a response body told?", [
    ["contentLength", "by Content-Length"],
    ["chunked", "in chunks"],
  ]),
  connection: axis("1", "What happens to the connection after a response?", [
    ["keepAlive", "it stays open"],
    ["close", "it is closed"],
  ]),
  latency: axis("1", "How long does a response take?", [
    ["none", "no delay"],
    ["20ms", "20 ms more"],
  ]),
  rateLimit: axis("8", "How many requests a second are served before 429 with Retry-After?", [
    ["none", "no limit"],
    ["200", "200"],
    ["50", "50"],
  ]),
  keyOrder: axis("1", "In which order are the members of a response object?", [
    ["documented", "as in the document"],
    ["alphabetical", "by name"],
    ["reversed", "the other way round"],
  ]),
  jsonText: axis("1", "How is JSON written?", [
    ["compact", "without white space"],
    ["pretty", "indented"],
    ["escaped", "with everything beyond ASCII escaped"],
  ]),
} as const;

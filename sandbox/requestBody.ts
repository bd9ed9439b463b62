import { isUtf8 } from "node:buffer";
import { checkBody } from "./fieldCheck.js";
import { isObject, parseJson } from "./json.js";
import { type PartnerRequest, type Refusal, refusal } from "./request.js";
import type { BodyOperation } from "./rules.js";
import type { Service } from "./service.js";

/** Echoed fields are written back level by level; a body nested deeper than this is refused. */
const DEEPEST_ECHO = 64;

/**
 * Reads the body of a request, checks it against the rules of its operation and leaves what is to be stored in the
 * request.
 * Returns the refusal of a body that is no JSON object or breaks a rule.
 */
export function bodyRefusal(request: PartnerRequest, operation: BodyOperation, service: Service): Refusal | undefined {
  const { behaviour } = service;
  const malformed = (detail: string): Refusal => refusal(service.refusalStatus(request), "MALFORMED_REQUEST", detail);

  if (behaviour.requestMediaType === "json" && !isJsonMediaType(request.headers["content-type"]))
    return malformed("The body must be sent as application/json");
  const { rawBody } = request;
  if (rawBody === undefined || rawBody.length === 0) return malformed("A JSON body is required");
  if (!isUtf8(rawBody)) return malformed("The body is not valid UTF-8");
  const body = parsed(rawBody.toString());
  if (!isObject(body)) return malformed("The body must be a JSON object");
  if (behaviour.unknownFields === "echoed" && isDeeperThan(DEEPEST_ECHO, body))
    return malformed("The body is nested too deeply");
  const { faults, fields } = checkBody(body, service.rules[operation], {
    unknownFields: behaviour.unknownFields,
    all: behaviour.errorsListed === "all",
    fileFault: (fileId, context) => service.fileFault(fileId, context),
  });
  request.fields = fields;
  return faults.length === 0 ? undefined : service.refuse(request, ...faults);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isJsonMediaType(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType);
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(levels - 1, member));
}

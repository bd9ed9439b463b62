import type { FieldRule } from "../fieldRule.js";
import { isObject, type JsonObject, parseJson, writeJson } from "../json.js";
import type { PartnerRequest } from "../partnerRequest.js";
import type { Success } from "../result.js";
import type { Service } from "../service.js";
import { type Change, changeAt } from "./bodyPath.js";
import type { DefectHooks, OutgoingResponse } from "./hooks.js";

/** Changes the rule at a path. */
export function ruleChanged(path: string, change: (rule: FieldRule) => FieldRule): DefectHooks {
  return {
    rules: (rules) => rules.map((rule) => (rule.path === path ? change(rule) : rule)),
  };
}

/** Takes what is in `isAccepted` at a path, whatever else its rules and the rules of what is inside it say. */
export function valueAccepted(path: string, isAccepted: (value: unknown) => boolean): DefectHooks {
  return ruleChanged(path, (rule) => ({ ...rule, accepts: (value) => isAccepted(value) || undefined }));
}

/** Refuses what is in `isRefused` at a path, although it breaks no rule. */
export function valueRefused(path: string, isRefused: (value: unknown) => boolean): DefectHooks {
  return ruleChanged(path, (rule) => ({ ...rule, accepts: (value) => (isRefused(value) ? false : undefined) }));
}

/** The same for texts. */
export function textRefused(path: string, isRefused: (text: string) => boolean): DefectHooks {
  return valueRefused(path, (value) => typeof value === "string" && isRefused(value));
}

/** Changes the body of a request before it is checked; one that is no JSON object is left alone. */
export function requestChanged(change: (body: JsonObject) => unknown): DefectHooks {
  return {
    request: (request) => {
      const body = bodyOf(request);
      return isObject(body) ? { ...request, rawBody: Buffer.from(writeJson(change(body))) } : request;
    },
  };
}

/** Changes the value at a path of the body of a request before it is checked. */
export function requestValueChanged(path: string, change: Change): DefectHooks {
  return requestChanged((body) => changeAt(body, path, change));
}

/** The parsed body of a request; undefined where it has none or one that is no JSON. */
export function bodyOf({ rawBody }: PartnerRequest): unknown {
  if (rawBody === undefined || rawBody.length === 0) return undefined;
  try {
    return parseJson(rawBody.toString());
  } catch {
    return undefined;
  }
}

/** Changes successful answers. */
export function successChanged(
  change: (result: Success, request: PartnerRequest, service: Service) => Success,
): DefectHooks {
  return {
    result: (result, request, service) => (result.kind === "success" ? change(result, request, service) : result),
  };
}

/** Changes the body of successful answers. */
export function bodyChanged(
  change: (body: unknown, request: PartnerRequest, service: Service) => unknown,
): DefectHooks {
  return successChanged((result, request, service) => ({
    ...result,
    body: change(result.body, request, service),
  }));
}

/** Changes the value at a path of the body of successful answers. */
export function shownValueChanged(path: string, change: Change): DefectHooks {
  return bodyChanged((body) => changeAt(body, path, change));
}

/** Changes the value at a path of what is stored. */
export function storedValueChanged(path: string, change: Change): DefectHooks {
  return {
    stored: (fields) => {
      const stored = changeAt(fields, path, change);
      return isObject(stored) ? stored : fields;
    },
  };
}

/** Changes the finished responses that are errors, or only those with one of some statuses. */
export function errorChanged(
  change: (response: OutgoingResponse, request: PartnerRequest, service: Service) => OutgoingResponse,
  statuses?: readonly number[],
): DefectHooks {
  return {
    response: (response, request, service) =>
      response.status >= 400 && (statuses?.includes(response.status) ?? true)
        ? change(response, request, service)
        : response,
  };
}

/** A response under another media type; undefined leaves the header out. */
export function labelled(response: OutgoingResponse, mediaType: string | undefined): OutgoingResponse {
  const headers = Object.entries(response.headers).map(([name, value]) =>
    name.toLowerCase() === "content-type" ? [name, mediaType] : [name, value],
  );
  return { ...response, headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)) };
}

/** The kind of account that the recipient of a request has before the request is answered; undefined where there is no such recipient. */
export function storedAccountType({ recipientId }: PartnerRequest, { state }: Service): unknown {
  const details = state.recipients.get(recipientId)?.fields.payment_details;
  return isObject(details) ? details.account_type : undefined;
}

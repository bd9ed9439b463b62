import type { Success } from "../answer.js";
import type { Call } from "../call.js";
import type { FieldRule } from "../fieldRule.js";
import { isObject, type JsonObject, parseJson, writeJson } from "../json.js";
import type { Service } from "../service.js";
import { type Change, changeAt } from "./bodyPath.js";
import type { DefectHooks, OutgoingResponse } from "./hooks.js";

/** Changes the rule at a path. */
export function ruleChanged(path: string, change: (rule: FieldRule) => FieldRule): DefectHooks {
  return {
    rules: (rules) => rules.map((rule) => (rule.path === path ? change(rule) : rule)),
  };
}

/** Changes the body of a request before it is checked; one that is no JSON object is left alone. */
export function requestChanged(change: (body: JsonObject) => unknown): DefectHooks {
  return {
    request: (call) => {
      const body = bodyOf(call);
      return isObject(body) ? { ...call, rawBody: Buffer.from(writeJson(change(body))) } : call;
    },
  };
}

/** Changes the value at a path of the body of a request before it is checked. */
export function requestValueChanged(path: string, change: Change): DefectHooks {
  return requestChanged((body) => changeAt(body, path, change));
}

/** The parsed body of a call; undefined where it has none or one that is no JSON. */
export function bodyOf({ rawBody }: Call): unknown {
  if (rawBody === undefined || rawBody.length === 0) return undefined;
  try {
    return parseJson(rawBody.toString());
  } catch {
    return undefined;
  }
}

/** Changes successful answers. */
export function successChanged(change: (answer: Success, call: Call, service: Service) => Success): DefectHooks {
  return {
    answer: (answer, call, service) => (answer.kind === "success" ? change(answer, call, service) : answer),
  };
}

/** Changes the body of successful answers. */
export function bodyChanged(change: (body: unknown, call: Call, service: Service) => unknown): DefectHooks {
  return successChanged((answer, call, service) => ({
    ...answer,
    body: change(answer.body, call, service),
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
  change: (response: OutgoingResponse, call: Call, service: Service) => OutgoingResponse,
  statuses?: readonly number[],
): DefectHooks {
  return {
    response: (response, call, service) =>
      response.status >= 400 && (statuses?.includes(response.status) ?? true)
        ? change(response, call, service)
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

/** The kind of account that the recipient of a call has before it is answered; undefined where there is no such recipient. */
export function storedAccountType({ recipientId }: Call, { state }: Service): unknown {
  const details = state.recipients.get(recipientId)?.fields.payment_details;
  return isObject(details) ? details.account_type : undefined;
}

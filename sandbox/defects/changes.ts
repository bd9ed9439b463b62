import { isObject, type JsonObject, parsedJson, writeJson } from "../json.js";
import { type PartnerRequest, type Refusal, type Result, refusal, type Success } from "../request.js";
import type { FieldRule } from "../rules.js";
import type { Service } from "../service.js";
import type { CheckStep, DefectHooks, OutgoingResponse } from "./hooks.js";

/** What a change returns for a value that is to be removed. */
export const removed = Symbol("removed");

/** A change of one value; `holder` is the object that it is a member of, or the list that it is an item of. */
export type Change = (value: unknown, holder: unknown) => unknown;

/**
 * `value` with the change made at a path: members separated by dots, `[]` for each item of a list, `(name)` for an
 * account of that account_type only, as in `payment_details(bank).swift_code` or `items[].status`. Where the path leads
 * nowhere nothing is changed.
 */
export function changeAt(value: unknown, path: string, change: Change): unknown {
  return changed(value, undefined, path.match(/\[\]|\(\w+\)|[^.()[\]]+/g) ?? [], change);
}

function changed(value: unknown, holder: unknown, steps: readonly string[], change: Change): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return change(value, holder);
  if (step === "[]")
    return Array.isArray(value)
      ? value.map((item: unknown) => changed(item, value, rest, change)).filter(isKept)
      : value;
  if (!isObject(value)) return value;
  if (step.startsWith("("))
    return step === `(${String(value.account_type)})` ? changed(value, holder, rest, change) : value;
  if (!Object.hasOwn(value, step)) return value;
  return withMember(value, step, changed(value[step], value, rest, change));
}

function isKept(value: unknown): boolean {
  return value !== removed;
}

/** `object` with a member set, at its position if it existed, or removed. */
export function withMember(object: JsonObject, name: string, value: unknown): JsonObject {
  if (isKept(value)) return { ...object, [name]: value };
  const { [name]: _removed, ...rest } = object;
  return rest;
}

/** A path as rules name it: the variant is a step like any other. */
export function publishedPath(path: string): string {
  return path.replace(/\((\w+)\)/, ".$1");
}

/** A change of texts, lists or objects only; other values stay as they are. */
export function textChange(change: (text: string) => unknown): Change {
  return (value) => (typeof value === "string" ? change(value) : value);
}

export function listChange(change: (list: readonly unknown[]) => unknown): Change {
  return (value) => (Array.isArray(value) ? change(value) : value);
}

export function objectChange(change: (object: JsonObject) => unknown): Change {
  return (value) => (isObject(value) ? change(value) : value);
}

/** What is matched, replaced in a text. */
export function replaced(pattern: RegExp, by: string): Change {
  return textChange((text) => text.replace(pattern, by));
}

/** A text cut to some characters. */
export function cut(length: number): Change {
  return textChange((text) => [...text].slice(0, length).join(""));
}

/** Another value whatever was there. */
export function always(value: unknown): Change {
  return () => value;
}

/** Other members in addition to or instead of those of an object. */
export function withMembers(members: JsonObject | ((object: JsonObject) => JsonObject)): Change {
  return objectChange((object) => ({ ...object, ...(typeof members === "function" ? members(object) : members) }));
}

/** An object with the values of two of its members swapped, where it has both. */
export function swapped(one: string, other: string): Change {
  return objectChange((object) =>
    Object.hasOwn(object, one) && Object.hasOwn(object, other)
      ? { ...object, [one]: object[other], [other]: object[one] }
      : object,
  );
}

/** The value at a path, found by a change that changes nothing. */
export function valueIn(body: unknown, path: string): unknown {
  let found: unknown;
  changeAt(body, path, (value) => {
    found = value;
    return value;
  });
  return found;
}

/** What a hook makes of a value, for a request to a service. */
type Made<Value, Result = unknown> = (value: Value, request: PartnerRequest, service: Service) => Result;

/** Which requests a defect concerns. */
export type IsMeant = (request: PartnerRequest, service: Service) => boolean;

export function ruleChanged(path: string, change: (rule: FieldRule) => FieldRule): DefectHooks {
  return { rules: (rules) => rules.map((rule) => (rule.path === path ? change(rule) : rule)) };
}

/** Accepts what is in `isAccepted` at a path, whatever else its rules and the rules of what is inside it say. */
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

/** Accepts what a check refuses. */
export function letThrough(
  step: CheckStep,
  isMeant: (request: PartnerRequest, due: Refusal, service: Service) => boolean = () => true,
): DefectHooks {
  return {
    refusal: (due, request, service, at) => (due && at === step && isMeant(request, due, service) ? undefined : due),
  };
}

/** Changes the body of a request before it is checked; one that is not a JSON object is left alone. */
export function requestChanged(change: Made<JsonObject>): DefectHooks {
  return {
    request: (request, _same, service) => {
      const body = bodyOf(request);
      const changed = isObject(body) ? change(body, request, service) : body;
      return changed === body ? request : { ...request, rawBody: Buffer.from(writeJson(changed)) };
    },
  };
}

export function requestValueChanged(path: string, change: Change): DefectHooks {
  return requestChanged((body) => changeAt(body, path, change));
}

type Query = PartnerRequest["query"];

/** Changes parameters of the query of a request before it is checked. */
export function queryChanged(change: (query: Query, service: Service) => Query): DefectHooks {
  return {
    request: (request, _same, service) => ({
      ...request,
      query: { ...request.query, ...change(request.query, service) },
    }),
  };
}

/** The parsed body of a request; undefined where it has none or one that is not JSON. */
export function bodyOf({ rawBody }: PartnerRequest): unknown {
  return rawBody === undefined ? undefined : parsedJson(rawBody.toString());
}

/** Answers something other than a success where `isMeant`. */
export function insteadOfSuccess(due: Refusal, isMeant: IsMeant = () => true): DefectHooks {
  return successChanged((result, request, service) => (isMeant(request, service) ? due : result));
}

export function successChanged(change: Made<Success, Result>): DefectHooks {
  return {
    result: (result, request, service) => (result.kind === "success" ? change(result, request, service) : result),
  };
}

/** Changes the body of successful answers. */
export function bodyChanged(change: Made<unknown>): DefectHooks {
  return successChanged((result, request, service) => ({ ...result, body: change(result.body, request, service) }));
}

/** The same where it is an object. */
export function objectChanged(change: Made<JsonObject>): DefectHooks {
  return bodyChanged((body, request, service) => (isObject(body) ? change(body, request, service) : body));
}

export function shownValueChanged(path: string, change: Change): DefectHooks {
  return bodyChanged((body) => changeAt(body, path, change));
}

export function storedChanged(change: Made<JsonObject>): DefectHooks {
  return {
    stored: (fields, request, service) => {
      const stored = change(fields, request, service);
      return isObject(stored) ? stored : fields;
    },
  };
}

export function storedValueChanged(path: string, change: Change): DefectHooks {
  return storedChanged((fields) => changeAt(fields, path, change));
}

/** Changes the finished responses that are errors, or only those with one status. */
export function errorChanged(change: Made<OutgoingResponse, OutgoingResponse>, only?: number): DefectHooks {
  return {
    response: (response, request, service) =>
      response.status >= 400 && response.status === (only ?? response.status)
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
  return valueIn(state.recipients.get(recipientId)?.fields, "payment_details.account_type");
}

const UNREADABLE: Refusal = refusal(400, "MALFORMED_REQUEST", "The body could not be read");

/** Refuses bodies, unless told otherwise as if they could not be read. */
export function bodyRefused(isRefused: (body: JsonObject, text: string) => boolean, due = UNREADABLE): DefectHooks {
  return insteadOfSuccess(due, (request) => {
    const body = bodyOf(request);
    return isObject(body) && isRefused(body, request.rawBody?.toString() ?? "");
  });
}

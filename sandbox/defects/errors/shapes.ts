import { isObject, type JsonObject } from "../../json.js";
import type { OperationName } from "../../operations/names.js";
import { success } from "../../result.js";
import type { Service } from "../../service.js";
import { removed, withMember } from "../bodyPath.js";
import { errorChanged, labelled } from "../changes.js";
import { type Defect, familyOf } from "../defect.js";
import type { OutgoingResponse } from "../hooks.js";
import { inTurn, OPERATION_NAMES } from "../requestTables.js";

const defect = familyOf("error-shape");

/** A way to break the error shape: what it does, and the response in place of a conforming one. */
interface Malformation {
  readonly way: string;
  readonly does: string;
  readonly change: (response: OutgoingResponse, service: Service, sentSecret: string) => OutgoingResponse;
}

const onBody = (way: string, does: string, change: (body: JsonObject) => unknown): Malformation => ({
  way,
  does,
  change: (response) => {
    const body: unknown = JSON.parse(response.text);
    return isObject(body) ? { ...response, text: JSON.stringify(change(body)) } : response;
  },
});

const onItems = (way: string, does: string, change: (item: JsonObject) => unknown): Malformation =>
  onBody(way, does, (body) => ({
    ...body,
    errors: Array.isArray(body.errors)
      ? body.errors.map((item: unknown) => (isObject(item) ? change(item) : item))
      : body.errors,
  }));

const onMember = (name: string, way: string, does: string, change: (value: unknown) => unknown): Malformation =>
  onItems(way, `has a ${name} that ${does}`, (item) => withMember(item, name, change(item[name])));

const relabelled = (way: string, does: string, mediaType: string | undefined): Malformation => ({
  way,
  does,
  change: (response) => labelled(response, mediaType),
});

const rewritten = (way: string, does: string, text: (text: string) => string): Malformation => ({
  way,
  does,
  change: (response) => ({ ...response, text: text(response.text) }),
});

const leaking = (way: string, does: string, leak: (service: Service, sentSecret: string) => string): Malformation => ({
  way,
  does,
  change: (response, service, sentSecret) => {
    const text = JSON.stringify(leak(service, sentSecret)).slice(1, -1);
    return { ...response, text: response.text.replace(/"detail":\s*"/, (start) => `${start}${text} `) };
  },
});

const STACK_TRACE =
  "TypeError: Cannot read properties of undefined\n    at validate (/srv/app/dist/recipients.js:118:23)\n    at handle (/srv/app/dist/server.js:42:7)\n";

/** Ways to break each part of the shape. */
const MALFORMATIONS: Readonly<Record<string, readonly Malformation[]>> = {
  mediaType: [
    relabelled("html", "is labelled as text/html", "text/html; charset=utf-8"),
    relabelled("plain", "is labelled as text/plain", "text/plain"),
    relabelled("unlabelled", "has no Content-Type", undefined),
  ],
  body: [
    rewritten("sentence", "is a sentence", () => "The request is not valid."),
    rewritten("empty", "is empty", () => ""),
    rewritten("page", "is an HTML page", () => "<html><body><h1>Bad Request</h1></body></html>"),
    onBody("bare-list", "is the list without the object around it", ({ errors }) => errors),
    rewritten("cut-off", "ends before its last character", (text) => text.trimEnd().slice(0, -1)),
    rewritten("null", "is null", () => "null"),
  ],
  errors: [
    onBody("one-object", "has an object in place of the list", ({ errors }) => ({
      errors: Array.isArray(errors) ? errors[0] : errors,
    })),
    onBody("singular", "names its list error", ({ errors }) => ({ error: errors })),
    onBody("text", "has a text in place of the list", () => ({ errors: "INVALID_PARAMETER" })),
    onBody("enveloped", "has its list inside another object", (body) => ({ data: body })),
    onBody("message", "has a message in place of the list", () => ({
      status: "error",
      message: "The request is not valid",
    })),
  ],
  entries: [onBody("empty-list", "has an empty list", () => ({ errors: [] }))],
  items: [
    onItems("texts", "lists texts", ({ detail }) => detail),
    onItems("pairs", "lists pairs of code and detail", ({ code, detail }) => [code, detail]),
    onItems("nulls", "lists null", () => null),
  ],
  detail: [
    onMember("detail", "missing", "is missing", () => removed),
    onMember("detail", "number", "is a number", () => 400),
    onMember("detail", "object", "is an object", (message) => ({ message })),
    onItems("renamed", "has a message in place of detail", ({ detail, ...item }) => ({ ...item, message: detail })),
    onMember("detail", "list", "is a list", (detail) => [detail]),
    onMember("detail", "null", "is null", () => null),
  ],
  code: [
    onMember("code", "number", "is a number", () => 40001),
    onMember("code", "missing", "is missing", () => removed),
    onMember("code", "null", "is null", () => null),
    onItems("renamed", "has an error_code in place of code", ({ code, ...item }) => ({ ...item, error_code: code })),
    onMember("code", "object", "is an object", (name) => ({ name })),
  ],
  leak: [
    leaking("stack-trace", "shows a stack trace", () => STACK_TRACE),
    leaking("own-secret", "shows the secret that would have been right", ({ credentials }) => credentials.apiSecret),
    leaking(
      "java-trace",
      "shows a stack trace of another platform",
      () => "java.lang.IllegalStateException\n\tat com.example.Recipients.create(Recipients.java:87)",
    ),
    leaking("sent-secret", "shows the secret that was sent", (_service, sentSecret) => sentSecret),
  ],
};

function broken(
  operation: OperationName,
  part: string,
  { way, does, change }: Malformation,
  statuses?: readonly number[],
): Defect {
  const only = statuses === undefined ? "an error" : `an error with ${statuses.join(" or ")}`;
  const name = statuses === undefined ? way : `${way}-on-${statuses.join("-")}`;
  return defect(
    `${operation}/errors/${part}/${name}`,
    `${only} ${does}`,
    errorChanged(
      (response, request, service) =>
        change(response, service, String(request.headers["x-api-secret"] ?? service.credentials.apiSecret)),
      statuses,
    ),
  );
}

/** Broken where one status is written by code of its own. */
function onSomeStatuses(): Defect[] {
  const one = (operation: OperationName, part: string, way: string, ...statuses: readonly number[]): Defect[] =>
    (MALFORMATIONS[part] ?? [])
      .filter((each) => each.way === way)
      .map((each) => broken(operation, part, each, statuses));
  return [
    ...one("updateRecipient", "body", "page", 404),
    ...one("updateRecipient", "mediaType", "plain", 403),
    ...one("updateRecipient", "errors", "message", 401),
    ...one("updateRecipient", "code", "missing", 400),
    ...one("createRecipient", "errors", "message", 401),
    ...one("createRecipient", "detail", "renamed", 400),
    ...one("createRecipient", "body", "empty", 403),
    ...one("uploadFile", "body", "sentence", 401),
    ...one("uploadFile", "items", "texts", 400),
    ...one("createCustomer", "errors", "one-object", 403),
    ...one("createCustomer", "code", "number", 400),
    ...one("getTransferDetail", "entries", "empty-list", 404),
    ...one("getDepositDetail", "body", "empty", 404),
  ];
}

/** The answers to a wrong method, which come from elsewhere. */
function unroutedShapes(): Defect[] {
  const instead = (part: string, way: string, title: string, body: unknown, mediaType?: string): Defect =>
    defect(`updateRecipient/errors/${part}/${way}-on-405`, title, {
      unrouted: (result) =>
        result.status === 405 ? { ...success(405, body), ...(mediaType === undefined ? {} : { mediaType }) } : result,
    });
  return [
    instead("errors", "framework", "an error with 405 has the shape of a web framework", {
      statusCode: 405,
      error: "Method Not Allowed",
    }),
    instead(
      "mediaType",
      "html",
      "an error with 405 is labelled as text/html",
      { errors: [{ detail: "no", code: "METHOD_NOT_ALLOWED" }] },
      "text/html",
    ),
    instead("code", "missing", "an error with 405 has no code", {
      errors: [{ detail: "This path does not take this method" }],
    }),
  ];
}

const FIRST_ONLY = onBody("first-only", "has a code in its first item only", (body) => ({
  ...body,
  errors: Array.isArray(body.errors)
    ? body.errors.map((item: unknown, index) =>
        index > 0 && isObject(item) ? withMember(item, "code", removed) : item,
      )
    : body.errors,
}));

/** Every part of the error shape (section 7) broken in each operation; the ways take turns. Some only on one status. */
export const ERROR_SHAPES: readonly Defect[] = [
  ...OPERATION_NAMES.flatMap((operation, position) =>
    Object.entries(MALFORMATIONS).flatMap(([part, ways]) => {
      const chosen = inTurn(ways, position);
      return chosen === undefined ? [] : broken(operation, part, chosen);
    }),
  ),
  ...onSomeStatuses(),
  ...unroutedShapes(),
  ...(["updateRecipient", "createCustomer"] as const).map((operation) => ({
    ...broken(operation, "code", FIRST_ONLY),
    needs: { errorsListed: "all" },
  })),
];

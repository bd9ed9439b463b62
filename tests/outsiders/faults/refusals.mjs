/** Wrong statuses of refusals, and error bodies of the wrong shape (sections 4.2, 5, 7). */
import { ALL, fault, onReply, refusal, WRITES } from "./making.mjs";

const REASONS = {
  400: ["an invalid parameter is answered with 400", [200, 401, 404, 409, 422, 500]],
  401: ["no valid credentials is answered with 401", [200, 400, 403, 404, 407, 500]],
  403: ["no permission is answered with 403", [200, 400, 401, 404, 500]],
  404: ["an unknown recipient is answered with 404", [200, 400, 403, 410, 500]],
  405: ["another method is answered with 405", [200, 400, 404, 500, 501]],
};

const replaced = (operation, from, rule, to, kind = (status) => status === from) =>
  fault(
    operation,
    `status-${from}-as-${to}`,
    rule,
    `answers ${to} instead`,
    onReply(kind, () => ({ status: to })),
  );

const updateStatuses = Object.entries(REASONS).flatMap(([from, [rule, others]]) =>
  others.map((to) => replaced("updateRecipient", Number(from), rule, to)),
);

const OTHERS = ALL.filter((operation) => operation !== "updateRecipient");
const otherStatuses = OTHERS.flatMap((operation, position) => {
  const [rule401, others401] = REASONS[401];
  const [rule403, others403] = REASONS[403];
  const writes = WRITES.includes(operation);
  return [
    ...others401.filter((_, index) => index % 2 === position % 2).map((to) => replaced(operation, 401, rule401, to)),
    ...(writes
      ? others403.filter((_, index) => index % 2 === position % 2).map((to) => replaced(operation, 403, rule403, to))
      : []),
    ...(writes
      ? [200, 500].map((to) => replaced(operation, "refusal", "a value that breaks a rule is refused", to, refusal))
      : []),
  ];
});

const lookups = ["getTransferDetail", "getDepositDetail", "getTransferReceipt"].map((operation) =>
  replaced(operation, "unknown", "an unknown transaction is no internal error", 500, (status) =>
    [400, 404, 409, 422].includes(status),
  ),
);

const body = (make) => (reply) => ({ body: make(reply.body) });
const each = (change) => body(({ errors, ...rest }) => ({ ...rest, errors: errors.map(change) }));

const STACK = `TypeError: Cannot read properties of undefined (reading 'name')
    at RecipientService.update (/srv/app/services/recipient.js:48:17)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;

/** Name, describe, edit. The rule is the same: an object with errors, a list of objects with detail and code. */
const SHAPES = [
  ["errors-missing", "answers an empty object", body(() => ({}))],
  ["errors-null", "answers errors: null", body(() => ({ errors: null }))],
  ["errors-empty", "answers an empty list of errors", body(() => ({ errors: [] }))],
  ["errors-object", "answers one object for the list", body(({ errors }) => ({ errors: errors[0] }))],
  [
    "errors-strings",
    "answers a list of strings",
    body(({ errors }) => ({ errors: errors.map((error) => error.detail) })),
  ],
  [
    "errors-keyed",
    "answers an object with a key per field",
    body(({ errors }) => ({ errors: Object.fromEntries(errors.map((error) => [error.code, error])) })),
  ],
  ["error-singular", "calls the field error", body(({ errors }) => ({ error: errors }))],
  ["message-only", "answers a message", body(({ errors }) => ({ message: errors[0]?.detail }))],
  ["bare-list", "answers the list itself", body(({ errors }) => errors)],
  ["enveloped", "puts the errors under data", body((whole) => ({ data: whole }))],
  ["detail-missing", "leaves detail out", each(({ code }) => ({ code }))],
  ["detail-null", "answers detail: null", each((error) => ({ ...error, detail: null }))],
  ["detail-object", "answers an object as detail", each((error) => ({ ...error, detail: { text: error.detail } }))],
  ["detail-list", "answers a list as detail", each((error) => ({ ...error, detail: [error.detail] }))],
  ["code-missing", "leaves code out", each(({ detail }) => ({ detail }))],
  ["code-number", "answers a number as code", each((error) => ({ ...error, code: 40001 }))],
  ["code-null", "answers code: null", each((error) => ({ ...error, code: null }))],
  [
    "last-code-missing",
    "adds an error without a code",
    body(({ errors }) => ({ errors: [...errors, { detail: "and more" }] })),
  ],
  [
    "html",
    "answers an HTML page",
    () => ({ text: "<html><body><h1>Error</h1></body></html>", mediaType: "text/html" }),
  ],
  ["text", "answers plain text", () => ({ text: "error", mediaType: "text/plain" })],
  ["empty", "answers an empty body", () => ({ text: "", mediaType: "" })],
  ["media-type-text", "calls the body text/plain", () => ({ mediaType: "text/plain" })],
  ["unreadable", "answers JSON that is cut", (reply) => ({ text: JSON.stringify(reply.body).slice(0, -1) })],
  ["stack-trace", "shows where in the code it failed", each((error) => ({ ...error, detail: STACK }))],
];

const SHAPE_RULE = "an error is an object with errors, a list of objects with detail (string) and code (string)";

const shape = (operation, name, kindName, kind, describe, edit) =>
  fault(operation, `error-${kindName}-${name}`, SHAPE_RULE, `${describe}, on ${kindName}`, onReply(kind, edit));

const is = (wanted) => (status) => status === wanted;
const SITES = [
  ["updateRecipient", "401", is(401)],
  ["updateRecipient", "403", is(403)],
  ["updateRecipient", "404", is(404)],
  ["updateRecipient", "405", is(405)],
  ["createRecipient", "refusal", refusal],
  ["createRecipient", "401", is(401)],
  ["uploadFile", "refusal", refusal],
  ["uploadFile", "403", is(403)],
  ["createCustomer", "refusal", refusal],
  ["createCustomer", "401", is(401)],
  ["getTransferDetail", "401", is(401)],
  ["getTransferDetail", "unknown", (status) => status === 404 || refusal(status)],
  ["listTransactions", "401", is(401)],
  ["getTransferReceipt", "401", is(401)],
  ["listBalances", "401", is(401)],
  ["getDepositDetail", "401", is(401)],
  ["getDepositDetail", "unknown", (status) => status === 404 || refusal(status)],
];

const shapes = [
  ...SHAPES.map(([name, describe, edit]) => shape("updateRecipient", name, "400", is(400), describe, edit)),
  ...SITES.flatMap(([operation, kindName, kind], site) =>
    SHAPES.filter((_, index) => (index + site) % 8 === 0).map(([name, describe, edit]) =>
      shape(operation, name, kindName, kind, describe, edit),
    ),
  ),
];

/** An answer that gives away what it must not. */
const leaks = ALL.filter((_, index) => index % 3 === 0).map((operation) =>
  fault(
    operation,
    "error-401-secret",
    "secrets are for the caller alone, an error describes what is wrong",
    "repeats the key and secret that came in its error",
    onReply(is(401), (reply, call) => ({
      body: {
        errors: [
          {
            detail: `no account for ${call.headers["x-api-key"]} / ${call.headers["x-api-secret"]}`,
            code: reply.body.errors[0].code,
          },
        ],
      },
    })),
  ),
);

export const REFUSAL_FAULTS = [...updateStatuses, ...otherStatuses, ...lookups, ...shapes, ...leaks];

/** Failures on particular inputs, now and then, and in company of other requests (sections 4 and 7). */
import { isObject } from "../inspection.mjs";
import { ALL, countOf, fault, onBody, onReply, RECIPIENT_WRITES, success, WRITES } from "./making.mjs";

/** Whether any string in the body passes the test. */
function holds(body, test) {
  if (typeof body === "string") return test(body);
  return typeof body === "object" && body !== null && Object.values(body).some((value) => holds(value, test));
}

/** Inputs on which a careless service falls over: name, words, test on the body. */
const STUMBLES = [
  ["non-ascii", "characters outside ASCII", (body) => holds(body, (value) => /[^ -~\s]/.test(value))],
  ["apostrophe", "apostrophes", (body) => holds(body, (value) => value.includes("'"))],
  ["percent", "percent signs", (body) => holds(body, (value) => value.includes("%"))],
  ["list-body", "a body that is a list", (body) => Array.isArray(body)],
  ["null-body", "a body that is null", (body) => body === null],
  [
    "wrong-type",
    "a number in place of an object",
    (body) => isObject(body) && Object.values(body).some((value) => typeof value === "number"),
  ],
  [
    "null-field",
    "a field that is null",
    (body) => isObject(body) && Object.values(body).some((value) => value === null),
  ],
  ["empty-body", "an empty object", (body) => isObject(body) && Object.keys(body).length === 0],
];

const stumbleFaults = WRITES.flatMap((operation, position) =>
  STUMBLES.filter(([name]) => operation !== "uploadFile" || !["non-ascii", "apostrophe", "percent"].includes(name))
    .filter((_, index) => operation === "updateRecipient" || index % 3 !== position % 3)
    .map(([name, words, test]) =>
      fault(
        operation,
        `fails-on.${name}`,
        "a request is answered as documented, not with an internal error",
        `answers 500 to ${words}`,
        {
          bind: (body) => {
            if (test(body)) throw new Error("cannot read properties of undefined");
            return body;
          },
        },
      ),
    ),
);

const particular = (operation, name, describe, test) =>
  fault(operation, `fails-on.${name}`, "a request is answered as documented, not with an internal error", describe, {
    bind: (body) => {
      if (test(body)) throw new Error("index out of range");
      return body;
    },
  });

const particularFaults = [
  ...RECIPIENT_WRITES.flatMap((operation) => [
    particular(
      operation,
      "empty-post-code",
      "answers 500 to an empty post_code",
      (body) => body?.address_info?.post_code === "",
    ),
    particular(operation, "ten-files", "answers 500 to ten files", (body) => body?.file_id_list?.length === 10),
    particular(
      operation,
      "unknown-account-type",
      "answers 500 to an account_type that it does not know",
      (body) => isObject(body?.payment_details) && !["bank", "crypto"].includes(body.payment_details.account_type),
    ),
  ]),
  particular(
    "createCustomer",
    "two-persons",
    "answers 500 to two business persons",
    (body) => body?.business_person_list?.length > 1,
  ),
  ...WRITES.map((operation) =>
    fault(
      operation,
      "fails-on.unreadable-body",
      "a request is answered as documented, not with an internal error",
      "answers 500 to a body that is not JSON",
      onReply(
        (status) => status >= 400 && status < 500,
        (reply, call) =>
          unreadable(call.raw) && call.method === "POST" && ![401, 403, 404, 405].includes(reply.status)
            ? { status: 500 }
            : {},
      ),
    ),
  ),
];

function unreadable(raw) {
  try {
    JSON.parse(raw.toString("utf8"));
    return false;
  } catch {
    return true;
  }
}

const RELIABLE = "the same request is answered the same way each time";
const OFTEN = [2, 3, 5, 10];
const nthFaults = ALL.flatMap((operation, position) =>
  OFTEN.filter((_, index) => index % 2 === position % 2).map((every) =>
    fault(
      operation,
      `now-and-then.${every}`,
      RELIABLE,
      `answers 500 to every request number ${every} that would succeed`,
      onReply(success, (_reply, call) =>
        countOf(call, "successes") % every === 0
          ? { status: 500, body: { errors: [{ detail: "please try again", code: "BUSY" }] } }
          : {},
      ),
    ),
  ),
);

const COMPANY = 5;
const crowdFaults = [
  ...ALL.filter((_, index) => index % 2 === 0).map((operation) =>
    fault(operation, "in-company.fails", RELIABLE, "answers 500 when three or more requests are under way", {
      latency: COMPANY,
      ...onReply(success, (_reply, call) =>
        call.inFlight() > 2 ? { status: 500, body: { errors: [{ detail: "please try again", code: "BUSY" }] } } : {},
      ),
    }),
  ),
  fault(
    "createCustomer",
    "in-company.answers-mixed",
    "the customer that was sent comes back",
    "answers another customer's data when two are created at the same time",
    {
      latency: COMPANY,
      ...onBody((body, call) => {
        const answered = (call.inFlight() > 1 && call.memory.get("last-customer")) || body;
        call.memory.set("last-customer", answered);
        return answered;
      }),
    },
  ),
];

export const FAILURE_FAULTS = [...stumbleFaults, ...particularFaults, ...nthFaults, ...crowdFaults];

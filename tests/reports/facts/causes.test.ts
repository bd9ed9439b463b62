import { describe, expect, test } from "vitest";
import { findingNumbers, groupFindings } from "../../../reports/facts/causes.js";
import { otherField } from "../../../reports/facts/proof.js";
import { violationCount } from "../../../reports/facts/summary.js";
import type { CheckResult, Finding } from "../../../reports/model.js";
import { check, exchange, finding, reportOf } from "../smallReport.js";

/** A violated check whose one finding was answered with a status. */
function violated(id: string, status: number, fields: Partial<Finding> = {}): CheckResult {
  const answer = exchange("POST", "/", "{}", status);
  return check(id, "violation", { findings: [finding("F1", { exchange: answer, ...fields })] });
}

/** Ids that differ in what stands in braces. */
function ids(pattern: string): string[] {
  const [, before = "", parts, after = ""] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? [];
  return parts === undefined ? [pattern] : parts.split(",").flatMap((part) => ids(`${before}${part}${after}`));
}

const all = (pattern: string, status: number, fields?: Partial<Finding>) =>
  ids(pattern).map((id) => violated(id, status, fields));
const passed = (pattern: string) => ids(pattern).map((id) => check(id, "pass"));
const answered = (status: number, body: string) => ({ exchange: exchange("POST", "/", "{}", status, body) });

/** How many checks each cause explains, its key, and what it says where that is not the finding's own message. */
function causesOf(checks: readonly CheckResult[]): string[] {
  return groupFindings(reportOf({ checks: [...checks] })).map(({ key, checks: explained, message, verdict }) => {
    const text = message === "A rule is not kept" ? "" : `: ${message}`;
    return `${verdict === "violation" ? "" : `${verdict} `}${explained.length} ${key}${text}`;
  });
}

const EVERY = "{createRecipient,updateRecipient,listBalances}";
const BLOCKED = answered(403, "blocked");
const FAILED = answered(500, "Something went wrong.");
const BLOCKED_INSIDE = answered(500, "blocked");
const blocked = (id: string, ...characters: string[]) => violated(id, 403, { ...BLOCKED, characters });
const BY_400 = { expected: "refused with 400" };
const FIELDS = "{business_name,address_info,payment_details,country_code}";
const OTHER_STATE = violated("updateRecipient/state/isolation", 200);
const REFUSED = answered(400, '{"errors":[{"detail":"account_number: has a wrong check digit","code":"NO"}]}');
const GONE = answered(404, '{"errors":[{"detail":"No recipient has this id","code":"NO"}]}');
const LONG = answered(400, '{"errors":[{"detail":"website is too long","code":"NO"}]}');
const CONTENT = { ...violated("updateRecipient/accepts/content", 400, REFUSED), verdict: "warning" as const };
const normalForm = (operation: string, ...fields: string[]) =>
  check(`${operation}/echo/normal-form.empty`, "warning", { findings: [finding("F2", { fields })] });
const LOST = violated("createCustomer/echo/business_details.website", 200);
const POST = "address_info.post_code";
const TYPED = violated(`updateRecipient/response/${POST}.type`, 200);
const ECHOED = violated(`updateRecipient/echo/${POST}`, 200);
const state = (...fields: string[]) => violated("updateRecipient/state/isolation", 200, { fields });
const withField = (id: string) => ({
  ...violated(id, 200),
  field: id.split("/")[2]?.replace(/\.(present|type)$/, "") ?? "",
});

test.each<[what: string, checks: readonly CheckResult[], causes: readonly string[]]>([
  [
    "one valid header is enough, on every operation",
    all(`${EVERY}/auth/{wrong-key,no-key,wrong-secret,no-secret,foreign-key}`, 200),
    ["15 auth: One valid header is enough on createRecipient, updateRecipient and listBalances"],
  ],
  [
    "credentials are told apart by what is not compared",
    [
      ...all("createCustomer/auth/{neither,wrong-key,wrong-secret}", 200),
      ...all("uploadFile/auth/{wrong-key,no-key}", 200),
      ...all("listBalances/auth/{no-key,neither}", 200),
      ...all("getDepositDetail/auth/{no-key,neither}", 403),
    ],
    [
      "3 auth: Credentials are not checked on createCustomer",
      "2 auth: The API key is not checked on uploadFile",
      "2 auth: Missing credentials are accepted on listBalances",
      "2 auth/403: Bad credentials are answered with 403 on getDepositDetail",
    ],
  ],
  [
    "credentials that only some requests show are counted",
    all("getTransferDetail/auth/{neither,wrong-key,wrong-secret}", 200).map((check) => ({
      ...check,
      failing: 2,
      cases: 9,
      requests: 9,
    })),
    ["3 auth: Credentials are not checked on getTransferDetail (6 of 27 requests)"],
  ],
  [
    "a recipient is updated once, and everything that is sent after that is refused in the same words",
    [
      { ...violated("updateRecipient/accepts/again", 404, GONE), verdict: "warning" },
      ...all("updateRecipient/accepts/{website.text,city.text}", 404, GONE),
      violated("updateRecipient/accepts/state.text", 400),
    ],
    ["3 accepts/again", "1 accepts/state.text"],
  ],
  [
    "an operation reports success with one other status",
    all("updateRecipient/accepts/{control.bank,control.crypto}", 201, { expected: "status 200" }),
    ["2 accepts/status: updateRecipient reports success with 201 instead of 200"],
  ],
  ["one kind of credentials says nothing of the others", all("listBalances/auth/no-secret", 200), ["1 auth/no-secret"]],
  [
    "all dates of an operation are read alike",
    all("createCustomer/refuses/{birth_date,issue_date}.format", 200),
    ["2 refuses/*.format: A rule is not kept; the same for 1 more field of createCustomer"],
  ],
  [
    "create and update are alike, and both ends of a length",
    all("{createRecipient,updateRecipient}/refuses/website.{minLength,maxLength}", 200),
    ["4 refuses/website.length"],
  ],
  [
    "fields of different rules are causes of their own",
    [
      ...all("createRecipient/refuses/{a.type,b.maxLength,c.pattern}", 200),
      ...passed("createRecipient/refuses/d.type"),
    ],
    ["1 refuses/a.type", "1 refuses/b.maxLength", "1 refuses/c.pattern"],
  ],
  [
    "a part of the body is not checked at all",
    [
      ...all("createCustomer/refuses/list[].{a.type,a.enum,b.type,b.maxLength,c.required}", 200),
      ...passed("createCustomer/refuses/other.{a.type,a.enum,b.type,b.maxLength,c.required}"),
    ],
    ["5 refuses/list[]: list[] of createCustomer is hardly validated: it accepts values that break 5 rules"],
  ],
  [
    "refusals have one other status, whatever is wrong with the requests",
    [
      ...all("updateRecipient/refuses/{body.type,website.maxLength,business_name.required}", 422, BY_400),
      violated("updateRecipient/refuses/body.empty", 200, BY_400),
    ],
    [
      "3 refuses/status: updateRecipient returns 422 instead of 400 for requests that break 3 rules",
      "1 refuses/body.empty",
    ],
  ],
  [
    "a firewall dislikes texts, and says so in a shape of its own",
    [
      ...ids("createRecipient/accepts/{business_name,address_info.city}.text").map((id) => blocked(id, "'")),
      blocked("updateRecipient/accepts/business_name.text", "'", '"'),
      ...passed("{createRecipient,updateRecipient}/accepts/control.bank"),
      violated("createRecipient/errors/mediaType", 403, BLOCKED),
    ],
    [
      `4 accepts/characters: Texts with ' or " are refused with 403 with the wrong error shape on createRecipient and updateRecipient`,
    ],
  ],
  [
    "a firewall dislikes words, and says so in a shape of its own",
    [
      { ...violated("createRecipient/accepts/content", 403, BLOCKED), verdict: "warning" as const },
      ...passed("createRecipient/accepts/control.bank"),
      violated("createRecipient/errors/body", 403, BLOCKED),
    ],
    ["2 accepts/characters: Texts are refused for what they say: 403 with the wrong error shape on createRecipient"],
  ],
  [
    "the service itself dislikes words",
    [CONTENT, ...passed("updateRecipient/accepts/control.bank"), violated("updateRecipient/errors/code", 400, GONE)],
    ["1 errors/code", "warning 1 accepts/content"],
  ],
  [
    "texts of one field alone are its own matter",
    [blocked("createRecipient/accepts/business_name.text", "'"), ...passed("createRecipient/accepts/control.bank")],
    ["1 accepts/business_name.text"],
  ],
  [
    "errors have one shape, whichever of its rules are broken",
    all(`${EVERY}/errors/{detail,code}`, 400),
    ["6 errors: Errors have the wrong shape on createRecipient, updateRecipient and listBalances (detail and code)"],
  ],
  [
    "server errors explain the refusals that end in them",
    all("createCustomer/{refuses/a.type,refuses/b.enum,errors/no-server-error}", 500),
    ["3 errors/no-server-error: The service answers invalid requests with 500 on createCustomer"],
  ],
  [
    "answers have no body, whatever looks at them",
    all("updateRecipient/{accepts/control.bank,response/body.json,state/isolation}", 204, answered(204, "")),
    ["3 response/body: updateRecipient reports success with 204 and no body"],
  ],
  [
    "answers are null, on several operations",
    all("{getTransferDetail/response/body.json,getTransferReceipt/response/body.type}", 200, answered(200, "null")),
    ["2 response/body: getTransferDetail and getTransferReceipt report success with 200 and null"],
  ],
  [
    "our own answers to deliveries have none either",
    all("webhooks/response/{customer.status.type,envelope.data}", 200, answered(200, "")),
    ["1 response/customer.status.type", "1 response/envelope.data"],
  ],
  [
    "answers show nothing of what was sent",
    [
      ...all(`updateRecipient/echo/{website,business_name,address_info,payment_details,country_code}`, 200),
      OTHER_STATE,
    ],
    [
      "6 echo: The response of updateRecipient does not show what was sent: 5 fields are returned changed, or with their old values",
    ],
  ],
  [
    "four fields come back changed",
    [...all(`updateRecipient/echo/${FIELDS}`, 200), OTHER_STATE],
    [
      "1 echo/business_name",
      "1 echo/address_info",
      "1 echo/payment_details",
      "1 echo/country_code",
      "1 state/isolation",
    ],
  ],
  [
    "five fields come back changed, and more of them do not",
    [
      ...all(`updateRecipient/echo/{website,business_name,address_info,payment_details,country_code}`, 200),
      ...passed("updateRecipient/echo/{a,b,c,d,e,f}"),
    ],
    ["1 echo/website", "1 echo/business_name", "1 echo/address_info", "1 echo/payment_details", "1 echo/country_code"],
  ],
  [
    "nothing is accepted",
    [
      ...all("createRecipient/accepts/{control.bank,website.maxLength}", 422),
      check("createRecipient/echo/website", "not-exercised"),
    ],
    ["2 accepts: createRecipient answers every valid request of this run with 422"],
  ],
  [
    "something is accepted",
    [
      ...all("createRecipient/accepts/{control.bank,website.maxLength}", 422),
      ...passed("createRecipient/echo/website"),
    ],
    ["1 accepts/control.bank", "1 accepts/website.maxLength"],
  ],
  [
    "a combination is refused for what is refused alone",
    [
      ...all("createRecipient/accepts/{website.maxLength,city.text,combinations}", 400, LONG),
      ...passed("createRecipient/echo/city"),
    ],
    ["2 accepts/website.length", "1 accepts/city.text"],
  ],
  [
    "a field's rule and its content are refused in the same words",
    [
      violated("createRecipient/accepts/account_number.maxLength", 400, REFUSED),
      CONTENT,
      ...passed("createRecipient/echo/city"),
    ],
    ["2 accepts/account_number"],
  ],
  [
    "another field is refused in those words",
    [violated("createRecipient/accepts/city.text", 400, REFUSED), CONTENT, ...passed("createRecipient/echo/city")],
    ["1 accepts/city.text", "warning 1 accepts/content"],
  ],
  [
    "a field that comes back in another form does not come back elsewhere",
    [LOST, normalForm("createCustomer", "business_details.website")],
    ["2 echo/business_details.website"],
  ],
  [
    "another field has another form",
    [LOST, normalForm("createCustomer", "business_details.website", "city")],
    ["1 echo/business_details.website", "warning 1 echo/normal-form.empty"],
  ],
  [
    "a field has another form on another operation",
    [LOST, normalForm("createRecipient", "business_details.website")],
    ["1 echo/business_details.website", "warning 1 echo/normal-form.empty"],
  ],
  ["a field of another type does not come back", [ECHOED, state(POST), TYPED], [`3 response/${POST}.type`]],
  [
    "more than the field of another type does not come back",
    [ECHOED, state(POST, "website"), TYPED],
    ["2 response/address_info.post_code.type", "1 state/isolation"],
  ],
  [
    "a field does not come back elsewhere",
    [violated(`createRecipient/echo/${POST}`, 200), TYPED],
    ["1 echo/address_info.post_code", "1 response/address_info.post_code.type"],
  ],
  [
    "it is not said which field does not come back",
    [violated("updateRecipient/state/isolation", 200), ECHOED],
    ["1 state/isolation", "1 echo/address_info.post_code"],
  ],
  [
    "a field is shown wrongly, with what it holds and with its echo",
    ids(
      "{createRecipient/response/address_info.present,createRecipient/response/address_info.city.type,createRecipient/echo/address_info.city,createRecipient/echo/address_information,updateRecipient/echo/website}",
    ).map(withField),
    ["3 response/address_info", "1 echo/address_information", "1 echo/website"],
  ],
  [
    "one operation does not answer other methods with 405",
    [...all("updateRecipient/method/{GET,PUT,PATCH,DELETE}", 404), violated("listBalances/method/other", 200)],
    ["4 method: updateRecipient returns 404 instead of 405 for GET, PUT, PATCH and DELETE", "1 method/other"],
  ],
  ...(
    [
      ["createRecipient", '{"success":true,"data":{"recipient_id":"rcp_1","status":"active"}}', "data"],
      ["uploadFile", '{"result":{"file_id":"file_1"}}', "result"],
      ["listBalances", '{"data":[{"status":"active"}]}', "data"],
    ] as const
  ).map(([operation, answer, wrapper]): [string, CheckResult[], string[]] => [
    `a body of ${operation} is inside another one: ${answer}`,
    all(`${operation}/{response/body.type,response/status.present,echo/status}`, 200, answered(200, answer)),
    [`3 response/body: The documented body is wrapped in {"${wrapper}": …} on ${operation}`],
  ]),
  ...(
    [
      ["createRecipient", '{"recipient_id":"rcp_1","address_info":{"status":"x"}}'],
      ["createRecipient", '{"one":{"status":"x"},"other":{"status":"x"}}'],
      ["createRecipient", '{"meta":{"page":1}}'],
      ["listBalances", '[{"data":[]}]'],
    ] as const
  ).map(([operation, answer]): [string, CheckResult[], string[]] => [
    `a body of ${operation} holds no other one: ${answer}`,
    [violated(`${operation}/response/status.present`, 200, answered(200, answer))],
    ["1 response/status.present"],
  ]),
])("what explains several findings is told once: %s", (_, checks, causes) => {
  expect(causesOf(checks)).toEqual(causes);
});

test("violations are counted with their causes", () => {
  const checks = all(`${EVERY}/auth/{wrong-key,no-key,wrong-secret,no-secret,foreign-key}`, 200);
  expect(violationCount(reportOf({ checks }))).toBe("15 violations, 1 cause");
});

describe("order", () => {
  test("is what to fix first: unsteadiness, credentials, what accepts nothing, errors, and then the most checks", () => {
    const checks = [
      check("createCustomer/response/website.present", "warning"),
      violated("createRecipient/echo/website", 200),
      ...all("{createRecipient,updateRecipient}/echo/business_name", 200),
      violated("createRecipient/errors/code", 400),
      violated("uploadFile/accepts/control.files", 400),
      violated("listBalances/auth/no-key", 200),
      ...all(`${EVERY}/state/steady`, 500),
    ];
    expect(causesOf(checks)).toEqual([
      "3 state/steady: The same requests get different answers on createRecipient, updateRecipient and listBalances",
      "1 auth/no-key",
      "1 accepts: uploadFile answers every valid request of this run with 400",
      "1 errors/code",
      "2 echo/business_name",
      "1 echo/website",
      "warning 1 response/website.present",
    ]);
  });

  test("tells with what comes and goes that valid requests are among it", () => {
    const steady = { ...violated("listBalances/state/steady", 500), verdict: "warning" } as const;
    expect(causesOf([violated("listBalances/accepts/control.read", 500), steady])).toEqual(["2 state/steady"]);
  });

  test("is the cause of violations that came and went on its operation, whatever rules they are about", () => {
    const steady = { ...violated("listBalances/state/steady", 500), verdict: "warning" } as const;
    const passing = { ...violated("listBalances/auth/neither", 200), reason: "not seen when sent again" };
    const elsewhere = { ...passing, id: "uploadFile/auth/neither", operation: "uploadFile" } as const;
    const lasting = violated("listBalances/auth/wrong-key", 200);
    expect(causesOf([passing, lasting, elsewhere, steady])).toEqual([
      "2 state/steady",
      "1 auth/wrong-key",
      "1 auth/neither",
    ]);
  });

  test("is the cause of what else is answered with the error that comes and goes on three operations", () => {
    const steady = all(`${EVERY}/state/steady`, 500, FAILED);
    const chance = violated("listBalances/refuses/currency.type", 500, FAILED);
    const again = violated("createRecipient/accepts/again", 500, FAILED);
    const other = violated("uploadFile/refuses/file_type.type", 500, BLOCKED_INSIDE);
    const all3 =
      "5 state/steady: The same requests get different answers on createRecipient, listBalances and updateRecipient";
    expect(causesOf([again, chance, other, ...steady])).toEqual([all3, "1 refuses/file_type.type"]);
    // On one operation only, the error may be about the request.
    expect(causesOf([chance, ...steady.slice(0, 1)])).toEqual(["1 state/steady", "1 refuses/currency.type"]);
  });

  test("tells what is implied with what is stated where one cause explains both", () => {
    const checks = [check("createRecipient/echo/website", "warning"), violated("updateRecipient/echo/website", 200)];
    expect(causesOf(checks)).toEqual(["2 echo/website"]);
  });
});

test.each([
  ["business_name is taken", "the refusal names business_name, not website"],
  ["'state' is unknown", "the refusal names state, not website"],
  // Its own field, and a name that is only a word.
  ["website: too long, business_name fits", null],
  ["cannot be taken in this state", null],
])("a refusal in words about another field is told: %s", (detail, note) => {
  const { exchange } = answered(400, JSON.stringify({ errors: [{ detail, code: "NO" }] }));
  const sent = { ...exchange.request, body: '{"website":"x","business_name":"y","state":"z"}' };
  const refused = finding("F1", {
    edit: { at: "website", from: "w", to: "x" },
    exchange: { ...exchange, request: sent },
  });
  expect(otherField(check("createRecipient/accepts/website.maxLength", "violation"), refused)).toBe(note);
});

test("findings have numbers in the order in which they are printed: by cause, what need not be fixed last", () => {
  const checks = [
    check("createRecipient/state/repeat", "flaky"),
    check("createRecipient/echo/normal-form.trimmed", "warning"),
    violated("createRecipient/refuses/website.maxLength", 200),
    ...all(`${EVERY}/auth/{wrong-key,no-key}`, 200),
  ];
  const report = reportOf({ checks });
  const numbers = findingNumbers(report);
  const printed = groupFindings(report).flatMap((cause) => cause.checks.flatMap(({ id }) => numbers.get(id) ?? []));
  expect(printed).toEqual(["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]);
  expect(numbers.get("createRecipient/state/repeat")).toEqual(["F9"]);
});

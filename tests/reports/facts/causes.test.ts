import { describe, expect, it, test } from "vitest";
import { groupFindings } from "../../../reports/facts/causes.js";
import { otherField } from "../../../reports/facts/proof.js";
import { violationCount } from "../../../reports/facts/summary.js";
import type { CheckResult, Finding } from "../../../reports/model.js";
import { check, exchange, finding, reportOf } from "../smallReport.js";

/** A violated check whose one finding was answered with a status. */
function violated(id: string, status: number, fields: Partial<Finding> = {}): CheckResult {
  const answer = exchange("POST", "/", "{}", status);
  return check(id, "violation", { findings: [finding("F1", { exchange: answer, ...fields })] });
}

function causesOf(checks: CheckResult[]) {
  return groupFindings(reportOf({ checks })).map(({ key, checks: explained, message, verdict }) => ({
    key,
    count: explained.length,
    message,
    verdict,
  }));
}

const OPERATIONS = ["createRecipient", "updateRecipient", "listBalances"] as const;

describe("credentials", () => {
  it("are one cause where one valid header is enough, on every operation", () => {
    const ways = ["wrong-key", "no-key", "wrong-secret", "no-secret", "foreign-key"];
    const checks = OPERATIONS.flatMap((operation) => ways.map((way) => violated(`${operation}/auth/${way}`, 200)));
    expect(causesOf(checks)).toEqual([
      {
        key: "auth",
        count: 15,
        message: "One valid header is enough on createRecipient, updateRecipient and listBalances",
        verdict: "violation",
      },
    ]);
    expect(violationCount(reportOf({ checks }))).toBe("15 violations, 1 cause");
  });

  it("are told apart by what is not compared", () => {
    const messages = causesOf([
      ...["neither", "wrong-key", "wrong-secret"].map((way) => violated(`createCustomer/auth/${way}`, 200)),
      ...["wrong-key", "no-key"].map((way) => violated(`uploadFile/auth/${way}`, 200)),
      ...["no-key", "neither"].map((way) => violated(`listBalances/auth/${way}`, 200)),
      ...["no-key", "neither"].map((way) => violated(`getDepositDetail/auth/${way}`, 403)),
    ]).map(({ message }) => message);
    expect(messages).toEqual([
      "Credentials are not checked on createCustomer",
      "The API key is not checked on uploadFile",
      "Missing credentials are accepted on listBalances",
      "Bad credentials are answered with 403 on getDepositDetail",
    ]);
  });

  it("of one kind say nothing of the others", () => {
    const [cause] = causesOf([violated("listBalances/auth/no-secret", 200)]);
    expect(cause).toMatchObject({ key: "auth/no-secret", message: "A rule is not kept" });
  });
});

describe("fields", () => {
  it("are one cause where all dates of an operation are read alike", () => {
    const fields = ["birth_date", "issue_date"];
    const checks = fields.map((name) => violated(`createCustomer/refuses/${name}.format`, 200));
    expect(causesOf(checks)).toEqual([
      {
        key: "refuses/*.format",
        count: 2,
        message: "A rule is not kept; likewise 1 more field of createCustomer",
        verdict: "violation",
      },
    ]);
  });

  it("are one cause on create and update, with both ends of a length", () => {
    const checks = ["createRecipient", "updateRecipient"].flatMap((operation) =>
      ["minLength", "maxLength"].map((keyword) => violated(`${operation}/refuses/website.${keyword}`, 200)),
    );
    expect(causesOf(checks)).toMatchObject([{ key: "refuses/website.length", count: 4 }]);
  });

  it("of different rules are causes of their own", () => {
    const checks = ["a.type", "b.maxLength", "c.pattern"].map((rule) =>
      violated(`createRecipient/refuses/${rule}`, 200),
    );
    expect(causesOf([...checks, check("createRecipient/refuses/d.type", "pass")])).toHaveLength(3);
  });

  it("are one cause where a part of the body is not checked at all", () => {
    const rules = ["a.type", "a.enum", "b.type", "b.maxLength", "c.required"];
    const checks = rules.map((rule) => violated(`createCustomer/refuses/list[].${rule}`, 200));
    const others = rules.map((rule) => check(`createCustomer/refuses/other.${rule}`, "pass"));
    const texts = causesOf([...checks, ...others]).map(({ message }) => message);
    expect(texts).toEqual(["list[] of createCustomer is hardly validated: it accepts values that break 5 rules"]);
  });
});

describe("texts", () => {
  const blocked = (id: string, characters: string[]): CheckResult =>
    violated(id, 403, { exchange: exchange("POST", "/", "{}", 403, "blocked"), characters });

  it("with one other status are one cause of an operation, whatever is wrong with the requests", () => {
    const rules = ["body.type", "website.maxLength", "business_name.required"];
    const expected = "refused with 400";
    const checks = rules.map((rule) => violated(`updateRecipient/refuses/${rule}`, 422, { expected }));
    const letIn = violated("updateRecipient/refuses/body.empty", 200, { expected });
    expect(causesOf([...checks, letIn])).toMatchObject([
      {
        count: 3,
        message: "updateRecipient answers 422 to requests that break 3 rules (expected: refused with 400)",
      },
      { key: "refuses/body.empty", count: 1 },
    ]);
  });

  it("that a firewall dislikes are one cause, with the shape in which it says so", () => {
    const checks = [
      ...["business_name", "address_info.city"].map((field) => blocked(`createRecipient/accepts/${field}.text`, ["'"])),
      blocked("updateRecipient/accepts/business_name.text", ["'", '"']),
      ...["createRecipient", "updateRecipient"].map((operation) => check(`${operation}/accepts/control.bank`, "pass")),
      violated("createRecipient/errors/mediaType", 403, { exchange: exchange("POST", "/", "{}", 403, "blocked") }),
    ];
    expect(causesOf(checks)).toEqual([
      {
        key: "accepts/characters",
        count: 4,
        message: `Texts with ' or " are refused with 403 in a wrong error shape on createRecipient and updateRecipient`,
        verdict: "violation",
      },
    ]);
  });

  it("of one field alone are its own matter", () => {
    const [cause] = causesOf([
      blocked("createRecipient/accepts/business_name.text", ["'"]),
      check("createRecipient/accepts/control.bank", "pass"),
    ]);
    expect(cause).toMatchObject({ key: "accepts/business_name.text", count: 1 });
  });
});

describe("errors", () => {
  it("of one shape are one cause, however many rules of it are broken", () => {
    const checks = OPERATIONS.flatMap((operation) =>
      ["detail", "code"].map((rule) => violated(`${operation}/errors/${rule}`, 400)),
    );
    expect(causesOf(checks)).toMatchObject([{ key: "errors", count: 6 }]);
  });

  it("that are server errors are one cause with the refusals that end in them", () => {
    const checks = ["refuses/a.type", "refuses/b.enum", "errors/no-server-error"].map((rule) =>
      violated(`createCustomer/${rule}`, 500),
    );
    expect(causesOf(checks)).toMatchObject([{ key: "errors/no-server-error", count: 3 }]);
  });
});

describe("answers", () => {
  it("without a body are one cause of each operation, whatever looks at them", () => {
    const none = { exchange: exchange("POST", "/", "{}", 204, "") };
    const checks = ["accepts/control.bank", "response/body.json", "state/isolation"].map((rule) =>
      violated(`updateRecipient/${rule}`, 204, none),
    );
    expect(causesOf(checks)).toMatchObject([
      { key: "response/body", count: 3, message: "updateRecipient answers success with 204 and no body" },
    ]);
  });

  it("of ours to deliveries are no cause", () => {
    const ours = { exchange: exchange("POST", "/", "{}", 200, "") };
    const checks = ["customer.status.type", "envelope.data"].map((rule) =>
      violated(`webhooks/response/${rule}`, 200, ours),
    );
    expect(causesOf(checks)).toMatchObject([{ count: 1 }, { count: 1 }]);
  });

  it("that show nothing of what was sent are one cause, and single fields are not", () => {
    const fields = ["website", "business_name", "address_info", "payment_details", "country_code"];
    const checks = fields.map((field) => violated(`updateRecipient/echo/${field}`, 200));
    const beside = violated("updateRecipient/state/isolation", 200);
    expect(causesOf([...checks, beside])).toMatchObject([
      {
        key: "echo",
        count: 6,
        message:
          "The response of updateRecipient does not show what was sent: 5 fields come back changed, or as before",
      },
    ]);
    expect(causesOf([...checks.slice(1), beside])).toHaveLength(5);
    const others = ["a", "b", "c", "d", "e", "f"].map((field) => check(`updateRecipient/echo/${field}`, "pass"));
    expect(causesOf([...checks, ...others])).toHaveLength(5);
  });
});

describe("acceptance", () => {
  it("of nothing is one cause of each operation", () => {
    const checks = ["control.bank", "website.maxLength"].map((rule) =>
      violated(`createRecipient/accepts/${rule}`, 422),
    );
    expect(causesOf([...checks, check("createRecipient/echo/website", "not-exercised")])).toMatchObject([
      {
        key: "accepts",
        count: 2,
        message: "createRecipient answers every valid request with 422",
      },
    ]);
    expect(causesOf([...checks, check("createRecipient/echo/website", "pass")])).toHaveLength(2);
  });

  it("of a combination is refused for what is refused alone", () => {
    const body = '{"errors":[{"detail":"website is too long","code":"NO"}]}';
    const checks = ["website.maxLength", "city.text", "combinations"].map((rule) =>
      violated(`createRecipient/accepts/${rule}`, 400, { exchange: exchange("POST", "/", "{}", 400, body) }),
    );
    expect(causesOf([...checks, check("createRecipient/echo/city", "pass")])).toMatchObject([
      { key: "accepts/website.length", count: 2 },
      { key: "accepts/city.text", count: 1 },
    ]);
  });
});

describe("refusals in the same words", () => {
  it("are one cause of a field's rules and of its content", () => {
    const body = '{"errors":[{"detail":"account_number: has a wrong check digit","code":"NO"}]}';
    const refusal = { exchange: exchange("POST", "/", "{}", 400, body) };
    const length = violated("createRecipient/accepts/account_number.maxLength", 400, refusal);
    const other = violated("createRecipient/accepts/city.text", 400, refusal);
    const content = { ...violated("updateRecipient/accepts/content", 400, refusal), verdict: "warning" as const };
    const plain = check("createRecipient/echo/city", "pass");
    expect(causesOf([length, content, plain])).toMatchObject([{ key: "accepts/account_number", count: 2 }]);
    expect(causesOf([other, content, plain])).toHaveLength(2);
  });
});

describe("values that come back in another form", () => {
  const form = (operation: string, ...fields: string[]) =>
    check(`${operation}/echo/normal-form.empty`, "warning", { findings: [finding("F2", { fields })] });
  const lost = violated("createCustomer/echo/business_details.website", 200);

  it("are told with the field that does not come back at all", () => {
    expect(causesOf([lost, form("createCustomer", "business_details.website")])).toMatchObject([
      { key: "echo/business_details.website", count: 2 },
    ]);
  });

  it("are a matter of their own in another field, or on another operation", () => {
    expect(causesOf([lost, form("createCustomer", "business_details.website", "city")])).toHaveLength(2);
    expect(causesOf([lost, form("createRecipient", "business_details.website")])).toHaveLength(2);
  });
});

describe("fields of another JSON type", () => {
  const post = "address_info.post_code";
  const typed = violated(`updateRecipient/response/${post}.type`, 200);
  const echoed = violated(`updateRecipient/echo/${post}`, 200);
  const state = (...fields: string[]) => violated("updateRecipient/state/isolation", 200, { fields });

  it("are one cause with what therefore does not come back as it was sent", () => {
    expect(causesOf([echoed, state(post), typed])).toMatchObject([{ key: `response/${post}.type`, count: 3 }]);
  });

  it("say nothing of other fields, other operations, or of what comes back changed without them", () => {
    expect(causesOf([echoed, state(post, "website"), typed])).toHaveLength(2);
    expect(causesOf([violated(`createRecipient/echo/${post}`, 200), typed])).toHaveLength(2);
    expect(causesOf([violated("updateRecipient/state/isolation", 200), echoed])).toHaveLength(2);
  });
});

describe("order", () => {
  it("is what to fix first: unsteadiness, credentials, what accepts nothing, errors, and then the most checks", () => {
    const checks = [
      violated("createRecipient/echo/website", 200),
      ...["createRecipient", "updateRecipient"].map((operation) => violated(`${operation}/echo/business_name`, 200)),
      violated("createRecipient/errors/code", 400),
      violated("uploadFile/accepts/control.files", 400),
      violated("listBalances/auth/no-key", 200),
      ...OPERATIONS.map((operation) => violated(`${operation}/state/steady`, 500)),
    ];
    const warning = check("createCustomer/response/website.present", "warning");
    expect(causesOf([warning, ...checks]).map(({ key }) => key)).toEqual([
      "state/steady",
      "auth/no-key",
      "accepts",
      "errors/code",
      "echo/business_name",
      "echo/website",
      "response/website.present",
    ]);
  });

  it("tells with what comes and goes that valid requests are among it", () => {
    const steady = { ...violated("listBalances/state/steady", 500), verdict: "warning" } as const;
    expect(causesOf([violated("listBalances/accepts/control.read", 500), steady])).toMatchObject([
      { key: "state/steady", verdict: "violation", count: 2 },
    ]);
  });

  it("tells what is implied with what is stated where one cause explains both", () => {
    const checks = [check("createRecipient/echo/website", "warning"), violated("updateRecipient/echo/website", 200)];
    expect(causesOf(checks)).toMatchObject([{ verdict: "violation", count: 2 }]);
  });
});

describe("a refusal in words about another field", () => {
  const sent = '{"website":"x","business_name":"y","state":"z"}';
  const noteOn = (detail: string) =>
    otherField(
      check("createRecipient/accepts/website.maxLength", "violation"),
      finding("F1", {
        edit: { at: "website", from: "w", to: "x" },
        exchange: exchange("POST", "/", sent, 400, JSON.stringify({ errors: [{ detail, code: "NO" }] })),
      }),
    );

  it("is told", () => {
    expect(noteOn("business_name is taken")).toBe("the refusal names business_name, not website");
    expect(noteOn("'state' is unknown")).toBe("the refusal names state, not website");
  });

  it("is not told of its own field, or where a name is only a word", () => {
    expect(noteOn("website: too long, business_name fits")).toBeNull();
    expect(noteOn("cannot be taken in this state")).toBeNull();
  });
});

test("a field that is shown wrongly is one cause with what it holds and with its echo", () => {
  const checks = [
    "createRecipient/response/address_info.present",
    "createRecipient/response/address_info.city.type",
    "createRecipient/echo/address_info.city",
    "createRecipient/echo/address_information",
    "updateRecipient/echo/website",
  ].map((id) => {
    const field = id.split("/")[2]?.replace(/\.(present|type)$/, "") ?? "";
    return { ...violated(id, 200), field };
  });
  expect(causesOf(checks).map(({ key, count }) => [key, count])).toEqual([
    ["response/address_info", 3],
    ["echo/address_information", 1],
    ["echo/website", 1],
  ]);
});

test("other methods that one operation does not answer with 405 are one cause", () => {
  const methods = ["GET", "PUT", "PATCH", "DELETE"];
  const checks = [
    ...methods.map((method) => violated(`updateRecipient/method/${method}`, 404)),
    violated("listBalances/method/other", 200),
  ];
  expect(causesOf(checks).map(({ key, count, message }) => [key, count, message])).toEqual([
    ["method", 4, "updateRecipient answers GET, PUT, PATCH and DELETE with 404 instead of 405"],
    ["method/other", 1, "A rule is not kept"],
  ]);
});

test.each([
  ["createRecipient", '{"success":true,"data":{"recipient_id":"rcp_1","status":"active"}}', "data"],
  ["uploadFile", '{"result":{"file_id":"file_1"}}', "result"],
  ["listBalances", '{"data":[{"status":"active"}]}', "data"],
] as const)("a body of %s that is inside another one is told as that: %s", (operation, answer, wrapper) => {
  const proof = { exchange: exchange("POST", "/", "{}", 200, answer) };
  const checks = ["response/body.type", "response/status.present", "echo/status"].map((rule) =>
    violated(`${operation}/${rule}`, 200, proof),
  );
  expect(causesOf(checks).map(({ count, message }) => [count, message])).toEqual([
    [3, `The documented body is wrapped in {"${wrapper}": …} on ${operation}`],
  ]);
});

test.each([
  ["createRecipient", '{"recipient_id":"rcp_1","address_info":{"status":"x"}}'],
  ["createRecipient", '{"one":{"status":"x"},"other":{"status":"x"}}'],
  ["createRecipient", '{"meta":{"page":1}}'],
  ["listBalances", '[{"data":[]}]'],
] as const)("a body of %s that holds no other one is not told as that: %s", (operation, answer) => {
  const check = violated(`${operation}/response/status.present`, 200, {
    exchange: exchange("POST", "/", "{}", 200, answer),
  });
  expect(causesOf([check])).toMatchObject([{ message: "A rule is not kept" }]);
});

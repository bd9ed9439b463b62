import { expect, test } from "vitest";
import { observeRequirements } from "../../discovery/openRequirements.js";
import { casesOfRefused, RefusedRequests } from "../../discovery/refusedRequests.js";
import type { Judging, Target } from "../../engine/model.js";
import type { Observations } from "../../engine/observations.js";
import { Results } from "../../engine/results.js";
import type { Template } from "../../generators/edits/edit.js";
import { createCustomerTemplates } from "../../generators/templates/customers.js";
import { createRecipientTemplates } from "../../generators/templates/recipients.js";
import { type Json, type Pointer, withValueAt } from "../../schemas/json.js";
import { EMPTY_TARGET, failure, testCase } from "../engine/executing.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const context = {
  seed: 42,
  createVersion: "2024-12-01",
  customerVersion: "2024-12-01",
  recipientFiles: ["file_1", "file_2", "file_3", "file_4"],
  customerFiles: { corporate: ["file_5"], front: ["file_6"], back: ["file_7"] },
};
const target: Target = {
  ...EMPTY_TARGET,
  templates: {
    ...EMPTY_TARGET.templates,
    createRecipient: createRecipientTemplates(context),
    createCustomer: createCustomerTemplates(context),
  },
};

function refusal(detail: string, status = 400) {
  return exchangeOf(responseOf({ errors: [{ detail, code: "INVALID_PARAMETER" }] }, status));
}

const [recipient] = target.templates.createRecipient;
const [customer] = target.templates.createCustomer;

/** Notes that a template is refused with a value of another request in its place. */
function noted(
  template: Template | undefined,
  changes: readonly (readonly [Pointer, Json])[],
  exchange = refusal("website is not valid"),
  more: Partial<Judging> = {},
): RefusedRequests {
  if (template?.body == null) throw new Error("no template");
  const id = template.freshField ?? "";
  const sent = changes.reduce<Json>((body, [at, value]) => withValueAt(body, at, value), {
    ...template.body,
    [id]: "a".repeat(24),
  });
  const requests = new RefusedRequests();
  const { operation } = template;
  const about = { check: `${operation}/state/steady`, operation, sent, edit: null, control: null };
  requests.note(exchange, { ...about, response: true, echo: true, errors: true, valid: "unjudged", ...more });
  return requests;
}

const WEBSITE = "createRecipient/accepts/website.maxLength";
const BIRTH = "createCustomer/accepts/business_person_list[].basic_info.birth_date.format";
const CITY = "createRecipient/accepts/address_info.city.text";
const cases = [WEBSITE, BIRTH, CITY].map((check) => testCase(check, () => {}));
const website = [["website"], "https://example.org/a"] as const;
const city = [["address_info", "city"], "Harbin"] as const;

const checksOf = (requests: RefusedRequests, results = new Results()): string[] =>
  casesOfRefused(requests, target, cases, results).map(({ check }) => check);

function lineOf(requests: RefusedRequests, operation = "createRecipient"): string | undefined {
  const observations: Observations = new Map();
  observeRequirements([], new Results(), new Map(), observations, requests);
  return observations.get(`unknown.${operation}.requirements`)?.text;
}

test("the value that a refusal names is sent by itself, for the check of that field", () => {
  expect(checksOf(noted(recipient, [website, city]))).toEqual([WEBSITE]);
});

test("where it names none, each value is that differs from an accepted request", () => {
  expect(checksOf(noted(recipient, [website, city], refusal("Invalid parameter"))).sort()).toEqual([CITY, WEBSITE]);
});

test("of customers that is done for days that are as others are; which other values suit is left open", () => {
  const at = ["business_person_list", 0, "basic_info", "birth_date"];
  const named = refusal("business_person_list[0].basic_info.birth_date is not valid");
  expect(checksOf(noted(customer, [[at, "1984-07-31T12:00:00Z"]], named))).toEqual([BIRTH]);
  expect(checksOf(noted(customer, [[at, "1984-07-12T12:00:00Z"]], named))).toEqual([]);
});

test("what a check has told already, and what the checks of accepted values judge, is not sent again", () => {
  const results = new Results();
  results.writer("u").fail(WEBSITE, failure("refused", refusal("website is not valid")));
  expect(checksOf(noted(recipient, [website]), results)).toEqual([]);
  expect(checksOf(noted(recipient, [website], undefined, { valid: "judged" }))).toEqual([]);
});

test("each such refusal stands among the further requirements, with the field that it names", () => {
  expect(lineOf(noted(recipient, [website]))).toBe(
    "requests that keep every documented rule are refused: 400 “website is not valid”",
  );
  expect(lineOf(noted(recipient, [city], refusal("The city is unknown")))).toBe(
    "requests that keep every documented rule are refused: 400 “The city is unknown” (address_info.city)",
  );
});

test.each([
  ["which breaks a rule", [[["website"], 7]], refusal("website must be a string"), {}],
  ["which a service may refuse", [website], refusal("website is not valid"), { valid: undefined }],
  ["which holds what has to be new", [website], refusal("website is already in use"), {}],
  ["which is refused for now", [website], refusal("locked", 423), {}],
  ["which comes too fast", [website], refusal("slow down", 429), {}],
  ["which needs permission", [website], refusal("forbidden", 403), {}],
] as const)("a request is no such one %s", (_, changes, exchange, more) => {
  const requests = noted(recipient, changes, exchange, more);
  expect(checksOf(requests)).toEqual([]);
  expect(lineOf(requests)).toBeUndefined();
});

test("what a state or an allowance accounts for is forgotten", () => {
  const requests = noted(recipient, [website]);
  requests.forget(() => true);
  expect(lineOf(requests)).toBeUndefined();
});

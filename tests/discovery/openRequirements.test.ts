import { describe, expect, test } from "vitest";
import { judgesOpenControls, observeRequirements, refusedAltogether } from "../../discovery/openRequirements.js";
import { Accidents } from "../../engine/accidents.js";
import { executeAll } from "../../engine/execution.js";
import type { CheckDefinition } from "../../engine/model.js";
import type { Observations } from "../../engine/observations.js";
import { Results } from "../../engine/results.js";
import { judgeAll } from "../../engine/verdicts.js";
import type { Template } from "../../generators/edits/edit.js";
import { steadiness } from "../../suites/checks/state/steadiness.js";
import { CHECKS } from "../../suites/suites.js";
import { definition, EMPTY_TARGET, failure, sessionWith } from "../engine/executing.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

const UPLOADS = "uploadFile/accepts/file_type.enum";
const CUSTOMERS = "createCustomer/accepts/control.business";

function refusal(status: number, detail = "the file is too small") {
  return exchangeOf(responseOf({ errors: [{ detail, code: "INVALID" }] }, status));
}

/** A results in which the controls of a check were refused with these statuses. */
function resultsOf(check: string, statuses: readonly number[], detail?: string): Results {
  const results = new Results();
  for (const status of statuses) results.writer("u").fail(check, failure("not accepted", refusal(status, detail)));
  return results;
}

describe("an operation with open requirements", () => {
  test.each([
    ["uploadFile", UPLOADS],
    ["createCustomer", CUSTOMERS],
  ] as const)("%s is excused when each control is refused as invalid, with the service's words", (operation, check) => {
    const refused = refusedAltogether(CHECKS, resultsOf(check, [400, 422, 413, 415, 409]), new Map());
    expect([...refused.keys()]).toEqual([operation]);
    expect(refused.get(operation)?.reason).toContain("400 “the file is too small”");
    const observations: Observations = new Map();
    observeRequirements(CHECKS, resultsOf(check, [400]), refused, observations);
    expect(observations.get(`unknown.${operation}.requirements`)?.text).toBe(
      "requirements that no request of the suite meets: 400 “the file is too small”",
    );
  });

  test.each([401, 403, 404, 405, 500, 503])("is not excused when one refusal has status %i", (status) => {
    expect(refusedAltogether(CHECKS, resultsOf(CUSTOMERS, [400, status]), new Map()).size).toBe(0);
  });

  test("is not excused when a control was accepted, in the run or before it", () => {
    const results = resultsOf(CUSTOMERS, [400, 400]);
    expect(refusedAltogether(CHECKS, results, new Map([["preflight.createCustomer.version", NOTED]])).size).toBe(0);
    results.writer("u").pass("createCustomer/state/steady");
    expect(refusedAltogether(CHECKS, results, new Map()).size).toBe(0);
    const observations: Observations = new Map();
    observeRequirements(CHECKS, results, new Map(), observations);
    expect(observations.get("unknown.createCustomer.requirements")?.text).toBe(
      "none beyond what the suite's requests meet",
    );
  });

  test("is not excused when an upload is refused for the Api-Version that the document states", () => {
    const words = "The header Api-Version must be 2025-06-01";
    expect(refusedAltogether(CHECKS, resultsOf(UPLOADS, [400], words), new Map()).size).toBe(0);
  });

  test("is never recipient creation: all of its fields are documented", () => {
    expect(refusedAltogether(CHECKS, resultsOf("createRecipient/accepts/control.bank", [400]), new Map()).size).toBe(0);
    expect(CHECKS.filter(({ operation }) => operation === "createRecipient").some(judgesOpenControls)).toBe(false);
  });
});

const NOTED = { value: true, text: "accepted", evidence: null };

test("the checks of the controls are not exercised then, and what waited for them tells the same reason", () => {
  const controls: CheckDefinition = {
    ...definition("x"),
    id: CUSTOMERS,
    operation: "createCustomer",
    judgesControls: true,
  };
  const other: CheckDefinition = { ...definition("x"), operation: "createCustomer" };
  const echo: CheckDefinition = { ...other, id: "createCustomer/echo/partner_customer_id" };
  const errors: CheckDefinition = { ...other, id: "createCustomer/errors/body" };
  const results = resultsOf(CUSTOMERS, [422]);
  results.writer("u").blocked(echo.id, "the control is not accepted");
  results.writer("u").fail(errors.id, failure("no error body"));
  const met = (check: string) => results.of(check).failures;
  const executed = {
    results,
    confirmed: new Map([controls, errors].map(({ id }) => [id, met(id)] as const)),
    unconfirmed: new Set<string>(),
    internalErrors: [],
    played: 0,
    exhausted: new Map(),
    accidents: new Accidents(),
    stop: null,
  };
  const afterwards = { refused: refusedAltogether(CHECKS, results, new Map()), judgesControls: judgesOpenControls };
  const beforehand = { unready: {}, reasons: new Map() };
  const judged = judgeAll([controls, echo, errors], executed, beforehand, afterwards);
  expect(judged.map(({ verdict }) => verdict)).toEqual(["not-exercised", "not-exercised", "violation"]);
  expect(judged.slice(0, 2).filter(({ reason }) => reason?.includes("422 “the file is too small”") !== true)).toEqual(
    [],
  );
  expect(judged[0]?.failures).toEqual([]);
});

test("steadiness is judged of templates that were accepted before, and of no others", async () => {
  const template = (id: string): Template => ({
    id,
    operation: "listBalances",
    body: null,
    query: { id },
    path: {},
    version: null,
    freshField: null,
  });
  const templates = { ...EMPTY_TARGET.templates, listBalances: [template("good"), template("bad")] };
  const target = { ...EMPTY_TARGET, profile: "standard" as const, templates };
  const cases = steadiness("listBalances").cases(target);
  const session = sessionWith(({ path }) => (path.includes("bad") ? refusal(400) : exchangeOf(responseOf([]))), target);
  const { results } = await executeAll(session, cases, { concurrency: 4 });
  const steady = results.of("listBalances/state/steady");
  expect(steady.failing).toBe(0);
  expect(steady.passes).toBeGreaterThan(0);
  expect(steady.letGo).toEqual({
    mechanism: "control",
    reason: "the control listBalances bad is not accepted: 400 “the file is too small”",
  });
});

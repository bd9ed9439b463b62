import { describe, expect, test } from "vitest";
import { OPEN_POINTS } from "../../schemas/ledger/openPoints.js";
import { RULES } from "../../schemas/ledger/rules.js";
import { isOperationId, OPERATION_IDS, OPERATIONS } from "../../schemas/operations.js";
import { CHECKS } from "../../suites/suites.js";
import { repeated, sectionExists } from "./sections.js";

const rules = new Map(RULES.map((rule) => [rule.id, rule]));
const named = new Set(CHECKS.flatMap(({ statements }) => statements));

describe("every rule", () => {
  test("has an id of its own that starts with its operation", () => {
    expect(repeated(RULES.map(({ id }) => id))).toEqual([]);
    expect(RULES.filter(({ id, operation }) => !id.startsWith(`${operation}.`))).toEqual([]);
    expect(RULES.filter(({ operation }) => operation !== "webhooks" && !isOperationId(operation))).toEqual([]);
  });

  test("is one sentence", () => {
    const texts = RULES.map(({ text }) => text);
    expect(texts.filter((text) => !/^[A-Z].{10,}\.$/.test(text) || text.includes("undefined"))).toEqual([]);
  });

  test("has a check, or a written reason why none judges it", () => {
    const unjudged = RULES.filter(({ id, unjudged }) => unjudged === undefined && !named.has(id));
    expect(unjudged.map(({ id }) => id)).toEqual([]);
  });

  test("has a reason only where no check judges it", () => {
    expect(RULES.filter(({ id, unjudged }) => unjudged !== undefined && named.has(id)).map(({ id }) => id)).toEqual([]);
    expect(RULES.filter(({ unjudged }) => unjudged !== undefined && !/^\S.{20,}[^.]$/.test(unjudged))).toEqual([]);
  });
});

describe("every check", () => {
  test("names at least one rule of the ledger, and nothing else", () => {
    const unknown = CHECKS.flatMap(({ id, statements }) =>
      statements.filter((statement) => !rules.has(statement)).map((statement) => `${id} names ${statement}`),
    );
    expect(unknown).toEqual([]);
    expect(CHECKS.filter(({ statements }) => statements.length === 0).map(({ id }) => id)).toEqual([]);
  });

  test("has the level and the section of its rules", () => {
    const different = CHECKS.flatMap(({ id, level, section, statements }) =>
      statements.flatMap((statement) => {
        const rule = rules.get(statement);
        if (rule === undefined || (rule.level === level && rule.section === section)) return [];
        return [`${id}: ${level} of section ${section}, its rule: ${rule.level} of section ${rule.section}`];
      }),
    );
    expect(different).toEqual([]);
  });
});

test("rules, unknowns and conflicts have ids of their own, and say something of a section that exists", () => {
  const points = [...OPEN_POINTS.values()].map(({ id, section, question }) => ({ id, section, text: question }));
  const statements = [...RULES, ...points];
  expect(repeated(statements.map(({ id }) => id))).toEqual([]);
  expect(statements.filter(({ section, text }) => !sectionExists(section) || text.length < 10)).toEqual([]);
});

test("a reason that points to an unknown or a conflict names one that is there", () => {
  const named = RULES.flatMap(({ unjudged = "" }) => unjudged.match(/\b(?:unknown|conflict)\.[A-Za-z.]+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((id) => !OPEN_POINTS.has(id))).toEqual([]);
});

test("every documented length, list of values and pattern of the update is a rule with its numbers", () => {
  const text = (topic: string) => rules.get(`updateRecipient.request.${topic}`)?.text;
  expect(text("business_name.minLength")).toBe("In a request, business_name has at least 2 characters.");
  expect(text("business_name.required")).toBe("In a request, business_name must be there.");
  expect(text("website.maxLength")).toBe("In a request, website has at most 225 characters.");
  expect(text("website.type")).toBe("In a request, website is a text, and may be left out.");
  expect(text("address_info.post_code.minLength")).toBe(
    "In a request, address_info.post_code is empty or has at least 3 characters.",
  );
  expect(text("payment_details.crypto.network.enum")).toBe(
    "In a request, payment_details.crypto.network is one of ETH, TRX.",
  );
  expect(text("file_id_list.maxItems")).toBe("In a request, file_id_list holds at most 10 items.");
  expect(text("payment_details.bank.account_number.pattern")).toBe(
    "In a request, payment_details.bank.account_number matches ^[A-Z0-9]+$.",
  );
});

test("required flags of recipient creation are no rules, those inside its objects are", () => {
  const required = RULES.filter(({ id }) => /^createRecipient\.request\..*\.required$/.test(id)).map(({ id }) => id);
  expect(required).toHaveLength(12);
  expect(required.filter((id) => !id.startsWith("createRecipient.request.payment_details."))).toEqual([]);
});

test("a rule that a list of values implies says so", () => {
  const implied = RULES.filter(({ unjudged }) => unjudged?.startsWith("implied by") === true).map(({ id }) => id);
  expect(implied).toEqual(
    ["createRecipient", "updateRecipient"].flatMap((operation) =>
      ["bank.network.minLength", "bank.network.maxLength", "crypto.network.minLength", "crypto.network.maxLength"]
        .concat(["crypto.currency.minLength", "crypto.currency.maxLength", "crypto.currency.pattern"])
        .map((topic) => `${operation}.request.payment_details.${topic}`),
    ),
  );
});

test("every operation answers invalid credentials with 401 and a lack of permission with 403", () => {
  for (const operation of OPERATION_IDS) {
    expect(rules.get(`${operation}.auth.neither`)?.text, operation).toContain("401");
    expect(rules.get(`${operation}.auth.restricted`)?.text, operation).toContain("403");
    const isRead = OPERATIONS[operation].effect === "read";
    expect(rules.get(`${operation}.auth.restricted`)?.unjudged !== undefined, operation).toBe(isRead);
  }
});

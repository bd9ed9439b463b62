/** Measured limits in all outputs: documented beside measured, those that differ first. */
import { describe, expect, test } from "vitest";
import { diffReports } from "../../../reports/across/diff.js";
import { differs, measuredLimit, orderedLimits } from "../../../reports/facts/limits.js";
import { renderHtml } from "../../../reports/formats/html.js";
import { renderQuestions } from "../../../reports/formats/questions.js";
import type { Limit } from "../../../reports/model.js";
import { proofRows } from "../../../reports/page/proof.js";
import { validateReport } from "../../../reports/validate.js";
import { check, exchange, finding, reportOf } from "../smallReport.js";

function limit(field: string, keyword: string, documented: Limit["documented"], measured: Limit["measured"]): Limit {
  const evidence = { text: `how ${field} was measured`, accepted: null, refused: null };
  return { operation: "createRecipient", field, keyword, documented, measured, evidence };
}

const KEPT = limit("website", "maxLength", 225, 225);
const OPEN = limit("name", "minLength", null, 1);
const LOOSE: Limit = {
  ...limit("city", "maxLength", 64, null),
  evidence: {
    text: "none found up to 4,096 characters",
    accepted: exchange("POST", "/api/recipients/create?accepted", '{"city":"long"}', 200),
    refused: null,
  },
};
const STRICT: Limit = {
  ...limit("state", "maxLength", 64, 32),
  evidence: {
    text: "32 characters accepted with 200, 33 characters refused with 400",
    accepted: exchange("POST", "/api/recipients/create?accepted", '{"state":"short"}', 200),
    refused: exchange("POST", "/api/recipients/create?refused", '{"state":"longer"}', 400),
  },
};
const UNMEASURED = limit("bank_name", "maxLength", 128, "not measured: the run was interrupted");
const ALL = [KEPT, OPEN, LOOSE, UNMEASURED, STRICT];

const QUESTIONS = { unknowns: [], conflicts: [] };

test("those that differ come first, then those that the document does not give", () => {
  expect(orderedLimits(reportOf({ limits: ALL }))).toEqual([LOOSE, STRICT, OPEN, KEPT, UNMEASURED]);
  expect(ALL.filter(differs)).toEqual([LOOSE, STRICT]);
});

test("a report with them is valid", () => {
  expect(validateReport(JSON.parse(JSON.stringify(reportOf({ limits: ALL }))))).toMatchObject({ valid: true });
});

test("a limit stands beside the findings about it, of requests alone", () => {
  const report = reportOf({ limits: ALL });
  const found = (id: string) => measuredLimit(report, check(id, "violation"));
  expect(found("createRecipient/refuses/city.maxLength")).toBe(LOOSE);
  expect(found("createRecipient/accepts/state.maxLength")).toBe(STRICT);
  expect(found("createRecipient/response/city.maxLength")).toBeUndefined();
  expect(found("updateRecipient/refuses/city.maxLength")).toBeUndefined();
  expect(found("createRecipient/refuses/address.city.maxLength")).toBeUndefined();
});

describe("beside a finding", () => {
  const edit = { at: "city", from: "Ningbo", to: "Ningbo Toys" };
  const control = exchange("POST", "/api/recipients/create", '{"city":"Ningbo"}', 200);
  const said = (rule: string, limits: Limit[]): string => {
    const caused = {
      check: check(`createRecipient/refuses/${rule}`, "violation"),
      finding: finding("F1", { edit, control }),
    };
    const rows = proofRows(reportOf({ limits }), caused, "").map(({ label, line }) => [
      label,
      ...line.map(({ text }) => text),
    ]);
    return rows.map(([label, ...line]) => `${label}: ${line.join("")}`).join("\n");
  };

  test("stands what was documented and what was measured", () => {
    expect(said("city.maxLength", ALL)).toContain("limit: documented 64, measured none found up to 4,096 characters");
    expect(said("website.maxLength", ALL)).toContain("limit: documented 225, other requests keep to it");
    const pattern = limit("number", "pattern", "^[A-Z]+$", "lets through a hyphen");
    expect(said("number.pattern", [pattern])).toContain("limit: documented ^[A-Z]+$, measured lets through a hyphen");
    expect(said("city.maxLength", [])).not.toContain("limit:");
  });
});

test("the page shows the requests on either side of those that differ, and only of those", () => {
  const html = renderHtml(reportOf({ limits: ALL }));
  expect(html).toContain("POST /api/recipients/create?refused");
  expect(html).toContain("how website was measured");
  const kept: Limit = { ...KEPT, evidence: STRICT.evidence };
  expect(renderHtml(reportOf({ limits: [kept] }))).not.toContain("POST /api/recipients/create?refused");
});

test("the provider is asked about those that differ, with a request, and told the others", () => {
  const text = renderQuestions(reportOf({ limits: ALL }), QUESTIONS, ({ request }) => `curl '${request.url}'`);
  expect(text.slice(text.indexOf("## Measured limits"))).toBe(`## Measured limits

The deployment has other limits than the document. Which of the two hold?

- **createRecipient city.maxLength**
  - The document: 64
  - Measured: none found up to 4,096 characters
  - Request:

  \`\`\`sh
  curl 'https://payments.example/api/recipients/create?accepted'
  \`\`\`

- **createRecipient state.maxLength**
  - The document: 64
  - Measured: 32
  - How: 32 characters accepted with 200, 33 characters refused with 400
  - Request:

  \`\`\`sh
  curl 'https://payments.example/api/recipients/create?refused'
  \`\`\`

The document does not give these; they are numbers of characters or items.

| Field | At least | At most |
| --- | --- | --- |
| createRecipient name | 1 |  |

1 further limit is as documented.
`);
});

test("a run without measured limits asks nothing about them", () => {
  expect(renderQuestions(reportOf({}), QUESTIONS, () => null)).not.toContain("Measured limits");
});

describe("the difference of two runs", () => {
  const changes = (left: readonly Limit[], right: readonly Limit[]) =>
    diffReports(reportOf({ limits: [...left] }), reportOf({ limits: [...right] })).limits.map((change) => [
      change.id,
      change.left,
      change.right,
    ]);

  test("tells limits that both measured and that differ", () => {
    expect(changes([STRICT, KEPT], [{ ...STRICT, measured: 40 }, KEPT])).toEqual([
      ["createRecipient state maxLength", "32", "40"],
    ]);
  });

  test("tells one that only one run measured where it is not the documented one", () => {
    expect(changes([], [STRICT, LOOSE, KEPT, OPEN])).toEqual([
      ["createRecipient state maxLength", null, "32"],
      ["createRecipient city maxLength", null, "none found up to 4,096 characters"],
    ]);
  });
});

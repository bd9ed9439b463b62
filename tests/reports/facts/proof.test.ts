import { expect, test } from "vitest";
import { proofSteps } from "../../../reports/facts/proof.js";
import { proofRows } from "../../../reports/page/proof.js";
import { fixture } from "../fixture.js";
import { exchange, recipientBody } from "../fixtureChecks.js";

const UPDATE = "/api/recipients/rcp_1/update";
const CREATED = exchange("POST", "/api/recipients/create", recipientBody("200001"), 200, "{}");
const FULL = exchange("POST", UPDATE, recipientBody("200001"), 200, "{}");
const SPARSE = exchange(
  "POST",
  UPDATE,
  recipientBody("200002", { website: undefined }),
  200,
  '{"website":"https://other.example"}',
);

test("the steps of a proof are numbered, say what each has otherwise than the one before, and where the fault shows", () => {
  const [finding] = fixture().checks.flatMap(({ findings }) => findings);
  if (finding === undefined) throw new Error("the fixture has no finding");
  const shown = { ...finding, edit: null, control: FULL, exchange: SPARSE, steps: [CREATED, FULL, SPARSE] };
  expect(proofSteps(shown).map(({ exchange: _, ...step }) => step)).toEqual([
    { number: 1, line: "POST /api/recipients/create", changes: "", shows: false, answer: "200" },
    { number: 2, line: `POST ${UPDATE}`, changes: "", shows: false, answer: "200 ← compared with it" },
    {
      number: 3,
      line: `POST ${UPDATE}`,
      changes: 'address_info.post_code = "200002", website left out',
      shows: true,
      answer: "200 ← the failure",
    },
  ]);
  expect(proofSteps(finding)).toEqual([]);
});

test("each step names whose credentials it has, where they are not the partner's own", () => {
  const [finding] = fixture().checks.flatMap(({ findings }) => findings);
  if (finding === undefined) throw new Error("the fixture has no finding");
  const sentBy = (half: string) => {
    const headers = { "X-API-Key": `<${half}API_KEY>`, "X-API-Secret": `<${half}API_SECRET>` };
    return { ...FULL, request: { ...FULL.request, headers } };
  };
  const steps = ["", "SECOND_", "RESTRICTED_"].map(sentBy);
  expect(proofSteps({ ...finding, exchange: SPARSE, steps }).map(({ line }) => line)).toEqual([
    `POST ${UPDATE}`,
    `POST ${UPDATE} as the second partner`,
    `POST ${UPDATE} with restricted credentials`,
  ]);
});

test("each step names what it sends in the field that fails, and the last one what came back", () => {
  const [finding] = fixture().checks.flatMap(({ findings }) => findings);
  if (finding === undefined) throw new Error("the fixture has no finding");
  const other = exchange("POST", UPDATE, recipientBody("200001", { website: "https://other.example" }), 200, "{}");
  const failure = {
    actual: '"https://other.example"',
    fields: ["address_info.city", "website"],
    edit: null,
    control: null,
  };
  const shown = { ...finding, ...failure, exchange: SPARSE, steps: [CREATED, other, SPARSE] };
  expect(proofSteps(shown).map(({ changes, answer }) => `${changes}: ${answer}`)).toEqual([
    'website = "https://ocean-trading.example": 200',
    'website = "https://other.example": 200',
    'address_info.post_code = "200002", website left out: 200, website = "https://other.example" ← the failure',
  ]);
});

test("of two requests that are equal and answered alike, one is the failure and one is what it is compared with", () => {
  const [finding] = fixture().checks.flatMap(({ findings }) => findings);
  if (finding === undefined) throw new Error("the fixture has no finding");
  const again = structuredClone(FULL);
  const shown = { ...finding, edit: null, control: FULL, exchange: again, steps: [CREATED, FULL, again] };
  expect(proofSteps(shown).map(({ shows, answer }) => [shows, answer])).toEqual([
    [false, "200"],
    [false, "200 ← compared with it"],
    [true, "200 ← the failure"],
  ]);
});

test("a finding about credentials names the request: its parameter can be why they are not checked", () => {
  const [check] = fixture().checks.filter(({ findings }) => findings.length > 0);
  const [finding] = check?.findings ?? [];
  if (check === undefined || finding === undefined) throw new Error("the fixture has no finding");
  const read = exchange("GET", "/api/transactions/transfer/detail?partner_transaction_id=t-1", null, 200, "{}");
  const edit = { at: "credentials", from: "valid", to: "wrong-secret" };
  const rows = proofRows(null, { check, finding: { ...finding, edit, exchange: read } }, { message: "", where: "" });
  const [sent] = rows.filter(({ label }) => label === "sent");
  expect(sent?.line.map(({ text }) => text).join("")).toBe(
    "credentials: wrong secret   GET /api/transactions/transfer/detail?partner_transaction_id=t-1",
  );
});

import { expect, test } from "vitest";
import { Accidents, mayBeAccident, mayPass } from "../../engine/accidents.js";
import { exchangeOf, responseOf } from "../oracles/answers.js";

test.each([
  [500, true],
  [503, true],
  [200, false],
  [400, false],
])("an answer with %i may be an accident: %s", (status, expected) => {
  expect(mayBeAccident(exchangeOf(responseOf([], status)))).toBe(expected);
});

test.each([
  ["refused as known already", true, 400, "business_name: is in use already", true],
  ["a conflict", true, 409, "No.", true],
  ["refused for something else", true, 400, "business_name: is too long", false],
  ["refused at the first sending", false, 409, "business_name: is in use already", false],
  ["taken", true, 200, "exists", false],
])(
  "what was sent once more is an accident where the first sending was taken: %s",
  (_, resent, status, detail, expected) => {
    const exchange = exchangeOf(responseOf({ errors: [{ detail, code: "INVALID" }] }, status));
    expect(mayBeAccident(resent ? { ...exchange, resent } : exchange)).toBe(expected);
  },
);

test.each([
  ["the good credentials", "valid", true],
  ["wrong ones", "wrong-key", false],
] as const)("a refusal of %s may pass: %s", (_, credentials, expected) => {
  const exchange = exchangeOf(responseOf([], 401));
  expect(mayPass({ ...exchange, wire: { ...exchange.wire, credentials } })).toBe(expected);
});

const failed = exchangeOf(responseOf([], 500));
const BALANCES = { ...failed, wire: { ...failed.wire, path: "/api/balances" } };
const ELSEWHERE = { ...failed, wire: { ...failed.wire, path: "/api/nowhere" } };

test("accidents are counted for the operation that was asked, and the first twenty are kept", () => {
  const accidents = new Accidents();
  for (let number = 0; number < 25; number++) accidents.happened([BALANCES, ELSEWHERE], "uploadFile");
  expect(accidents.of("listBalances").count).toBe(25);
  expect(accidents.of("listBalances").exchanges).toHaveLength(20);
  // What is no documented path counts for the operation of the case.
  expect(accidents.of("uploadFile").count).toBe(25);
  expect(accidents.of("listTransactions").count).toBe(0);
});

test("an operation that fails each time is not asked again for ever; one whose errors go away is granted more", () => {
  const accidents = new Accidents();
  const isWorthWhile = () => accidents.isWorthWhile([BALANCES], "uploadFile");
  for (let turn = 0; turn < 11; turn++) accidents.repeated([BALANCES], "uploadFile");
  expect(isWorthWhile()).toBe(true);
  accidents.repeated([BALANCES, BALANCES], "uploadFile");
  expect(isWorthWhile()).toBe(false);
  accidents.happened([BALANCES], "uploadFile");
  expect(isWorthWhile()).toBe(true);
});

test("what went wrong by accident may do so again, and what fails each time is no accident", () => {
  const accidents = new Accidents();
  expect(accidents.mayComeAgain("listBalances")).toBe(false);
  accidents.repeated([BALANCES], "uploadFile");
  expect(accidents.mayComeAgain("listBalances")).toBe(true);
  for (let turn = 0; turn < 11; turn++) accidents.repeated([BALANCES], "uploadFile");
  expect(accidents.mayComeAgain("listBalances")).toBe(false);
  accidents.happened([BALANCES], "uploadFile");
  expect(accidents.mayComeAgain("listBalances")).toBe(true);
});

test("a text may be stored where the answer to it got lost, and only there", () => {
  const accidents = new Accidents();
  const { wire, ...answered } = exchangeOf(responseOf({}));
  const sent = (name: string) => ({ ...wire, method: "POST", body: JSON.stringify({ business_name: name }) }) as const;
  accidents.answered({ ...answered, wire: sent("Lotus") });
  const lost = { kind: "connection-lost", message: "reset" } as const;
  accidents.answered({ ...exchangeOf(lost), wire: sent('"Lotus" Trading') });
  expect(["Lotus", '"Lotus" Trading', "Trading"].map((name) => accidents.mayBeStored(name))).toEqual([
    false,
    true,
    false,
  ]);
});

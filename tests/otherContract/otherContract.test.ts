/** The engine knows no contract: it judges another one, with a service of its own and what that gets wrong. */
import { expect, test } from "vitest";
import { runChecks } from "../../engine/run.js";
import { matrix } from "../../reports/facts/matrix.js";
import { ADDRESS_BOOK } from "./contract.js";
import { CREDENTIALS, type Defect, startAddressBook } from "./server.js";

async function reportOn(defect?: Defect) {
  const book = await startAddressBook(defect);
  try {
    const { baseUrl } = book;
    const { report } = await runChecks(ADDRESS_BOOK, { baseUrl, credentials: CREDENTIALS, profile: "standard" });
    return report;
  } finally {
    await book.close();
  }
}

test("an address book that keeps its contract passes all of its checks", async () => {
  const report = await reportOn();
  expect(report.contract).toEqual({ version: "1", statements: { rule: 10, unknown: 0, conflict: 0 } });
  expect(report.checks.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual(
    ADDRESS_BOOK.suites.flatMap(({ checks }) => checks.map(({ id }) => `${id}: pass`)),
  );
  expect(report.checks).toHaveLength(10);
  expect(report.summary.rules).toEqual({ stated: 10, judged: 10, notJudged: [] });
  expect(report.created.length).toBeGreaterThan(0);
  expect(report).toMatchObject({ outcome: "conforms", exitCode: 0 });
  expect(matrix(report).map(({ operation }) => operation)).toEqual(["addContact", "findContact"]);
});

test.each<[defect: Defect, checks: readonly string[]]>([
  ["long names", ["addContact/refuses/name.maxLength"]],
  ["any phone", ["addContact/refuses/phone.pattern"]],
  ["open door", ["addContact/auth/neither"]],
  ["small letters", ["addContact/echo/body"]],
  ["bare errors", ["addContact/errors/shape"]],
])("an address book with %s fails that check alone, with proof", async (defect, checks) => {
  const report = await reportOn(defect);
  const failed = report.checks.filter(({ verdict }) => verdict !== "pass");
  expect(failed.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual(checks.map((id) => `${id}: violation`));
  for (const { findings } of failed) {
    expect(findings[0]?.exchange.response?.status).toBeTypeOf("number");
    expect(findings[0]?.replay).toContain("replay");
  }
  expect(report).toMatchObject({ outcome: "violations", exitCode: 1 });
});

import { expect, it } from "vitest";
import { renderCtrf } from "../../../reports/formats/ctrf.js";
import { fixture } from "../fixture.js";

interface Ctrf {
  readonly results: {
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly { readonly status: string; readonly rawStatus: string; readonly trace?: string }[];
  };
}

const { results }: Ctrf = JSON.parse(renderCtrf(fixture()));

it("counts as it lists", () => {
  const { tests, passed, failed, skipped, pending, other } = results.summary;
  expect([tests, passed, failed, skipped, pending, other]).toEqual([82, 66, 8, 5, 0, 3]);
  for (const status of ["passed", "failed", "skipped", "other"])
    expect(results.tests.filter((test) => test.status === status)).toHaveLength(results.summary[status] ?? -1);
});

it("tells a violation with its proof, and names each verdict", () => {
  const violation = results.tests.find(({ rawStatus }) => rawStatus === "violation");
  expect(violation?.status).toBe("failed");
  expect(violation?.trace).toMatch(/^F\d+ .*\nrule .*\nsent .*\nexpected .*\nseen /);
  expect(new Set(results.tests.map(({ rawStatus }) => rawStatus))).toEqual(
    new Set(["pass", "violation", "warning", "known", "flaky", "not-exercised", "not-applicable", "error"]),
  );
});

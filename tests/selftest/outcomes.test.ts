import { describe, expect, test } from "vitest";
import { conformingOutcome, defectOutcome, isCaught, isSilent } from "../../selftest/outcomes.js";
import { conforming, defect, record, violation } from "./fixture.js";

describe("a defect", () => {
  const long = defect("long");

  test("is attributed when the check of its rule fails, which is then named first", () => {
    const failed = [
      violation("updateRecipient/response/website.maxLength"),
      violation("updateRecipient/refuses/website.maxLength"),
    ];
    const outcome = defectOutcome(long, record("long", failed));
    expect(outcome.fate).toBe("attributed");
    expect(outcome.failed).toEqual([
      "updateRecipient/refuses/website.maxLength",
      "updateRecipient/response/website.maxLength",
    ]);
    expect(isCaught(outcome)).toBe(true);
  });

  test("is caught when only another rule's check of its operation fails", () => {
    const outcome = defectOutcome(long, record("long", [violation("updateRecipient/echo/website")]));
    expect(outcome.fate).toBe("caught");
  });

  test("is not caught when only another operation's check fails", () => {
    const outcome = defectOutcome(long, record("long", [violation("createRecipient/echo/website")]));
    expect(outcome.fate).toBe("elsewhere");
    expect(outcome.collateral).toEqual(["createRecipient/echo/website"]);
    expect(isCaught(outcome)).toBe(false);
  });

  test("survives when a finding only comes and goes", () => {
    const flaky = { ...violation("updateRecipient/refuses/website.maxLength"), verdict: "flaky" } as const;
    const outcome = defectOutcome(long, record("long", [flaky]));
    expect(outcome.fate).toBe("survived");
    expect(outcome.flaky).toEqual(["updateRecipient/refuses/website.maxLength"]);
  });

  test("with a rule in prose is attributed by its operation", () => {
    const outcome = defectOutcome(
      defect("fault", { checks: [] }),
      record("fault", [violation("updateRecipient/echo/website")]),
    );
    expect(outcome.fate).toBe("attributed");
  });

  test("tells why there is no report", () => {
    const outcome = defectOutcome(long, record("long", [], { failure: "the worker ended (SIGKILL)" }));
    expect(outcome).toMatchObject({ fate: "survived", failure: "the worker ended (SIGKILL)" });
  });
});

describe("a conforming service", () => {
  test("is left alone when checks are passed or not exercised", () => {
    const idle = { ...violation("createRecipient/auth/restricted"), verdict: "not-exercised" } as const;
    const outcome = conformingOutcome(conforming("defaults"), record("defaults", [idle]));
    expect(isSilent(outcome)).toBe(true);
    expect(outcome.notExercised).toEqual([idle]);
  });

  test.each(["violation", "warning", "flaky", "error"] as const)("is not when there is a %s", (verdict) => {
    const outcome = conformingOutcome(
      conforming("defaults"),
      record("defaults", [{ ...violation("createRecipient/echo/website"), verdict }]),
    );
    expect(isSilent(outcome)).toBe(false);
  });

  test("is not when the run broke", () => {
    const outcome = conformingOutcome(conforming("defaults"), record("defaults", [], { failure: "no result" }));
    expect(isSilent(outcome)).toBe(false);
  });
});

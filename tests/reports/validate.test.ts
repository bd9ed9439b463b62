import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { reportSchema } from "../../reports/reportSchema.js";
import { readReport, validateReport } from "../../reports/validate.js";
import { emptyFolder } from "../files.js";
import { fixture } from "./fixture.js";

function errorsOf(value: unknown): string[] {
  const result = validateReport(value);
  return result.valid ? [] : result.errors;
}

test("report.schema.json is what the types are made of (vitest -u writes it)", async () => {
  await expect(`${JSON.stringify(reportSchema(), null, 2)}\n`).toMatchFileSnapshot("../../reports/report.schema.json");
});

describe("validateReport", () => {
  it("accepts a report", () => {
    expect(validateReport(JSON.parse(JSON.stringify(fixture())))).toMatchObject({ valid: true });
  });

  it("names an unknown property, a missing one and a wrong value by their place", () => {
    const { exitCode: _, ...rest } = fixture();

    expect(errorsOf({ ...fixture(), extra: 1 })).toEqual(["the report must NOT have additional properties (extra)"]);
    expect(errorsOf(rest)).toEqual(["the report must have required property 'exitCode'"]);
    expect(errorsOf({ ...fixture(), outcome: "fine" })).toEqual([
      "/outcome must be equal to one of the allowed values",
    ]);
  });

  it("refuses a pass that judged no case, a violation without proof, and an excuse without a reason", () => {
    const report = fixture();
    report.checks = report.checks.map((check) => {
      if (check.id === "createRecipient/auth/documented") return { ...check, cases: 0 };
      if (check.id === "listBalances/errors/shape") return { ...check, findings: [] };
      if (check.id !== "webhooks/response/signature") return check;
      const { reason: _, ...without } = check;
      return without;
    });

    expect(errorsOf(report)).toEqual([
      "/checks/6/findings must NOT have fewer than 1 items",
      "/checks/8/cases must be >= 1",
      "/checks/79 must have required property 'reason'",
    ]);
  });

  it("is no report when it is something else", () => {
    expect(errorsOf(null)).toEqual(["the report must be object"]);
    expect(errorsOf({}).at(-1)).toBe("and 3 more");
  });
});

describe("readReport", () => {
  let folder = "";

  beforeAll(async () => {
    folder = emptyFolder();
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function message(name: string, text: string | null): Promise<string> {
    const path = join(folder, name);
    if (text !== null) await writeFile(path, text);
    return readReport(path).then(
      () => "read",
      (error: Error) => error.message.replaceAll(folder, "folder"),
    );
  }

  it("reads what was written", async () => {
    expect(await message("report.json", JSON.stringify(fixture()))).toBe("read");
  });

  it("says what is wrong with a file, and what to do", async () => {
    expect(await message("absent.json", null)).toBe(
      "folder/absent.json does not exist. Name the report.json that a run wrote.",
    );
    expect(await message("", null)).toBe("folder is a folder. Name the report.json inside it.");
    expect(await message("broken.json", "{")).toBe(
      "folder/broken.json is not JSON. Name the report.json that a run wrote.",
    );
    expect(await message("newer.json", '{"format":2}')).toBe(
      "folder/newer.json has format 2; this version reads formats up to 1. Use the version of ppconform that wrote it, or a newer one.",
    );
    expect(await message("other.json", "[]")).toBe(
      "folder/other.json is not a conformance report: it has no format. Name the report.json that a run wrote.",
    );
  });
});

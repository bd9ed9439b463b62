import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createJournal } from "../../client/journal.js";

const folder = mkdtempSync(join(tmpdir(), "journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

const RECIPIENT = { operation: "createRecipient", id: "rcp_1", partnerId: "partner-1", at: "2026-01-01T00:00:00.000Z" };
const FILE = { operation: "uploadFile", id: "file_1", partnerId: null, at: "2026-01-01T00:00:01.000Z" };

describe("createJournal", () => {
  it("keeps entries in their order", () => {
    const journal = createJournal();
    journal.add(RECIPIENT);
    journal.add(FILE);
    expect(journal.entries()).toEqual([RECIPIENT, FILE]);
  });

  it("has written each entry when add returns, and keeps those of an earlier run", () => {
    const file = join(folder, "created.ndjson");
    createJournal(file).add(RECIPIENT);
    createJournal(file).add(FILE);
    expect(
      readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual([RECIPIENT, FILE]);
  });
});

/** Credentials are in no file of a run, also when the target repeats them in its answers. */
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeReports } from "../../reports/files.js";
import { REPORT_FORMATS } from "../../reports/formats/formats.js";
import { renderTerminal } from "../../reports/formats/terminal.js";
import { emptyFolder } from "../files.js";
import { trialOnOutsider } from "./trial.js";

let folder = "";

beforeAll(async () => {
  folder = emptyFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(["createCustomer.error-401-secret", "getTransferReceipt.error-401-secret"])(
  "with the fault %s no secret is in any file or on the terminal",
  async (fault) => {
    const operation = fault.startsWith("createCustomer") ? "createCustomer" : "getTransferReceipt";
    const journalFile = join(folder, "created.ndjson");
    const { report, credentials } = await trialOnOutsider({ operations: [operation], journalFile }, { fault });
    await writeReports(report, folder);
    expect(report.checks.find(({ id }) => id === `${operation}/errors/leak`)?.verdict).toBe("warning");

    const files = await readdir(folder);
    expect(files).toEqual(expect.arrayContaining(REPORT_FORMATS.map(({ file }) => file)));
    const texts = await Promise.all(
      files.map(async (name) => `${name}\n${await readFile(join(folder, name), "utf8")}`),
    );
    texts.push(renderTerminal(report, { color: false, width: 120, preflight: [], verbose: true }));
    const { apiKey, apiSecret, restricted } = credentials;
    for (const secret of [apiKey, apiSecret, restricted?.apiKey, restricted?.apiSecret]) {
      expect(secret).toBeTypeOf("string");
      const spellings = [
        String(secret),
        encodeURIComponent(String(secret)),
        Buffer.from(String(secret)).toString("base64"),
      ];
      for (const spelling of spellings) {
        expect(texts.filter((text) => text.includes(spelling)).map((text) => text.split("\n")[0])).toEqual([]);
      }
    }
    expect(texts.join("")).toContain("<API_KEY>");
  },
);

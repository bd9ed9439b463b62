import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FailedCase } from "../../engine/corpus.js";
import { keepCorpus, readCorpus } from "../../library/corpus.js";
import { CHECKS } from "../../suites/suites.js";
import { emptyFolder } from "../files.js";
import { check, reportOf } from "../reports/smallReport.js";

const CITY = "createRecipient/refuses/address_info.city.maxLength";
const STATE = "createRecipient/refuses/address_info.state.maxLength";

const failed = (name: string, more: Partial<FailedCase> = {}): FailedCase => ({
  operation: "createRecipient",
  check: name,
  case: `${name}#2`,
  edit: { at: "address_info.city", to: '"xx"' },
  ...more,
});
const DRAWN = failed(STATE, { seed: 7, profile: "deep" });

const FAILING = { report: reportOf({ checks: [check(CITY, "violation"), check(STATE, "warning")] }), sentAgain: [] };

test("what failed is read again as it was kept, one file for each case", async () => {
  const folder = join(emptyFolder(), "made");
  const empty = await readCorpus(folder, CHECKS);
  expect(await keepCorpus(empty, { ...FAILING, failed: [failed(CITY), DRAWN] })).toBe(
    `Corpus "${folder}": 2 cases (2 new, 0 removed)`,
  );
  const { failed: kept, remarks } = await readCorpus(folder, CHECKS);
  expect(kept).toHaveLength(2);
  expect(kept).toEqual(expect.arrayContaining([failed(CITY), DRAWN]));
  expect(remarks).toEqual([]);
});

test("shards share a folder: what both keep is there once, and each drops its own alone", async () => {
  const folder = emptyFolder();
  const corpora = await Promise.all([readCorpus(folder, CHECKS), readCorpus(folder, CHECKS)]);
  await Promise.all(corpora.map((corpus) => keepCorpus(corpus, { ...FAILING, failed: [failed(CITY), DRAWN] })));
  expect(readdirSync(folder)).toHaveLength(2);
  const later = await readCorpus(folder, CHECKS);
  const passing = reportOf({ checks: [check(CITY, "pass")] });
  await keepCorpus(later, { report: passing, failed: [], sentAgain: [failed(CITY)] });
  expect((await readCorpus(folder, CHECKS)).failed).toEqual([DRAWN]);
});

test("a case stays until it was sent and its check passes", async () => {
  const folder = emptyFolder();
  await keepCorpus(await readCorpus(folder, CHECKS), { ...FAILING, failed: [failed(CITY)] });
  const corpus = await readCorpus(folder, CHECKS);
  const passing = reportOf({ checks: [check(CITY, "pass")] });
  const unjudged = reportOf({ checks: [check(CITY, "not-exercised", { reason: "refused" })] });
  await keepCorpus(corpus, { report: passing, failed: [], sentAgain: [] });
  await keepCorpus(corpus, { report: unjudged, failed: [], sentAgain: [failed(CITY)] });
  expect((await readCorpus(folder, CHECKS)).failed).toEqual([failed(CITY)]);
});

test.each([
  ["{", "it is not a JSON object"],
  ['{"name":"x"}', 'it has no "format": 1, as the files of a corpus have'],
  ['{"format":1}', "it names no check, or no case"],
  ['{"format":1,"check":"a/b","case":"a/b#1"}', "there is no check a/b"],
  [`{"format":1,"check":"${CITY}","case":"${CITY}#1","seed":"x"}`, "its seed and profile cannot generate a case"],
])("a file like %s is skipped and left alone", async (text, why) => {
  const folder = emptyFolder();
  const path = join(folder, "foreign.json");
  writeFileSync(path, text);
  expect(await readCorpus(folder, CHECKS)).toEqual({
    folder,
    failed: [],
    remarks: [`${path} is skipped: ${why}.`],
  });
  expect(readFileSync(path, "utf8")).toBe(text);
});

test("files of other kinds are nothing to speak of", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "README.md"), "What fails.");
  expect((await readCorpus(folder, CHECKS)).remarks).toEqual([]);
});

test("a file in the place of the folder is an error of usage", async () => {
  const path = join(emptyFolder(), "corpus");
  writeFileSync(path, "");
  await expect(readCorpus(path, CHECKS)).rejects.toThrow(
    `The corpus ${path} cannot be used: a file of that name is in the way. Name a folder that may be written to.`,
  );
});

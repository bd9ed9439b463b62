/** The same seed sends the same requests; another seed sends other values about the same checks. */
import { beforeAll, expect, test } from "vitest";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { slice, TRIES_ALL } from "../slice.js";
import { type Trial, trialOnSandbox } from "./trial.js";

/**
 * What went over the wire, without the port that the system chose. Recipients are named by the partner's own id, and
 * files by what was uploaded: the service chooses the other ids, and numbers them as they arrive; ids that nobody has
 * are made from those.
 */
function logOf({ exchanges, report }: Trial): string[] {
  const names = new Map(report.created.map(({ id, partnerId }) => [id, partnerId ?? id]));
  for (const { request, response } of exchanges) {
    const [fileId] = /file_\w{20,}/.exec(response?.body ?? "") ?? [];
    if (fileId !== undefined && request.url.includes("/api/files/upload")) names.set(fileId, request.body ?? "");
  }
  // A text of another type may be the list of its characters.
  const joined = (text: string): string =>
    text.replace(/\["f","i","l","e","_"(?:,"\w")+\]/g, (list) => `list of ${list.replace(/\W/g, "")}`);
  const named = (text: string): string =>
    joined(text).replace(/(?:rcp|file)_\w{20,}/gi, (id) => names.get(id) ?? "of nobody");
  return exchanges.map(({ request: { method, url, headers, body } }) =>
    [method, named(url.replace(/^http:\/\/[^/]+/, "")), JSON.stringify(headers), named(plain(body ?? ""))].join("\n"),
  );
}

/** A body without the escapes that another notation of the same JSON may have. */
function plain(body: string): string {
  return body.replace(/\\u00([0-7][0-9a-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** How many entries of a log another log does not have, counting repeated ones. */
function missing(log: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const entry of other) left.set(entry, (left.get(entry) ?? 0) + 1);
  return log.filter((entry) => {
    const count = left.get(entry) ?? 0;
    left.set(entry, count - 1);
    return count <= 0;
  });
}

/** Operations whose requests are compared: those that write send thousands. */
const TRIED = slice(OPERATION_IDS, 5);

let first: Trial;
beforeAll(async () => {
  first = await trialOnSandbox({ concurrency: 1 });
});

test("one request at a time, the order is the same as well", async () => {
  const second = await trialOnSandbox({ concurrency: 1 });
  expect(first.exchanges.length).toBeGreaterThan(700);
  expect(logOf(second)).toEqual(logOf(first));
});

test(`the same seed sends the same requests byte for byte, whatever the concurrency (${TRIED.told} operations)`, async () => {
  const options = { profile: "standard", operations: TRIED.entries } as const;
  const [wide, narrow] = [
    logOf(await trialOnSandbox({ ...options, concurrency: 16 })),
    logOf(await trialOnSandbox({ ...options, concurrency: 3 })),
  ];
  expect(wide.length).toBeGreaterThanOrEqual(TRIES_ALL ? 4000 : 200);
  // A few of them say what is wrong; thousands would only keep the reporter busy.
  expect(missing(narrow, wide).slice(0, 3)).toEqual([]);
  expect(missing(wide, narrow).slice(0, 3)).toEqual([]);
});

test("another seed sends other values about the same checks", async () => {
  const second = await trialOnSandbox({ seed: 2 });
  const [log, other] = [logOf(first), logOf(second)].map((entries) =>
    entries.filter((entry) => entry.startsWith("POST\n/api/recipients/create")),
  );
  expect(other?.length).toBeGreaterThan(100);
  expect(missing(other ?? [], log ?? []).length).toBeGreaterThan((other?.length ?? 0) * 0.9);
  expect(second.report.checks.map(({ id, verdict }) => [id, verdict])).toEqual(
    first.report.checks.map(({ id, verdict }) => [id, verdict]),
  );
});

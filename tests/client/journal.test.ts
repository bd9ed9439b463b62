import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { Journal } from "../../client/journal.js";
import { emptyFolder } from "../files.js";

const folder = emptyFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TARGET = "https://sandbox.example.com";
const RECIPIENT = { operation: "createRecipient", partnerId: "partner-1" };

function eventsIn(file: string): unknown[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => {
    const { event, partnerId, id }: Record<string, unknown> = JSON.parse(line);
    return [event, partnerId, id].filter((value) => value !== undefined);
  });
}

describe("a journal", () => {
  it("has written a request before it is sent and its outcome after, and keeps those of an earlier run", () => {
    const file = join(folder, "kept.ndjson");
    const first = new Journal(file, TARGET);
    const end = first.begin(RECIPIENT);
    expect(eventsIn(file)).toEqual([["run"], ["sending", "partner-1"]]);
    end({ event: "created", id: "rcp_1" });
    first.close();
    new Journal(file, TARGET).begin({ operation: "uploadFile", partnerId: null });
    expect(eventsIn(file)).toEqual([
      ["run"],
      ["sending", "partner-1"],
      ["created", "partner-1", "rcp_1"],
      ["run"],
      ["sending", null],
    ]);
  });

  it("is whole again however long it was, without what stood in the file before", () => {
    const file = join(folder, "long.ndjson");
    new Journal(file, TARGET).close();
    const journal = new Journal(file, TARGET);
    for (let turn = 0; turn < 1_000; turn++)
      journal.begin({ operation: "createRecipient", partnerId: `partner-${turn}` });
    rmSync(file);
    journal.begin({ operation: "createRecipient", partnerId: "the last" });
    const events = eventsIn(file);
    expect(events).toHaveLength(1_002);
    expect([events[0], events[1], events.at(-2), events.at(-1)]).toEqual([
      ["run"],
      ["sending", "partner-0"],
      ["sending", "partner-999"],
      ["sending", "the last"],
    ]);
  });
});

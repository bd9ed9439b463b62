import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { emptyFolder, expectRefusal, PATIENCE, ppconform } from "./child.js";

vi.setConfig({ testTimeout: PATIENCE });

const LINES = [
  '{"event":"run","run":"r1","target":"https://api.example.com","at":"2026-01-01T00:00:00.000Z"}',
  '{"event":"sending","request":"r1-1","operation":"createRecipient","partnerId":"p-1","at":"2026-01-01T00:00:01.000Z"}',
  '{"event":"created","request":"r1-1","operation":"createRecipient","partnerId":"p-1","id":"rcp_1","at":"2026-01-01T00:00:02.000Z"}',
  '{"event":"sending","request":"r1-2","operation":"createCustomer","partnerId":"p-2","at":"2026-01-01T00:00:03.000Z"}',
  '{"event":"refused","request":"r1-2","operation":"createCustomer","partnerId":"p-2","status":400,"at":"2026-01-01T00:00:04.000Z"}',
  '{"event":"sending","request":"r1-3","operation":"uploadFile","partnerId":null,"at":"2026-01-01T00:00:05.000Z"}',
  '{"event":"sending","request":"r1-4","oper',
];

test.concurrent("what a journal lists is printed: what was created, and what perhaps was", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "created.ndjson"), LINES.join("\n"));
  const { code, stdout, stderr } = await ppconform(["created", "created.ndjson"], { folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "1 thing created at https://api.example.com",
    "  2026-01-01T00:00:02.000Z  createRecipient  rcp_1  p-1",
    "1 request with unknown outcome, which may have created something",
    "  2026-01-01T00:00:05.000Z  uploadFile       id not known",
    "",
  ]);
  const { stdout: json } = await ppconform(["created", "created.ndjson", "--json"], { folder });
  expect(JSON.parse(json)).toMatchObject({ created: [{ id: "rcp_1" }], perhaps: [{ operation: "uploadFile" }] });
});

test.concurrent("a file that is no journal, or is not there, is told", async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "notes.txt"), "to do\n");
  expectRefusal(await ppconform(["created", "notes.txt"], { folder }), 2, "notes.txt: line 1 is not a journal entry");
  expectRefusal(await ppconform(["created", "nowhere"], { folder }), 2, "The journal nowhere does not exist");
});

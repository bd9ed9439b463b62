import { expect, test } from "vitest";
import { startSandbox } from "../../sandbox/server.js";
import { expectRefusal, inTurn } from "../cli/child.js";

test.concurrent.each([
  ["--behaviour succesStatus=201", 'Unknown behaviour axis "succesStatus". Did you mean "successStatus"?'],
  ["--behaviour successStatus=2O1", 'Unknown value "2O1" of behaviour axis "successStatus". Did you mean "201"?'],
  ["--behaviour successStatus", '"successStatus" is not of the form AXIS=VALUE'],
  ["--behaviour __proto__=1", 'Unknown behaviour axis "__proto__"'],
  ["--defect no-such-defect", 'Unknown defect "no-such-defect".'],
  ["--shuffle dice", '"dice" is not a whole number.'],
  ["--port 80a", '"80a" is not a whole number.'],
  ["--port 70000", "The port 70000 is not a whole number from 0 to 65535."],
  ["--host 256.0.0.1", '"256.0.0.1" is not an address of this machine.'],
  ["--webhook-url nowhere", '"nowhere" is not an http or https address.'],
  ["--instant --freeze", "--instant and --freeze cannot be combined."],
  ["--prot 1", "Unknown option '--prot'"],
])("sandbox %s is refused with what is wrong", async (words, message) => {
  expectRefusal(await inTurn(["sandbox", ...words.split(" ")]), 2, message);
});

test("a port that is in use is named", async () => {
  const other = await startSandbox();
  const ended = await inTurn(["sandbox", "--port", String(other.port)]);
  await other.close();
  expectRefusal(ended, 2, `Port ${other.port} of 127.0.0.1 is in use. Choose another, or 0 for any free one.\n`);
});

test("a sandbox in a process of its own serves until it is closed", async () => {
  const compiled = new URL("../../dist/sandbox/embedded.js", import.meta.url).href;
  const { startEmbeddedSandbox }: typeof import("../../sandbox/embedded.js") = await import(compiled);
  const embedded = await startEmbeddedSandbox({ seed: 3 });
  expect((await fetch(`${embedded.baseUrl}/api/balances`)).status).toBe(401);
  await expect(startEmbeddedSandbox({ port: embedded.port })).rejects.toThrow("is in use");
  await embedded.close();
  await expect(fetch(embedded.baseUrl)).rejects.toThrow();
});

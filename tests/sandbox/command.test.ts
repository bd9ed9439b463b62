import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { sandboxCommand } from "../../cli/sandbox.js";
import { type RunningSandbox, startSandbox } from "../../sandbox/server.js";

interface Outcome {
  readonly out: string;
  readonly error: string;
  readonly exitCode: unknown;
}

/** Runs the command in this process; a call that would end the process ends the command instead. */
async function run(...words: readonly string[]): Promise<Outcome> {
  let out = "";
  let error = "";
  let exitCode: unknown;
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    error += String(text);
    return true;
  });
  vi.spyOn(process, "exit").mockImplementation((code) => {
    exitCode = code;
    throw new Error("process.exit");
  });
  await sandboxCommand()
    .parseAsync(words, { from: "user" })
    .catch((thrown: unknown) => {
      if (exitCode === undefined) throw thrown;
    });
  exitCode ??= process.exitCode;
  process.exitCode = undefined;
  return { out, error, exitCode };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the sandbox command", () => {
  it.each([
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
    ["--prot 1", "unknown option '--prot'"],
  ])("names what is wrong in %s and ends with 2", async (words, message) => {
    const { error, exitCode } = await run(...words.split(" "));
    expect(error).toContain(message);
    expect(error).not.toMatch(/\n\s+at /);
    expect(exitCode).toBe(2);
  });

  it("says that a port is in use", async () => {
    const other = await startSandbox();
    const { error, exitCode } = await run("--port", String(other.port));
    await other.close();
    expect(error).toBe(`Port ${other.port} of 127.0.0.1 is in use. Choose another, or 0 for any free one.\n`);
    expect(exitCode).toBe(2);
  });

  it("lists behaviours and defects as JSON", async () => {
    const behaviours: unknown = JSON.parse((await run("--list-behaviours")).out);
    expect(behaviours).toContainEqual(
      expect.objectContaining({
        axis: "pageBase",
        values: [
          { value: "1", meaning: "1", default: true },
          { value: "0", meaning: "0" },
        ],
      }),
    );
    expect(Array.isArray(JSON.parse((await run("--list-defects")).out))).toBe(true);
  });
});

const compiled = new URL("../../dist/sandbox/embedded.js", import.meta.url);

describe.skipIf(!existsSync(fileURLToPath(compiled)))("a sandbox in a process of its own", () => {
  let embedded: RunningSandbox | undefined;
  afterAll(() => embedded?.close());

  it("serves until it is closed", async () => {
    const { startEmbeddedSandbox }: typeof import("../../sandbox/embedded.js") = await import(compiled.href);
    embedded = await startEmbeddedSandbox({ seed: 3 });
    expect((await fetch(`${embedded.baseUrl}/api/balances`)).status).toBe(401);
    await expect(startEmbeddedSandbox({ port: embedded.port })).rejects.toThrow("is in use");
    await embedded.close();
    await expect(fetch(embedded.baseUrl)).rejects.toThrow();
  });
});

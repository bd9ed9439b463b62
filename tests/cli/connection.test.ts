import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectionFrom, unusedProxy } from "../../cli/connection.js";
import { AUTHORITY, OF_CLIENT, SELF_SIGNED } from "../client/certificates.js";
import { listening } from "../listening.js";
import { emptyFolder, ppconform } from "./child.js";

function fileWith(text: string): string {
  const path = join(emptyFolder(), "file.pem");
  writeFileSync(path, text);
  return path;
}

describe("the options of the connection", () => {
  test("are read from PEM files", () => {
    const flags = { ca: fileWith(AUTHORITY), cert: fileWith(OF_CLIENT.cert), key: fileWith(OF_CLIENT.key) };
    expect(connectionFrom(flags)).toEqual({ ca: AUTHORITY, ...OF_CLIENT });
  });

  test.each([
    [{ ca: "/none/such.pem" }, "ca: /none/such.pem cannot be read: it does not exist."],
    [{ cert: "a.pem" }, "Only one of cert and key is set. Set both, or neither."],
  ])("%o are refused in words", (flags, message) => {
    expect(() => connectionFrom(flags)).toThrow(message);
  });

  test("a file that holds something else is refused", () => {
    expect(() => connectionFrom({ ca: fileWith("hello") })).toThrow(/holds no certificate in PEM form/);
    expect(() => connectionFrom({ ca: fileWith("-----BEGIN CERTIFICATE-----\nabc\n") })).toThrow(/cannot be read/);
  });
});

test.each([
  ["run", "--base-url"],
  ["doctor", "--base-url"],
  ["proxy", "--target"],
])("%s takes the connection from the configuration file", async (command, option) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "ppconform.config.yaml"), "ca: none.pem\n");
  const { code, stdout, stderr } = await ppconform([command, option, "https://127.0.0.1:1"], {
    folder,
    environment: { CONFORMANCE_API_KEY: "key_1", CONFORMANCE_API_SECRET: "secret_1" },
  });
  expect([code, stdout + stderr]).toEqual([2, expect.stringContaining("ca: none.pem cannot be read")]);
});

test("a proxy of the environment is named where it would be used by others, and not where an exception holds", () => {
  const environment = { HTTPS_PROXY: "http://proxy:3128", NO_PROXY: "internal.example.com,.corp" };
  expect(unusedProxy("https://api.example.com", environment)).toBe("HTTPS_PROXY");
  expect(unusedProxy("http://api.example.com", environment)).toBeNull();
  expect(unusedProxy("https://internal.example.com", environment)).toBeNull();
  expect(unusedProxy("https://a.corp", environment)).toBeNull();
  expect(unusedProxy("https://127.0.0.1:8443", environment)).toBeNull();
});

test("a target with a self-signed certificate ends the run with what to do about it", async () => {
  const server = createServer(SELF_SIGNED, (_, response) => response.end());
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const { code, stderr } = await ppconform(["run", "--base-url", `https://127.0.0.1:${port}`], {
    environment: { CONFORMANCE_API_KEY: "key_1", CONFORMANCE_API_SECRET: "secret_1" },
  });
  expect(code).toBe(3);
  expect(stderr).toMatch(
    /has a self-signed certificate .*If you trust it, name the certificate of its authority in ppconform\.config\.yaml, as "ca: FILE"\./s,
  );
});

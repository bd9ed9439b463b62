import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { CREDENTIALS_EDITS } from "../../client/credentials.js";
import { curlCommand, curlCommands } from "../../client/curl.js";
import type { WireRequest } from "../../client/model.js";
import { emptyFolder } from "../files.js";

const folder = emptyFolder();
const argumentsFile = join(folder, "arguments");
const inputFile = join(folder, "input");
writeFileSync(
  join(folder, "curl"),
  `#!/bin/bash
printf '%s\\0' "$@" > '${argumentsFile}'
case "$*" in *@-*) cat > '${inputFile}' ;; esac
`,
);
chmodSync(join(folder, "curl"), 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command with a stub in curl's place and returns the arguments that it was given last. */
function argumentsOf(command: string): string[] {
  const script = join(folder, "script");
  writeFileSync(script, `set -e\n${command}\n`);
  execFileSync("bash", [script], {
    env: {
      PATH: `${folder}:${process.env.PATH ?? ""}`,
      CONFORMANCE_BASE_URL: "https://service.example/base",
      CONFORMANCE_API_KEY: "key-Ab1",
      CONFORMANCE_API_SECRET: 'se"cr$et `Zz9',
      CONFORMANCE_RESTRICTED_API_KEY: "restricted-key",
      CONFORMANCE_RESTRICTED_API_SECRET: "restricted-secret",
      CONFORMANCE_SECOND_API_KEY: "second-key",
      CONFORMANCE_SECOND_API_SECRET: "second-secret",
    },
  });
  return readFileSync(argumentsFile, "utf8").split("\0").slice(0, -1);
}

function valueAfter(words: readonly string[], option: string): string | undefined {
  const index = words.indexOf(option);
  return index === -1 ? undefined : words[index + 1];
}

function request(changes: Partial<WireRequest> = {}): WireRequest {
  return {
    method: "POST",
    path: "/api/recipients/create",
    headers: { "content-type": "application/json" },
    body: "{}",
    credentials: "valid",
    ...changes,
  };
}

describe("curlCommand", () => {
  it("reads as a person would write it", () => {
    expect(curlCommand(request({ body: '{"city":"Xi\'an"}' }))).toBe(
      `curl -sS -i -X 'POST' "$CONFORMANCE_BASE_URL"'/api/recipients/create' -H "X-API-Key: $CONFORMANCE_API_KEY" ` +
        `-H "X-API-Secret: $CONFORMANCE_API_SECRET" -H 'content-type: application/json' --data-raw '{"city":"Xi'\\''an"}'`,
    );
  });

  it.each([
    ["quotes", `{"a":"it's \\"quoted\\" \`here\` $HOME $(id)"}`],
    ["newlines and tabs", '{\n\t"a": 1\r\n}\n'],
    ["a backslash before a quote", "\\'\\\\'\n"],
    ["a leading at sign", "@/etc/hostname"],
    ["an exclamation mark", "!! !$"],
    ["letters of many alphabets", "深圳 Ünïcödé 🚀"],
    ["characters that are not shown", "\u200b\ufeff\u202e1\u0007f"],
    ["a percent sign", "%s %d %%"],
  ])("keeps a body with %s", (_, body) => {
    expect(valueAfter(argumentsOf(curlCommand(request({ body }))), "--data-raw")).toBe(body);
  });

  it.each([
    ["a zero byte", Buffer.from("a\0b")],
    ["invalid UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x80, 0x7d])],
    ["more bytes than an argument holds", Buffer.alloc(200_000, "x")],
  ])("pipes a body with %s", (_, body) => {
    const words = argumentsOf(curlCommand(request({ body })));
    expect(valueAfter(words, "--data-binary")).toBe("@-");
    expect(readFileSync(inputFile).equals(body)).toBe(true);
  });

  it("sends a GET without method, body and content type", () => {
    expect(
      argumentsOf(curlCommand(request({ method: "GET", path: "/api/balances", headers: {}, body: null }))),
    ).toEqual([
      "-sS",
      "-i",
      "https://service.example/base/api/balances",
      "-H",
      "X-API-Key: key-Ab1",
      "-H",
      'X-API-Secret: se"cr$et `Zz9',
    ]);
  });

  it("takes back the content type that curl would make up", () => {
    expect(argumentsOf(curlCommand(request({ headers: {} })))).toContain("Content-Type:");
  });

  it("announces the empty body of a POST", () => {
    expect(valueAfter(argumentsOf(curlCommand(request({ body: null }))), "--data-raw")).toBe("");
  });

  it("keeps brackets and dots of a path as they are", () => {
    const words = argumentsOf(curlCommand(request({ path: "/api/../x?filter[a]={b}&c='d'" })));
    expect(words).toContain("--globoff");
    expect(words).toContain("--path-as-is");
    expect(words).toContain("https://service.example/base/api/../x?filter[a]={b}&c='d'");
  });

  it.each([
    ["no-key", ['X-API-Secret: se"cr$et `Zz9']],
    ["no-secret", ["X-API-Key: key-Ab1"]],
    ["neither", []],
    ["wrong-key", ["X-API-Key: lfz-Bc2", 'X-API-Secret: se"cr$et `Zz9']],
    ["swapped", ['X-API-Key: se"cr$et `Zz9', "X-API-Secret: key-Ab1"]],
    ["empty-key", ["X-API-Key;", 'X-API-Secret: se"cr$et `Zz9']],
    ["key-prefix", ["X-API-Key: key-Ab", 'X-API-Secret: se"cr$et `Zz9']],
    ["secret-extended", ["X-API-Key: key-Ab1", 'X-API-Secret: se"cr$et `Zz90']],
    ["secret-other-case", ["X-API-Key: key-Ab1", 'X-API-Secret: SE"CR$ET `zZ9']],
    ["restricted", ["X-API-Key: restricted-key", "X-API-Secret: restricted-secret"]],
    ["foreign-key", ["X-API-Key: restricted-key", 'X-API-Secret: se"cr$et `Zz9']],
    ["key-first-character", ["X-API-Key: ley-Ab1", 'X-API-Secret: se"cr$et `Zz9']],
    ["secret-middle-character", ["X-API-Key: key-Ab1", 'X-API-Secret: se"cr$ft `Zz9']],
    ["secret-last-character", ["X-API-Key: key-Ab1", 'X-API-Secret: se"cr$et `Zz0']],
    ["secret-ending", ["X-API-Key: key-Ab1", 'X-API-Secret: tf"ds$ft `Zz9']],
    ["quoted", ['X-API-Key: "key-Ab1"', 'X-API-Secret: "se"cr$et `Zz9"']],
    ["key-quoted", ['X-API-Key: "key-Ab1"', 'X-API-Secret: se"cr$et `Zz9']],
    ["bearer-key", ["Authorization: Bearer key-Ab1"]],
    ["basic", ["Authorization: Basic a2V5LUFiMTpzZSJjciRldCBgWno5"]],
  ] as const)("repeats the credentials edit %s", (credentials, headers) => {
    const words = argumentsOf(curlCommand(request({ method: "GET", headers: {}, body: null, credentials })));
    expect(words.filter((_, index) => words[index - 1] === "-H")).toEqual(headers);
  });

  it("writes credentials in the query as parameters", () => {
    const words = argumentsOf(curlCommand(request({ credentials: "in-query" })));
    expect(words).toContain("X-API-Key=key-Ab1");
    expect(words).not.toContain("X-API-Key: key-Ab1");
  });

  it("has a command that bash takes for every edit of the credentials", () => {
    const commands = CREDENTIALS_EDITS.map((credentials) => curlCommand(request({ credentials })));
    expect(argumentsOf(commands.join("\n"))).toContain("X-API-Secret: second-secret");
  });
});

describe("several requests", () => {
  const answering = (body: string) => ({ status: 200, headers: {}, body, truncated: false });
  const post = (path: string, body: string): WireRequest => ({
    method: "POST",
    path,
    headers: {},
    body,
    credentials: "valid",
  });

  it("are one block, in which a variable carries the id that was given", () => {
    const block = curlCommands([
      { wire: post("/api/recipients/create", "{}"), response: answering('{"recipient_id":"rcp_12345","x":1}') },
      { wire: post("/api/recipients/rcp_12345/update", '{"id":"rcp_12345"}'), response: answering("{}") },
    ]);
    const lines = block.split("\n");
    expect([lines[0], lines[2]]).toEqual(["# step 1 of 2", "# step 2 of 2"]);
    expect(lines[1]).toMatch(/^ID1=\$\(curl .* \| tee \/dev\/stderr \| sed -n '.*recipient_id.*'\)$/);
    const given = `ID1=rcp_67890\n${lines[3]}`;
    expect(argumentsOf(given)).toContain("https://service.example/base/api/recipients/rcp_67890/update");
    expect(valueAfter(argumentsOf(given), "--data-raw")).toBe('{"id":"rcp_67890"}');
  });

  it("say in a comment what to put where an id stands that cannot be carried over plainly", () => {
    const block = curlCommands([
      { wire: post("/api/files/upload", "{}"), response: answering('{"file_id": "file_12345"}') },
      { wire: post("/api/recipients/create", '{"file_id_list":["file_12345"],"note":"\u0000\u200b"}'), response: null },
    ]);
    expect(block).toContain("# file_12345 is what step 1 was given\n");
  });
});

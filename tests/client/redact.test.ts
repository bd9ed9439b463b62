import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { flipCase } from "../../client/credentialChanges.js";
import { credentialHeaders } from "../../client/credentials.js";
import { createRedactor } from "../../client/redact.js";
import { CREDENTIALS } from "./target.js";

const redactor = createRedactor(CREDENTIALS);
const { apiKey, apiSecret } = CREDENTIALS;

describe("createRedactor", () => {
  it("returns a text without secrets as it is", () => {
    const text = '{"errors":[{"code":"ORG_ID_INVALID","detail":"no"}]}';
    expect(redactor.inspect(text)).toEqual({ text, leaked: [] });
  });

  it("replaces every secret by its name", () => {
    const { text, leaked } = redactor.inspect(
      `${apiKey} ${apiSecret} restricted_5Tg restricted_9Lm second_8Vd second_2Hx whsec_77Jk`,
    );
    expect(text).toBe(
      "<API_KEY> <API_SECRET> <RESTRICTED_API_KEY> <RESTRICTED_API_SECRET> <SECOND_API_KEY> <SECOND_API_SECRET> <WEBHOOK_SECRET>",
    );
    expect([...leaked].sort()).toEqual([
      "API_KEY",
      "API_SECRET",
      "RESTRICTED_API_KEY",
      "RESTRICTED_API_SECRET",
      "SECOND_API_KEY",
      "SECOND_API_SECRET",
      "WEBHOOK_SECRET",
    ]);
  });

  it.each([
    ["percent-encoded", encodeURIComponent(apiSecret)],
    [
      "percent-encoded in lower case",
      encodeURIComponent(apiSecret).toLowerCase().replace("xy", "Xy").replace("wq", "Wq"),
    ],
    ["with escaped slashes", apiSecret.replaceAll("/", "\\/")],
    ["with JSON escapes", apiSecret.replaceAll("+", "\\u002B").replaceAll("=", "\\u003d")],
    ["with HTML entities", apiSecret.replaceAll("/", "&#x2F;").replaceAll("+", "&#43;")],
  ])("finds a secret %s", (_, form) => {
    expect(redactor.inspect(`<${form}>`)).toEqual({ text: "<<API_SECRET>>", leaked: ["API_SECRET"] });
  });

  it.each([
    ["in the other letter case", flipCase(apiSecret)],
    ["without its last character", apiSecret.slice(0, -1)],
  ])("replaces a secret %s without calling it leaked", (_, form) => {
    expect(redactor.inspect(`"${form}"`)).toEqual({ text: '"<API_SECRET>"', leaked: [] });
  });

  it.each([
    "key-first-character",
    "key-middle-character",
    "key-last-character",
    "key-ending",
    "secret-first-character",
    "secret-middle-character",
    "secret-last-character",
    "secret-ending",
    "basic",
  ] as const)("leaves nothing of a secret that was sent as %s and is repeated", (edit) => {
    for (const value of Object.values(credentialHeaders(edit, CREDENTIALS)?.headers ?? {})) {
      const text = redactor.redact(`no such credentials: ${value}`);
      expect(text).not.toMatch(/3f9A|7Qz|ret|91X|y=W|a2V5/);
    }
  });

  it("finds a secret that has another one in it", () => {
    const nested = createRedactor({ apiKey: "abcdefgh", apiSecret: "abcdefgh-ijklmnop" });
    expect(nested.redact("abcdefgh-ijklmnop abcdefgh")).toBe("<API_SECRET> <API_KEY>");
  });

  it("does not shred a text for the sake of a short secret", () => {
    const short = createRedactor({ apiKey: "a", apiSecret: "test" });
    expect(short.redact("a test of a text")).toBe("a test of a text");
  });

  it("finds a secret of any printable characters in a text of JSON", () => {
    const secret = fc.string({ minLength: 6, maxLength: 40, unit: "grapheme-ascii" });
    fc.assert(
      fc.property(secret, fc.string(), (value, around) => {
        const own = createRedactor({ apiKey: value, apiSecret: "unrelated-secret" });
        const text = JSON.stringify({ around, value });
        const { text: redacted, leaked } = own.inspect(text);
        expect(redacted).toContain("<API_KEY>");
        expect(leaked).toContain("API_KEY");
      }),
      { numRuns: 200 },
    );
  });

  it("finds what each edit of the credentials sends, when a response echoes it", () => {
    for (const edit of ["valid", "swapped", "key-prefix", "secret-extended", "key-other-case"] as const) {
      for (const value of Object.values(credentialHeaders(edit, CREDENTIALS)?.headers ?? {})) {
        expect(redactor.redact(`echo ${value}!`)).toMatch(/^echo <API_(?:KEY|SECRET)>0?!$/);
      }
    }
  });
});

import { describe, expect, it } from "vitest";
import {
  CREDENTIALS_EDITS,
  credentialHeaders,
  describedCredentials,
  isCredentialsEdit,
} from "../../client/credentials.js";
import { CREDENTIALS } from "./target.js";

const { apiKey, apiSecret } = CREDENTIALS;

describe("credentialHeaders", () => {
  it.each([
    ["valid", apiKey, apiSecret],
    ["no-key", undefined, apiSecret],
    ["no-secret", apiKey, undefined],
    ["neither", undefined, undefined],
    ["swapped", apiSecret, apiKey],
    ["empty-key", "", apiSecret],
    ["empty-secret", apiKey, ""],
    ["key-prefix", "key_3f9Ab7Q", apiSecret],
    ["secret-prefix", apiKey, "sec/ret+91Xy=W"],
    ["key-extended", "key_3f9Ab7Qz0", apiSecret],
    ["secret-extended", apiKey, "sec/ret+91Xy=Wq0"],
    ["key-other-case", "KEY_3F9aB7qZ", apiSecret],
    ["secret-other-case", apiKey, "SEC/RET+91xY=wQ"],
    ["restricted", "restricted_5Tg", "restricted_9Lm"],
    ["second", "second_8Vd", "second_2Hx"],
    ["second-key", "second_8Vd", apiSecret],
    ["second-secret", apiKey, "second_2Hx"],
    ["foreign-key", "restricted_5Tg", apiSecret],
    ["foreign-secret", apiKey, "restricted_9Lm"],
    ["key-twice", apiKey, apiKey],
    ["secret-twice", apiSecret, apiSecret],
    ["key-first-character", "ley_3f9Ab7Qz", apiSecret],
    ["key-middle-character", "key_3f0Ab7Qz", apiSecret],
    ["key-last-character", "key_3f9Ab7Qa", apiSecret],
    ["secret-middle-character", apiKey, "sec/retx91Xy=Wq"],
    ["quoted", '"key_3f9Ab7Qz"', '"sec/ret+91Xy=Wq"'],
    ["key-quoted", '"key_3f9Ab7Qz"', apiSecret],
    ["secret-quoted", apiKey, '"sec/ret+91Xy=Wq"'],
    ["both-empty", "", ""],
    ["secret-as-undefined", apiKey, "undefined"],
    ["both-as-Bearer x", "Bearer x", "Bearer x"],
  ] as const)("makes the edit %s", (edit, key, secret) => {
    const fields = credentialHeaders(edit, CREDENTIALS);
    expect(fields?.headers["X-API-Key"]).toBe(key);
    expect(fields?.headers["X-API-Secret"]).toBe(secret);
    expect(fields?.query).toEqual({});
  });

  it("puts both values in the query, under the names of the headers and other usual ones", () => {
    const { headers, query } = credentialHeaders("in-query", CREDENTIALS) ?? {};
    expect(headers).toEqual({});
    expect(query).toMatchObject({ "X-API-Key": apiKey, "X-API-Secret": apiSecret });
    expect(new Set(Object.values(query ?? {}))).toEqual(new Set([apiKey, apiSecret]));
  });

  it("keeps only the last characters of a secret", () => {
    const secret = credentialHeaders("secret-ending", CREDENTIALS)?.headers["X-API-Secret"];
    expect(secret).toHaveLength(apiSecret.length);
    expect(secret?.slice(-6)).toBe("1Xy=Wq");
    expect(secret?.slice(0, -6)).not.toBe(apiSecret.slice(0, -6));
  });

  it("puts one half in the query under every usual name", () => {
    expect(credentialHeaders("secret-in-query", CREDENTIALS)).toEqual({
      headers: { "X-API-Key": apiKey },
      query: {
        "X-API-Secret": apiSecret,
        x_api_secret: apiSecret,
        api_secret: apiSecret,
        xApiSecret: apiSecret,
        apiSecret,
      },
    });
  });

  it.each([
    ["basic", { Authorization: "Basic a2V5XzNmOUFiN1F6OnNlYy9yZXQrOTFYeT1XcQ==" }],
    ["bearer-key", { Authorization: "Bearer key_3f9Ab7Qz" }],
    ["bearer-secret", { Authorization: "Bearer sec/ret+91Xy=Wq" }],
    ["in-cookie", { Cookie: "api_key=key_3f9Ab7Qz; api_secret=sec%2Fret%2B91Xy%3DWq" }],
  ] as const)("carries credentials in another header for %s", (edit, headers) => {
    expect(credentialHeaders(edit, CREDENTIALS)).toEqual({ headers, query: {} });
  });

  it.each(["aB3-xY9_zz", "----------", "1", "sk_live_0000000000"])(
    "makes another value of the shape of %j",
    (value) => {
      const key = credentialHeaders("wrong-key", { apiKey: value, apiSecret })?.headers["X-API-Key"];
      expect(key).not.toBe(value);
      expect(key).toHaveLength(value.length);
      expect(credentialHeaders("wrong-key", { apiKey: value, apiSecret })?.headers["X-API-Key"]).toBe(key);
    },
  );

  it("tells nothing of a secret but its shape in a wrong value", () => {
    const one = credentialHeaders("wrong-secret", { apiKey, apiSecret: "abc-123" });
    const other = credentialHeaders("wrong-secret", { apiKey, apiSecret: "xyz-987" });
    expect(one).toEqual(other);
  });

  it.each([
    ["key-other-case", { apiKey: "1234-5678", apiSecret }],
    ["key-prefix", { apiKey: "k", apiSecret }],
    ["swapped", { apiKey: "same", apiSecret: "same" }],
    ["restricted", { apiKey, apiSecret }],
    ["foreign-key", { apiKey, apiSecret }],
    ["foreign-secret", { apiKey, apiSecret, restricted: { apiKey: "other", apiSecret } }],
  ] as const)("makes no edit %s where there is none to make", (edit, credentials) => {
    expect(credentialHeaders(edit, credentials)).toBeNull();
  });
});

describe("describedCredentials", () => {
  it("stands for the same fields as what is sent, without any secret", () => {
    for (const edit of CREDENTIALS_EDITS) {
      const sent = credentialHeaders(edit, CREDENTIALS);
      const described = describedCredentials(edit);
      expect(Object.keys(described.headers)).toEqual(Object.keys(sent?.headers ?? {}));
      expect(Object.keys(described.query)).toEqual(Object.keys(sent?.query ?? {}));
      for (const placeholder of [...Object.values(described.headers), ...Object.values(described.query)]) {
        expect(placeholder).toMatch(/^(?:<.+>)?$/);
      }
    }
  });

  it("says what was done", () => {
    expect(describedCredentials("key-prefix").headers["X-API-Key"]).toBe("<API_KEY without its last character>");
    expect(describedCredentials("wrong-secret").headers["X-API-Secret"]).toBe("<wrong secret>");
  });
});

it("isCredentialsEdit knows the edits", () => {
  expect(CREDENTIALS_EDITS).toHaveLength(65);
  expect(isCredentialsEdit("in-query")).toBe(true);
  expect(isCredentialsEdit("toString")).toBe(false);
});

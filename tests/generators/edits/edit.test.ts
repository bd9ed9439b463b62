import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Edit, materialise, type Template } from "../../../generators/edits/edit.js";
import { type Filler, fitText } from "../../../generators/texts/fit.js";
import { pointerText, valueAt, withValueAt } from "../../../schemas/json.js";

const CREATION: Template = {
  id: "bank-1",
  operation: "createRecipient",
  body: { partner_recipient_id: "", business_name: "Lotus", address_info: { city: "Ningbo" } },
  query: {},
  path: {},
  version: "2024-12-01",
  freshField: "partner_recipient_id",
};

const UPDATE: Template = {
  ...CREATION,
  operation: "updateRecipient",
  body: { business_name: "Lotus" },
  path: { recipient_id: "rcp_1" },
  freshField: null,
};

const FRESH = "ppcabcdeabcdefghijklconforms";

function made(edit: Edit | null, template: Template = CREATION) {
  return materialise(template, edit, FRESH);
}

describe("a template without an edit", () => {
  test("becomes the documented request with the fresh id in it", () => {
    const { wire, sent, summary } = made(null);
    expect(sent).toEqual({ partner_recipient_id: FRESH, business_name: "Lotus", address_info: { city: "Ningbo" } });
    expect(wire).toEqual({
      method: "POST",
      path: "/api/recipients/create",
      headers: { accept: "application/json", "content-type": "application/json", "api-version": "2024-12-01" },
      body: JSON.stringify(sent),
      credentials: "valid",
    });
    expect(summary).toBeNull();
  });

  test("has its path parameters and query filled in and encoded", () => {
    expect(made(null, UPDATE).wire.path).toBe("/api/recipients/rcp_1/update");
    expect(made(null, { ...UPDATE, path: { recipient_id: "a/b c" } }).wire.path).toBe(
      "/api/recipients/a%2Fb%20c/update",
    );
    const upload: Template = {
      ...CREATION,
      operation: "uploadFile",
      query: { file_type: "Main page" },
      freshField: null,
    };
    expect(made(null, upload).wire.path).toBe("/api/files/upload?file_type=Main%20page");
  });
});

describe("an edit", () => {
  test("sets one value and leaves the template as it was", () => {
    const { sent, summary } = made({ kind: "set", at: ["address_info", "city"], value: "Xiamen" });
    expect(valueAt(sent, ["address_info", "city"])).toBe("Xiamen");
    expect(valueAt(sent, ["business_name"])).toBe("Lotus");
    expect(summary).toEqual({ at: "address_info.city", from: "Ningbo", to: "Xiamen" });
    expect(valueAt(CREATION.body ?? undefined, ["address_info", "city"])).toBe("Ningbo");
  });

  test("removes one value", () => {
    const { sent, summary } = made({ kind: "remove", at: ["business_name"] });
    expect(sent).toEqual({ partner_recipient_id: FRESH, address_info: { city: "Ningbo" } });
    expect(summary).toEqual({ at: "business_name", from: "Lotus", to: null });
  });

  test("cuts or lengthens the fresh id and keeps its beginning", () => {
    const short = made({ kind: "fit", at: ["partner_recipient_id"], length: 20 });
    expect(valueAt(short.sent, ["partner_recipient_id"])).toBe(FRESH.slice(0, 20));
    const long = made({ kind: "fit", at: ["partner_recipient_id"], length: 64 });
    expect(valueAt(long.sent, ["partner_recipient_id"])).toMatch(/^ppcabcdeabcdefghijklconforms.{36}$/);
  });

  test("replaces the whole body by a text that is made from it", () => {
    const edit: Edit = { kind: "raw", render: (json) => `[${json}]`, contentType: null, label: "a list around it" };
    const { wire, sent, summary } = made(edit);
    expect(wire.body).toBe(`[${made(null).wire.body}]`);
    expect(wire.headers).not.toHaveProperty("content-type");
    expect(sent).toBeUndefined();
    expect(summary).toEqual({ at: "body", from: "a JSON object", to: "a list around it" });
  });

  test("changes or drops a header", () => {
    const other = made({ kind: "header", name: "Api-Version", value: "2099-12-31" });
    expect(other.wire.headers["api-version"]).toBe("2099-12-31");
    expect(other.summary).toEqual({ at: "header Api-Version", from: "2024-12-01", to: "2099-12-31" });
    expect(made({ kind: "header", name: "Api-Version", value: null }).wire.headers).not.toHaveProperty("api-version");
  });

  test("changes or drops a query parameter", () => {
    const upload: Template = {
      ...CREATION,
      operation: "uploadFile",
      query: { file_type: "Invoice" },
      freshField: null,
    };
    expect(made({ kind: "query", name: "file_type", value: "Other" }, upload).wire.path).toBe(
      "/api/files/upload?file_type=Other",
    );
    expect(made({ kind: "query", name: "file_type", value: null }, upload).wire.path).toBe("/api/files/upload");
  });

  test("changes the method, and sends no body where the method has none", () => {
    expect(made({ kind: "method", method: "PUT" }).wire).toMatchObject({ method: "PUT", body: made(null).wire.body });
    const reading = made({ kind: "method", method: "GET" }).wire;
    expect(reading.body).toBeNull();
    expect(reading.headers).not.toHaveProperty("content-type");
  });

  test("changes a path parameter or the credentials", () => {
    const path: Edit = { kind: "path", parameter: "recipient_id", value: "rcp_2" };
    expect(made(path, UPDATE).wire.path).toBe("/api/recipients/rcp_2/update");
    expect(made({ kind: "credentials", credentials: "swapped" }).wire.credentials).toBe("swapped");
  });
});

describe("fitText", () => {
  const fillers: readonly Filler[] = ["alphanumeric", "upper", "digits", "words", "url", "han", "accents"];

  test("gives a text of exactly so many characters that begins like the given one and does not end with a space", () => {
    const property = fc.property(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom(...fillers),
      (text, length, filler) => {
        const fitted = [...fitText(text, length, filler)];
        expect(fitted).toHaveLength(length);
        expect(fitted.at(-1)).not.toBe(" ");
        const kept = [...text].slice(0, length - 1);
        expect(fitted.slice(0, kept.length)).toEqual(kept);
      },
    );
    fc.assert(property, { numRuns: 300, seed: 7 });
  });

  test("gives an empty text for no characters", () => {
    expect(fitText("Lotus", 0)).toBe("");
  });
});

describe("places in a value", () => {
  test("are read, replaced and removed without changing the value", () => {
    const value = { list: [{ name: "a" }, { name: "b" }] };
    expect(valueAt(value, ["list", 1, "name"])).toBe("b");
    expect(valueAt(value, ["list", 2, "name"])).toBeUndefined();
    expect(withValueAt(value, ["list", 1, "name"], "c")).toEqual({ list: [{ name: "a" }, { name: "c" }] });
    expect(withValueAt(value, ["list", 0], undefined)).toEqual({ list: [{ name: "b" }] });
    expect(value).toEqual({ list: [{ name: "a" }, { name: "b" }] });
  });

  test("are written as paths", () => {
    expect(pointerText(["business_person_list", 1, "basic_info"])).toBe("business_person_list[1].basic_info");
    expect(pointerText([])).toBe("");
  });
});

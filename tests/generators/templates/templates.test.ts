import { faker } from "@faker-js/faker/locale/en";
import { describe, expect, test } from "vitest";
import { sampleTemplates } from "../../../generators/cases.js";
import { materialise } from "../../../generators/edits/edit.js";
import { ruleOn } from "../../../generators/referee.js";
import { fakerFor, firstName } from "../../../generators/templates/madeUp.js";
import { hash32, partnerId, runToken } from "../../../generators/texts/partnerId.js";
import { type Json, valueAt } from "../../../schemas/json.js";
import { OPERATIONS } from "../../../schemas/operations.js";

const SEEDS = Array.from({ length: 40 }, (_, index) => hash32(`seed ${index}`));

/** All texts of a body, at any depth. */
function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe("templates", () => {
  test("keep every rule of their schema, whatever the seed", () => {
    const broken = SEEDS.flatMap((seed) =>
      [...sampleTemplates(seed)].flatMap(([operation, templates]) =>
        templates.flatMap((template) => {
          const { sent } = materialise(template, null, partnerId(runToken(seed, 0), template.id, 0));
          const ruling = ruleOn(OPERATIONS[operation].requestSchema ?? "", sent ?? null);
          return ruling.valid ? [] : [{ seed, operation, template: template.id, ruling }];
        }),
      ),
    );
    expect(broken).toEqual([]);
  });

  test("are the same for the same seed, and others for another", () => {
    expect(sampleTemplates(5)).toEqual(sampleTemplates(5));
    expect(sampleTemplates(6)).not.toEqual(sampleTemplates(5));
  });

  test("have every form in each run, beside others of another in the next", () => {
    const formsWith = (seed: number) =>
      (sampleTemplates(seed).get("createRecipient") ?? []).map(({ body }) => {
        const { payment_details: account, business_type: type, address_info: address, website } = body ?? {};
        const parts = typeof address === "object" && address !== null ? Object.keys(address).join(" ") : "";
        const network = String(valueAt(account, ["network"]));
        return { network, business: `${type} ${parts} ${String(website).includes("?")}` };
      });
    const runs = SEEDS.map(formsWith);
    for (const forms of runs) {
      expect(new Set(forms.map(({ network }) => network)).size).toBe(7);
      expect(new Set(forms.map(({ business }) => business)).size).toBe(6);
    }
    const beside = (wanted: string) =>
      runs.flat().flatMap(({ network, business }) => (network === wanted ? business : []));
    expect(["RTGS", "FPS", "ACH"].map((network) => new Set(beside(network)).size)).toEqual([3, 3, 3]);
  });

  test("have no odd words: no name, street, branch or website describes anything", () => {
    const described = new Set(faker.rawDefinitions.word?.adjective ?? []);
    expect(described).toContain("tragic");
    // Members of enums are written in capitals, and what stands between digits is drawn letter by letter.
    const words = SEEDS.flatMap((seed) => [...sampleTemplates(seed).values()].flat())
      .flatMap(({ body }) => textsIn(body).flatMap((text) => text.match(/\b[A-Z]?[a-z]+\b/g) ?? []))
      .map((word) => word.toLowerCase());
    expect(words.length).toBeGreaterThan(10_000);
    expect([...new Set(words)].filter((word) => described.has(word))).toEqual([]);
  });

  test("name each company alike in both languages: place, name and trade", () => {
    const names = SEEDS.flatMap((seed) => sampleTemplates(seed).get("createCustomer") ?? []).map(({ body }) =>
      ["business_name_english", "business_name"].map((name) => String(valueAt(body, ["business_details", name]))),
    );
    const parts = names.map(([english = "", chinese = ""]) => [
      /^(\w+) (\w+) (\w+) Co\., Ltd$/.exec(english)?.slice(1),
      /^(..)市(..)(..)有限公司$/.exec(chinese)?.slice(1),
    ]);
    for (const part of [0, 1, 2]) {
      const pairs = new Set(parts.map(([english, chinese]) => `${english?.[part]} ${chinese?.[part]}`));
      expect(pairs.size).toBeGreaterThan(5);
      expect(new Set([...pairs].map((pair) => pair.split(" ")[0])).size).toBe(pairs.size);
      expect(new Set([...pairs].map((pair) => pair.split(" ")[1])).size).toBe(pairs.size);
    }
  });

  test("name nobody as a clerk would not believe", () => {
    const names = SEEDS.flatMap((seed) =>
      Array.from({ length: 300 }, (_, index) => firstName(fakerFor(seed, `${index}`))),
    );
    expect(new Set(names).size).toBeGreaterThan(2000);
    const striking = "Christ Adolfo Adolphus Adonis Napoleon Queenie Heaven Easter".split(" ");
    expect(names.filter((name) => striking.includes(name))).toEqual([]);
  });

  test("have ids of their own, and cover both kinds of account with both lengths of SWIFT code", () => {
    const templates = sampleTemplates(1).get("createRecipient") ?? [];
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
    const details = templates.map(({ body }) => valueAt(body ?? undefined, ["payment_details"]));
    const values = (name: string) => new Set(details.map((detail) => valueAt(detail, [name])));
    expect(values("account_type")).toEqual(new Set(["bank", "crypto"]));
    const lengths = new Set(
      [...values("swift_code")].flatMap((code) => (typeof code === "string" ? [code.length] : [])),
    );
    expect(lengths).toEqual(new Set([8, 11]));
  });

  test("carry no field that an update does not have", () => {
    for (const { body } of sampleTemplates(1).get("updateRecipient") ?? []) {
      expect(Object.keys(body ?? {})).not.toContain("partner_recipient_id");
    }
  });
});

describe("partner ids", () => {
  test("have 20 to 64 characters and are unique in their first 20", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => partnerId("abcde", `case ${index}`, index % 3));
    expect(ids.filter((id) => id.length < 20 || id.length > 64)).toEqual([]);
    expect(new Set(ids.map((id) => id.slice(0, 20))).size).toBe(ids.length);
  });

  test("are recognisable: a prefix and the run's token, letters and digits only", () => {
    const id = partnerId(runToken(42, 0), "a case", 0);
    expect(id.startsWith(`ppc${runToken(42, 0)}`)).toBe(true);
    expect(id).toMatch(/^[a-z0-9]+$/);
  });

  test("are the same for the same run, key and attempt, and others otherwise", () => {
    const run = runToken(42, 0);
    expect(partnerId(run, "a", 0)).toBe(partnerId(run, "a", 0));
    const others = [partnerId(run, "b", 0), partnerId(run, "a", 1), partnerId(runToken(43, 0), "a", 0)];
    expect(others).not.toContain(partnerId(run, "a", 0));
    expect(runToken(42, 1)).not.toBe(run);
  });
});

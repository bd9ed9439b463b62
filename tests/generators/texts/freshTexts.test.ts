import { describe, expect, test } from "vitest";
import { sampleTemplates } from "../../../generators/cases.js";
import { type Edit, materialise, type Template, withTextsOf } from "../../../generators/edits/edit.js";
import { freshTextsIn } from "../../../generators/texts/freshTexts.js";
import { type Pointer, valueAt } from "../../../schemas/json.js";

const ACCOUNT = ["payment_details", "account_number"];
const WALLET = ["payment_details", "wallet_address"];
const CUSTOMER: readonly (readonly [Pointer, RegExp])[] = [
  [["business_details", "business_identifier_number"], /^91[A-Z0-9]{16}$/],
  [["primary_contact", "contact_email"], /^[a-z0-9]+\.[a-z0-9]{8}@partner\.example\.com$/],
  [["business_person_list", 0, "identification", "id_number"], /^E[0-9]{8}$/],
  [["business_person_list", 1, "identification", "id_number"], /^E[0-9]{8}$/],
];

function sent(template: Template, at: Pointer, key: string, edit: Edit | null = null): unknown {
  return valueAt(materialise(template, edit, key).sent, at);
}

/** A place of a text, and all templates that have it. */
function places(): [string, Pointer, RegExp, Template[]][] {
  const samples = sampleTemplates(3);
  const recipients = ["createRecipient", "updateRecipient"] as const;
  const of = (at: Pointer, templates: readonly Template[]) =>
    templates.filter(({ body }) => valueAt(body ?? undefined, at) !== undefined);
  return [
    ...recipients.flatMap((operation): [string, Pointer, RegExp, Template[]][] => {
      const all = samples.get(operation) ?? [];
      const tron = (template: Template) =>
        valueAt(template.body ?? undefined, ["payment_details", "network"]) === "TRX";
      const wallets = of(WALLET, all);
      return [
        [`account of ${operation}`, ACCOUNT, /^[A-Z0-9]{18,22}$/, of(ACCOUNT, all)],
        [`Tron wallet of ${operation}`, WALLET, /^T[1-9A-HJ-NP-Za-km-z]{33}$/, wallets.filter(tron)],
        [`Ethereum wallet of ${operation}`, WALLET, /^0x[0-9a-fA-F]{40}$/, wallets.filter((one) => !tron(one))],
      ];
    }),
    ...CUSTOMER.map(([at, shape]): [string, Pointer, RegExp, Template[]] => [
      at.join("."),
      at,
      shape,
      of(at, samples.get("createCustomer") ?? []),
    ]),
  ];
}

describe.each(places())("%s", (_, at, shape, templates) => {
  test("is another one in each request, in its own shape, and the same for the same request", () => {
    expect(templates.length).toBeGreaterThan(0);
    const texts = templates.flatMap((template) =>
      Array.from({ length: 50 }, (_, request) => String(sent(template, at, `request ${request}`))),
    );
    expect(texts.filter((text) => !shape.test(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
    const again = templates.map((template) => sent(template, at, "request 7"));
    expect(again).toEqual(templates.map((template) => sent(template, at, "request 7")));
  });

  test("gives way to an edit and to a body of its own, and a finding shows what was sent", () => {
    const [template] = templates;
    if (template === undefined) throw new Error("no template has it");
    const edit: Edit = { kind: "set", at, value: "EDITED12" };
    expect(sent(template, at, "one", edit)).toBe("EDITED12");
    expect(materialise(template, edit, "one").summary?.from).toBe(sent(template, at, "one"));
    expect(sent(template, at, "one", { kind: "remove", at })).toBeUndefined();
    const { sent: replaced } = materialise(template, edit, "one");
    if (replaced === undefined || replaced === null || typeof replaced !== "object" || Array.isArray(replaced))
      throw new Error("the body is no object");
    expect(sent({ ...template, body: replaced }, at, "two")).toBe("EDITED12");
  });

  test("can be written once for several requests", () => {
    const [template] = templates;
    if (template === undefined) throw new Error("no template has it");
    const own = withTextsOf(template, "mine");
    expect(sent(own, at, "one")).toBe(sent(template, at, "mine"));
    expect(sent(own, at, "two")).toBe(sent(own, at, "one"));
  });
});

test("a body that draws other values has them as fresh texts, in their own lengths and characters", () => {
  const [template] = sampleTemplates(3).get("createRecipient") ?? [];
  if (template === undefined) throw new Error("there is no template");
  const body = { payment_details: { account_type: "bank", account_number: "00A1B2C3" } };
  const other = { ...template, body, freshTexts: freshTextsIn(body, template.freshTexts ?? []) };
  const numbers = [0, 1, 2, 3].map((request) => String(sent(other, ACCOUNT, `request ${request}`)));
  expect(new Set(numbers).size).toBe(4);
  expect(numbers.filter((number) => !/^00[A-Z][0-9][A-Z][0-9][A-Z][0-9]$/.test(number))).toEqual([]);
});

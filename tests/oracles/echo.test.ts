import { describe, expect, test } from "vitest";
import { echo } from "../../oracles/echo.js";
import { fieldTree } from "../../schemas/fieldTree.js";

const recipient = fieldTree("recipient-create.schema.json");
const customer = fieldTree("customer-create.schema.json");

/** Everything but what came back the same. */
function departures(tree: typeof recipient, sent: unknown, received: unknown): string[] {
  return echo(tree, sent, received).flatMap(({ path, outcome, isReordered }) =>
    outcome === "same" ? [] : [`${isReordered ? "reordered" : outcome} ${path}`],
  );
}

const BANK = { account_type: "bank", bank_name: "Harbour Bank", network: "SWIFT", account_number: "00012345" };
const CRYPTO = { account_type: "crypto", wallet_name: "Till", network: "TRX", currency: "USDT" };
const CITY = { address_info: { city: "Hangzhou" } };
const ADDRESS = { address_info: { city: "Hangzhou", state: "Zhejiang" } };

const name = (business_name: unknown) => ({ business_name });
const website = (text: unknown) => ({ website: text });
const files = (...file_id_list: unknown[]) => ({ file_id_list });
const payment = (payment_details: unknown) => ({ payment_details });

describe("what comes back of a recipient", () => {
  test.each<[what: string, sent: unknown, received: unknown, departures: string]>([
    ["a text that is trimmed and shortened", name("Blue  Harbour "), name("Blue  Harbou"), "different business_name"],
    ["a text without its spaces", name("Blue  Harbour"), name("BlueHarbour"), "different business_name"],
    ["a text in another letter case", name("Blue Harbour"), name("BLUE HARBOUR"), "different business_name"],
    ["a text that is escaped for HTML", name("Salt & Sons"), name("Salt &amp; Sons"), "different business_name"],
    ["a text in another normal form", name("Caf\u00e9"), name("Cafe\u0301"), "different business_name"],
    ["a text without its zeros", name("00012345"), name("12345"), "different business_name"],
    ["a text as a number", name("12345"), name(12_345), "different business_name"],
    ["a text as a list", name("12345"), name(["12345"]), "different business_name"],
    ...[{}, name(null), null, "text", []].map((received): [string, unknown, unknown, string] => [
      "no text",
      name("Blue Harbour"),
      received,
      "missing business_name",
    ]),
    ["a file id that is trimmed", files("f1 ", "f2"), files("f1", "f2"), "normalised file_id_list"],
    ["an empty text as none", website(""), {}, "normalised website"],
    ["an empty text as null", website(""), website(null), "normalised website"],
    ["an empty text as it is", website(""), website(""), ""],
    ["an empty text with something in it", website(""), website("https://example.com"), "different website"],
    ["an empty list as none", files(), {}, "normalised file_id_list"],
    ["an empty list as null", files(), { file_id_list: null }, "normalised file_id_list"],
    ["an empty list as it is", files(), files(), ""],
    ["an empty list that is filled", files(), files("f1"), "different file_id_list"],
    ["a list in the same order", files("f1", "f2"), files("f1", "f2"), ""],
    ["a list in another order", files("f1", "f2"), files("f2", "f1"), "reordered file_id_list"],
    ["a shorter list", files("f1", "f2"), files("f1"), "different file_id_list"],
    ["a longer list", files("f1", "f2"), files("f1", "f2", "f3"), "different file_id_list"],
    ["a list as text", files("f1", "f2"), { file_id_list: "f1,f2" }, "different file_id_list"],
    ["no list", files("f1", "f2"), {}, "missing file_id_list"],
    [
      "keys in another order, and more of them",
      { ...ADDRESS, ...name("Blue") },
      { ...name("Blue"), address_info: { extra: 1, state: "Zhejiang", city: "Hangzhou" }, id: 1 },
      "",
    ],
    ["no object: its fields are not counted", ADDRESS, {}, "missing address_info"],
    ["an object as a list", CITY, { address_info: ["Hangzhou"] }, "different address_info"],
    ["an object as a text", CITY, { address_info: "Hangzhou" }, "different address_info"],
    ["an object as a number", CITY, { address_info: 7 }, "different address_info"],
    ["a property of every object", CITY, Object.create({ address_info: {} }), "missing address_info"],
    [
      "a field of the variant that was sent",
      payment(CRYPTO),
      payment({ ...CRYPTO, network: "ETH" }),
      "different payment_details.crypto.network",
    ],
    [
      "an account number that lost its zeros",
      payment(BANK),
      payment({ ...BANK, account_number: "12345" }),
      "different payment_details.bank.account_number",
    ],
    [
      "the other variant",
      payment(BANK),
      payment(CRYPTO),
      "different payment_details.account_type, missing payment_details.bank.bank_name, different payment_details.bank.network, missing payment_details.bank.account_number",
    ],
  ])("%s: %j, %j", (_, sent, received, expected) => {
    expect(departures(recipient, sent, received).join(", ")).toBe(expected);
  });

  test("is told field by field, by its path", () => {
    const sent = { business_name: "Blue Harbour", address_info: { city: "杭州" } };
    expect(echo(recipient, sent, sent).map(({ path, outcome }) => [path, outcome])).toEqual([
      ["business_name", "same"],
      ["address_info", "same"],
      ["address_info.city", "same"],
    ]);
  });

  test.each([
    ["trimmed", "Blue  Harbour ", "Blue  Harbour"],
    ["collapsed", "Blue  Harbour", "Blue Harbour"],
    ["NFC", "Cafe\u0301", "Caf\u00e9"],
  ])("is normalised where a text is %s", (form, sent, received) => {
    expect(echo(recipient, name(sent), name(received))).toEqual([
      { path: "business_name", place: "business_name", outcome: "normalised", forms: [form], sent, received },
    ]);
  });

  test.each([
    ["an empty object, a null and a field that was not sent", { address_info: {}, website: null }],
    ["a field that the document does not know", { nickname: "Blue" }],
  ])("is nothing for %s", (_, sent) => {
    expect(echo(recipient, sent, { business_type: "Business" })).toEqual([]);
  });
});

describe("what comes back of a customer", () => {
  const PERSONS = ["伟", "芳"].map((first_name) => ({ basic_info: { first_name } }));
  const persons = (...business_person_list: unknown[]) => ({ business_person_list });
  const details = (member: string) => (value: unknown) => ({ business_details: { [member]: value } });
  const start = details("business_identifier_start_date");
  const amount = (value: unknown) => ({ account_usage: { estimated_monthly_revenue_amount: value } });
  const OTHER_AMOUNT = "different account_usage.estimated_monthly_revenue_amount";
  const OTHER_START = "different business_details.business_identifier_start_date";

  test.each<[what: (value: unknown) => unknown, sent: unknown, received: unknown, departures: string]>([
    [amount, JSON.parse("100.50"), JSON.parse("100.5"), ""],
    [amount, JSON.parse("1e3"), JSON.parse("1000"), ""],
    [amount, JSON.parse("0.10"), JSON.parse("0.1"), ""],
    [amount, JSON.parse("1.0"), JSON.parse("1"), ""],
    [amount, 1000.55, 1000.5, OTHER_AMOUNT],
    [amount, 1000.5, 1000, OTHER_AMOUNT],
    [amount, 0.1, 0.10000001, OTHER_AMOUNT],
    [amount, 12_345_678.91, 12_345_678, OTHER_AMOUNT],
    [amount, 100, "100", OTHER_AMOUNT],
    [amount, 100, -100, OTHER_AMOUNT],
    [start, "2018-04-01T00:00:00Z", "2018-04-01T00:00:00.000Z", ""],
    [start, "2018-04-01T00:00:00Z", "2018-04-01T08:00:00+08:00", ""],
    [start, "2018-03-31T19:30:00-04:30", "2018-04-01T00:00:00Z", ""],
    [start, "2018-04-01T00:00:00.5Z", "2018-04-01T00:00:00.500000Z", ""],
    [start, "2018-04-01T00:00:00Z", "2018-04-01t00:00:00z", ""],
    [start, "2018-04-01T00:00:00Z", "2018-04-01T00:00:01Z", OTHER_START],
    [start, "2018-04-01T00:00:00+08:00", "2018-04-01T00:00:00Z", OTHER_START],
    [start, "2018-04-01T00:00:00Z", "2018-04-01", OTHER_START],
    [start, "2018-04-01T00:00:00Z", 1_522_540_800, OTHER_START],
    [start, "2018-04-01T00:00:00Z", "1 April 2018", OTHER_START],
    // A text that only looks like a date-time comes back exactly.
    [
      details("business_name"),
      "2018-04-01T00:00:00Z",
      "2018-04-01T08:00:00+08:00",
      "different business_details.business_name",
    ],
  ])("%o: %j, %j", (what, sent, received, expected) => {
    expect(departures(customer, what(sent), what(received)).join(", ")).toBe(expected);
  });

  test.each([
    ["another order is the list's alone", PERSONS.toReversed(), "reordered business_person_list"],
    ["one in the place of another", [PERSONS[1], PERSONS[1]], "different business_person_list[].basic_info.first_name"],
    ["one who does not come back", PERSONS.slice(0, 1), "different business_person_list"],
  ])("persons: %s", (_, received, expected) => {
    expect(departures(customer, persons(...PERSONS), persons(...received))).toEqual([expected]);
  });

  test("an item of a list is named by its place", () => {
    const results = echo(customer, persons(...PERSONS), persons(PERSONS[0], { basic_info: { first_name: "Zhao" } }));
    expect(results.filter(({ outcome }) => outcome === "different").map(({ place }) => place)).toEqual([
      "business_person_list[1].basic_info.first_name",
    ]);
  });
});

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

describe("texts", () => {
  test("the same text is the same, and each field is told by its path", () => {
    const sent = { business_name: "Blue Harbour", address_info: { city: "杭州" } };
    expect(echo(recipient, sent, sent).map(({ path, outcome }) => [path, outcome])).toEqual([
      ["business_name", "same"],
      ["address_info", "same"],
      ["address_info.city", "same"],
    ]);
  });

  test.each([
    ["trimmed and shortened", "Blue  Harbour ", "Blue  Harbou"],
    ["without its spaces", "Blue  Harbour", "BlueHarbour"],
    ["in another letter case", "Blue Harbour", "BLUE HARBOUR"],
    ["escaped for HTML", "Salt & Sons", "Salt &amp; Sons"],
    ["in another normal form", "Caf\u00e9", "Cafe\u0301"],
    ["without its zeros", "00012345", "12345"],
    ["as a number", "12345", 12_345],
    ["as a list", "12345", ["12345"]],
  ])("a text that comes back %s is different", (_, sent, received) => {
    expect(departures(recipient, { business_name: sent }, { business_name: received })).toEqual([
      "different business_name",
    ]);
  });

  test.each([[{}], [{ business_name: null }], [null], ["text"], [[]]])(
    "a text is missing where the answer is %j",
    (received) => {
      expect(departures(recipient, { business_name: "Blue Harbour" }, received)).toEqual(["missing business_name"]);
    },
  );

  test.each([
    ["trimmed", "Blue  Harbour ", "Blue  Harbour"],
    ["collapsed", "Blue  Harbour", "Blue Harbour"],
    ["NFC", "Cafe\u0301", "Caf\u00e9"],
  ])("a text that comes back %s is normalised", (form, sent, received) => {
    expect(echo(recipient, { business_name: sent }, { business_name: received })).toEqual([
      { path: "business_name", place: "business_name", outcome: "normalised", forms: [form], sent, received },
    ]);
  });

  test("a list's item is named by its place", () => {
    const persons = ["Li", "Wang"].map((first_name) => ({ basic_info: { first_name } }));
    const received = [persons[0], { basic_info: { first_name: "Zhao" } }];
    const results = echo(customer, { business_person_list: persons }, { business_person_list: received });
    expect(results.filter(({ outcome }) => outcome === "different").map(({ place }) => place)).toEqual([
      "business_person_list[1].basic_info.first_name",
    ]);
  });

  test("a file id that comes back trimmed, among others, is normalised", () => {
    const [sent, received] = [{ file_id_list: ["f1 ", "f2"] }, { file_id_list: ["f1", "f2"] }];
    expect(departures(recipient, sent, received)).toEqual(["normalised file_id_list"]);
  });
});

describe("what is empty", () => {
  test.each([[{}], [{ website: null }]])("an empty text that comes back as %j is normalised", (received) => {
    expect(departures(recipient, { website: "" }, received)).toEqual(["normalised website"]);
  });

  test("an empty text may come back as it is", () => {
    expect(departures(recipient, { website: "" }, { website: "" })).toEqual([]);
  });

  test("an empty text that comes back with something in it is different", () => {
    expect(departures(recipient, { website: "" }, { website: "https://example.com" })).toEqual(["different website"]);
  });

  test.each([[{}], [{ file_id_list: null }]])("an empty list that comes back as %j is normalised", (received) => {
    expect(departures(recipient, { file_id_list: [] }, received)).toEqual(["normalised file_id_list"]);
  });

  test("an empty list may come back as it is", () => {
    expect(departures(recipient, { file_id_list: [] }, { file_id_list: [] })).toEqual([]);
  });

  test("an empty list that comes back filled is different", () => {
    expect(departures(recipient, { file_id_list: [] }, { file_id_list: ["f1"] })).toEqual(["different file_id_list"]);
  });

  test("an empty object, a null and a field that was not sent ask for nothing", () => {
    expect(echo(recipient, { address_info: {}, website: null }, { business_type: "Business" })).toEqual([]);
  });
});

describe("lists", () => {
  test.each([
    ["in the same order", ["f1", "f2"], []],
    ["in another order", ["f2", "f1"], ["reordered file_id_list"]],
    ["shorter", ["f1"], ["different file_id_list"]],
    ["longer", ["f1", "f2", "f3"], ["different file_id_list"]],
    ["as text", "f1,f2", ["different file_id_list"]],
    ["not at all", undefined, ["missing file_id_list"]],
  ])("a list that comes back %s", (_, received, expected) => {
    expect(departures(recipient, { file_id_list: ["f1", "f2"] }, { file_id_list: received })).toEqual(expected);
  });

  const PERSONS = [{ basic_info: { first_name: "伟" } }, { basic_info: { first_name: "芳" } }];

  test("persons in another order are a fault of the list, and none of their fields", () => {
    const received = { business_person_list: PERSONS.toReversed() };
    expect(departures(customer, { business_person_list: PERSONS }, received)).toEqual([
      "reordered business_person_list",
    ]);
  });

  test("a person in the place of another is different field by field", () => {
    const received = { business_person_list: [PERSONS[1], PERSONS[1]] };
    expect(departures(customer, { business_person_list: PERSONS }, received)).toEqual([
      "different business_person_list[].basic_info.first_name",
    ]);
  });

  test("a person who does not come back makes the list different, and the others are still compared", () => {
    const received = { business_person_list: PERSONS.slice(0, 1) };
    expect(departures(customer, { business_person_list: PERSONS }, received)).toEqual([
      "different business_person_list",
    ]);
  });
});

describe("objects", () => {
  test("the order of keys does not matter, and further fields do not either", () => {
    const sent = { address_info: { city: "Hangzhou", state: "Zhejiang" }, business_name: "Blue" };
    const received = { business_name: "Blue", address_info: { extra: 1, state: "Zhejiang", city: "Hangzhou" }, id: 1 };
    expect(departures(recipient, sent, received)).toEqual([]);
  });

  test("an object that is missing is one departure, and its fields are not counted again", () => {
    expect(departures(recipient, { address_info: { city: "Hangzhou", state: "Zhejiang" } }, {})).toEqual([
      "missing address_info",
    ]);
  });

  test.each([[["Hangzhou"]], ["Hangzhou"], [7]])("an object that comes back as %j is different", (received) => {
    expect(departures(recipient, { address_info: { city: "Hangzhou" } }, { address_info: received })).toEqual([
      "different address_info",
    ]);
  });

  test("a field called like a property of every object is not taken from there", () => {
    expect(departures(recipient, { address_info: { city: "x" } }, Object.create({ address_info: {} }))).toEqual([
      "missing address_info",
    ]);
  });
});

describe("payment details", () => {
  test("the fields of the variant that was sent are compared, and named after it", () => {
    const received = { payment_details: { ...CRYPTO, network: "ETH" } };
    expect(departures(recipient, { payment_details: CRYPTO }, received)).toEqual([
      "different payment_details.crypto.network",
    ]);
  });

  test("an account number that lost its zeros is different", () => {
    const received = { payment_details: { ...BANK, account_number: "12345" } };
    expect(departures(recipient, { payment_details: BANK }, received)).toEqual([
      "different payment_details.bank.account_number",
    ]);
  });

  test("an answer with the other variant is different in its type and lacks the fields", () => {
    expect(departures(recipient, { payment_details: BANK }, { payment_details: CRYPTO })).toEqual([
      "different payment_details.account_type",
      "missing payment_details.bank.bank_name",
      "different payment_details.bank.network",
      "missing payment_details.bank.account_number",
    ]);
  });
});

describe("numbers", () => {
  const amount = (value: unknown) => ({ account_usage: { estimated_monthly_revenue_amount: value } });

  test.each([
    ["100.50", "100.5"],
    ["1e3", "1000"],
    ["0.10", "0.1"],
    ["1.0", "1"],
  ])("%s and %s are the same amount", (sent, received) => {
    expect(departures(customer, amount(JSON.parse(sent)), amount(JSON.parse(received)))).toEqual([]);
  });

  test.each([
    [1000.55, 1000.5],
    [1000.5, 1000],
    [0.1, 0.10000001],
    [12_345_678.91, 12_345_678],
    [100, "100"],
    [100, -100],
  ])("%j does not come back as %j", (sent, received) => {
    expect(departures(customer, amount(sent), amount(received))).toEqual([
      "different account_usage.estimated_monthly_revenue_amount",
    ]);
  });
});

describe("date-times", () => {
  const start = (value: unknown) => ({ business_details: { business_identifier_start_date: value } });

  test.each([
    ["2018-04-01T00:00:00Z", "2018-04-01T00:00:00.000Z"],
    ["2018-04-01T00:00:00Z", "2018-04-01T08:00:00+08:00"],
    ["2018-03-31T19:30:00-04:30", "2018-04-01T00:00:00Z"],
    ["2018-04-01T00:00:00.5Z", "2018-04-01T00:00:00.500000Z"],
    ["2018-04-01T00:00:00Z", "2018-04-01t00:00:00z"],
  ])("%s and %s are the same instant", (sent, received) => {
    expect(departures(customer, start(sent), start(received))).toEqual([]);
  });

  test.each([
    ["2018-04-01T00:00:00Z", "2018-04-01T00:00:01Z"],
    ["2018-04-01T00:00:00+08:00", "2018-04-01T00:00:00Z"],
    ["2018-04-01T00:00:00Z", "2018-04-01"],
    ["2018-04-01T00:00:00Z", 1_522_540_800],
    ["2018-04-01T00:00:00Z", "1 April 2018"],
  ])("%s does not come back as %j", (sent, received) => {
    expect(departures(customer, start(sent), start(received))).toEqual([
      "different business_details.business_identifier_start_date",
    ]);
  });

  test("a text that only looks like a date-time comes back exactly", () => {
    const name = (value: string) => ({ business_details: { business_name: value } });
    expect(departures(customer, name("2018-04-01T00:00:00Z"), name("2018-04-01T08:00:00+08:00"))).toEqual([
      "different business_details.business_name",
    ]);
  });
});

test("fields that the document does not know are passed over", () => {
  expect(echo(recipient, { nickname: "Blue" }, {})).toEqual([]);
});

/** What a recipient may show of a field that an update left out: its own value, a part of it, or none. */
import { expect, test } from "vitest";
import { isOwnOrNone, UPDATE_OPTIONAL } from "../../../suites/checks/state/recipients.js";

const ADDRESS = { city: "Lisbon", state: "", post_code: "1100-148" };

test("an update may leave out the fields that the document calls optional there", () => {
  expect(UPDATE_OPTIONAL).toEqual(expect.arrayContaining(["website", "address_info", "file_id_list"]));
  for (const name of ["business_name", "business_type", "country_code", "payment_details"])
    expect(UPDATE_OPTIONAL).not.toContain(name);
});

test.each([
  ["the same", ADDRESS],
  ["a part", { city: "Lisbon" }],
  ["none", undefined],
  ["null", null],
  ["nothing but empty members", { city: "", post_code: "" }],
  ["an undocumented member beside it", { ...ADDRESS, verified: true }],
])("a recipient's own address, or none: %s", (_, shown) => {
  expect(isOwnOrNone(ADDRESS, shown)).toBe(true);
});

test.each([
  ["another city", ADDRESS, { ...ADDRESS, city: "Porto" }],
  ["a state where none was given", ADDRESS, { ...ADDRESS, state: "Lisboa" }],
  ["an address that was never given", undefined, { city: "Porto" }],
  ["files in another order", ["a", "b"], ["b", "a"]],
  ["another website", "https://a.example", "https://b.example"],
])("a value that the recipient was not given: %s", (_, own, shown) => {
  expect(isOwnOrNone(own, shown)).toBe(false);
});

import { expect, test } from "vitest";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { fitted } from "../../../generators/templates/fits.js";
import { fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS } from "../../../schemas/operations.js";

test("what is left out of each item of a list has its places there all the same, with the values that it had", () => {
  const location = ["business_person_list", ITEM, "basic_info", "birth_date"];
  const persons = ["1980-01-01T00:00:00Z", "1990-01-01T00:00:00Z"].map((birth_date) => ({
    basic_info: { birth_date, nationality: "CN" },
  }));
  const template = fitted(
    {
      id: "business-1",
      operation: "createCustomer",
      body: { business_person_list: persons },
      query: {},
      path: {},
      version: null,
      freshField: null,
    },
    [{ at: location, to: undefined }],
  );
  expect(template.body).toEqual({
    business_person_list: [{ basic_info: { nationality: "CN" } }, { basic_info: { nationality: "CN" } }],
  });
  const [field] = [...walk(fieldTree(OPERATIONS.createCustomer.requestSchema))].filter(
    (one) => one.location.join() === location.join(),
  );
  if (field === undefined) throw new Error("no such field");
  expect(placesOf(field, [template]).map(({ at, current }) => [at[1], current])).toEqual([
    [1, "1990-01-01T00:00:00Z"],
    [0, "1980-01-01T00:00:00Z"],
  ]);
});

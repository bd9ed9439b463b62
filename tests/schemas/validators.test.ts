import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { DOCUMENTS } from "../../schemas/documents.js";

const ajv = new Ajv2020({ strict: false });

test.each([...DOCUMENTS])("%s is a JSON Schema", (_, document) => {
  ajv.validateSchema(document, true);
  expect(ajv.errors ?? []).toEqual([]);
});

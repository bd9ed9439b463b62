import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { documentedContract, formatOf, renderOpenApi } from "../../openapi/contract.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";
import { OPERATION_IDS } from "../../schemas/operations.js";
import { BODY_OPERATIONS, bodyOf, type GeneratedCase, generatedCases } from "../generators/generatedCases.js";
import { compilerOf, faultsOf, membersNamed, operationIn, parameterIn, read } from "./reading.js";

const contract = documentedContract();

/** A place that a local reference names. */
function resolved(reference: string): unknown {
  const steps = reference.replace("#/", "").split("/");
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).find(([key]) => key === step)?.[1]
        : undefined,
    contract,
  );
}

test("the document is valid OpenAPI 3.1", async () => {
  expect(await faultsOf(contract)).toEqual([]);
});

test("the validator of these tests finds a fault when there is one", async () => {
  const { paths, ...rest } = contract;
  const broken = { ...rest, paths: { ...paths, "no-slash": {} } };
  expect(await faultsOf(broken)).not.toEqual([]);
});

test("every reference leads somewhere, and every component is referred to", () => {
  const references = [...membersNamed("$ref", contract)].map(String);
  expect(references.filter((reference) => resolved(reference) === undefined)).toEqual([]);
  const used = new Set(references.map((reference) => reference.replace("#/components/schemas/", "")));
  expect(Object.keys(contract.components.schemas).filter((name) => !used.has(name))).toEqual([]);
});

test("there are the nine operations, each with its method, path and body", () => {
  const found = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const schema = operation.requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1);
      return `${operation.operationId}: ${method} ${path}${schema === undefined ? "" : ` ${schema}`}`;
    }),
  );
  expect(found).toEqual([
    "createRecipient: post /api/recipients/create RecipientCreate",
    "updateRecipient: post /api/recipients/{recipient_id}/update RecipientUpdate",
    "uploadFile: post /api/files/upload FileUploadRequest",
    "createCustomer: post /api/customers/create CustomerCreate",
    "getTransferDetail: get /api/transactions/transfer/detail",
    "listTransactions: get /api/transactions",
    "getTransferReceipt: get /api/transactions/transfer/receipt",
    "listBalances: get /api/balances",
    "getDepositDetail: get /api/transactions/detail",
  ]);
});

test("operations have their parameters, and no others", () => {
  const found = OPERATION_IDS.flatMap((id) =>
    (operationIn(contract, id).parameters ?? []).map((parameter) =>
      "name" in parameter
        ? `${id} ${parameter.in} ${parameter.name}${parameter.required === true ? " required" : ""}`
        : parameter.$ref,
    ),
  );
  expect(found).toEqual([
    "createRecipient header Api-Version",
    "updateRecipient path recipient_id required",
    "updateRecipient header Api-Version required",
    "uploadFile header Api-Version required",
    "uploadFile query file_type",
    "createCustomer header Api-Version required",
    "getTransferDetail query partner_transaction_id",
    "getTransferDetail query transaction_id",
    "listTransactions query page_number",
    "listTransactions query page_size",
    "getTransferReceipt query name-not-shown",
    "getDepositDetail query partner_transaction_id",
    "getDepositDetail query transaction_id",
  ]);
});

test("both credentials are needed for every operation, and none for deliveries", () => {
  expect(contract.security).toEqual([{ ApiKey: [], ApiSecret: [] }]);
  expect(contract.components.securitySchemes).toMatchObject({
    ApiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    ApiSecret: { type: "apiKey", in: "header", name: "X-API-Secret" },
  });
  expect(OPERATION_IDS.filter((id) => operationIn(contract, id).security !== undefined)).toEqual([]);
  expect(Object.values(contract.webhooks).map(({ post }) => post?.security)).toEqual([[], [], [], [], []]);
});

test("statuses are those that are documented, and ranges where none is", () => {
  const statuses = (id: (typeof OPERATION_IDS)[number]) =>
    Object.keys(operationIn(contract, id).responses ?? {}).sort();
  expect(statuses("updateRecipient")).toEqual(["200", "400", "401", "403", "404", "405", "500"]);
  for (const id of OPERATION_IDS.filter((one) => one !== "updateRecipient")) {
    expect(statuses(id)).toEqual(["2XX", "401", "403", "4XX", "5XX"]);
  }
});

test("recipient creation lists both sides of the version conflict", () => {
  expect(parameterIn(contract, "createRecipient", "Api-Version")).toMatchObject({
    required: false,
    schema: { type: "string", enum: ["2024-12-01", "2026-08-31"] },
    "x-conflicts": {
      "conflict.createRecipient.apiVersion": {
        question: "Which Api-Version does recipient creation take?",
        documented: [expect.stringContaining("2024-12-01"), expect.stringContaining("2026-08-31")],
      },
    },
  });
  expect(parameterIn(contract, "updateRecipient", "Api-Version").schema).toEqual({
    type: "string",
    enum: ["2024-12-01"],
    default: "2024-12-01",
  });
  expect(parameterIn(contract, "createCustomer", "Api-Version").schema).toEqual({ type: "string" });
});

test("the receipt's parameter has no name of its own, and its body no media type for sure", () => {
  expect(parameterIn(contract, "getTransferReceipt", "name-not-shown")).toMatchObject({
    style: "form",
    explode: true,
    schema: { type: "object", additionalProperties: { type: "string" } },
    "x-not-shown": { "unknown.getTransferReceipt.parameterName": "What is the name of the receipt's query parameter?" },
  });
  const success = operationIn(contract, "getTransferReceipt").responses?.["2XX"];
  expect(Object.keys(success?.content ?? {})).toEqual(["application/json", "*/*"]);
});

test("there are five webhooks with a signature, and a data object where it is described", () => {
  const data = Object.entries(contract.webhooks).map(([name, { post }]) => {
    const schema = post?.requestBody?.content["application/json"]?.schema;
    return [name, post?.parameters, schema?.["x-data"]];
  });
  const signed = [{ $ref: "#/components/parameters/WebhookSignature" }];
  expect(data).toEqual([
    ["Transfers", signed, undefined],
    ["Deposit", signed, undefined],
    ["Return", signed, undefined],
    ["Customer", signed, { $ref: "#/components/schemas/WebhookCustomer" }],
    ["Recipient", signed, { $ref: "#/components/schemas/WebhookRecipient" }],
  ]);
  expect(contract.components.parameters.WebhookSignature).toMatchObject({
    name: "X-Webhook-Signature",
    in: "header",
    required: true,
  });
});

/** Ids in the marks of one kind, each as often as it stands. */
function marked(kind: "x-not-shown" | "x-conflicts"): string[] {
  return [...membersNamed(kind, contract)].flatMap((marks) =>
    typeof marks === "object" && marks !== null ? Object.keys(marks) : [],
  );
}

test("every unknown of the ledger is marked once, and nothing is observed", () => {
  expect(marked("x-not-shown").sort()).toEqual(UNKNOWNS.map(({ id }) => id).sort());
  expect([...new Set(marked("x-conflicts"))].sort()).toEqual(CONFLICTS.map(({ id }) => id).sort());
  expect([...membersNamed("x-observed", contract)]).toEqual([]);
});

test("no base address is invented", () => {
  expect(contract.servers.map(({ url }) => url)).toEqual(["{base_url}"]);
});

describe("schemas", () => {
  const compile = compilerOf(contract);

  test.each(Object.keys(contract.components.schemas))("%s compiles", (name) => {
    expect(compile({ $ref: `#/components/schemas/${name}` })).toBeTypeOf("function");
  });

  test.each(BODY_OPERATIONS)("the body of %s is judged as by the schema documents", (operation) => {
    const schema = operationIn(contract, operation).requestBody?.content["application/json"]?.schema;
    const validate = compile(schema ?? {});
    const cases = [...generatedCases(operation, { seed: 42, draws: 1 })];
    const misjudged = cases.filter((made) => validate(bodyOf(made)) !== (made.side === "inside"));
    const claim = ({ field, edit, side }: GeneratedCase) => `${side} ${field.path}: ${JSON.stringify(edit)}`;
    expect(cases.length).toBeGreaterThan(0);
    expect(misjudged.map(claim)).toEqual([]);
  });
});

describe("as text", () => {
  test("JSON and YAML say the same", () => {
    expect(JSON.parse(renderOpenApi(contract, "json"))).toEqual(read(contract));
    expect(parse(renderOpenApi(contract, "yaml"))).toEqual(read(contract));
  });

  test("a version is a text for readers of older YAML too, which know dates", () => {
    expect(parse(renderOpenApi(contract, "yaml"), { version: "1.1" })).toEqual(read(contract));
    expect(renderOpenApi(contract, "yaml")).toContain('version: "2024-12-01"\n');
  });

  test("a file's name tells the format", () => {
    expect(formatOf("contract.JSON")).toBe("json");
    expect(formatOf("contract.yml")).toBe("yaml");
    expect(formatOf("contract")).toBe("yaml");
  });
});

test("each operation has a tag that is explained, a description, and examples that its schema allows", () => {
  const tags = contract.tags.map(({ name }) => name);
  const operations = Object.values(contract.paths).flatMap((item) => Object.values(item));
  for (const { tags: own, description, requestBody } of operations) {
    expect(tags).toEqual(expect.arrayContaining([...own]));
    expect(description).toMatch(/^[A-Z].+\.$/);
    if (requestBody !== undefined)
      expect(Object.keys(requestBody.content["application/json"]?.examples ?? {})).not.toEqual([]);
  }
});

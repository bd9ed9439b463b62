/** What a run saw, filled in: answers of a sandbox that behaves otherwise, and what single reports hold. */
import { beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../openapi/contract.js";
import { documentedContract, observedContract } from "../../openapi/contract.js";
import type { Report } from "../../reports/model.js";
import { CONFLICTS } from "../../schemas/ledger/conflicts.js";
import { UNKNOWNS } from "../../schemas/ledger/unknowns.js";
import { exchange, observation, reportOf } from "../reports/smallReport.js";
import { observeSandbox } from "../suites/unknowns/run.js";
import { compilerOf, faultsOf, membersNamed, operationIn, parameterIn, requestSchemaIn } from "./reading.js";

describe("of a sandbox that decides otherwise", () => {
  let report: Report;
  let contract: OpenApiDocument;

  beforeAll(async () => {
    ({ report } = await observeSandbox({
      successStatus: "201",
      refusalStatus: "422",
      recipientVersion: "2026-08-31",
      recipientVersionMissing: "refused",
      updateVersionMissing: "defaulted",
      customerVersion: "both",
      createRequired: "asOnUpdate",
      customerRequired: "sections",
      unknownFields: "echoed",
      fileTypeMissing: "refused",
      receiptParameter: "id",
      receiptMediaType: "text/json",
      pageBase: "0",
      pageSizeDefault: "10",
      pageSizeLimit: "generous",
      extraFields: "some",
    }));
    contract = observedContract(report);
  });

  test("is valid OpenAPI 3.1, and its schemas compile", async () => {
    expect(await faultsOf(contract)).toEqual([]);
    const compile = compilerOf(contract);
    for (const name of Object.keys(contract.components.schemas)) {
      expect(compile({ $ref: `#/components/schemas/${name}` })).toBeTypeOf("function");
    }
  });

  test("has the statuses that were seen", () => {
    const responses = operationIn(contract, "createRecipient").responses ?? {};
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["201", "422", "401", "403", "4XX"]));
    expect(Object.keys(responses)).not.toContain("2XX");
    expect(Object.keys(responses)).not.toContain("200");
    expect(responses["201"]?.["x-observed"]).toMatchObject({
      "unknown.createRecipient.successStatus": {
        answer: "201",
        evidence: "POST /api/recipients/create answered with 201",
      },
    });
    expect(responses["422"]?.description).toBe("Unprocessable Entity; seen, and not documented for this operation.");
    expect(Object.keys(operationIn(contract, "listBalances").responses ?? {})).toContain("200");
  });

  test("has the versions that were taken, and whether one must be sent", () => {
    expect(parameterIn(contract, "createRecipient", "Api-Version")).toMatchObject({
      required: true,
      schema: { enum: ["2026-08-31"] },
      "x-conflicts": {
        "conflict.createRecipient.apiVersion": {
          answer: expect.stringMatching(/^recipient creation takes 2026-08-31 only\./),
        },
      },
    });
    expect(parameterIn(contract, "updateRecipient", "Api-Version")).toMatchObject({
      required: false,
      schema: { enum: ["2024-12-01"] },
    });
    expect(parameterIn(contract, "createCustomer", "Api-Version")).toMatchObject({
      required: true,
      schema: { enum: ["2024-12-01", "2026-08-31"] },
    });
  });

  test("has the fields that must be sent on creation, each marked", () => {
    const recipient = requestSchemaIn(contract, "createRecipient");
    expect(recipient.required?.toSorted()).toEqual([
      "business_name",
      "business_type",
      "country_code",
      "partner_recipient_id",
      "payment_details",
    ]);
    expect(recipient.properties?.website?.["x-observed"]).toMatchObject({
      "unknown.createRecipient.required.website": {
        answer: "it may be left out: a request without it is accepted with 201",
        evidence: "POST /api/recipients/create answered with 201",
      },
    });
    const customer = requestSchemaIn(contract, "createCustomer");
    expect(customer.required?.toSorted()).toEqual([
      "account_usage",
      "business_details",
      "business_person_list",
      "partner_customer_id",
      "primary_contact",
      "registration_address",
    ]);
    expect(customer.properties?.business_details?.required).toBeUndefined();
    expect(operationIn(contract, "updateRecipient").requestBody?.content["application/json"]?.schema).toEqual({
      $ref: "#/components/schemas/RecipientUpdate",
    });
  });

  test("has the receipt's parameter and media type", () => {
    expect(parameterIn(contract, "getTransferReceipt", "id")).toMatchObject({
      in: "query",
      schema: { type: "string" },
      "x-observed": { "unknown.getTransferReceipt.parameterName": { answer: "the receipt takes id" } },
    });
    expect(operationIn(contract, "getTransferReceipt").parameters).toHaveLength(1);
    expect(Object.keys(operationIn(contract, "getTransferReceipt").responses?.["200"]?.content ?? {})).toEqual([
      "text/json",
    ]);
  });

  test("has the page base and the page sizes", () => {
    expect(parameterIn(contract, "listTransactions", "page_number").schema).toEqual({ type: "integer", minimum: 0 });
    expect(parameterIn(contract, "listTransactions", "page_size").schema).toEqual({
      type: "integer",
      default: 10,
      maximum: 1000,
    });
  });

  test("has a file_type that must be sent", () => {
    expect(parameterIn(contract, "uploadFile", "file_type")).toMatchObject({ required: true });
  });

  test("has the response fields that the document does not know, but not those that a request brought", () => {
    const schema = operationIn(contract, "createRecipient").responses?.["201"]?.content["application/json"]?.schema;
    expect(schema?.allOf?.[0]).toEqual({ $ref: "#/components/schemas/RecipientResponse" });
    const names = schema?.allOf?.slice(1).flatMap(({ properties }) => Object.keys(properties ?? {}));
    expect(names?.length).toBeGreaterThan(0);
    expect(names).not.toContain("ppconform_unknown_field");
    const answer = report.observations.find(({ id }) => id === "unknown.createRecipient.extraResponseFields")?.answer;
    expect(answer?.split(", ").filter((path) => !names?.includes(path.split(".")[0] ?? ""))).toEqual([]);
  });

  test("marks every answer once, and what is still open", () => {
    const marks = (kind: string) =>
      [...membersNamed(kind, contract)].flatMap((member) =>
        typeof member === "object" && member !== null ? Object.keys(member) : [],
      );
    const answered = report.observations.map(({ id }) => id);
    expect(answered.length).toBeGreaterThan(200);
    expect(marks("x-observed").sort()).toEqual(answered.sort());
    expect([...marks("x-not-shown"), ...answered].sort()).toEqual(UNKNOWNS.map(({ id }) => id).sort());
    expect([...new Set(marks("x-conflicts"))].sort()).toEqual(CONFLICTS.map(({ id }) => id).sort());
  });
});

describe("measured limits", () => {
  const shown = (text: string) => ({ text, accepted: null, refused: null });
  const contract = observedContract(
    reportOf({
      limits: [
        {
          operation: "createRecipient",
          field: "website",
          keyword: "maxLength",
          documented: 225,
          measured: 2048,
          evidence: shown("2,048 accepted, 2,049 refused"),
        },
        {
          operation: "createRecipient",
          field: "address_info.post_code",
          keyword: "maxLength",
          documented: 16,
          measured: null,
          evidence: shown("4,096 accepted"),
        },
        {
          operation: "createRecipient",
          field: "address_info.post_code",
          keyword: "minLength",
          documented: 3,
          measured: 2,
          evidence: shown("2 accepted, 1 refused"),
        },
        {
          operation: "listBalances",
          field: "a field of another version",
          keyword: "maxLength",
          documented: null,
          measured: 1,
          evidence: shown("1 accepted"),
        },
      ],
    }),
  );

  test("stand in place of the documented ones, on the operation that they were measured on", async () => {
    expect(await faultsOf(contract)).toEqual([]);
    const recipient = requestSchemaIn(contract, "createRecipient");
    expect(recipient.properties?.website).toEqual({
      type: "string",
      maxLength: 2048,
      "x-observed": {
        maxLength: { documented: 225, measured: 2048, evidence: "2,048 accepted, 2,049 refused" },
      },
    });
    expect(contract.components.schemas.Website).toEqual({ type: "string", maxLength: 225 });
  });

  test("where none was found, none stands; the empty text stays allowed", () => {
    const address = requestSchemaIn(contract, "createRecipient").properties?.address_info;
    expect(address?.properties?.post_code).toMatchObject({ anyOf: [{ maxLength: 0 }, { minLength: 2 }] });
    expect(address?.properties?.post_code?.maxLength).toBeUndefined();
  });

  test("of fields that are not known stand at the operation", () => {
    expect(operationIn(contract, "listBalances")["x-observed"]).toEqual({
      "a field of another version.maxLength": { documented: null, measured: 1, evidence: "1 accepted" },
    });
  });
});

describe("from a report", () => {
  test("in which nothing was seen, the documented contract comes, with the address and the run", () => {
    const { info, servers, ...rest } = observedContract(reportOf({}));
    const { info: documented, servers: _, ...expected } = documentedContract();
    expect(rest).toEqual(expected);
    expect(servers).toEqual([{ url: "https://payments.example" }]);
    expect(info.version).toBe(documented.version);
    expect(info["x-run"]).toEqual({
      target: "remote",
      startedAt: "2026-01-02T03:04:05.000Z",
      profile: "standard",
      suite: "partner-payments-conformance 1.0.0",
    });
  });

  test("a refusal for another reason does not make a field required, nor an answer without an exchange", () => {
    const required = (status: number | null) => {
      const evidence = status === null ? null : exchange("POST", "/api/recipients/create", "{}", status);
      const seen = observation("unknown.createRecipient.required.website", "it must be sent", evidence);
      return requestSchemaIn(observedContract(reportOf({ observations: [seen] })), "createRecipient").required;
    };
    expect([400, 422].map(required)).toEqual([["website"], ["website"]]);
    expect([201, 401, 403, 429, 500, null].filter((status) => required(status) !== undefined)).toEqual([]);
  });
});

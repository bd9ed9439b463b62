import { expect, test } from "vitest";
import { agreedChecks } from "../../../engine/answers/checks.js";
import { AREAS } from "../../../reports/model.js";
import { OPEN_POINTS } from "../../../schemas/ledger/openPoints.js";
import { CHECKS } from "../../../suites/suites.js";
import { repeated } from "../../schemas/sections.js";

const POINTS = [...OPEN_POINTS.values()];

/** Baselines of users name these: a place that changes is a breaking change. */
test.each([
  ["unknown.createRecipient.successStatus", "createRecipient", "response"],
  ["unknown.createRecipient.required.website", "createRecipient", "accepts"],
  ["unknown.createRecipient.duplicatePartnerId", "createRecipient", "state"],
  ["unknown.createRecipient.countryOfSwiftCode", "createRecipient", "accepts"],
  ["unknown.createRecipient.refusalStatus", "createRecipient", "errors"],
  ["unknown.createRecipient.methodStatus", "createRecipient", "method"],
  ["unknown.createRecipient.malformedBody", "createRecipient", "refuses"],
  ["unknown.createRecipient.fieldsNotSent", "createRecipient", "echo"],
  ["unknown.updateRecipient.omitted.website", "updateRecipient", "echo"],
  ["unknown.updateRecipient.malformedId", "updateRecipient", "errors"],
  ["unknown.uploadFile.fileEncoding", "uploadFile", "accepts"],
  ["unknown.createCustomer.apiVersionValues", "createCustomer", "version"],
  ["unknown.createCustomer.lengths.business_details", "createCustomer", "accepts"],
  ["unknown.getTransferDetail.neitherId", "getTransferDetail", "errors"],
  ["unknown.getTransferDetail.feeUnit", "getTransferDetail", "response"],
  ["unknown.listTransactions.pageBase", "listTransactions", "state"],
  ["unknown.listTransactions.ordering", "listTransactions", "state"],
  ["unknown.listTransactions.statusValues", "listTransactions", "response"],
  ["unknown.getTransferReceipt.parameterName", "getTransferReceipt", "accepts"],
  ["unknown.restrictedOperations", "createRecipient", "auth"],
  ["unknown.orderOfChecks.versionAndBody", "updateRecipient", "errors"],
  ["unknown.recipientTransitions", "createRecipient", "state"],
  ["unknown.depositTransitions", "getDepositDetail", "state"],
  ["unknown.unknownPath", "listBalances", "errors"],
  ["unknown.headAndOptions", "listBalances", "method"],
  ["unknown.errorCodes", "listBalances", "errors"],
  ["unknown.rateLimit", "listBalances", "errors"],
  ["unknown.webhooks.signatureEncoding", "webhooks", "auth"],
  ["unknown.webhooks.envelope", "webhooks", "response"],
  ["unknown.webhooks.retries", "webhooks", "state"],
  ["conflict.createRecipient.apiVersion", "createRecipient", "version"],
  ["conflict.statusVocabulary", "getDepositDetail", "response"],
  ["conflict.successText", "listBalances", "response"],
])("%s belongs to %s, %s", (id, operation, area) => {
  expect(OPEN_POINTS.get(id)).toMatchObject({
    shownBy: operation,
    area,
  });
});

test("every point of the ledger has a check of its own, which no other check is called like", () => {
  const answer = { stated: { kind: "answer" as const, texts: ["x"] }, reason: null, ticket: null, line: 2, text: "-" };
  const points = agreedChecks(POINTS, { file: "d.yaml", agreed: POINTS.map(({ id }) => ({ ...answer, id })) });
  const ids = points.map(({ definition }) => definition.id);
  expect(repeated([...ids, ...CHECKS.map(({ id }) => id)])).toEqual([]);
  expect(ids.filter((id) => !/^[A-Za-z]+\/[a-z]+\/agreed\.[A-Za-z0-9_.]+$/.test(id))).toEqual([]);
  expect(points.filter(({ definition }) => !AREAS.includes(definition.area))).toEqual([]);
});

test("a point about one operation belongs to that operation", () => {
  const strayed = POINTS.filter(({ operation, shownBy }) => operation !== null && shownBy !== operation);
  expect(strayed.map(({ id }) => id)).toEqual([]);
});

test("agreed answers about a point that the ledger does not have is a mistake of the caller", () => {
  const agreed = {
    id: "unknown.nothing",
    stated: { kind: "answer" as const, texts: ["x"] },
    reason: null,
    ticket: null,
    line: 2,
    text: "-",
  };
  expect(() => agreedChecks(POINTS, { file: "d.yaml", agreed: [agreed] })).toThrow("the ledger has no unknown.nothing");
});

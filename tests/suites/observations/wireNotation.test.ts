import { expect, test } from "vitest";
import {
  connectionNotation,
  jsonNotation,
  lengthNotation,
  memberOrder,
} from "../../../suites/unknowns/wireNotation.js";
import { responseOf } from "../../oracles/answers.js";

test.each([
  [{ "content-length": "2" }, "{}", "by Content-Length"],
  [{ "transfer-encoding": "Chunked" }, "{}", "in chunks"],
  [{}, "{}", "by the end of the connection"],
  [{}, "", null],
])("the length of a body is told by the headers %o", (headers, body, expected) => {
  expect(lengthNotation(responseOf(body, 200, headers))).toBe(expected);
});

test.each([
  [{}, "it stays open"],
  [{ connection: "keep-alive" }, "it stays open"],
  [{ connection: "Close" }, "it is closed"],
])("what becomes of a connection is told by the headers %o", (headers, expected) => {
  expect(connectionNotation(responseOf("{}", 200, headers))).toBe(expected);
});

test.each([
  ['{"a":"b"}', ["without white space"]],
  ['[{"a":"b"}]', ["without white space"]],
  ['{"a": "b"}', ["with blanks"]],
  ['{\n  "a": "b"\n}', ["in lines"]],
  ['{"a":"中"}', ["without white space", "characters beyond ASCII as they are"]],
  ['{"a":"\\u4e2d"}', ["without white space", "characters beyond ASCII as escapes"]],
  ['{"a":"\\u0022"}', ["without white space"]],
])("the notation of %s is told", (text, expected) => {
  expect(jsonNotation(text)).toEqual(expected);
});

const [transaction_id, partner_transaction_id, status, notes] = ["txn_1", "p", "pending", "n"];
test.each([
  [{ transaction_id, partner_transaction_id, status, notes }, "as the fields are listed"],
  [{ transaction_id, x: 1, partner_transaction_id, status, notes }, "as the fields are listed"],
  [{ notes, partner_transaction_id, status, transaction_id }, "by name"],
  [{ status, transaction_id, notes, partner_transaction_id }, "in another order"],
  [{ transaction_id, status }, null],
])("the order of the members of %o is told", (value, expected) => {
  expect(memberOrder("getTransferDetail", value)).toBe(expected);
});

test("no order is told of what is no transaction", () => {
  expect(memberOrder("getTransferDetail", null)).toBeNull();
  expect(memberOrder("createRecipient", { transaction_id, partner_transaction_id, status, notes })).toBeNull();
});

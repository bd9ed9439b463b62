/** The customer inside a transfer has none of the fields that creation adds to one (section 2.5 against 2.4). */
import { type Check, check, type JudgedTogether, judgedTogether } from "../../../discovery/check.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { undocumentedFields } from "../../../oracles/undocumentedFields.js";
import { fieldTree } from "../../../schemas/fieldTree.js";
import { isObject, jsonText } from "../../../schemas/json.js";
import { ADDED_FIELDS } from "../../../schemas/ledger/fieldRules.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { note } from "../judged.js";

const CHECKS: ReadonlyMap<string, Check> = new Map(
  ADDED_FIELDS.map((path) => [
    path,
    check(`getTransferDetail/response/${path}.absent`, {
      sends: "every request that is accepted",
      expects: "a customer without this field",
      watches: "successes",
    }),
  ]),
);

export const addedFields: JudgedTogether = judgedTogether([...CHECKS.values()], () => (answer) => {
  const { exchange, response, judging } = answer;
  if (!judging.response || !isSuccess(exchange)) return;
  const body = jsonBody(response);
  if (!body.ok || !isObject(body.value) || !isObject(body.value.customer)) return;
  const tree = fieldTree(OPERATIONS.getTransferDetail.responseSchema);
  const shown = new Map([...undocumentedFields(tree, body.value)].map(({ path, value }) => [path, value]));
  for (const [path, { id }] of CHECKS) {
    const message = `${path} is in the response, where the customer of a transfer has no such field`;
    const departing = { message, expected: "no such field", actual: jsonText(shown.get(path)) };
    note(id, answer, shown.has(path) ? departing : null);
  }
});

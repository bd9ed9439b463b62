/** Whether what was sent comes back, field by field (sections 2.1, 2.2 and 2.4). */
import { check, type JudgedTogether, judgedTogether } from "../../../engine/check.js";
import { failureOf } from "../../../engine/traffic.js";
import { echo } from "../../../oracles/echo.js";
import { jsonBody } from "../../../oracles/json.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { type Field, fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS, type OperationId } from "../../../schemas/operations.js";

type Echoing = Exclude<OperationId, "uploadFile">;

function sameAs(field: Field): string {
  if (field.rules.format === "date-time") return "the same instant";
  return field.type === "number" ? "the same number" : "the same value";
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** Compares every success with what was sent. */
export function echoedFields(operation: Echoing): JudgedTogether {
  const { requestSchema } = OPERATIONS[operation];
  if (requestSchema === null) throw new Error(`${operation} has no request body`);
  const tree = fieldTree(requestSchema);
  const fields = [...walk(tree)].filter(({ path, name }) => path !== "" && name !== ITEM);
  const checks = new Map(
    fields.map((field) => [
      field.path,
      check(`${operation}/echo/${field.path}`, {
        title: `${field.path} comes back as it was sent`,
        sends: `every request that is accepted and carries ${field.path}`,
        expects: sameAs(field),
        field,
      }),
    ]),
  );
  // Customer creation states the echo outright; elsewhere a missing field is a matter of presence in the response.
  const missingFails = operation === "createCustomer";
  // An update with an empty value may count as one that leaves the field out, and then the old value may stay.
  const emptyMayStay = operation === "updateRecipient";
  return judgedTogether([...checks.values()], () => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    if (!judging.echo || judging.sent === undefined || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    for (const { path, outcome, sent, received } of echo(tree, judging.sent, body.value)) {
      const id = checks.get(path)?.id;
      if (id === undefined || (emptyMayStay && isEmpty(sent))) continue;
      recorder.request(id);
      if (outcome === "same") recorder.pass(id);
      else if (outcome === "different" || missingFails) {
        const message =
          outcome === "missing" ? `${path} was sent and does not come back` : `${path} comes back changed`;
        const [expected, actual] = [JSON.stringify(sent), JSON.stringify(received) ?? "absent"];
        recorder.fail(id, failureOf(answer, { message, expected, actual }));
      }
    }
  });
}

/** Whether what was sent comes back, field by field (sections 2.1, 2.2 and 2.4). */

import { type Check, check, type JudgedTogether, judgedTogether } from "../../../discovery/check.js";
import type { Failure } from "../../../engine/model.js";
import { failureOf } from "../../../engine/traffic.js";
import { echo, isKept } from "../../../oracles/echo.js";
import { jsonBody } from "../../../oracles/json.js";
import { formsWithstood, NORMAL_FORMS, type NormalForm } from "../../../oracles/normalForm.js";
import { isSuccess } from "../../../oracles/outcome.js";
import { type Field, fieldTree, ITEM, walk } from "../../../schemas/fieldTree.js";
import { jsonText } from "../../../schemas/json.js";
import { operationOf } from "../../../schemas/operation.js";
import type { OperationId } from "../../../schemas/operations.js";

import { FORM_MESSAGES, normalForm } from "./normalForms.js";

/** What is said of an empty value in whose place another one stands. */
const STAYS = "Empty values do not come back, but others in their place";

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
  const { requestSchema } = operationOf(operation);
  if (requestSchema === null) throw new Error(`${operation} has no request body`);
  const tree = fieldTree(requestSchema);
  const forms = new Map<NormalForm, Check>(NORMAL_FORMS.map((form) => [form, normalForm(operation, form)]));
  const fields = [...walk(tree)].filter(({ path, name }) => path !== "" && name !== ITEM);
  const checks = new Map(
    fields.map((field) => [
      field.path,
      check(`${operation}/echo/${field.path}`, {
        title: `${field.path} comes back as it was sent`,
        sends: `every request that is accepted and carries ${field.path}`,
        expects: sameAs(field),
        watches: "successes",
        field,
      }),
    ]),
  );
  // Customer creation states the echo outright; elsewhere a missing field is a matter of presence in the response.
  const missingFails = operation === "createCustomer";
  // An update with an empty value may count as one that leaves the field out, and then the old value may stay: of all
  // fields alike. A partner's id that is empty may count as none, which a service gives itself.
  const emptyMayStay = operation === "updateRecipient";
  const emptied = new Set<string>();
  return judgedTogether([...checks.values(), ...forms.values()], () => (answer) => {
    const { exchange, response, judging, recorder } = answer;
    if (!judging.echo || judging.sent === undefined || !isSuccess(exchange)) return;
    const body = jsonBody(response);
    if (!body.ok) return;
    const noteForm = (form: NormalForm, path: string, failure: Failure | null): void => {
      const id = forms.get(form)?.id;
      if (id === undefined) return;
      recorder.field(id, path, failure === null, null);
      if (failure === null) recorder.pass(id, 1, 1);
      else {
        recorder.request(id);
        recorder.fail(id, failure);
      }
    };
    const results = echo(tree, judging.sent, body.value);
    for (const result of results) if (isEmpty(result.sent) && isKept(result)) emptied.add(result.path);
    for (const result of results) {
      const { path, place, outcome, sent, received } = result;
      const field = checks.get(path)?.field;
      const id = checks.get(path)?.id;
      if (id === undefined || field === undefined) continue;
      if ((emptyMayStay || missingFails) && isEmpty(sent) && !isKept(result)) {
        if (!missingFails && emptied.size === 0) continue;
        const texts = {
          message: STAYS,
          expected: `${path} ${jsonText(sent)}`,
          actual: `${path} ${jsonText(received)}`,
        };
        noteForm("empty", path, failureOf(answer, texts));
        continue;
      }
      if (outcome === "same") {
        recorder.pass(id, 1, 1);
        for (const form of formsWithstood(field, sent)) noteForm(form, path, null);
      } else if (outcome === "normalised") {
        recorder.pass(id, 1, 1);
        const actual = `${path} ${jsonText(received)}`;
        for (const form of result.forms ?? []) {
          const texts = { message: FORM_MESSAGES[form], expected: `${path} ${jsonText(sent)}`, actual };
          noteForm(form, path, failureOf(answer, texts));
        }
      } else {
        recorder.request(id);
        if (outcome === "missing" && !missingFails) continue;
        const changed = result.isReordered ? "in another order" : "changed";
        const message =
          outcome === "missing" ? `${place} was sent and does not come back` : `${place} comes back ${changed}`;
        const [expected, actual] = [jsonText(sent), jsonText(received)];
        recorder.fail(id, { ...failureOf(answer, { message, expected, actual }), place });
      }
    }
  });
}

/**
 * The rules of an account where an update changes its type (section 2.2): code that compares with what is stored, or that
 * chooses the rules by what is stored, lets through what it refuses elsewhere. Whether the type may change is open, but
 * an account that breaks a rule is never taken.
 */

import { group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../../engine/model.js";
import { type Edit, materialise, type Template } from "../../../generators/edits/edit.js";
import { violatingEdits } from "../../../generators/edits/violating.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import type { Json } from "../../../generators/json.js";
import { breaksExactly } from "../../../generators/referee.js";
import type { AccountType } from "../../../generators/templates/templates.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { answerText, isSuccess } from "../../../oracles/outcome.js";
import { type Field, fieldTree, walk } from "../../../schemas/fieldTree.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { refusedKeywords } from "../requestFields.js";

const OPERATION = "updateRecipient";
/** Numbers of these cases within the checks of the fields begin here. */
const FIRST_CASE = 800_000;

function switchingCase(
  check: string,
  index: number,
  from: AccountType,
  own: Template,
  template: Template,
  edit: Edit,
  breaks: (sent: Json | undefined) => boolean,
): Case {
  const id = `${check}#${FIRST_CASE + index}`;
  return {
    id,
    check,
    operation: OPERATION,
    tier: 2,
    execute: (execution) =>
      execution.withRecipient(id, from, async ({ recipientId }) => {
        const fresh = partnerId(execution.target.run, id, execution.attempt);
        const path = { recipient_id: recipientId };
        const { wire, sent, summary } = materialise({ ...template, path }, edit, fresh);
        if (!breaks(sent)) return;
        const exchange = await execution.send(wire);
        execution.recorder.request(check);
        execution.judge(exchange, {
          check,
          operation: OPERATION,
          sent,
          edit: summary,
          control: null,
          response: false,
          echo: false,
          errors: true,
        });
        if (exchange.response === null || exchange.response.status === 429) return;
        if (!isSuccess(exchange)) return execution.recorder.pass(check);
        execution.recorder.fail(check, {
          message: `An account that breaks a rule is taken when the account was a ${from} account before`,
          expected: "refused with 400",
          actual: answerText(exchange),
          edit: summary,
          control: null,
          exchange,
        });
        await execution.send(materialise({ ...own, path }, null, fresh).wire);
      }),
  };
}

function unitsFor(
  field: Field,
  from: AccountType,
  own: Template,
  template: Template,
  spare: readonly string[],
): Case[] {
  const [place] = placesOf(field, [template]);
  const schema = OPERATIONS[OPERATION].requestSchema;
  if (place === undefined || schema === null) return [];
  const edits = violatingEdits(field, place.at, place.current, spare);
  return refusedKeywords(field).flatMap((keyword, index) => {
    const edit = edits.find((candidate) => candidate.keyword === keyword)?.enumerated[0];
    if (edit === undefined || keyword === "type") return [];
    const breaks = (sent: Json | undefined) => sent !== undefined && breaksExactly(schema, sent, field.path, keyword);
    return switchingCase(`${OPERATION}/refuses/${field.path}.${keyword}`, index, from, own, template, edit, breaks);
  });
}

/** The most telling edit of each rule of an account, sent to recipients whose account is of the other type. */
export function switchedAccounts(): CheckGroup {
  return group(OPERATION, [], (target) => {
    const { requestSchema } = OPERATIONS[OPERATION];
    const templates = target.templates.updateRecipient;
    if (requestSchema === null) return [];
    const fields = [...walk(fieldTree(requestSchema))];
    return (["bank", "crypto"] as const).flatMap((to) => {
      const from = to === "bank" ? "crypto" : "bank";
      const template = templates.find(({ id }) => id.startsWith(to));
      const own = templates.find(({ id }) => id.startsWith(from));
      if (template === undefined || own === undefined) return [];
      return fields
        .filter(({ path, variant }) => variant === to && path.startsWith("payment_details."))
        .flatMap((field) => unitsFor(field, from, own, template, target.recipientFiles));
    });
  });
}

/**
 * The rules of an account where an update changes its type (section 2.2): code that compares with what is stored, or that
 * chooses the rules by what is stored, accepts what it refuses elsewhere. Whether the type may change is open, but an
 * account that breaks a rule is never accepted.
 */

import { type CaseDraft, type Exercise, exercise } from "../../../discovery/check.js";
import { type Edit, materialise, type Template } from "../../../generators/edits/edit.js";
import { brokenBy, outsideOf } from "../../../generators/edits/keywords.js";
import { placesOf } from "../../../generators/fieldPlaces.js";
import { breaksExactly } from "../../../generators/referee.js";
import { type AccountType, withAccountType } from "../../../generators/templates/accountTypes.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { answerText, isSuccess } from "../../../oracles/outcome.js";
import { type Field, fieldTree, walk } from "../../../schemas/fieldTree.js";
import type { Json } from "../../../schemas/json.js";
import { OPERATIONS } from "../../../schemas/operations.js";
import { isTooFast } from "../../../schemas/statuses.js";

const OPERATION = "updateRecipient";
const { requestSchema: SCHEMA } = OPERATIONS[OPERATION];

/** What is sent to a recipient whose account is of another type, and how its own account is restored. */
interface Switch {
  readonly from: AccountType;
  readonly own: Template;
  readonly template: Template;
  readonly edit: Edit;
  readonly breaks: (sent: Json | undefined) => boolean;
}

function switching({ from, own, template, edit, breaks }: Switch): CaseDraft {
  return {
    make: ({ check, operation, id }) => ({
      id,
      check,
      operation,
      effect: "refused write",
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
          if (exchange.response === null || isTooFast(exchange.response.status)) return;
          if (!isSuccess(exchange)) {
            execution.logAnswer("refused", check, { ...own, path }, exchange);
            return execution.recorder.pass(check);
          }
          execution.recorder.fail(check, {
            message: `${OPERATION} accepts an invalid account for a recipient that had a ${from} account`,
            expected: "refused with 400",
            actual: answerText(exchange),
            edit: summary,
            control: null,
            exchange,
          });
          await execution.send(materialise({ ...own, path }, null, fresh).wire);
        }),
    }),
  };
}

/** The most telling edit of each rule of a field, sent to recipients whose account is of the other type. */
function switchesOf(field: Field, to: AccountType): Exercise[] {
  const from = to === "bank" ? "crypto" : "bank";
  // A value of another type cannot be taken for an account.
  const rules = brokenBy(field).filter(({ name }) => name !== "type");
  return rules.map((edits) =>
    exercise(`${OPERATION}/refuses/${field.path}.${edits.name}`, "switched", ({ templates, references: files }) => {
      const [template] = withAccountType(templates[OPERATION], to);
      const [own] = withAccountType(templates[OPERATION], from);
      if (template === undefined || own === undefined) return [];
      const [place] = placesOf(field, [template]);
      const edit = place === undefined ? undefined : outsideOf(edits, { ...place, field, files })?.examples[0];
      if (edit === undefined) return [];
      const breaks = (sent: Json | undefined) =>
        sent !== undefined && breaksExactly(SCHEMA, sent, field.path, edits.name);
      return [switching({ from, own, template, edit, breaks })];
    }),
  );
}

/** The rules of each account's fields, where the recipient had the other account before. */
export function switchedAccounts(): Exercise[] {
  const fields = [...walk(fieldTree(SCHEMA))];
  return (["bank", "crypto"] as const).flatMap((to) =>
    fields.filter(({ variant }) => variant === to).flatMap((field) => switchesOf(field, to)),
  );
}

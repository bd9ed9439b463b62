/** A payout account is of one kind: after a change of kind nothing of the other one is left (section 2.2). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup } from "../../../engine/model.js";
import { quoted } from "../../../engine/refusalText.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import type { Template } from "../../../generators/edits/edit.js";
import { isObject } from "../../../generators/json.js";
import { ACCOUNT_TYPES, type AccountType } from "../../../generators/templates/templates.js";
import { type Field, fieldTree } from "../../../schemas/fieldTree.js";
import { templateOf } from "../../observations/observing.js";
import { isNone, shown } from "../../observations/texts.js";

/** Names that only the other kind of account has. */
function foreignNames(accountType: AccountType): string[] {
  const details = fieldTree("recipient-response.schema.json").children.find(({ path }) => path === "payment_details");
  const nameOf = ({ location }: Field) => location.at(-1) ?? "";
  const fields = details?.children ?? [];
  const own = new Set(fields.filter(({ variant }) => variant === null || variant === accountType).map(nameOf));
  return fields.map(nameOf).filter((name) => !own.has(name));
}

function testCase(checkId: string, from: AccountType, to: AccountType, index: number): Case {
  return sequenceCase({
    check: checkId,
    operation: "updateRecipient",
    tier: 0,
    index,
    async execute(sequence) {
      const { target } = sequence.execution;
      const creation = templateOf(target, "createRecipient", from);
      const update = templateOf(target, "updateRecipient", to);
      if (creation === undefined || update === undefined)
        return sequence.blocked("there are no templates to work with");
      const created = await sequence.step(creation, "create");
      const id = created.body.recipient_id;
      if (typeof id !== "string") return sequence.blocked("a recipient could not be created");
      const template: Template = { ...update, path: { recipient_id: id } };
      const step = await sequence.step(template, "switch", { judged: false });
      if (!step.accepted) return sequence.blocked(`an account does not change its kind here: ${quoted(step.exchange)}`);
      const details = step.body.payment_details;
      if (!isObject(details)) return sequence.blocked("the update shows no payment_details");
      const left = foreignNames(to).find((name) => !isNone(details[name]));
      sequence.expect(
        left === undefined,
        step.exchange,
        {
          message: `A ${to} account still shows ${left} of the ${from} account that it was`,
          expected: `only fields of a ${to} account`,
          actual: `${left} ${shown(details[left ?? ""])}`,
        },
        created.exchange,
      );
    },
  });
}

/** A recipient stays the same one when its account changes its kind, and its answer keeps all other rules. */
function sameRecipient(from: AccountType, to: AccountType, index: number): Case {
  return sequenceCase({
    check: "updateRecipient/state/recipient_id.kept",
    operation: "updateRecipient",
    tier: 1,
    index: 100 + index,
    async execute(sequence) {
      const creation = templateOf(sequence.execution.target, "createRecipient", from);
      const update = templateOf(sequence.execution.target, "updateRecipient", to);
      if (creation === undefined || update === undefined) return;
      const created = await sequence.step(creation, "create");
      const id = created.body.recipient_id;
      if (typeof id !== "string") return;
      const step = await sequence.step({ ...update, path: { recipient_id: id } }, "switch");
      if (!step.accepted || step.body.recipient_id === undefined) return;
      const texts = {
        message: "An update that changes the kind of account changes recipient_id",
        expected: shown(id),
        actual: shown(step.body.recipient_id),
      };
      sequence.expect(step.body.recipient_id === id, step.exchange, texts, created.exchange);
    },
  });
}

/** The check of accounts that changed their kind. */
export function cleanVariants(): CheckGroup {
  const definition = checkOf("updateRecipient", "state", {
    rule: "variant.clean",
    section: "2.2",
    title: "An account that changes its kind keeps nothing of the other kind",
    sends: "an update with payment_details of the other account_type, where the deployment accepts it",
    expects: "no documented field that only the former kind has",
  });
  return group("updateRecipient", [definition], () =>
    ACCOUNT_TYPES.flatMap((from, index) => {
      const to = from === "bank" ? "crypto" : "bank";
      return [testCase(definition.id, from, to, index), sameRecipient(from, to, index)];
    }),
  );
}

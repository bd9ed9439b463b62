/** An update that is refused changes nothing: what it carried does not show afterwards (sections 4.2, 5 and 7). */

import { checkOf, group } from "../../../engine/checkGroup.js";
import type { Case, CheckGroup, Target } from "../../../engine/model.js";
import { sequenceCase } from "../../../engine/sequenceCase.js";
import type { Edit, Template } from "../../../generators/edits/edit.js";
import { materialise } from "../../../generators/edits/edit.js";
import { isObject } from "../../../generators/json.js";
import { accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { partnerId } from "../../../generators/texts/partnerId.js";
import { VERSION_HEADER } from "../../../schemas/operations.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";
import { withoutOptional } from "./recipientState.js";

const OPERATION = "updateRecipient";
const CHECK = `${OPERATION}/state/refused.unapplied`;
/** What an update may leave out. */
const KEPT = ["website", "address_info", "file_id_list"] as const;

function isNone(value: unknown): boolean {
  if (isObject(value)) return Object.values(value).every(isNone);
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Why an update is refused, and what makes it so. */
interface Refusal {
  readonly reason: string;
  readonly edit: Edit;
}

/** The member that names the account, or the wallet. */
function nameOf(template: Template): string {
  return accountTypeOf(template) === "crypto" ? "wallet_name" : "account_name";
}

function refusalsOf({ credentialsEdits, recipientFiles }: Target, template: Template): Refusal[] {
  const restricted: Refusal[] = credentialsEdits.has("restricted")
    ? [{ reason: "without permission", edit: { kind: "credentials", credentials: "restricted" } }]
    : [];
  return [
    { reason: "without credentials", edit: { kind: "credentials", credentials: "neither" } },
    { reason: "with a wrong secret", edit: { kind: "credentials", credentials: "wrong-secret" } },
    ...restricted,
    { reason: "with a value that is too long", edit: { kind: "set", at: ["business_name"], value: "x".repeat(129) } },
    {
      reason: "with an address that is too long",
      edit: { kind: "set", at: ["address_info", "city"], value: "x".repeat(65) },
    },
    { reason: "without a required field", edit: { kind: "remove", at: ["country_code"] } },
    { reason: "with a wrong network", edit: { kind: "set", at: ["payment_details", "network"], value: "NONE" } },
    {
      reason: "with a name that is too short",
      edit: { kind: "set", at: ["payment_details", nameOf(template)], value: "x" },
    },
    {
      reason: "with too many files",
      edit: { kind: "set", at: ["file_id_list"], value: Array(11).fill(recipientFiles[0] ?? "file") },
    },
    { reason: "with PATCH", edit: { kind: "method", method: "PATCH" } },
    { reason: "with PUT", edit: { kind: "method", method: "PUT" } },
    { reason: "with an unknown Api-Version", edit: { kind: "header", name: VERSION_HEADER, value: "nonsense" } },
  ];
}

/** A refused update with a website of its own, then one without any: whether that keeps or clears the old one is open. */
function unapplied(template: Template, { reason, edit }: Refusal, index: number): Case {
  return sequenceCase({
    check: CHECK,
    operation: OPERATION,
    tier: index,
    index,
    execute: (sequence) =>
      sequence.execution.withRecipient(CHECK, accountTypeOf(template), async ({ recipientId }) => {
        const { target, attempt } = sequence.execution;
        const path = { recipient_id: recipientId };
        const full = await sequence.step({ ...template, path }, "full");
        if (!full.accepted) return sequence.blocked("an update that keeps every rule is refused");
        const key = partnerId(target.run, `refused ${index}`, attempt);
        const keeps = await sequence.step({ ...withoutOptional(template), path }, "before");
        const website = `https://refused.example/${key}`;
        const city = `Refused ${key.slice(0, 12)}`;
        const carried = { ...template.body, website, address_info: { city }, file_id_list: [] };
        const carrying: Template = { ...template, path, body: carried };
        const refused = await sequence.execution.send(materialise(carrying, edit, key).wire);
        const status = refused.response?.status ?? 0;
        // That it is refused is what other checks are about.
        if (!isRefusalStatus(status)) return sequence.blocked(`the update ${reason} is not refused`);
        const after = await sequence.step({ ...withoutOptional(template), path }, "after");
        if (!after.accepted) return sequence.blocked("an update without optional fields is refused");
        const shown = isObject(after.body.address_info) ? after.body.address_info.city : undefined;
        const taken = after.body.website === website ? `website ${website}` : shown === city ? `city ${city}` : null;
        // Where an update keeps what it leaves out, it does so after a refused one as well.
        const lost = KEPT.find((name) => keeps.accepted && !isNone(keeps.body[name]) && isNone(after.body[name]));
        sequence.expect(
          taken === null && lost === undefined,
          after.exchange,
          {
            message: `An update ${reason} is answered with ${status}, and yet takes effect`,
            expected: "the recipient as it was before the refused update",
            actual: taken ?? `no ${lost}`,
          },
          refused,
        );
      }),
  });
}

/** Refused updates of each kind. */
export function refusedUpdates(): CheckGroup {
  const definition = checkOf(OPERATION, "state", {
    rule: "refused.unapplied",
    level: "should",
    title: "An update that is refused changes nothing",
    sends: "updates that are refused for one reason after another, each followed by one without what may be left out",
    expects: "the recipient as it was before",
  });
  return group(OPERATION, [definition], (target) => {
    const types = ["bank", "crypto"].flatMap(
      (type) => target.templates.updateRecipient.find(({ id }) => id.startsWith(type)) ?? [],
    );
    return types.flatMap((template, turn) =>
      refusalsOf(target, template).map((refusal, index) => unapplied(template, refusal, turn * 100 + index)),
    );
  });
}

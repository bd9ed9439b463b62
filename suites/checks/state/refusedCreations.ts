/** A creation that is refused leaves nothing behind: its partner id can still be used (sections 4.1 and 4.4). */
import { guessOf } from "../../../client/credentials.js";
import type { CredentialsEdit } from "../../../client/model.js";
import { type CaseDraft, type Check, type CheckId, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { steps } from "../../../engine/sequenceCase.js";
import { type Edit, materialise, type Template } from "../../../generators/edits/edit.js";
import { answerText } from "../../../oracles/outcome.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";

type Creation = "createRecipient" | "createCustomer";

const withCredentials = (credentials: CredentialsEdit): Edit => ({ kind: "credentials", credentials });

/** Why a creation is refused, and what makes it so. */
const REFUSALS: Readonly<Record<Creation, Readonly<Record<string, Edit>>>> = {
  createRecipient: {
    "with a name that is too long": { kind: "set", at: ["business_name"], value: "x".repeat(129) },
    "with a wrong network": { kind: "set", at: ["payment_details", "network"], value: "NONE" },
    "without credentials": withCredentials("neither"),
    "without permission": withCredentials("restricted"),
  },
  createCustomer: {
    "with a number for a name": { kind: "set", at: ["business_details", "business_name"], value: 12345 },
    "without credentials": withCredentials("neither"),
    "without permission": withCredentials("restricted"),
  },
};

/** A refused creation, then a good one with the same partner id; where that is refused, one with another. */
function unapplied(
  template: Template,
  field: string,
  tier: number,
  [reason, edit]: readonly [string, Edit],
): CaseDraft {
  return steps(
    tier,
    async (sequence) => {
      const named = (key: string): Template => {
        const body = { ...template.body, [field]: sequence.fresh(key) };
        return { ...template, body, freshField: null };
      };
      const { wire } = materialise(named("same"), edit, sequence.fresh("refused"));
      const refused = await sequence.execution.send(wire);
      const { status = 0 } = refused.response ?? {};
      // That it is refused is what other checks are about.
      if (!isRefusalStatus(status)) return sequence.blocked(`the creation ${reason} is not refused`);
      const good = await sequence.step(named("same"), "good");
      const control = good.accepted ? null : await sequence.step(named("other"), "control");
      if (control?.accepted === false) return sequence.blocked("a creation that keeps every rule is refused");
      sequence.expect(
        control === null,
        good.exchange,
        {
          message: `After a creation ${reason}, which is answered with ${status}, a good one with its ${field} is refused`,
          expected: "accepted with a 2xx status, as with another one",
          actual: answerText(good.exchange),
        },
        control?.exchange,
      );
    },
    { guesses: edit.kind === "credentials" ? guessOf(edit.credentials) : undefined },
  );
}

function refusedCreations(id: CheckId, operation: Creation, field: string): Check {
  const isPossible = ({ credentialsEdits }: Target, edit: Edit) =>
    edit.kind !== "credentials" || credentialsEdits.has(edit.credentials);
  return check(id, {
    title: `A creation that is refused does not use up its ${field}`,
    sends: `creations that are refused for one reason after another, each followed by a good one with the same ${field}`,
    expects: "the good one is accepted, as one with another id is",
    cases: (target) =>
      Object.entries(REFUSALS[operation]).flatMap((refusal, index) => {
        const template = target.templates[operation][index % target.templates[operation].length];
        return template === undefined || !isPossible(target, refusal[1])
          ? []
          : [unapplied(template, field, index, refusal)];
      }),
  });
}

export const refusedRecipients = refusedCreations(
  "createRecipient/state/refused.unapplied",
  "createRecipient",
  "partner_recipient_id",
);

export const refusedCustomers = refusedCreations(
  "createCustomer/state/refused.unapplied",
  "createCustomer",
  "partner_customer_id",
);

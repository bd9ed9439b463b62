/** An update that is refused changes nothing: what it carried does not show afterwards (sections 4.2, 5 and 7). */
import { guessOf } from "../../../client/credentials.js";
import { type CaseDraft, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { steps } from "../../../engine/sequenceCase.js";
import { type Edit, materialise, type Template } from "../../../generators/edits/edit.js";
import { ACCOUNT_TYPES, accountTypeOf } from "../../../generators/templates/accountTypes.js";
import { isEmpty, isObject } from "../../../schemas/json.js";
import { VERSION_HEADER } from "../../../schemas/operations.js";
import { isRefusalStatus } from "../../../schemas/statuses.js";
import { templateOf } from "../../recipientTemplates.js";
import { UPDATE_OPTIONAL, updateOf, withoutOptional } from "./recipients.js";

/** Why an update is refused, and what makes it so. */
interface Refusal {
  readonly reason: string;
  readonly edit: Edit;
}

function refusalsOf({ credentialsEdits, recipientFiles }: Target, template: Template): Refusal[] {
  const isCrypto = accountTypeOf(template) === "crypto";
  const name = isCrypto ? "wallet_name" : "account_name";
  const code = isCrypto ? "wallet_address" : "swift_code";
  const files = Array(11).fill(recipientFiles[0] ?? "file");
  const pairs: Refusal[] = (["restricted", "second"] as const)
    .filter((credentials) => credentialsEdits.has(credentials))
    .map((credentials) => ({
      reason: credentials === "second" ? "of another partner" : "without permission",
      edit: { kind: "credentials", credentials },
    }));
  return [
    { reason: "without credentials", edit: { kind: "credentials", credentials: "neither" } },
    { reason: "with a wrong secret", edit: { kind: "credentials", credentials: "wrong-secret" } },
    ...pairs,
    { reason: "with a value that is too long", edit: { kind: "set", at: ["business_name"], value: "x".repeat(129) } },
    {
      reason: "with an address that is too long",
      edit: { kind: "set", at: ["address_info", "city"], value: "x".repeat(65) },
    },
    { reason: "without a required field", edit: { kind: "remove", at: ["country_code"] } },
    { reason: "with a wrong network", edit: { kind: "set", at: ["payment_details", "network"], value: "NONE" } },
    { reason: "with a name that is too short", edit: { kind: "set", at: ["payment_details", name], value: "x" } },
    { reason: "with a code that is too short", edit: { kind: "set", at: ["payment_details", code], value: "ABC" } },
    { reason: "with too many files", edit: { kind: "set", at: ["file_id_list"], value: files } },
    { reason: "with PATCH", edit: { kind: "method", method: "PATCH" } },
    { reason: "with PUT", edit: { kind: "method", method: "PUT" } },
    { reason: "with an unknown Api-Version", edit: { kind: "header", name: VERSION_HEADER, value: "nonsense" } },
  ];
}

/** A refused update with a website of its own, then one without any: whether that keeps or clears the old one is open. */
function unapplied(template: Template, { reason, edit }: Refusal, tier: number): CaseDraft {
  return steps(
    tier,
    (sequence) =>
      sequence.execution.withRecipient("refused updates", accountTypeOf(template), async ({ recipientId }) => {
        const update = updateOf(recipientId, template);
        const sparse = withoutOptional(update);
        const full = await sequence.step(update, "full");
        if (!full.accepted) return sequence.blocked("an update that keeps every rule is refused");
        const before = await sequence.step(sparse, "before");
        const key = sequence.fresh("refused");
        const website = `https://refused.example.com/${key}`;
        const city = `Refused ${key.slice(0, 12)}`;
        const carrying = { ...update, body: { ...update.body, website, address_info: { city }, file_id_list: [] } };
        const refused = await sequence.execution.send(materialise(carrying, edit, key).wire);
        const status = refused.response?.status ?? 0;
        // That it is refused is what other checks are about.
        if (!isRefusalStatus(status)) return sequence.blocked(`the update ${reason} is not refused`);
        const after = await sequence.step(sparse, "after");
        if (!after.accepted) return sequence.blocked("an update without optional fields is refused");
        const shown = isObject(after.body.address_info) ? after.body.address_info.city : undefined;
        const taken = after.body.website === website ? `website ${website}` : shown === city ? `city ${city}` : null;
        // Where an update keeps what it leaves out, it does so after a refused one as well.
        const isLost = (name: string) => before.accepted && !isEmpty(before.body[name]) && isEmpty(after.body[name]);
        const lost = UPDATE_OPTIONAL.find(isLost);
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
    { guesses: edit.kind === "credentials" ? guessOf(edit.credentials) : undefined },
  );
}

export const refusedUpdates = check("updateRecipient/state/refused.unapplied", {
  title: "An update that is refused changes nothing",
  sends: "updates that are refused for one reason after another, each followed by one without what may be left out",
  expects: "the recipient as it was before",
  cases: (target) =>
    ACCOUNT_TYPES.flatMap((accountType) => templateOf(target, "updateRecipient", accountType) ?? [])
      .flatMap((template) => refusalsOf(target, template).map((refusal) => ({ template, refusal })))
      .map(({ template, refusal }, tier) => unapplied(template, refusal, tier)),
});

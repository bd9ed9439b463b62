/** An update that is refused changes nothing: what it carried does not show afterwards (sections 4.2, 5 and 7). */
import type { Edit, Template } from "../../generators/edit.js";
import { materialise } from "../../generators/edit.js";
import { partnerId } from "../../generators/partnerId.js";
import { VERSION_HEADER } from "../../schemas/operations.js";
import { accountTypeOf } from "../caseUnit.js";
import { check, group } from "../define.js";
import type { CheckGroup, Unit, World } from "../model.js";
import { programUnit } from "../programUnit.js";
import { withoutOptional } from "./recipientState.js";

const OPERATION = "updateRecipient";
const CHECK = `${OPERATION}/state/refused.unapplied`;

/** Why an update is refused, and what makes it so. */
interface Refusal {
  readonly reason: string;
  readonly edit: Edit;
}

function refusalsOf({ credentialsEdits }: World): Refusal[] {
  const restricted: Refusal[] = credentialsEdits.has("restricted")
    ? [{ reason: "without permission", edit: { kind: "credentials", credentials: "restricted" } }]
    : [];
  return [
    { reason: "without credentials", edit: { kind: "credentials", credentials: "neither" } },
    { reason: "with a wrong secret", edit: { kind: "credentials", credentials: "wrong-secret" } },
    ...restricted,
    { reason: "with a value that is too long", edit: { kind: "set", at: ["business_name"], value: "x".repeat(129) } },
    { reason: "with an unknown Api-Version", edit: { kind: "header", name: VERSION_HEADER, value: "nonsense" } },
  ];
}

/** A refused update with a website of its own, then one without any: whether that keeps or clears the old one is open. */
function unapplied(template: Template, { reason, edit }: Refusal, index: number): Unit {
  return programUnit({
    check: CHECK,
    operation: OPERATION,
    tier: index,
    index,
    play: (stage) =>
      stage.scene.withRecipient(CHECK, accountTypeOf(template), async ({ recipientId }) => {
        const { world, attempt } = stage.scene;
        const path = { recipient_id: recipientId };
        const full = await stage.step({ ...template, path }, "full");
        if (!full.accepted) return stage.blocked("an update that keeps every rule is refused");
        const key = partnerId(world.run, `refused ${index}`, attempt);
        const website = `https://refused.example/${key}`;
        const carrying: Template = { ...template, path, body: { ...template.body, website } };
        const refused = await stage.scene.send(materialise(carrying, edit, key).wire);
        const status = refused.response?.status ?? 0;
        // That it is refused is what other checks are about.
        if (status < 400 || status >= 500) return stage.blocked(`the update ${reason} is not refused`);
        const after = await stage.step({ ...withoutOptional(template), path }, "after");
        if (!after.accepted) return stage.blocked("an update without optional fields is refused");
        stage.expect(
          after.body.website !== website,
          after.exchange,
          {
            message: `An update ${reason} is answered with ${status}, and yet takes effect`,
            expected: "a recipient without the website of the refused update",
            actual: `website ${website}`,
          },
          refused,
        );
      }),
  });
}

/** Refused updates of each kind. */
export function refusedUpdates(): CheckGroup {
  const definition = check(OPERATION, "state", {
    rule: "refused.unapplied",
    level: "should",
    title: "An update that is refused changes nothing",
    sends: "updates without credentials, permission, a known version or a valid value, and then one without a website",
    expects: "a recipient without the website that a refused update carried",
  });
  return group(OPERATION, [definition], (world) => {
    const [template] = world.templates.updateRecipient;
    return template === undefined ? [] : refusalsOf(world).map((refusal, index) => unapplied(template, refusal, index));
  });
}

/** A new resource shows nothing that was sent for another one (sections 4.1 and 4.4). */
import { type CaseDraft, type Check, check } from "../../../engine/check.js";
import type { Target } from "../../../engine/model.js";
import { steps } from "../../../engine/sequenceCase.js";
import { withTextsOf } from "../../../generators/edits/edit.js";
import {
  isObject,
  type Json,
  jsonText,
  type Pointer,
  pointerText,
  valueAt,
  withValueAt,
} from "../../../schemas/json.js";
import { withoutFiles } from "../../recipientTemplates.js";

/** What a resource may be made without, and the texts in it that tell it from another one's. */
interface LeftOut {
  readonly at: Pointer;
  readonly texts: readonly Pointer[];
}

const LEFT_OUT: Readonly<Record<"createRecipient" | "createCustomer", readonly LeftOut[]>> = {
  createRecipient: [
    { at: ["website"], texts: [["website"]] },
    {
      at: ["address_info"],
      texts: ["address_line_1", "address_line_2", "post_code"].map((name) => ["address_info", name]),
    },
    { at: ["file_id_list"], texts: [["file_id_list", 0]] },
  ],
  createCustomer: [
    { at: ["business_details", "website"], texts: [["business_details", "website"]] },
    { at: ["primary_contact"], texts: [["primary_contact", "contact_phone"]] },
  ],
};

/** Whether a text is an address that only this suite sends: other requests are under way between the two creations. */
function isOurs(text: string): boolean {
  return /^https:\/\/[\w.-]+\.example\.com(?:[/?]|$)/.test(text);
}

function namesOf(left: readonly LeftOut[]): string {
  return left.map(({ at }) => pointerText(at)).join(", ");
}

/** Makes a resource with everything and, at once after it and maybe by another partner, one that leaves something out. */
function leavingOut(
  operation: "createRecipient" | "createCustomer",
  { templates: { [operation]: templates } }: Target,
  credentials: "valid" | "second",
): CaseDraft[] {
  const [template] = templates;
  if (template === undefined || template.body === null) return [];
  const { body } = template;
  // Files are of the partner that uploaded them.
  const sent = (credentials === "second" ? withoutFiles(template) : template).body ?? {};
  const present = LEFT_OUT[operation].filter(({ at }) => valueAt(body, at) !== undefined);
  // All at once first: whether each may be left out is open.
  return [present, ...present.map((one) => [one])].map((left, index) =>
    steps(Math.min(1, index), async (sequence) => {
      // What is left out below is not written anew between the two.
      const complete = withTextsOf(template, sequence.fresh("isolation"));
      const full = await sequence.step(complete, "full");
      const without = left.reduce<Json>((rest, { at }) => withValueAt(rest, at, undefined), sent);
      if (!isObject(without)) return;
      const sparse = await sequence.step({ ...template, body: without }, "sparse", { credentials });
      if (!full.accepted || !sparse.accepted) return sequence.blocked(`a creation without ${namesOf(left)} is refused`);
      for (const text of left.flatMap(({ texts }) => texts)) {
        const own = valueAt(complete.body ?? {}, text);
        const shown = isObject(sparse.value) ? valueAt(sparse.value, text) : undefined;
        const others = templates.map((other) => valueAt(other.body ?? {}, text));
        const isAnothers =
          typeof shown === "string" && shown !== "" && ([own, ...others].includes(shown) || isOurs(shown));
        sequence.expect(
          !isAnothers,
          sparse.exchange,
          {
            message: `${pointerText(text)} shows what was sent for another resource, and not for this one`,
            expected: "only what was sent for this one",
            actual: jsonText(shown),
          },
          full.exchange,
        );
      }
    }),
  );
}

export function createdIsolation(operation: "createRecipient" | "createCustomer"): Check {
  const names = namesOf(LEFT_OUT[operation]);
  return check(`${operation}/state/isolation`, {
    title: "A new resource shows nothing that was sent for another one",
    sends: `two creations, the second one without ${names}`,
    expects: "nothing of the first one in the answer to the second",
    cases: (target) => leavingOut(operation, target, "valid"),
  });
}

export const partnersCreations = check("createRecipient/state/partners.isolation", {
  title: "A new recipient shows nothing that another partner sent for one of its own",
  sends: "a creation and, with the credentials of the second partner, one that leaves something out",
  expects: "nothing of the first one in the answer to the second",
  credentials: "second",
  cases: (target) => (target.credentialsEdits.has("second") ? leavingOut("createRecipient", target, "second") : []),
});

/** A payout account is of one type: after a change of its type nothing of the other one is left (section 2.2). */
import { check } from "../../../engine/check.js";
import { quoted } from "../../../engine/refusalText.js";
import { type Sequence, type Step, type StepOptions, steps } from "../../../engine/sequenceCase.js";
import { ACCOUNT_TYPES, type AccountType } from "../../../generators/templates/accountTypes.js";
import { fieldAt } from "../../../schemas/fieldTree.js";
import { isEmpty, isObject, jsonText } from "../../../schemas/json.js";
import { templateOf } from "../../recipientTemplates.js";
import { updateOf } from "./recipients.js";

const OTHER_TYPE: Readonly<Record<AccountType, AccountType>> = { bank: "crypto", crypto: "bank" };

interface AccountSwitch {
  readonly recipientId: string;
  readonly created: Step;
  /** The update, accepted. */
  readonly step: Step;
}

/**
 * Creates a recipient with an account of one type and updates it to the other one.
 * @returns null when that is not possible, with the reason noted
 */
export async function switchAccount(
  sequence: Sequence,
  from: AccountType,
  options: StepOptions,
): Promise<AccountSwitch | null> {
  const { target } = sequence.execution;
  const stop = (reason: string): null => {
    sequence.blocked(reason);
    return null;
  };
  const creation = templateOf(target, "createRecipient", from);
  const update = templateOf(target, "updateRecipient", OTHER_TYPE[from]);
  if (creation === undefined || update === undefined) return stop("there are no templates to work with");
  const created = await sequence.step(creation, "create");
  const { recipient_id: recipientId } = created.body;
  if (typeof recipientId !== "string") return stop("a recipient could not be created");
  const step = await sequence.step(updateOf(recipientId, update), "switch", options);
  if (!step.accepted) return stop(`an account does not change its kind here: ${quoted(step.exchange)}`);
  return { recipientId, created, step };
}

/** Names that only an account of this type has. */
function namesOnlyOf(accountType: AccountType): string[] {
  const { children: fields } = fieldAt("recipient-response.schema.json", "payment_details");
  const others = new Set(fields.filter(({ variant }) => variant !== accountType).map(({ name }) => name));
  return fields.map(({ name }) => name).filter((name) => !others.has(name));
}

/** Notes whether an account that was of another type before shows nothing that only that one has. */
function expectClean(
  sequence: Sequence,
  { body, exchange }: Step,
  before: AccountType,
  { exchange: earlier }: Step,
): void {
  const { payment_details: details } = body;
  if (!isObject(details)) {
    sequence.blocked("the update shows no payment_details");
    return;
  }
  const now = OTHER_TYPE[before];
  const left = namesOnlyOf(before).find((name) => !isEmpty(details[name]));
  sequence.expect(
    left === undefined,
    exchange,
    {
      message: `A ${now} account still shows ${left} of the ${before} account that it was`,
      expected: `only fields of a ${now} account`,
      actual: `${left} ${jsonText(details[left ?? ""])}`,
    },
    earlier,
  );
}

export const accountSwitch = check("updateRecipient/state/variant.clean", {
  title: "An account that changes its kind keeps nothing of the other kind",
  sends: "an update with payment_details of the other account_type, where the deployment accepts it",
  expects: "no documented field that only the former kind has",
  role: "inquiry",
  touches: ["createRecipient"],
  cases: () =>
    ACCOUNT_TYPES.map((from) =>
      steps(0, async (sequence) => {
        const change = await switchAccount(sequence, from, { judged: false });
        if (change === null) return;
        const { recipientId, created, step } = change;
        expectClean(sequence, step, from, created);
        const { target } = sequence.execution;
        const own = templateOf(target, "updateRecipient", from);
        if (own === undefined || target.profile === "smoke") return;
        // What an update stores may be kept beside what the next one stores.
        const back = await sequence.step(updateOf(recipientId, own), "back");
        if (back.accepted) expectClean(sequence, back, OTHER_TYPE[from], step);
      }),
    ),
});

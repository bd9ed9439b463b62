/** Is this refusal about the value? What else may explain it, each with the request that shows it: one table, in order. */
import { materialise, originOf, resourceOf, type Template, templateKind } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus, isSuccess } from "../../oracles/outcome.js";
import { isObject } from "../../schemas/json.js";
import { isRefusalOfTheMoment, isTooLarge } from "../../schemas/statuses.js";
import { quoted, saysKnownAlready, saysTooLong } from "../judge/refusalText.js";
import { type CaseOutcome, type Execution, excused, templatesOf } from "../model.js";
import { lacksPermission } from "../send/permissions.js";
import { sendTemplate } from "../send/sendTemplate.js";
import { refusedContent } from "./refusedContent.js";
import { excusedFor, isRefusal, type Refused, type Witness } from "./witness.js";

/** Which refusals a witness is asked about, and the witness. */
type Row = readonly [applies: (refused: Refused) => boolean, witness: Witness];

/** The witnesses of a case in order. @param own those of its check */
function inOrder(own: readonly Witness[]): readonly Row[] {
  return [
    [isForSize, bodyTooLong],
    [isOfStoredText, storedBefore],
    // Nothing else explains a permission that is missing.
    [isForPermission, otherKinds],
    ...own.map((witness): Row => [isDocumented, witness]),
    [isOfMoment, controlAfterwards],
    [(refused) => !isForPermission(refused) && isOfAnotherPart(refused), withoutEdit],
    [(refused) => !isForPermission(refused), refusedContent],
  ];
}

/**
 * What explains a refusal other than the value that the case sends: the first witness that shows something decides.
 * @param own the witnesses of the case's check
 * @returns null when the value is refused
 */
export async function explained(refused: Refused, own: readonly Witness[] = []): Promise<CaseOutcome | null> {
  for (const [applies, witness] of inOrder(own)) {
    const outcome = applies(refused) ? await witness(refused) : null;
    if (outcome !== null) return outcome;
  }
  return null;
}

const isForSize = ({ edit, refusal }: Refused): boolean =>
  edit !== null && (hasStatus(refusal, isTooLarge) || saysTooLong(refusal));

const isOfStoredText = ({ execution, edit, refusal }: Refused): boolean =>
  edit?.kind === "set" &&
  typeof edit.value === "string" &&
  saysKnownAlready(refusal) &&
  execution.mayBeStored(edit.value);

const isForPermission = ({ isOfOwnKind, refusal }: Refused): boolean => isOfOwnKind && lacksPermission(refusal);

const isDocumented = ({ template, refusal }: Refused): boolean => isRefusal(template, refusal);

const isOfMoment = (refused: Refused): boolean =>
  isDocumented(refused) ||
  (resourceOf(refused.template) !== undefined && hasStatus(refused.refusal, isRefusalOfTheMoment));

/** Whether the edit sets no value, so that the texts are those of the control. */
const isOfAnotherPart = ({ edit }: Refused): boolean => edit !== null && edit.kind !== "set";

/** Sends nothing: the status or the words say it. */
const bodyTooLong: Witness = async ({ refusal }) =>
  excusedFor("size", "the body is longer than the service takes", refusal, "how long it may be is left open");

/** Sends nothing: the words say it. */
const storedBefore: Witness = async ({ refusal }) =>
  excusedFor("failure", "it was stored by a request whose answer got lost", refusal);

/**
 * Sends the same request once more, where others are accepted: a key that may use an operation may still lack the
 * permission for one kind of account, network or file type, as it may for a whole operation (section 5). Then it is
 * refused each time.
 */
const otherKinds: Witness = async ({ execution, template, edit, key, refusal }) => {
  const others = templatesOf(execution.target, template.operation).filter(({ id }) => id !== template.id);
  const candidates = edit === null ? others : [template, ...others];
  let isTaken = false;
  for (const other of candidates) isTaken ||= (await execution.control({ ...other, path: template.path })) !== null;
  if (!isTaken) return null;
  const { exchange } = await sendTemplate(execution, template, edit, `permission ${key}`);
  if (!lacksPermission(exchange)) return null;
  return excusedFor("premise", "this key has no permission for requests of this kind", refusal);
};

const STATE_IS_OPEN = "in which state it is accepted is left open (sections 3 and 8)";

/** A template of the same kind of account that was accepted in this run. */
async function acceptedBefore(
  execution: Execution,
  template: Template,
  others: readonly Template[],
): Promise<Template | undefined> {
  for (const other of others.filter((one) => templateKind(one) === templateKind(template)))
    if ((await execution.control({ ...other, path: template.path })) !== null) return other;
  return undefined;
}

/**
 * Sends the control that was accepted before: if it is refused right after the value, the state of the recipient or of the
 * whole service is the reason. Which states take updates is left open (section 3), and so is how much is taken in all
 * (section 8). For a control itself, other recipients show it.
 */
export const controlAfterwards: Witness = async (refused) => {
  const { execution, check, template, control, key, last, retire, refusal } = refused;
  const { operation, id, path, body } = template;
  const others = templatesOf(execution.target, operation).filter((other) => other.id !== id);
  const origin = others.find((other) => other.id === originOf(template));
  if (control === null && origin === undefined && !last) return excused("state", quoted(refusal));
  if (control === null && execution.isOfState(refusal))
    return excusedFor("state", "some recipients refuse what others take", refusal, STATE_IS_OPEN);
  const plain = control === null ? (origin ?? (await acceptedBefore(execution, template, others))) : { id, body };
  if (plain === undefined) return null;
  const placed = { ...template, ...plain, path };
  const { exchange: after } = await sendTemplate(execution, placed, null, `after ${key}`);
  if (!hasStatus(after, isRefusalOfTheMoment)) {
    if (isSuccess(after)) execution.logAnswer("accepted", check, placed, after);
    return null;
  }
  execution.logAnswer("refusedByNow", check, placed, after);
  // Whether a template derived from another one was ever accepted is not known here.
  if (control !== null || origin === undefined) execution.noteState(after);
  retire();
  return excusedFor("state", "what was accepted before is refused at this moment", after, STATE_IS_OPEN);
};

/**
 * Sends the same texts without the edit: if they are refused as well, the edit is not the reason. A service that takes
 * nothing twice may know them from the request that it refused: that explains nothing.
 */
export const withoutEdit: Witness = async (refused) => {
  const { execution, template, key, refusal } = refused;
  const { freshTexts, ...rest } = template;
  const body = materialise(template, null, partnerId(execution.target.run, key, execution.attempt)).sent;
  if (freshTexts === undefined || !isObject(body)) return null;
  // With another partner's id: a refused request may have used it up.
  const { exchange, sent } = await sendTemplate(execution, { ...rest, body }, null, `without ${key}`);
  if (!isRefusal(template, exchange)) return null;
  if (saysKnownAlready(exchange) && !saysKnownAlready(refusal)) return null;
  return (
    (await refusedContent({ ...refused, edit: null, summary: null, sent, refusal: exchange })) ??
    excusedFor("control", "the same request without the edit is refused as well", exchange)
  );
};

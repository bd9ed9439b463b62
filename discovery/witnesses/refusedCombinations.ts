/**
 * Values of payment details that keep their own rule, but that a service may refuse together with certain other values:
 * which currencies, addresses and methods go with a network is left open (section 2.2).
 */

import type { Exchange } from "../../client/model.js";
import type { Excuse } from "../../engine/editCase.js";
import { type CaseOutcome, type Execution, excused, HELD, type Target, templatesOf } from "../../engine/model.js";
import { quoted, saysKnownAlready } from "../../engine/refusalText.js";
import { type Edit, materialise, type Template } from "../../generators/edits/edit.js";
import { meeting } from "../../generators/templates/accountRequirements.js";
import { accountTypeOf } from "../../generators/templates/accountTypes.js";
import { ANEW, fitted } from "../../generators/templates/fits.js";
import { fitText } from "../../generators/texts/fit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { responseField } from "../../oracles/json.js";
import { isSuccess, meets } from "../../oracles/outcome.js";
import type { Field } from "../../schemas/fieldTree.js";
import { isObject, type Json, valueAt, withValueAt } from "../../schemas/json.js";

const WALLET = ["payment_details", "wallet_address"];
const NETWORK = ["payment_details", "network"];

type ExcuseOfEdit = (
  execution: Execution,
  template: Template,
  edit: Edit,
  testCase: string,
  refusal: Exchange,
) => Promise<CaseOutcome | null>;

/** What is tried once for each operation and network. */
const asked = new WeakMap<Target, Map<string, Promise<string | null>>>();

/**
 * Texts that keep the documented rules of a wallet address and are real on no network. None is near a documented bound:
 * a service that refuses all of them refuses them for their shape.
 */
function artificial(address: string): readonly string[] {
  return [fitText(address, address.length + 1), fitText("a", 34), fitText("5", 50)];
}

/** The refusal of all artificial addresses, in the service's words; null when it accepts one of them. */
async function realAddressesOnly(execution: Execution, template: Template, address: string): Promise<string | null> {
  const { operation } = template;
  let words: string | null = null;
  for (const [turn, value] of artificial(address).entries()) {
    const edit: Edit = { kind: "set", at: WALLET, value, fresh: "sample" };
    const key = partnerId(execution.target.run, `artificial address ${template.id} ${turn}`, execution.attempt);
    const exchange = await execution.send(materialise(template, edit, key).wire);
    if (isSuccess(exchange) || !meets(operation, { kind: "refuse" }, exchange)) return null;
    words ??= quoted(exchange);
  }
  return words;
}

function onceATarget(target: Target, key: string, ask: () => Promise<string | null>): Promise<string | null> {
  const known = asked.get(target) ?? new Map<string, Promise<string | null>>();
  asked.set(target, known);
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}

/** An address that is refused: whether the service accepts only addresses that are real on the network. */
async function excuseAddress(execution: Execution, template: Template): Promise<CaseOutcome | null> {
  const address = valueAt(template.body ?? undefined, WALLET);
  const network = valueAt(template.body ?? undefined, NETWORK);
  if (typeof address !== "string") return null;
  const words = await onceATarget(execution.target, `${template.operation} ${network}`, () =>
    realAddressesOnly(execution, template, address),
  );
  if (words === null) return null;
  const reason = `only addresses that are real on ${network} are taken, whatever their length: ${words}; whether an address has to suit its network is left open (section 2.2)`;
  return excused("combination", reason);
}

const BUSINESS_TYPE = ["business_type"];

/**
 * A value, or the lack of one, that is refused with other values: whether a template that has it from the start is
 * accepted.
 */
async function excuseCombination(execution: Execution, template: Template, edit: Edit): Promise<CaseOutcome | null> {
  if (edit.kind !== "set" && edit.kind !== "remove") return null;
  const wanted = edit.kind === "set" ? edit.value : undefined;
  const kind = accountTypeOf(template);
  const own = templatesOf(execution.target, template.operation).filter(
    (other) =>
      other.id !== template.id && accountTypeOf(other) === kind && valueAt(other.body ?? undefined, edit.at) === wanted,
  );
  if (String(edit.at) === String(BUSINESS_TYPE) && template.operation === "updateRecipient")
    return takenWhereCreated(execution, template, edit);
  for (const other of own) {
    if ((await execution.control({ ...ofSameBusiness(other, template), path: template.path })) !== null) return HELD;
  }
  return null;
}

/**
 * Whether an update with a type is accepted for a recipient that was created with it: whether an update may change it is
 * open. Where no such recipient can be created any more, nothing can be said.
 */
async function takenWhereCreated(execution: Execution, template: Template, edit: Edit): Promise<CaseOutcome | null> {
  const kind = accountTypeOf(template);
  const [creation] = templatesOf(execution.target, "createRecipient").filter((other) => accountTypeOf(other) === kind);
  if (creation === undefined) return null;
  const key = (name: string): string => partnerId(execution.target.run, `${name} ${template.id}`, execution.attempt);
  const created = await execution.send(materialise(creation, edit, key("created with the type")).wire);
  const id = responseField(created, "recipient_id");
  if (typeof id !== "string")
    return excused(
      "premise",
      `no recipient could be created with this type: ${quoted(created)}; whether an update may change it is left open`,
    );
  const update = { ...template, path: { recipient_id: id } };
  const updated = await execution.send(materialise(update, edit, key("updated with the type")).wire);
  return isSuccess(updated) ? HELD : null;
}

/** An update with the business's own type, which may be fixed; a creation unchanged. */
function ofSameBusiness(update: Template, { operation, body }: Template): Template {
  const type = valueAt(body ?? undefined, BUSINESS_TYPE);
  if (operation !== "updateRecipient" || type === valueAt(update.body ?? undefined, BUSINESS_TYPE)) return update;
  const changed = withValueAt(update.body ?? {}, BUSINESS_TYPE, type);
  return isObject(changed) ? { ...update, id: `${update.id} of the same business`, body: changed } : update;
}

const CODE = ["payment_details", "swift_code"];
/** Letters that no bank has, none of them at an end of the alphabet. */
const NO_BANK = "QXWJ";

/** Places of the country in a SWIFT code, and a country whose letters are at no end of a character class. */
const COUNTRY = [NO_BANK.length, NO_BANK.length + 2] as const;
const OTHER_COUNTRY = "DE";

/**
 * A SWIFT code that is refused: whether the control's own is refused as well when it names a nonexistent bank, or
 * another country.
 */
const excuseCode: ExcuseOfEdit = async (execution, template, edit) => {
  const code = valueAt(template.body ?? undefined, CODE);
  if (typeof code !== "string" || edit.kind !== "set" || typeof edit.value !== "string") return null;
  const refusedAs = (name: string, value: string): Promise<string | null> =>
    onceATarget(execution.target, `${template.operation} ${name} ${code}`, async () => {
      const key = partnerId(execution.target.run, `${name} ${template.id}`, execution.attempt);
      const exchange = await execution.send(materialise(template, { kind: "set", at: CODE, value }, key).wire);
      return meets(template.operation, { kind: "refuse" }, exchange) ? quoted(exchange) : null;
    });
  const noBank = await refusedAs("no bank", `${NO_BANK}${code.slice(NO_BANK.length)}`);
  if (noBank !== null)
    return excused(
      "combination",
      `only codes of existing banks seem to be accepted: ${noBank}; whether a code has to be one is left open (section 2.2)`,
    );
  if (edit.value.slice(...COUNTRY) === code.slice(...COUNTRY)) return null;
  const abroad = await refusedAs(
    "other country",
    `${code.slice(0, COUNTRY[0])}${OTHER_COUNTRY}${code.slice(COUNTRY[1])}`,
  );
  if (abroad === null) return null;
  return excused(
    "combination",
    `only codes of banks in one country seem to be taken: ${abroad}; whether its country has to be the account's is left open (section 2.2)`,
  );
};

const NAME = ["business_name"];
const OWNER = ["payment_details", "account_name"];

/**
 * A name that is refused: whether it is accepted where the business and its account have the same name, as some
 * services require.
 */
async function excuseOwner(
  execution: Execution,
  template: Template,
  edit: Edit,
  testCase: string,
): Promise<CaseOutcome | null> {
  const { body } = template;
  if (edit.kind !== "set" || typeof edit.value !== "string" || body === null) return null;
  if (valueAt(body, NAME) === undefined || valueAt(body, OWNER) === undefined) return null;
  const named = withValueAt(withValueAt(body, NAME, edit.value), OWNER, edit.value);
  return isObject(named) ? excuseNamed(execution, { ...template, body: named }, testCase) : null;
}

async function excuseNamed(execution: Execution, template: Template, testCase: string): Promise<CaseOutcome | null> {
  const key = partnerId(execution.target.run, `one name ${testCase}`, execution.attempt);
  return isSuccess(await execution.send(materialise(template, null, key).wire)) ? HELD : null;
}

/** A whole body that is refused: whether it is accepted with the same name for the business and its account. */
export async function excuseNames(
  execution: Execution,
  template: Template,
  testCase: string,
): Promise<CaseOutcome | null> {
  const body = meeting(template.body ?? {}, { ownName: true });
  return body === template.body ? null : excuseNamed(execution, { ...template, body }, testCase);
}

/**
 * An update that is refused and gives the business another type: whether the type must not change at all, which the
 * document leaves open. Then the same update is accepted with the template's type, and the other type is refused alone.
 * @param own the template that the update was made from
 */
export function excuseFixedType(own: Template): Excuse {
  return async (execution, template, testCase, refusal) => {
    const [before, after] = [own, template].map(({ body }) => valueAt(body ?? undefined, BUSINESS_TYPE));
    if (template.operation !== "updateRecipient" || before === undefined || after === undefined || before === after)
      return null;
    const answerWith = (body: Template["body"], type: Json, name: string): Promise<Exchange> => {
      const typed = withValueAt(body ?? {}, BUSINESS_TYPE, type);
      const key = partnerId(execution.target.run, `${name} ${testCase}`, execution.attempt);
      return execution.send(materialise({ ...template, body: isObject(typed) ? typed : body }, null, key).wire);
    };
    const refused = { kind: "refuse" } as const;
    const isFixed =
      isSuccess(await answerWith(template.body, before, "own type")) &&
      meets(template.operation, refused, await answerWith(own.body, after, "other type"));
    return isFixed
      ? excused(
          "premise",
          `the type of a business may not change: ${quoted(refusal)}; whether an update may change it is left open`,
        )
      : null;
  };
}

/** A text that the service says somebody already has: whether it is accepted with one more word. */
const excuseKnown: ExcuseOfEdit = async (execution, template, edit, testCase, refusal) => {
  const changed =
    edit.kind === "set" && template.body !== null ? withValueAt(template.body, edit.at, edit.value) : null;
  if (edit.kind !== "set" || !isObject(changed) || !saysKnownAlready(refusal)) return null;
  const other = fitted({ ...template, body: changed }, [{ at: edit.at, to: ANEW }]);
  const key = partnerId(execution.target.run, `known ${testCase}`, execution.attempt);
  return isSuccess(await execution.send(materialise(other, null, key).wire))
    ? excused(
        "premise",
        `what was sent before is refused: ${quoted(refusal)}; whether a value may be sent twice is left open`,
      )
    : null;
};

const excuseWords: ExcuseOfEdit = async (execution, template, edit, testCase, refusal) =>
  (await excuseKnown(execution, template, edit, testCase, refusal)) ??
  (await excuseOwner(execution, template, edit, testCase));

/** What can excuse the refusal of a value: the address is made up, or the value does not suit another one. */
function excuseFor({ kind, goesWith }: Field): ExcuseOfEdit | null {
  if (kind === "walletAddress") return excuseAddress;
  if (kind === "swiftCode") return excuseCode;
  if (kind === "words") return goesWith === null ? excuseKnown : excuseWords;
  return kind === "network" || goesWith !== null ? excuseCombination : null;
}

/** Whether a field's value decides which values of others a service accepts, or depends on one that does; null for neither. */
export function influenceOf({ kind, goesWith }: Field): "decides" | "depends" | null {
  return kind === "network" ? "decides" : goesWith === "network" ? "depends" : null;
}

/** What may excuse the refusal of a value of a field; undefined where nothing can. */
export function excuseOf(field: Field, edit: Edit): Excuse | undefined {
  const excuse = excuseFor(field);
  return excuse === null
    ? undefined
    : (execution, template, testCase, refusal) => excuse(execution, template, edit, testCase, refusal);
}

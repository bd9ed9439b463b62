/**
 * Witnesses of values of payment details that keep their own rule, but that a service may refuse together with certain other
 * values: which currencies, addresses and methods go with a network is left open (section 2.2).
 */

import type { Exchange } from "../../client/model.js";
import { quoted, saysKnownAlready } from "../../engine/judge/refusalText.js";
import { HELD, type Target, templatesOf } from "../../engine/model.js";
import { sendTemplate } from "../../engine/send/sendTemplate.js";
import { excusedFor, isRefusal, type Refused, type Witness } from "../../engine/witnesses/witness.js";
import type { Edit, Template } from "../../generators/edits/edit.js";
import { meeting } from "../../generators/templates/accountRequirements.js";
import { accountTypeOf, withAccountType } from "../../generators/templates/accountTypes.js";
import { ANEW, fitted } from "../../generators/templates/fits.js";
import { fitText } from "../../generators/texts/fit.js";
import { responseField } from "../../oracles/json.js";
import { isSuccess } from "../../oracles/outcome.js";
import { type Field, fieldTree, pointersIn, walk } from "../../schemas/fieldTree.js";
import { isObject, type Json, type JsonObject, type Pointer, valueAt, withValueAt } from "../../schemas/json.js";
import { onceEach } from "../../schemas/onceEach.js";
import { operationOf } from "../../schemas/operation.js";
import { middleOfMonth } from "./refusedValues.js";

const WALLET = ["payment_details", "wallet_address"];
const NETWORK = ["payment_details", "network"];
const CODE = ["payment_details", "swift_code"];
const BUSINESS_TYPE = ["business_type"];
const NAME = ["business_name"];
const OWNER = ["payment_details", "account_name"];

export function witnessesOf({ kind, goesWith, path }: Field): readonly Witness[] {
  return [...ofCombinations(kind, goesWith), middleOfMonth(path)];
}

function ofCombinations(kind: Field["kind"], goesWith: Field["goesWith"]): readonly Witness[] {
  if (kind === "walletAddress") return [artificialAddresses, base58];
  if (kind === "swiftCode") return [otherBank, otherCountry, itsCountry];
  if (kind === "words") return goesWith === null ? [oneMoreWord] : [oneMoreWord, oneName];
  return kind === "network" || goesWith !== null ? [otherTemplate] : [];
}

/** Whether a field's value decides which values of others a service accepts, or depends on one that does; null for neither. */
export function influenceOf({ kind, goesWith }: Field): "decides" | "depends" | null {
  return kind === "network" ? "decides" : goesWith === "network" ? "depends" : null;
}

/** What was found out once for each operation and network, bank or country: the refusal as quoted, or null for none. */
const knownOf = onceEach((_target: Target) => new Map<string, Promise<string | null>>());

function onceATarget(target: Target, key: string, ask: () => Promise<string | null>): Promise<string | null> {
  const known = knownOf(target);
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}

/**
 * Texts that keep the documented rules of a wallet address and are real on no network. None is near a documented bound:
 * a service that refuses all of them refuses them for their shape.
 */
function artificial(address: string): readonly string[] {
  return [fitText(address, address.length + 1), fitText("a", 34), fitText("5", 50)];
}

const SUITING_IS_OPEN = "whether an address has to suit its network is left open (section 2.2)";

/** An address: whether all artificial ones are refused, so that only those are accepted that are real on the network. */
const artificialAddresses: Witness = async ({ execution, template }) => {
  const address = valueAt(template.body ?? undefined, WALLET);
  const network = valueAt(template.body ?? undefined, NETWORK);
  if (typeof address !== "string") return null;
  const refusal = await onceATarget(execution.target, `${template.operation} ${network}`, async () => {
    let words: string | null = null;
    for (const [turn, value] of artificial(address).entries()) {
      const edit: Edit = { kind: "set", at: WALLET, value, fresh: "sample" };
      const { exchange } = await sendTemplate(execution, template, edit, `artificial address ${template.id} ${turn}`);
      if (!isRefusal(template, exchange)) return null;
      words ??= quoted(exchange);
    }
    return words;
  });
  if (refusal === null) return null;
  const shown = `only addresses that are real on ${network} are taken, whatever their length`;
  return excusedFor("combination", shown, refusal, SUITING_IS_OPEN);
};

/** What base58, in which some networks write addresses, leaves out of digits and letters. */
const NOT_IN_BASE58 = ["0", "O", "I", "l"];

/** An address with such a character: whether all of them are refused, and it is accepted without any. */
const base58: Witness = async ({ execution, template, sent: body, key }) => {
  const [own, refused] = [template.body ?? undefined, body].map((one) => valueAt(one, WALLET));
  const network = valueAt(template.body ?? undefined, NETWORK);
  if (typeof refused !== "string" || typeof own !== "string") return null;
  const without = refused.replace(/[0OIl]/g, "z");
  if (without === refused) return null;
  const sent = (value: string, name: string) =>
    sendTemplate(execution, template, { kind: "set", at: WALLET, value }, `${name} ${key}`);
  const refusal = await onceATarget(execution.target, `${template.operation} ${network} base58`, async () => {
    let words: string | null = null;
    for (const sign of NOT_IN_BASE58) {
      const middle = Math.floor(own.length / 2);
      const { exchange } = await sent(`${own.slice(0, middle)}${sign}${own.slice(middle + 1)}`, `with ${sign}`);
      if (!isRefusal(template, exchange)) return null;
      words = quoted(exchange);
    }
    return words;
  });
  if (refusal === null || !isSuccess((await sent(without, "in base58")).exchange)) return null;
  const shown = `only digits and letters of base58 are taken on ${network}, which has no 0, O, I and l`;
  return excusedFor("combination", shown, refusal, SUITING_IS_OPEN);
};

/**
 * A value, or the lack of one, that is refused with other values: whether a template that has it from the start is
 * accepted.
 */
const otherTemplate: Witness = async (refused) => {
  const { execution, template, edit } = refused;
  if (edit?.kind !== "set" && edit?.kind !== "remove") return null;
  if (String(edit.at) === String(BUSINESS_TYPE) && template.operation === "updateRecipient")
    return createdWithType(refused);
  const wanted = edit.kind === "set" ? edit.value : undefined;
  const templates = templatesOf(execution.target, template.operation);
  // Which businesses may have which kind of account is left open as well.
  const isOfAccount = edit.at[0] === WALLET[0];
  const alike = isOfAccount ? withAccountType(templates, accountTypeOf(template)) : templates;
  const having = alike.filter(({ id, body }) => id !== template.id && valueAt(body ?? undefined, edit.at) === wanted);
  for (const other of having)
    if ((await execution.control({ ...ofSameBusiness(other, template), path: template.path })) !== null) return HELD;
  return null;
};

const PAIRING_IS_OPEN = "who may have which account is left open (sections 2.1 and 2.2)";
const CHANGE_IS_OPEN = "whether an update may change it is left open";

/**
 * An update with a type: whether it is accepted for a recipient that was created with it, since whether an update may change
 * it is open. Where no such recipient can be created any more, nothing can be said.
 */
const createdWithType: Witness = async ({ execution, template, edit }: Refused) => {
  const [creation] = withAccountType(templatesOf(execution.target, "createRecipient"), accountTypeOf(template));
  if (creation === undefined) return null;
  const created = await sendTemplate(execution, creation, edit, `created with the type ${template.id}`);
  const id = responseField(created.exchange, "recipient_id");
  if (typeof id !== "string")
    return excusedFor("premise", "no recipient could be created with this type", created.exchange, CHANGE_IS_OPEN);
  const update = { ...template, path: { recipient_id: id } };
  const { exchange } = await sendTemplate(execution, update, edit, `updated with the type ${template.id}`);
  return isSuccess(exchange) ? HELD : null;
};

/** A body with a value at a place; as it was where it has no such place. */
function bodyWith(body: JsonObject, at: Pointer, value: Json | undefined): JsonObject {
  const changed = withValueAt(body, at, value);
  return isObject(changed) ? changed : body;
}

/** An update with the business's own type, which may be fixed; a creation unchanged. */
function ofSameBusiness(update: Template, { operation, body }: Template): Template {
  const type = valueAt(body ?? undefined, BUSINESS_TYPE);
  if (operation !== "updateRecipient" || type === valueAt(update.body ?? undefined, BUSINESS_TYPE)) return update;
  return { ...update, id: `${update.id} of the same business`, body: bodyWith(update.body ?? {}, BUSINESS_TYPE, type) };
}

/** Letters that no bank has, none of them at an end of the alphabet. */
const NO_BANK = "QXWJ";
/** Places of the country in a SWIFT code, and a country whose letters are at no end of a character class. */
const COUNTRY = [NO_BANK.length, NO_BANK.length + 2] as const;
const OTHER_COUNTRY = "DE";

function movedTo(country: string, code: string): string {
  return `${code.slice(0, COUNTRY[0])}${country}${code.slice(COUNTRY[1])}`;
}

/** How the control of a SWIFT code is refused with its code changed, as quoted; null where it is accepted. */
async function changedCode(
  { execution, template }: Refused,
  name: string,
  change: (code: string) => string,
): Promise<string | null> {
  const code = valueAt(template.body ?? undefined, CODE);
  if (typeof code !== "string") return null;
  return onceATarget(execution.target, `${template.operation} ${name} ${code}`, async () => {
    const edit: Edit = { kind: "set", at: CODE, value: change(code) };
    const { exchange } = await sendTemplate(execution, template, edit, `${name} ${template.id}`);
    return isRefusal(template, exchange) ? quoted(exchange) : null;
  });
}

/** A SWIFT code: whether the control's own is refused as well when it names a nonexistent bank. */
const otherBank: Witness = async (refused) => {
  if (refused.edit?.kind !== "set" || typeof refused.edit.value !== "string") return null;
  const refusal = await changedCode(refused, "no bank", (code) => `${NO_BANK}${code.slice(NO_BANK.length)}`);
  if (refusal === null) return null;
  const open = "whether a code has to be one is left open (section 2.2)";
  return excusedFor("combination", "only codes of existing banks seem to be accepted", refusal, open);
};

/** A SWIFT code of another country: whether the control's own is refused as well when it names another one. */
const otherCountry: Witness = async (refused) => {
  const { template, edit } = refused;
  const own = valueAt(template.body ?? undefined, CODE);
  if (edit?.kind !== "set" || typeof edit.value !== "string" || typeof own !== "string") return null;
  if (edit.value.slice(...COUNTRY) === own.slice(...COUNTRY)) return null;
  const refusal = await changedCode(refused, "other country", (code) => movedTo(OTHER_COUNTRY, code));
  if (refusal === null) return null;
  const open = "whether its country has to be the account's is left open (section 2.2)";
  return excusedFor("combination", "only codes of banks in one country seem to be taken", refusal, open);
};

/** Countries whose banks most services take. */
const SERVED = "US GB DE FR AU CA JP SG HK CH NL ZA NZ CZ AT BE ES IT SE".split(" ");

/**
 * A SWIFT code: whether it is accepted in the country of the control's own, and that one refused in the country of this one,
 * but accepted in others that have its letters in the same places. Then it is the country that is not served, not a letter.
 */
const itsCountry: Witness = async (refused) => {
  const { execution, template, edit, key } = refused;
  const own = valueAt(template.body ?? undefined, CODE);
  if (edit?.kind !== "set" || typeof edit.value !== "string" || typeof own !== "string") return null;
  const [country, usual] = [edit.value.slice(...COUNTRY), own.slice(...COUNTRY)];
  if (country === usual) return null;
  const refusalIn = (to: string) => changedCode(refused, `in ${to}`, (code) => movedTo(to, code));
  const refusal = await refusalIn(country);
  if (refusal === null) return null;
  const atHome: Edit = { kind: "set", at: CODE, value: movedTo(usual, edit.value) };
  if (!isSuccess((await sendTemplate(execution, template, atHome, `in ${usual} ${key}`)).exchange)) return null;
  for (const place of [0, 1]) {
    const alike = SERVED.filter((other) => other !== country && other[place] === country[place]);
    const answers = await Promise.all(alike.map(refusalIn));
    if (answers.every((answer) => answer !== null)) return null;
  }
  const open = "which countries a bank may be in is left open (section 2.2)";
  return excusedFor("combination", `codes of banks in ${country} seem not to be taken`, refusal, open);
};

/** A text that the service says somebody already has: whether it is accepted with one more word. */
const oneMoreWord: Witness = async ({ execution, template, edit, key, refusal }) => {
  const { body } = template;
  if (edit?.kind !== "set" || body === null || !saysKnownAlready(refusal)) return null;
  const other = fitted({ ...template, body: bodyWith(body, edit.at, edit.value) }, [{ at: edit.at, to: ANEW }]);
  const { exchange } = await sendTemplate(execution, other, null, `known ${key}`);
  return isSuccess(exchange) ? sentBefore(refusal) : null;
};

function sentBefore(refusal: Exchange) {
  const open = "whether a value may be sent twice is left open";
  return excusedFor("premise", "what was sent before is refused", refusal, open);
}

/**
 * A control that is refused because somebody has a value already: whether it is accepted with names that nobody has, or refused for
 * something else. Whether a name may be sent twice is left open.
 */
export const newNames: Witness = async ({ execution, template, key, refusal }) => {
  const { requestSchema } = operationOf(template.operation);
  if (!saysKnownAlready(refusal) || requestSchema === null) return null;
  const names = [...walk(fieldTree(requestSchema))].filter(({ path }) => path.endsWith("business_name"));
  const anew = names.flatMap(({ location }) =>
    pointersIn(template.body ?? {}, location).map((at) => ({ at, to: ANEW })),
  );
  const { exchange } = await sendTemplate(execution, fitted(template, anew), null, `new names ${key}`);
  // Something else may be left open as well, such as in how many resources a file may be used.
  const isOther = isRefusal(template, exchange) && !saysKnownAlready(exchange);
  return isSuccess(exchange) || isOther ? sentBefore(refusal) : null;
};

/**
 * A control that is refused for one type of business, and accepted for another: whether that type is taken with another kind of
 * account.
 */
export const otherType: Witness = async (refused) => {
  const { execution, template, key, refusal } = refused;
  const [type, other] = [template, ...templatesOf(execution.target, template.operation)]
    .map(({ body }) => valueAt(body ?? undefined, BUSINESS_TYPE))
    .filter((each, index, all) => each !== undefined && all.indexOf(each) === index);
  if (type === undefined || other === undefined || template.body === null) return null;
  const typed = { ...template, body: bodyWith(template.body, BUSINESS_TYPE, other) };
  if (!isSuccess((await sendTemplate(execution, typed, null, `other type ${key}`)).exchange)) return null;
  const isTaken = await otherTemplate({ ...refused, edit: { kind: "set", at: BUSINESS_TYPE, value: type } });
  return isTaken && excusedFor("combination", `${type} seems not to have such accounts`, refusal, PAIRING_IS_OPEN);
};

/** HELD where a body is accepted that has one name for the business and its account. */
async function withOneName({ execution, template, key }: Refused, body: JsonObject) {
  const { exchange } = await sendTemplate(execution, { ...template, body }, null, `one name ${key}`);
  return isSuccess(exchange) ? HELD : null;
}

/** A name: whether it is accepted where the business and its account have it both, as some services require. */
const oneName: Witness = async (refused) => {
  const { edit } = refused;
  const { body } = refused.template;
  if (edit?.kind !== "set" || typeof edit.value !== "string" || body === null) return null;
  if (valueAt(body, NAME) === undefined || valueAt(body, OWNER) === undefined) return null;
  return withOneName(refused, bodyWith(bodyWith(body, NAME, edit.value), OWNER, edit.value));
};

/** A whole body: whether it is accepted with the same name for the business and its account. */
export const ownName: Witness = async (refused) => {
  const { body } = refused.template;
  const named = meeting(body ?? {}, { ownName: true });
  return named === body ? null : withOneName(refused, named);
};

/**
 * A whole request that gives the business another type: whether the type must not change at all, or does not go with this kind of
 * account, which the document leaves open. Then the same request is accepted with the template's type, and the other type is
 * refused alone; in a creation, it is accepted with another account.
 * @param own the template that the request was made from
 */
export function ownType(own: Template): Witness {
  return async (refused) => {
    const { execution, template, key, refusal } = refused;
    const [before, after] = [own, template].map(({ body }) => valueAt(body ?? undefined, BUSINESS_TYPE));
    if (before === undefined || after === undefined || before === after) return null;
    const answerWith = async ({ body }: Template, type: Json, name: string) => {
      const typed = { ...template, body: bodyWith(body ?? {}, BUSINESS_TYPE, type) };
      return (await sendTemplate(execution, typed, null, `${name} ${key}`)).exchange;
    };
    const isFixed =
      isSuccess(await answerWith(template, before, "own type")) &&
      isRefusal(template, await answerWith(own, after, "other type"));
    if (!isFixed) return null;
    if (template.operation === "updateRecipient")
      return excusedFor("premise", "the type of a business may not change", refusal, CHANGE_IS_OPEN);
    const isTaken = await otherTemplate({ ...refused, edit: { kind: "set", at: BUSINESS_TYPE, value: after } });
    return isTaken === null
      ? null
      : excusedFor("combination", `${after} seems not to have such accounts`, refusal, PAIRING_IS_OPEN);
  };
}

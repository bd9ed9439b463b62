/**
 * Texts that keep every rule and are refused for what they say: a name that a screening rejects, a picture, a number that
 * is on a list. The proof is a text of the same length and the same characters that is accepted instead (sections 2.1 to
 * 2.3). Then the rule of the case holds; the refusal of content is reported separately.
 */
import type { Exchange } from "../../client/model.js";
import { type Edit, isBodyEdit, materialise, type Template } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { saidBy, siblings } from "../../generators/texts/siblings.js";
import { hasStatus, isSuccess, outcomeOf } from "../../oracles/outcome.js";
import type { ValueKind } from "../../schemas/facts.js";
import { fieldTree, isOpen, pointersIn, walk } from "../../schemas/fieldTree.js";
import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  type Pointer,
  valueAt,
  withValueAt,
} from "../../schemas/json.js";
import { type OperationId, operationOf } from "../../schemas/operation.js";
import { isValidation, meaningOf } from "../../schemas/statuses.js";
import { saysKnownAlready, wordsOf } from "../judge/refusalText.js";
import { HELD } from "../model.js";
import { sendTemplate } from "../send/sendTemplate.js";
import type { Refused, Witness } from "./witness.js";

/** Texts that may say anything: for others the document leaves open what they stand for. */
const FREE: ReadonlySet<ValueKind | null> = new Set<ValueKind | null>(["words", "accountNumber", "walletAddress"]);

/** What a firewall rejects, it answers with 403. */
const isRefusalForContent = (status: number): boolean => isValidation(status) || meaningOf(status) === "permission";

interface Said {
  readonly path: string;
  readonly kind: ValueKind | null;
  readonly at: Pointer;
  readonly text: string;
}

/** What is refused, and the request that is accepted without it. */
interface Blame {
  readonly said: readonly { readonly path: string; readonly what: string }[];
  readonly taken: Exchange;
  /** The body of that request. */
  readonly sent: JsonObject;
}

/** The texts of a body that may say anything. */
export function textsIn(sent: JsonObject, operation: OperationId): readonly Said[] {
  const { requestSchema } = operationOf(operation);
  // Where no limits of the values are stated, a text may be refused for any reason.
  if (requestSchema === null || isOpen(fieldTree(requestSchema), "limits")) return [];
  const fields = [...walk(fieldTree(requestSchema))].filter(({ kind }) => FREE.has(kind));
  return fields.flatMap(({ path, kind, location }) =>
    pointersIn(sent, location).flatMap((at): Said[] => {
      const text = valueAt(sent, at);
      return typeof text === "string" ? [{ path, kind, at, text }] : [];
    }),
  );
}

/** Sends a body with a partner's id of its own. */
async function sentAs({ execution, template, key }: Refused, body: JsonObject, name: string): Promise<Exchange> {
  const { freshTexts: _written, ...rest } = template;
  return (await sendTemplate(execution, { ...rest, body }, null, `${name} ${key}`)).exchange;
}

/** The same. @returns the answer when it is accepted, else null */
async function taken(refused: Refused, body: JsonObject, name: string): Promise<Exchange | null> {
  const exchange = await sentAs(refused, body, name);
  return isSuccess(exchange) ? exchange : null;
}

/** Texts that are new in each request: whether others are accepted. */
async function blamedFresh(refused: Refused, texts: readonly Said[]): Promise<Blame | null> {
  const { execution, template, edit, key } = refused;
  const anew = materialise(template, edit, partnerId(execution.target.run, `other ${key}`, execution.attempt)).sent;
  if (!isObject(anew)) return null;
  const others = texts.filter(({ at, text }) => valueAt(anew, at) !== text);
  if (others.length === 0) return null;
  const exchange = await taken(refused, anew, "anew");
  if (exchange === null) return null;
  return { said: others.map(({ path, text }) => ({ path, what: text })), taken: exchange, sent: anew };
}

/** Texts instead of which others that say something else are accepted; only one where that is enough. */
async function blamedTexts(refused: Refused, sent: JsonObject, texts: readonly Said[]): Promise<Blame | null> {
  const others = texts.map((said) => ({ ...said, siblings: siblings(said.text) }));
  const turns = Math.max(0, ...others.map((said) => said.siblings.length));
  const replaced = async (all: typeof others, turn: number): Promise<Blame | null> => {
    const pairs = all.map((said) => ({ ...said, other: said.siblings[turn] ?? said.siblings.at(-1) ?? said.text }));
    const body = pairs.reduce<Json>((changed, { at, other }) => withValueAt(changed, at, other), sent);
    const name = `said ${turn} ${all.map(({ path }) => path).join()}`;
    if (!isObject(body)) return null;
    const exchange = await taken(refused, body, name);
    if (exchange === null) return null;
    const changed = pairs.filter(({ text, other }) => text !== other);
    const found = changed.map(({ path, text, other }) => ({ path, what: saidBy(text, other) }));
    return { said: found, taken: exchange, sent: body };
  };
  for (let turn = 0; turn < turns; turn++) {
    const blame = await replaced(others, turn);
    if (blame === null) continue;
    for (const one of others.length > 1 ? others : []) {
      const alone = await replaced([one], turn);
      if (alone !== null) return alone;
    }
    return blame;
  }
  return null;
}

/**
 * A text that was accepted, with its letters in another order: where it is refused in the same words, only texts that the
 * service knows are accepted, such as cities that exist, and neither length nor characters have a part in it.
 * @param accepted the request without the edits
 */
async function blamedUnknown(refused: Refused, accepted: Template, edits: readonly Edit[]): Promise<Blame | null> {
  const { body } = accepted;
  if (body === null) return null;
  for (const { path, kind, at, text } of textsIn(body, accepted.operation)) {
    const edit = edits.find((one) => isBodyEdit(one) && one.kind === "set" && one.at.join() === at.join());
    const [other] = siblings(text);
    if (kind !== "words" || edit?.kind !== "set" || other === undefined) continue;
    const changed = withValueAt(body, at, other);
    if (!isObject(changed)) continue;
    const inPlace = { ...refused, template: accepted };
    const exchange = await sentAs(inPlace, changed, `unknown ${path}`);
    if (!hasStatus(exchange, isRefusalForContent) || wordsOf(exchange) !== wordsOf(refused.refusal)) continue;
    // A service may refuse everything in the same words, and what it took before for not being new.
    const known = await taken(inPlace, body, `known ${path}`);
    if (known !== null) return { said: [{ path, what: String(edit.value) }], taken: known, sent: body };
  }
  return null;
}

/** Reports that a text is refused for its content; the rule of the case holds. */
function reported({ execution, template, summary, refusal }: Refused, { said, taken }: Blame, message: string) {
  const { operation } = template;
  const id = `${operation}/accepts/content`;
  const { recorder } = execution;
  recorder.request(id);
  for (const { path, what } of said) recorder.field(id, path, false, jsonText(what));
  recorder.fail(id, {
    message,
    ...outcomeOf(operation, { kind: "accept" }, refusal),
    edit: summary,
    control: taken,
    exchange: refusal,
    sentTwice: true,
  });
  return HELD;
}

/**
 * Sends the texts that the edits replaced, with their letters in another order: if one is refused in the same words, the
 * service accepts only texts that it knows, and that is a finding of its own.
 * @param accepted the request without the edits
 */
export function unknownTexts(accepted: Template, edits: readonly Edit[]): Witness {
  return async (refused) => {
    const { refusal, sent } = refused;
    // A text that somebody has already is refused whatever it says.
    if (!hasStatus(refusal, isRefusalForContent) || saysKnownAlready(refusal)) return null;
    const blame = await blamedUnknown(refused, { ...accepted, path: refused.template.path }, edits);
    if (blame === null || !isObject(sent) || (await taken(refused, sent, "once more")) !== null) return null;
    return reported(refused, blame, "Only texts that the service knows are accepted, whatever their length");
  };
}

/**
 * Sends other texts of the same length and the same characters: if these are accepted, the rule of the case holds, and the
 * refusal of the content is a finding of its own.
 */
export const refusedContent: Witness = async (refused) => {
  const { template, edit, sent, refusal } = refused;
  const { operation } = template;
  if (!isObject(sent) || !hasStatus(refusal, isRefusalForContent)) return null;
  if (edit !== null && edit.kind !== "set") return null;
  const texts = textsIn(sent, operation);
  const edited = texts.filter(({ at }) => edit === null || at.join() === edit.at.join());
  const blame = (await blamedTexts(refused, sent, edited)) ?? (await blamedFresh(refused, texts));
  if (blame === null) return edit === null ? null : unknownTexts(template, [edit])(refused);
  // Another text may be accepted when sent again: the finding is about this exact request.
  if ((await taken(refused, sent, "once more")) !== null) return null;
  // Texts that are accepted only when several change at once may have to suit each other.
  if (saysKnownAlready(refusal) || (edit === null && blame.said.length > 1)) return HELD;
  // What is refused the second time in the same words, whatever it says, has to be new; its content is not the reason.
  const second = await sentAs(refused, blame.sent, "a second time");
  if (!isSuccess(second) && wordsOf(second) === wordsOf(refusal)) return HELD;
  const message = "Texts are refused for their content, while others of the same length and kind are accepted";
  return reported(refused, blame, message);
};

/**
 * The characters for which a text is refused: each alone, in a text that is accepted without it. A firewall rejects
 * quotation marks or angle brackets anywhere, and a finding that names them gives the cause.
 */
import type { Exchange } from "../../client/model.js";
import { type Edit, type EditSummary, materialise, type Template } from "../../generators/edits/edit.js";
import { partnerId } from "../../generators/texts/partnerId.js";
import { hasStatus, isSuccess, outcomeOf } from "../../oracles/outcome.js";
import { jsonText, valueAt } from "../../schemas/json.js";
import { isRefusalStatus } from "../../schemas/statuses.js";
import type { Execution, Target } from "../model.js";
import { wordsOf } from "../refusalText.js";

/** Neither letters nor digits nor spaces. */
const SPECIAL = /[^\p{L}\p{M}\p{N}\s]/gu;
/** What a service may not expect in a code. */
const NO_DIGIT = /\P{N}/gu;

/** A text that was refused where the template was accepted. */
export interface RefusedText {
  readonly execution: Execution;
  readonly template: Template;
  readonly edit: Edit | null;
  readonly refusal: Exchange;
  /** Distinguishes its requests from those of others. */
  readonly key: string;
}

/** What is known of one refusal, by its words: the characters that cause it. */
interface Known {
  readonly characters: Set<string>;
  asking: Promise<unknown>;
}

const known = new WeakMap<Target, Map<string, Known>>();

function knownOf({ execution, refusal }: RefusedText): Known {
  const all = known.get(execution.target) ?? new Map<string, Known>();
  known.set(execution.target, all);
  const words = wordsOf(refusal);
  const own = all.get(words) ?? { characters: new Set<string>(), asking: Promise.resolve() };
  all.set(words, own);
  return own;
}

/**
 * The characters of a refused text that are refused alone, in the same words; none where the reason is something else.
 * @param suspects what is tried
 */
export function refusedCharacters(refused: RefusedText, suspects: RegExp = SPECIAL): Promise<readonly string[]> {
  const { template, edit } = refused;
  if (edit?.kind !== "set" || typeof edit.value !== "string") return Promise.resolve([]);
  const text = edit.value;
  const plain = valueAt(template.body ?? undefined, edit.at);
  if (typeof plain !== "string") return Promise.resolve([]);
  const special = [...new Set(text.match(suspects) ?? [])].filter((character) => !plain.includes(character));
  if (special.length === 0) return Promise.resolve([]);
  const own = knownOf(refused);
  // One after the other: what one text shows holds for the next one.
  const found = own.asking.then(async () => {
    const before = special.filter((character) => own.characters.has(character));
    const without = text.replace(suspects, (character) =>
      own.characters.has(character) ? plain.charAt(plain.length >> 1) : character,
    );
    if (before.length > 0 && !(await isRefused(refused, edit, without, "without"))) return before;
    const alone: string[] = [];
    for (const character of special) {
      const middle = plain.length >> 1;
      const value = `${plain.slice(0, middle)}${character}${plain.slice(middle + 1)}`;
      if (await isRefused(refused, edit, value, character)) alone.push(character);
    }
    for (const character of alone) own.characters.add(character);
    return alone;
  });
  own.asking = found.catch(() => undefined);
  return found;
}

async function isRefused(
  { execution, template, refusal, key }: RefusedText,
  { at }: Edit & { readonly kind: "set" },
  value: string,
  name: string,
): Promise<boolean> {
  const fresh = partnerId(execution.target.run, `character ${name} ${key}`, execution.attempt);
  const exchange = await execution.send(materialise(template, { kind: "set", at, value }, fresh).wire);
  return hasStatus(exchange, isRefusalStatus) && wordsOf(exchange) === wordsOf(refusal);
}

/**
 * Notes for which of its characters a code was refused: the document states only its length, and leaves open which
 * characters a service accepts. Services often accept codes in one shape only; a partner has to know which. Nothing is
 * noted where the same request is refused without the code: then its recipient is not one that this update fits.
 */
export async function noteRefusedCode(refused: RefusedText, path: string, summary: EditSummary | null): Promise<void> {
  const { execution, template, refusal, key } = refused;
  const characters = await refusedCharacters(refused, NO_DIGIT);
  if (characters.length === 0) return;
  const fresh = partnerId(execution.target.run, `plain ${key}`, execution.attempt);
  if (!isSuccess(await execution.send(materialise(template, null, fresh).wire))) return;
  const { operation } = template;
  const id = `${operation}/accepts/content`;
  const named = characters.map((character) => jsonText(character)).join(", ");
  execution.recorder.field(id, path, false, named);
  execution.recorder.fail(id, {
    message: `${path} refuses the characters ${named}, which no rule forbids`,
    ...outcomeOf(operation, { kind: "accept" }, refusal),
    edit: summary,
    control: await execution.control(template),
    exchange: refusal,
    characters,
    sentTwice: true,
  });
}

/**
 * The characters for which a text is refused: each alone, in a text that is accepted without it. A firewall rejects
 * quotation marks or angle brackets anywhere, and a finding that names them gives the cause.
 */
import type { Edit } from "../../generators/edits/edit.js";
import { hasStatus, isSuccess, outcomeOf } from "../../oracles/outcome.js";
import { jsonText, valueAt } from "../../schemas/json.js";
import { onceEach } from "../../schemas/onceEach.js";
import { isRefusalStatus } from "../../schemas/statuses.js";
import { wordsOf } from "../judge/refusalText.js";
import type { Target } from "../model.js";
import { sendTemplate } from "../send/sendTemplate.js";
import type { Refused } from "./witness.js";

/** Neither letters nor digits nor spaces. */
const SPECIAL = /[^\p{L}\p{M}\p{N}\s]/gu;
/** What a service may not expect in a code. */
const NO_DIGIT = /\P{N}/gu;

/** What is known of one refusal, by its words: the characters that cause it. */
interface Known {
  readonly characters: Set<string>;
  asking: Promise<unknown>;
}

const knownOfTarget = onceEach((_target: Target) => new Map<string, Known>());

function knownOf({ execution, refusal }: Refused): Known {
  const all = knownOfTarget(execution.target);
  const words = wordsOf(refusal);
  const own = all.get(words) ?? { characters: new Set<string>(), asking: Promise.resolve() };
  all.set(words, own);
  return own;
}

/**
 * The characters of a refused text that are refused alone, in the same words; none where the reason is something else.
 * @param suspects what is tried
 */
export function refusedCharacters(refused: Refused, suspects: RegExp = SPECIAL): Promise<readonly string[]> {
  const { execution, template, edit, refusal, key } = refused;
  if (edit?.kind !== "set" || typeof edit.value !== "string") return Promise.resolve([]);
  const text = edit.value;
  const plain = valueAt(template.body ?? undefined, edit.at);
  if (typeof plain !== "string") return Promise.resolve([]);
  const special = [...new Set(text.match(suspects) ?? [])].filter((character) => !plain.includes(character));
  if (special.length === 0) return Promise.resolve([]);
  const isRefused = async (value: string, name: string): Promise<boolean> => {
    const set: Edit = { kind: "set", at: edit.at, value };
    const { exchange } = await sendTemplate(execution, template, set, `character ${name} ${key}`);
    return hasStatus(exchange, isRefusalStatus) && wordsOf(exchange) === wordsOf(refusal);
  };
  const own = knownOf(refused);
  // One after the other: what one text shows holds for the next one.
  const found = own.asking.then(async () => {
    const before = special.filter((character) => own.characters.has(character));
    const without = text.replace(suspects, (character) =>
      own.characters.has(character) ? plain.charAt(plain.length >> 1) : character,
    );
    if (before.length > 0 && !(await isRefused(without, "without"))) return before;
    const alone: string[] = [];
    for (const character of special) {
      const middle = plain.length >> 1;
      const value = `${plain.slice(0, middle)}${character}${plain.slice(middle + 1)}`;
      if (await isRefused(value, character)) alone.push(character);
    }
    for (const character of alone) own.characters.add(character);
    return alone;
  });
  own.asking = found.catch(() => undefined);
  return found;
}

/**
 * Notes for which of its characters a code was refused: the document states only its length, and leaves open which
 * characters a service accepts. Services often accept codes in one shape only; a partner has to know which. Nothing is
 * noted where the same request is refused without the code: then its recipient is not one that this update fits.
 */
export async function noteRefusedCode(refused: Refused, path: string): Promise<void> {
  const { execution, template, refusal, key, summary } = refused;
  const characters = await refusedCharacters(refused, NO_DIGIT);
  if (characters.length === 0) return;
  if (!isSuccess((await sendTemplate(execution, template, null, `plain ${key}`)).exchange)) return;
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

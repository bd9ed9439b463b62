/** Text for Markdown that a forge cannot interpret, and that reads well unrendered. */
import { readable } from "../visible.js";

/**
 * Characters that could form markup, a link, a mention or a reference. Not letters, digits and harmless marks, nor underscores
 * within a word and brackets without an address after them: names of fields and checks have these.
 */
const SYNTAX =
  /[^\p{L}\p{N} .,;?'"“”‘’„«»=(){}[\]:+_%/–—…✗○·→-]|(?<![\p{L}\p{N}]_*)_|_(?!_*[\p{L}\p{N}])|\](?=[[(:])|:(?=\/\/|(?!\d\d:)[\w+-]+:)|(?<=www)\.|^[+-](?= )|(?<=^\d+)\./giu;

/** Those that have a name, and the sign of a mention, which an invisible mark separates from the name. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["@", "&#64;&#8203;"],
]);

const PLAIN_ADDRESS = /^https?:\/\/[\w.:/-]+$/;

/** @param address of the target: where a text names it first, it stays unchanged */
export function plainMarkdown(text: string, address = ""): string {
  const at = PLAIN_ADDRESS.test(address) ? text.indexOf(address) : -1;
  if (at >= 0) return `${plainMarkdown(text.slice(0, at))}${address}${plainMarkdown(text.slice(at + address.length))}`;
  return readable(text).replace(SYNTAX, (character) => ENTITIES.get(character) ?? `&#${character.codePointAt(0)};`);
}

/** Text for Markdown in which a forge finds nothing to obey, and which reads well where nobody renders it. */
import { readable } from "../visible.js";

/**
 * What markup, a link, a mention or a reference could be made of. Letters, digits and harmless marks are not among it, nor are
 * underscores within a word and brackets that no address follows: names of fields and of checks have them.
 */
const SYNTAX =
  /[^\p{L}\p{N} .,;?'"“”‘’„«»=(){}[\]:+_%/–—…✗○·→-]|(?<![\p{L}\p{N}]_*)_|_(?!_*[\p{L}\p{N}])|\](?=[[(:])|:(?=\/\/|(?!\d\d:)[\w+-]+:)|(?<=www)\.|^[+-](?= )|(?<=^\d+)\./giu;

/** Those that have a name, and the sign of a mention, from which a mark that draws nothing keeps the name. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ["@", "&#64;&#8203;"],
]);

const PLAIN_ADDRESS = /^https?:\/\/[\w.:/-]+$/;

/** @param address of the target: where a text names it first, it stands as it is */
export function plainMarkdown(text: string, address = ""): string {
  const at = PLAIN_ADDRESS.test(address) ? text.indexOf(address) : -1;
  if (at >= 0) return `${plainMarkdown(text.slice(0, at))}${address}${plainMarkdown(text.slice(at + address.length))}`;
  return readable(text).replace(SYNTAX, (character) => ENTITIES.get(character) ?? `&#${character.codePointAt(0)};`);
}

/** XML from plain data, laid out as one element a line. */
import { createRequire } from "node:module";
import type { XMLBuilder } from "xmlbuilder2/lib/interfaces.js";

/** An element with attributes, and what is in it: elements, or a text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content?: string | readonly XmlElement[];
}

const require = createRequire(import.meta.url);

/** Characters that XML 1.0 cannot hold at all, lone surrogates among them. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function legal(text: string): string {
  return text.replace(ILLEGAL, "");
}

function append(parent: XMLBuilder, { name, attributes = {}, content = "" }: XmlElement): void {
  const legalAttributes = Object.entries(attributes).map(([key, value]) => [key, legal(value)]);
  const element = parent.ele(name, Object.fromEntries(legalAttributes));
  if (typeof content !== "string") for (const inner of content) append(element, inner);
  else if (content !== "") element.txt(legal(content));
}

/** A whole document. What XML cannot hold is dropped. */
export function xmlDocument(root: XmlElement): string {
  // Loaded here: a tenth of a second that a run would wait for before its first request.
  const { create }: typeof import("xmlbuilder2") = require("xmlbuilder2");
  const document = create({ version: "1.0", encoding: "UTF-8" });
  append(document, root);
  return `${document.end({ prettyPrint: true })}\n`;
}

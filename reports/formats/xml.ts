/** XML from plain data, laid out as one element a line. Loaded by every run, so it is no document model. */

/** An element with attributes, and what is in it: elements, or a text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content?: string | readonly XmlElement[];
}

/** Characters that XML 1.0 cannot hold at all, lone surrogates among them. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
/** A line feed within an attribute would be read as a space, and a carriage return as a line feed. */
const ESCAPED = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" };
const ESCAPED_IN_ATTRIBUTE = { ...ESCAPED, '"': "&quot;", "\n": "&#xA;", "\t": "&#x9;" };

function escaped(text: string, escapes: Readonly<Record<string, string>>): string {
  return text.replace(ILLEGAL, "").replace(/[&<>"\r\n\t]/g, (sign) => escapes[sign] ?? sign);
}

function linesOf({ name, attributes = {}, content = "" }: XmlElement, indent: string): string {
  const words = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value, ESCAPED_IN_ATTRIBUTE)}"`),
  ];
  const begin = `${indent}<${words.join(" ")}`;
  if (content.length === 0) return `${begin}/>\n`;
  if (typeof content === "string") return `${begin}>${escaped(content, ESCAPED)}</${name}>\n`;
  return `${begin}>\n${content.map((inner) => linesOf(inner, `${indent}  `)).join("")}${indent}</${name}>\n`;
}

/** A whole document. What XML cannot hold is dropped. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${linesOf(root, "")}`;
}

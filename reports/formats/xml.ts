/** XML from plain data, laid out as one element per line. */
import XMLBuilder from "fast-xml-builder";

/** An element with attributes, and its content: elements, or a text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly content?: string | readonly XmlElement[];
}

/** Characters that XML 1.0 cannot hold at all, lone surrogates among them. */
const ILLEGAL = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function legal(text: string): string {
  return text.replace(ILLEGAL, "");
}

/** The keys under which the builder looks for attributes and for a text. */
const ATTRIBUTES = ":@";
const TEXT = "#text";

const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  textNodeName: TEXT,
  suppressEmptyNode: true,
  format: true,
});

/** An element as the builder takes it. A reader turns line breaks in an attribute into spaces, and so do we. */
function node({ name, attributes = {}, content = "" }: XmlElement): Readonly<Record<string, unknown>> {
  const text = typeof content === "string" ? legal(content) : "";
  return {
    [name]: typeof content !== "string" ? content.map(node) : text === "" ? [] : [{ [TEXT]: text }],
    [ATTRIBUTES]: Object.fromEntries(
      Object.entries(attributes).map(([key, value]) => [key, legal(value).replace(/[\t\n\r]/g, " ")]),
    ),
  };
}

/** A whole document. What XML cannot hold is dropped. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${builder.build([node(root)])}\n`;
}

/** HTML as a template: whatever is inserted is escaped, unless it came from a template itself. */

/** Our own markup. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Content = Markup | string | number | null | readonly Content[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function written(content: Content): string {
  if (content === null) return "";
  if (content instanceof Markup) return content.text;
  if (typeof content === "object") return content.map(written).join("");
  return escaped(String(content));
}

export function escaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) : text;
}

/** @example html`<p>${text}</p>` */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(parts.reduce((text, part, index) => text + written(contents[index - 1] ?? null) + part));
}

/** A page as one HTML document that needs nothing else: our style and script are in it, and nothing else may run or load. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Content, html, Markup } from "./markup.js";

export interface PageParts {
  readonly title: string;
  /** A link past the head, for those who cannot see it. */
  readonly skip: Content;
  readonly header: Content;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  /** The label of the links to the sections. */
  readonly navigation: string;
  readonly main: Content;
  /** Whether there are filters, which need a script. */
  readonly isFiltered: boolean;
}

/** The source of an inline element as a content security policy names it. */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

let loaded: { readonly style: string; readonly script: string } | undefined;

export function documentOf({ title, skip, header, sections, navigation, main, isFiltered }: PageParts): string {
  const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
  loaded ??= { style: read("page.css"), script: read("page.js") };
  const { style, script } = loaded;
  // Only exactly this style sheet and script are allowed: even markup that slipped through could not load or run
  // anything.
  const policy = `default-src 'none'; style-src ${hashSource(style)};${isFiltered ? ` script-src ${hashSource(script)};` : ""} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${skip}
${header}
<nav aria-label="${navigation}"><div class="wrap">${sections.map(({ id, title: name }) => html`<a href="#${id}">${name}</a> `)}</div></nav>
<main class="wrap">
${main}
</main>
${isFiltered ? html`<script>${new Markup(script)}</script>\n` : null}</body>
</html>
`.text;
}

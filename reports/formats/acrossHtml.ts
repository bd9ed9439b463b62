/** What differs between reports, or over time, as one HTML page that needs nothing else, with a small plot of each difference. */
import type { Item, Shown, Written } from "../across/compareText.js";
import { VERDICTS } from "../model.js";
import { readable } from "../visible.js";
import { documentOf } from "./htmlDocument.js";
import { type Content, html } from "./markup.js";

/** How many colours can be told apart; further sides start again. */
const COLOURS = 6;

/** Verdicts have their own colours, answers the colour of their side. */
function classOf(side: number, name: string): string {
  return VERDICTS.find((verdict) => verdict === name) ?? `side-${side % COLOURS}`;
}

/** A plot: one bar for consecutive runs that show the same. What was not seen leaves a gap. */
function plot({ sides, names }: Shown, places: Written["places"]): Content {
  const stretches: { side: number; from: number; to: number; first: string }[] = [];
  for (const [at, { name, from, to }] of places.entries()) {
    const side = sides[at] ?? null;
    const last = stretches.at(-1);
    if (last !== undefined && last.side === side && last.to === from) last.to = to;
    else if (side !== null) stretches.push({ side, from, to, first: name });
  }
  return html`<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${stretches.map(({ first, side }) => `${first}: ${readable(names[side] ?? "")}`).join("; ")}">${stretches.map(
    ({ side, from, to, first }) =>
      html`<rect class="${classOf(side, names[side] ?? "")}" x="${from.toFixed(2)}" y="0" width="${Math.max(0.4, to - from - 0.3).toFixed(2)}" height="10"><title>${first}: ${readable(names[side] ?? "")}</title></rect>`,
  )}</svg>`;
}

function row({ head, details, shown }: Item, places: Written["places"]): Content {
  return html`<tr><td><b>${readable(head)}</b>${details.map((line) => html`<span class="about">${readable(line)}</span>`)}</td><td class="drawn">${shown === undefined ? null : plot(shown, places)}</td></tr>
`;
}

/** The page. Everything that came from a target is made visible and escaped. */
export function renderAcross({ title, runs, cautions, sections, places, total }: Written): string {
  const named = sections.map((section, at) => ({ ...section, id: `part-${at + 1}`, title: section.heading }));
  const axis = html`<p class="axis"><span>${places[0]?.name ?? ""}</span> <span>${places.at(-1)?.name ?? ""}</span></p>`;
  return documentOf({
    title,
    skip: html`<a class="skip" href="#part-1">Skip to the differences</a>`,
    header: html`<header><div class="wrap">
<h1>${title}</h1>
<p class="lead">${total}</p>
</div></header>`,
    sections: named,
    navigation: "Sections of this page",
    main: html`<section id="runs" aria-label="Runs"><h2>Runs</h2>
<ul>${runs.map(({ line }) => html`<li>${readable(line)}</li>`)}</ul>${cautions.map((line) => html`<p class="intro">${line}</p>`)}</section>
${named.map(
  ({ id, heading, items }) => html`<section id="${id}" aria-label="${heading}"><h2>${heading}</h2>
<div class="scroll"><table class="list times across"><thead><tr><th scope="col">What</th><th scope="col">${axis}</th></tr></thead><tbody>
${items.map((item) => row(item, places))}</tbody></table></div></section>
`,
)}`,
    isFiltered: false,
  });
}

/**
 * The report as one HTML file that needs nothing else: no request leaves it, no script of the target runs in it.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Eta } from "eta";
import type { Report } from "../model.js";
import type { Room } from "./htmlProof.js";
import { pageView } from "./htmlView.js";

const TEMPLATES = new URL("templates/", import.meta.url);

/** In the order of the page; a later one may refine an earlier one. */
const STYLE_SHEETS = ["page.css", "overview.css", "findings.css", "lists.css"];

/** Bytes that a browser still opens at once. */
const LARGEST = 1_500_000;

/** The first that the page does not grow too large with counts: hundreds of findings show less of each. */
const ROOMS: readonly Room[] = [
  { proofs: 6, body: 4000, evidence: 400 },
  { proofs: 2, body: 2000, evidence: 200 },
  { proofs: 1, body: 1000, evidence: null },
];

interface Parts {
  eta: Eta;
  style: string;
  script: string;
  policy: string;
}

let loaded: Parts | undefined;

function templateFile(name: string): string {
  return readFileSync(new URL(name, TEMPLATES), "utf8");
}

/** The source of an inline element as a content security policy names it. */
function hashSource(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

function parts(): Parts {
  if (loaded === undefined) {
    const style = STYLE_SHEETS.map(templateFile).join("\n");
    const script = templateFile("page.js");
    loaded = {
      eta: new Eta({ views: fileURLToPath(TEMPLATES), cache: true, autoTrim: false }),
      style,
      script,
      // Only this very style sheet and script are allowed: markup that slipped through could still load and run nothing.
      policy: `default-src 'none'; style-src ${hashSource(style)}; script-src ${hashSource(script)}; base-uri 'none'; form-action 'none'`,
    };
  }
  return loaded;
}

/**
 * One self-contained HTML page, light and dark, printable, readable without JavaScript.
 * Everything that came from the target is bounded, made visible and escaped.
 */
export function renderHtml(report: Report): string {
  const { eta, style, script, policy } = parts();
  let html = "";
  for (const room of ROOMS) {
    html = eta.render("page", { page: pageView(report, room), style, script, policy });
    if (Buffer.byteLength(html) <= LARGEST) break;
  }
  return html;
}

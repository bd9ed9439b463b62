/** A badge of a report: as data, which shields.io draws, and as a picture, for a page that uses no third party. */
import { showsConformity } from "../facts/judged.js";
import type { Report } from "../model.js";
import { amount } from "../visible.js";
import { html } from "./markup.js";

const LABEL = "conformance";
const COLORS = { brightgreen: "#4c1", yellowgreen: "#a4a61d", red: "#e05d44", lightgrey: "#9f9f9f" } as const;

interface Badge {
  readonly message: string;
  readonly color: keyof typeof COLORS;
}

/** What the badge says. Only a run that shows conformity without excused departures is green. */
function badgeOf(report: Report): Badge {
  const { outcome, summary, openQuestions: open = [] } = report;
  switch (outcome) {
    case "conforms": {
      const known = summary.known > 0;
      const message = known
        ? amount(summary.known, "known departure")
        : showsConformity(report)
          ? "conforms"
          : "partly judged";
      const questions = open.length === 0 ? "" : ` · ${amount(open.length, "open question")}`;
      return { message: message + questions, color: message === "conforms" ? "brightgreen" : "yellowgreen" };
    }
    case "violations": {
      const failing =
        summary.violation > 0 ? amount(summary.violation, "violation") : amount(summary.warning, "warning");
      const isDrift = summary.violation === 0 && report.baseline !== undefined;
      return { message: isDrift ? "differs from its baseline" : failing, color: "red" };
    }
    case "incomplete":
      return { message: "incomplete", color: "lightgrey" };
    case "error":
      return { message: "the suite failed", color: "lightgrey" };
    default:
      return outcome satisfies never;
  }
}

/** As shields.io's endpoint badge reads it. */
export function renderBadgeJson(report: Report): string {
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, ...badgeOf(report) }, null, 2)}\n`;
}

/** The approximate width in pixels of a text in Verdana at 11 pixels, with the space around it. */
function widthOf(text: string): number {
  return Math.ceil(text.length * 6.6) + 12;
}

export function renderBadgeSvg(report: Report): string {
  const { message, color } = badgeOf(report);
  const [left, right] = [widthOf(LABEL), widthOf(message)];
  const name = `${LABEL}: ${message}`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<path fill="#555" d="M0 0h${left}v20H0z"/>
<path fill="${COLORS[color]}" d="M${left} 0h${right}v20H${left}z"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">
<text x="${left / 2}" y="14">${LABEL}</text>
<text x="${left + right / 2}" y="14">${message}</text>
</g>
</svg>
`.text;
}

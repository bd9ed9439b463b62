/** The report as one HTML file that needs nothing else: it sends no requests, and no script from the target runs in it. */
import { subjects } from "../../schemas/operation.js";
import type { ShownBody } from "../facts/bodyLines.js";
import { groupFindings } from "../facts/causes.js";
import { rulesText } from "../facts/judged.js";
import { cellText, type MatrixCell, matrix, STATES } from "../facts/matrix.js";
import { AREAS, type Report, type ReportedRun, VERDICTS } from "../model.js";
import {
  anchor,
  type Block,
  type CauseCard,
  type Cell,
  type Fold,
  type ProofCard,
  type Room,
  type Section,
  type Subjects,
  type Table,
  type TableRow,
} from "../page/blocks.js";
import { headOf } from "../page/head.js";
import { sectionsOf, shownFindings } from "../page/page.js";
import { courseOf, timesOf } from "../page/plots.js";
import { amount, brief, grouped, readable, verb } from "../visible.js";
import type { Line, Span } from "./columns.js";
import { documentOf } from "./htmlDocument.js";
import { type Content, escaped, html, Markup } from "./markup.js";

/** Bytes that a browser still opens at once. */
const LARGEST = 1_500_000;
/** Characters of a command that can still be pasted. */
const COMMAND = 20_000;

const ANY = Number.POSITIVE_INFINITY;
/** The first one that keeps the page small enough is used: with hundreds of findings, less of each is shown. */
const ROOMS: readonly Room[] = [
  { causes: ANY, proofs: 6, listed: 200, body: 4000, evidence: 400 },
  { causes: ANY, proofs: 2, listed: 200, body: 2000, evidence: 200 },
  { causes: ANY, proofs: 1, listed: 200, body: 1000, evidence: null },
];

/** Our options, such as `--webhook-port`: each is one word, despite its hyphens. */
const OPTION = /((?<![\w-])--[a-z][a-z-]{2,30}(?![\w-]))/;

function plain(text: string): Content {
  if (!text.includes("--")) return text;
  return text.split(OPTION).map((part, at) => (at % 2 === 1 ? html`<span class="option">${part}</span>` : part));
}

function toned({ text, tone }: Span): Content {
  switch (tone) {
    case "plain":
      return plain(text);
    case "code":
      // A line may break after the steps of an id.
      return html`<code>${new Markup(escaped(text).replace(/[/.](?=.)/gs, "$&<wbr>"))}</code>`;
    case "mark":
      return html`<mark><code>${text}</code></mark>`;
    case "strong":
      return html`<b>${plain(text)}</b>`;
    case "badge":
      return html`<span class="badge ${text}">${text}</span>`;
    default:
      return html`<span class="${tone}">${plain(text)}</span>`;
  }
}

function inline(line: Line): Content {
  return line.map((piece) =>
    piece.href === undefined ? toned(piece) : html`<a href="#${piece.href}">${toned(piece)}</a>`,
  );
}

function message({ lines, note }: ShownBody): Content {
  return html`<pre class="message" tabindex="0">${lines.map(({ text, marked }) => [marked ? html`<mark>${text}</mark>` : text, "\n"])}</pre>
${note === null ? null : html`<p class="cut">${note}</p>`}`;
}

function fold(folded: Fold, role = "evidence"): Content {
  if (folded.kind === "lines")
    return html`<details class="lines"><summary>${folded.label}</summary><ul>${folded.lines.map((line) => html`<li>${inline(line)}</li>`)}</ul></details>`;
  const { title, status, request, response } = folded.exchange;
  return html`<details class="exchange ${role}"><summary><b>${folded.label}</b> <code>${title}</code> → <span class="status">${status}</span></summary>
${message(request)}${response === null ? html`<p class="cut">No answer came.</p>` : message(response)}</details>`;
}

/** The attributes that the filters read. */
function attributesOf({ verdict, operations, areas }: Subjects): Markup {
  const attributes = Object.entries({ verdict, operation: operations, area: areas });
  return html`${attributes.map(([name, value]) => (value === undefined || value === "" ? null : html` data-${name}="${value}"`))}`;
}

function cellOf({ lines, folds = [] }: Cell, anchors: Content): Content {
  const [first = [], ...others] = lines;
  const below = others.map((line) => html`<span class="about">${inline(line)}</span>`);
  return html`<td>${anchors}${inline(first)}${below}${folds.map((each) => fold(each))}</td>`;
}

function rowOf(row: TableRow): Content {
  const [id, ...more] = row.anchors ?? [];
  const anchors = more.map((each) => html`<span id="${each}"></span>`);
  return html`<tr${id === undefined ? null : html` id="${id}"`}${attributesOf(row)}>${row.cells.map((each, at) => cellOf(each, at === 0 ? anchors : null))}</tr>
`;
}

function table({ head, rows }: Table): Content {
  return html`<div class="scroll"><table class="list"><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map(rowOf)}</tbody></table></div>`;
}

function proof(card: ProofCard, verdict: string, isFirst: boolean): Content {
  const { id, operation, area, message: text, rows, folds, curl, replay } = card;
  const link = html`<a class="finding-id" href="#${id}" title="Link to this finding">${id}</a>`;
  const command = (name: string, value: string): Content =>
    html`<div class="command"><button type="button" class="copy" hidden>Copy ${name}</button><details><summary>${name}</summary><pre tabindex="0"><code>${value.split("\n").map(readable).join("\n")}</code></pre></details></div>`;
  const content = html`<dl>${rows.map(({ label, line }) => html`<div class="${label.split(" ")[0] ?? ""}"><dt>${label}</dt><dd>${inline(line)}</dd></div>`)}</dl>
<div class="exchanges">${folds.map((each) => fold(each, each.role))}</div>
<div class="commands">${curl === "" || curl.length > COMMAND ? null : command("curl", curl)}${command("replay", replay)}</div>`;
  const about = attributesOf({ verdict, operations: operation, areas: area });
  return isFirst
    ? html`<div class="proof" id="${id}"${about}><p>${link} ${operation}</p>${content}</div>`
    : html`<details class="proof" id="${id}"${about}><summary>${link} ${text.startsWith(operation) ? null : `${operation}: `}${text}</summary>${content}</details>`;
}

function cause(card: CauseCard, isOpen: boolean): Content {
  const { verdict, operations, areas, places, about, message: text, findings, checks, proofs, further, omitted } = card;
  const rows = further.map((each) => ({
    ...each,
    verdict,
    anchors: [each.id],
    cells: [
      { lines: [[{ text: each.id, tone: "code" as const }]] },
      { lines: [[{ text: each.operation, tone: "plain" as const }]] },
      { lines: [each.line] },
    ],
  }));
  return html`<details class="cause ${verdict}" id="${card.anchor}"${attributesOf({ verdict, operations: operations.join(" "), areas: areas.join(" ") })}${isOpen ? new Markup(" open") : null}>
<summary><h3>${plain(text)}</h3> <span class="where">${places} · ${about} · ${findings === 1 ? card.first.id : amount(findings, "finding")}</span></summary>
${proofs.map((each, at) => proof(each, verdict, at === 0))}
${rows.length === 0 ? null : html`<details class="further"><summary>${amount(rows.length, "more finding")} of this cause</summary>${table({ kind: "table", head: ["Finding", "Operation", "Sent and seen"], rows })}</details>`}
${omitted === 0 ? null : html`<p class="where">${amount(omitted, "more finding")} of this cause in report.json.</p>`}
<details class="lines"><summary>${amount(checks.length, "check")}: <code>${card.name}</code></summary><ul>${checks.map(({ id, title }) => html`<li><code>${id}</code> ${title}</li>`)}</ul></details>
</details>
`;
}

/** What a screen reader says about a cell, and its tooltip. */
function label({ operation, area, checks, counts, state }: MatrixCell): string {
  if (state === "none") return `${operation}, ${area}: not applicable`;
  const order = Object.keys(STATES);
  const texts = [...counts]
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .map(([each, count]) => `${grouped(count)} ${STATES[each].counted}`);
  return `${operation}, ${area}, ${amount(checks, "check")}: ${texts.join(", ")}`;
}

/** Cells with findings link to the first of them, the others to their checks. */
function matrixOf(report: Report, shown: ReadonlySet<string>): Content {
  const found = groupFindings(report).flatMap(({ findings }) => findings);
  const field = (cell: MatrixCell): Content => {
    const { state, operation, area } = cell;
    if (state === "none") return html`<td class="none"><span title="${label(cell)}">${cellText(cell)}</span></td>`;
    const first = found.find(
      ({ check, finding }) => check.operation === operation && check.area === area && shown.has(finding.id),
    );
    const target = first === undefined ? anchor("cell", operation, area) : first.finding.id;
    return html`<td class="${state}"><a href="#${target}" data-operation="${operation}" data-area="${area}" title="${label(cell)}" aria-label="${cellText(cell)}: ${label(cell)}">${cellText(cell)}</a></td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Matrix of operations and areas"><table class="matrix">
<thead><tr><th scope="col">Operation</th>${AREAS.map((area) => html`<th scope="col">${area}</th>`)}</tr></thead><tbody>
${matrix(report).map(({ operation, cells }) => html`<tr><th scope="row">${operation}</th>${cells.map(field)}</tr>\n`)}</tbody></table></div>
<p class="legend">A red cell links to its findings, any other cell to its checks. <span class="passed">12</span> passed <span class="failed">✗ 2/80</span> 2 of 80 checks violated <span class="warned">! 1/9</span> warnings <span class="flaky">~</span> flaky <span class="known">k</span> known <span class="not-exercised">○ 3/3</span> not judged <span class="none">–</span> not applicable</p>`;
}

function plots(run: ReportedRun): Content {
  const course = courseOf(run);
  const times = timesOf(run);
  const rect = (box: { x: string; width: string; height: string }, content: Content = null, name = ""): Content =>
    html`<rect class="${name}" x="${box.x}" y="${100 - Number(box.height)}" width="${box.width}" height="${box.height}">${content}</rect>`;
  return [
    course === null
      ? null
      : html`<figure class="course"><figcaption>${course.label}</figcaption><svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${course.label}">
${course.outages.map((each) => rect(each, html`<title>${each.text}</title>`, "away"))}${course.bars.map((each) => rect(each))}</svg>
<p class="axis"><span>0 s</span> <span>${course.end}</span></p></figure>`,
    times.length === 0
      ? null
      : html`<div class="scroll" tabindex="0" role="region" aria-label="Table of response times"><table class="list times">
<caption>Response times. Bars on a logarithmic scale: half of the answers (p50), 19 of 20 (p95), and the slowest.</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Answers</th><th scope="col">p50</th><th scope="col">p95</th><th scope="col" colspan="2">Slowest</th></tr></thead><tbody>
${times.map(({ operation, texts, ends }) => html`<tr><th scope="row">${operation}</th>${texts.map((text) => html`<td>${text}</td>`)}<td class="drawn"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="max" x="0" y="4" width="${ends.max}" height="2"/><rect class="p95" x="0" y="2" width="${ends.p95}" height="6"/><rect class="p50" x="0" y="0" width="${ends.p50}" height="10"/></svg></td></tr>\n`)}</tbody></table></div>`,
  ];
}

function block(each: Block, index: number, shown: ReadonlySet<string>): Content {
  switch (each.kind) {
    case "cause":
      return cause(each, index === 0);
    case "table":
      return table(each);
    case "text":
      return html`<p>${inline(each.line)}</p>`;
    case "matrix":
      return matrixOf(each.report, shown);
    case "plots":
      return plots(each.run);
    case "group":
      return html`<details class="group" data-operation="${each.title}"${each.isOpen ? new Markup(" open") : null}><summary><b>${each.title}</b> <span class="where">${each.count}</span></summary>
${each.blocks.map((inner) => block(inner, 1, shown))}</details>
`;
    default:
      return each satisfies never;
  }
}

function section({ id, title, note, blocks }: Section, shown: ReadonlySet<string>): Content {
  const isList = blocks.some(({ kind }) => kind === "table" || kind === "group" || kind === "cause") && id !== "run";
  return html`<section id="${id}" aria-label="${title}"${isList ? new Markup(" data-list") : null}>
<h2>${title}${isList ? html` <output></output>` : null}</h2>
${note === "" ? null : html`<p class="intro">${note.charAt(0).toUpperCase()}${note.slice(1)}.</p>`}
${blocks.map((each, index) => block(each, index, shown))}
</section>
`;
}

function filters(report: Report): Content {
  const select = (name: string, values: readonly string[]): Content =>
    html`<label><span class="visually-hidden">${name}</span><select name="${name.toLowerCase()}"><option value="">${name}</option>${values.map((value) => html`<option value="${value}">${value}</option>`)}</select></label>`;
  const verdicts = VERDICTS.filter((value) => report.checks.some(({ verdict }) => verdict === value));
  const operations = subjects().filter((value) => report.checks.some(({ operation }) => operation === value));
  return html`<form class="filters" hidden role="search">
<label><span class="visually-hidden">Search everything</span><input type="search" name="text" autocomplete="off" placeholder="Search: id, field, words"></label>
${select("Verdict", verdicts)}${select("Operation", operations)}${select("Area", AREAS)}
<button type="reset">Show all</button> <output aria-live="polite"></output></form>`;
}

/** The three main numbers. */
function numbers(report: Report): Content {
  const causes = groupFindings(report).filter(({ verdict }) => verdict === "violation").length;
  const { violation, rules } = report.summary;
  const tone = violation > 0 ? "bad" : "good";
  const number = (value: Content, name: Content, link: string, kind: string): Content =>
    html`<li><a class="${kind}" href="#${link}"><b>${value}</b> ${name}</a></li>`;
  const { stated = 0, judged = 0 } = rules ?? {};
  const share = html`<meter min="0" max="1" value="${stated === 0 ? 0 : judged / stated}" aria-label="Share of the documented rules that were judged"></meter>`;
  return html`<ul class="numbers">${number(grouped(violation), verb(violation, "violation", "violations"), "findings", tone)}${number(grouped(causes), verb(causes, "cause", "causes"), "findings", tone)}${number(rulesText(report).split(" ")[0] ?? "", html`${rulesText(report).split(" ").slice(1).join(" ")} judged ${share}`, "not-judged", "")}</ul>`;
}

function page(report: Report, room: Room): string {
  const { headline, sentence, target, facts } = headOf(report);
  const sections = sectionsOf(report, "html", room);
  const shown = shownFindings(sections.flatMap(({ blocks }) => blocks));
  return documentOf({
    title: `${headline}: ${brief(report.target.baseUrl, 100)}`,
    skip: html`<a class="skip" href="#findings">Skip to the findings</a>`,
    header: html`<header class="outcome-${report.outcome}"><div class="wrap">
<h1>${headline}</h1>
<p class="where"><code>${target}</code> · ${facts.join(" · ")}</p>
${numbers(report)}
<p class="lead">${plain(sentence)}</p>
</div></header>`,
    sections: sections.map(({ id, title }) => ({ id, title })),
    navigation: "Sections of this report",
    main: html`${filters(report)}
${sections.map((each) => section(each, shown))}`,
    isFiltered: true,
  });
}

/**
 * One self-contained HTML page, light and dark, printable, readable without JavaScript.
 * Everything that came from the target is bounded, made visible and escaped.
 */
export function renderHtml(report: Report): string {
  let text = "";
  for (const room of ROOMS) {
    text = page(report, room);
    if (Buffer.byteLength(text) <= LARGEST) break;
  }
  return text;
}

// Writes docs/rules-and-edits.md from what the generators make. Needs dist/ (npm run build).
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ASPECTS = {
  text: "free text: other scripts, quotes, double spaces, markup, leading zeros",
  padded: "a space before or behind the text",
  optional: "the field left out; sent only where the document says that it may be",
  empty: "an empty text, list or object",
  number: "amounts of several sizes, with 0, 1 and 2 decimals",
  precise: "amounts with many digits",
  code: "codes of countries and currencies",
  instant: "days that calendars and counters of seconds are wrong about",
  repeated: "one item of a list twice",
};

function row(cells) {
  return `| ${cells.join(" | ")} |`;
}

function keywordTable(keywords) {
  const rows = keywords.map(({ name, rules, implied, outside, inside, random }) =>
    row([`\`${name}\``, rules, implied, outside, inside, random ? "yes" : "no"]),
  );
  const sum = (column) => keywords.reduce((total, counts) => total + counts[column], 0);
  const total = row(["**all**", sum("rules"), sum("implied"), sum("outside"), sum("inside"), ""]);
  return [
    row(["keyword", "rules", "implied", "edits that break it", "edits that keep it", "and random ones"]),
    row(["---", "---:", "---:", "---:", "---:", "---"]),
    ...rows,
    total,
  ];
}

function aspectTable(aspects) {
  return [
    row(["about", "what is sent", "edits", "and random ones"]),
    row(["---", "---", "---:", "---"]),
    ...aspects.map(({ name, inside, random }) =>
      row([`\`${name}\``, ASPECTS[name] ?? "", inside, random ? "yes" : "no"]),
    ),
  ];
}

function impliedTable(implied) {
  return [
    row(["rule", "why no request can break it alone"]),
    row(["---", "---"]),
    ...implied.map(({ rule, reason }) => row([`\`${rule}\``, reason])),
  ];
}

/** The page about rules and edits, in Markdown. */
export function pageOf({ keywords, aspects, implied }) {
  return `${[
    "# Rules and edits",
    "",
    "Which rules the request bodies have, and how many edits probe each from either side. This page is written by",
    "`npm run generate`, and a test fails when it is out of date.",
    "",
    "An edit is one change to a request that a conforming deployment accepts. Those that break a rule must be refused,",
    "those that keep all rules must be accepted, or are sent to see whether they come back unchanged. The numbers count the",
    "edits that are always the same, at one place of each field; a run spreads them over several requests and list items,",
    "and goes on with random ones where the last column says so. Before an edit is sent, the referee (a validator over the",
    "schemas) confirms that it breaks exactly the rule it is about, or none.",
    "",
    "## By keyword of the schemas",
    "",
    ...keywordTable(keywords),
    "",
    "`required` is broken by leaving the field out, and kept by every other request. `type` is kept by all other edits that",
    "keep a rule.",
    "",
    "## Beyond the keywords",
    "",
    "Edits that keep all rules and show what careless code damages.",
    "",
    ...aspectTable(aspects),
    "",
    "## Rules that another rule implies",
    "",
    ...impliedTable(implied),
  ].join("\n")}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { takeCensus } = await import("../dist/generators/census.js");
  const page = fileURLToPath(new URL("../docs/rules-and-edits.md", import.meta.url));
  writeFileSync(page, pageOf(takeCensus()));
  console.log(`written: ${page}`);
}

/**
 * How many rules of request bodies there are for each keyword, and how many edits try them from either side; and the page
 * that tells it, docs/rules-and-edits.md.
 */
import { expectedTarget } from "../discovery/expected.js";
import { casesOf } from "../engine/check.js";
import type { Profile } from "../engine/model.js";
import { SAMPLE_FILES, sampleTemplates } from "../generators/cases.js";
import type { Area } from "../schemas/areas.js";
import { type Field, fieldTree, impliedRules, keywordsOf, walk } from "../schemas/fieldTree.js";
import { groupedBy } from "../schemas/groups.js";
import { OPERATIONS } from "../schemas/operations.js";
import { drawnKeyword } from "../suites/checks/accepts/fieldValues.js";
import { SUITES } from "../suites/suites.js";
import { BODY_OPERATIONS, generatedCases } from "../tests/generators/generatedCases.js";

/** What there is of one keyword, or of one aspect that belongs to no keyword of its own. */
interface CensusRow {
  /** Of all request bodies; 0 for an aspect. */
  rules: number;
  /** Rules that another rule of the field implies. */
  implied: number;
  /** Enumerated edits that break the rule, and that keep it, at one place of each field. */
  outside: number;
  inside: number;
  /** Whether random edits follow the enumerated ones. */
  random: boolean;
}

type Rows = readonly (readonly [name: string, row: CensusRow])[];
type Implied = readonly (readonly [rule: string, reason: string])[];

/** Counts rules and edits over all request bodies, at the first place of each field. */
function takeCensus() {
  const byName = new Map<string, CensusRow>();
  const implied: [rule: string, reason: string][] = [];
  const of = (name: string): CensusRow => {
    const known = byName.get(name) ?? { rules: 0, implied: 0, outside: 0, inside: 0, random: false };
    byName.set(name, known);
    return known;
  };
  for (const operation of BODY_OPERATIONS) {
    for (const field of walk(fieldTree(OPERATIONS[operation].requestSchema ?? ""))) {
      if (field.path === "") continue;
      for (const keyword of keywordsOf(field)) of(keyword).rules += 1;
      for (const { keyword, reason } of impliedRules(field)) {
        of(keyword).implied += 1;
        implied.push([`${operation}.request.${field.path}.${keyword}`, reason]);
      }
    }
    for (const { keyword, drawn, side } of generatedCases(operation, { seed: 1, draws: 1, onePlace: true })) {
      if (drawn) of(keyword).random = true;
      else of(keyword)[side] += 1;
    }
  }
  const rows = [...byName].sort(([, one], [, other]) => other.outside + other.inside - (one.outside + one.inside));
  return {
    keywords: rows.filter(([, { rules }]) => rules > 0),
    aspects: rows.filter(([, { rules }]) => rules === 0),
    implied,
  };
}

const ASPECTS: Readonly<Record<string, string>> = {
  text: "free text: other scripts, quotes, double spaces, markup, leading zeros",
  padded: "a space before or behind the text",
  optional: "the field left out; sent only where the document says that it may be",
  empty: "an empty text, list or object",
  emptied: "an empty text where the document says nothing of its length; whether it is taken is open",
  number: "amounts of several sizes, with 0, 1 and 2 decimals",
  precise: "amounts with many digits",
  code: "codes of countries and currencies",
  instant: "days that calendars and counters of seconds are wrong about",
  repeated: "one item of a list twice",
};

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}

function keywordTable(keywords: Rows): string[] {
  const rows = keywords.map(([name, { rules, implied, outside, inside, random }]) =>
    row([`\`${name}\``, rules, implied, outside, inside, random ? "yes" : "no"]),
  );
  const sum = (column: "rules" | "implied" | "outside" | "inside") =>
    keywords.reduce((total, [, counts]) => total + counts[column], 0);
  const total = row(["**all**", sum("rules"), sum("implied"), sum("outside"), sum("inside"), ""]);
  return [
    row(["keyword", "rules", "implied", "edits that break it", "edits that keep it", "and random ones"]),
    row(["---", "---:", "---:", "---:", "---:", "---"]),
    ...rows,
    total,
  ];
}

function aspectTable(aspects: Rows): string[] {
  return [
    row(["about", "what is sent", "edits", "and random ones"]),
    row(["---", "---", "---:", "---"]),
    ...aspects.map(([name, { inside, random }]) =>
      row([`\`${name}\``, ASPECTS[name] ?? "", inside, random ? "yes" : "no"]),
    ),
  ];
}

function impliedTable(implied: Implied): string[] {
  return [
    row(["rule", "why no request can break it alone"]),
    row(["---", "---"]),
    ...implied.map(([rule, reason]) => row([`\`${rule}\``, reason])),
  ];
}

/** Why no value of a field is drawn in a smoke run. */
export function undrawnBy({ rules, isDiscriminator, type, kind, children }: Field): string | null {
  if (rules.enum?.length === 1) return "it has one value, which every request has";
  if (isDiscriminator) return "each kind of request has its own value";
  if (rules.enum !== undefined) return "its values are sent one and all";
  if (type === "object" || children[0]?.type === "object")
    return "it has no value of its own: those of its fields are drawn";
  if (kind === "fileId") return "only ids that an upload returned are valid";
  if (kind === "file")
    return "which encoding, size and format a file needs is left open: the one that is accepted is sent";
  if (kind === "currencyCode")
    return "which currencies are accepted is left open: common ones are sent, one each that suits its network";
  return kind === "partnerId" ? "a new one is in each request" : null;
}

const FIELDS = BODY_OPERATIONS.flatMap((operation) => {
  const templates = sampleTemplates(1).get(operation) ?? [];
  return [...walk(fieldTree(OPERATIONS[operation].requestSchema ?? ""))]
    .filter(({ path }) => path !== "")
    .map((field) => ({
      name: `${operation} ${field.path}`,
      field,
      drawn: drawnKeyword(field, templates, SAMPLE_FILES),
    }));
});
/** The fields of which no value is drawn in a smoke run. */
export const UNDRAWN = FIELDS.filter(({ drawn }) => drawn === undefined);

function undrawnTable(): string[] {
  return [
    row(["why not", "fields", "which"]),
    row(["---", "---:", "---"]),
    ...[...groupedBy(UNDRAWN, ({ field }) => undrawnBy(field) ?? "")].map(([why, fields]) =>
      row([why, fields.length, fields.map(({ name }) => `\`${name}\``).join(", ")]),
    ),
  ];
}

/** The areas whose cases are generated from the rules of the fields. */
const GENERATED: readonly Area[] = ["refuses", "accepts", "echo"];

/** The cases of a profile that are generated, by their area: those that are always the same, and those that are drawn. */
function generatedBy(profile: Profile): ReadonlyMap<Area, { same: number; drawn: number }> {
  const credentials = { apiKey: "key", apiSecret: "secret" };
  const target = expectedTarget({
    seed: 42,
    profile,
    apiVersion: null,
    noWrites: null,
    onlyRefused: false,
    baseUrl: "",
    transferId: null,
    depositId: null,
    agreedAnswers: { agreed: [] },
    credentials,
  });
  const lastTier = profile === "smoke" ? 0 : Number.POSITIVE_INFINITY;
  const cases = groupedBy(
    casesOf(SUITES, target, () => lastTier),
    ({ area }) => area,
  );
  return new Map(
    GENERATED.map((area) => {
      const all = cases.get(area) ?? [];
      const drawn = all.filter((one) => one.drawn !== undefined).length;
      return [area, { same: all.length - drawn, drawn }];
    }),
  );
}

/** The generated cases of each profile, by their area. */
export const SHARES = (["smoke", "standard", "deep"] as const).map((profile) => ({
  profile,
  areas: generatedBy(profile),
}));

function drawnTable(): string[] {
  return [
    row(["profile", ...GENERATED.flatMap((area) => [`\`${area}\``, "drawn"])]),
    row(["---", ...GENERATED.flatMap(() => ["---:", "---:"])]),
    ...SHARES.map(({ profile, areas }) =>
      row([profile, ...[...areas.values()].flatMap(({ same, drawn }) => [same + drawn, drawn])]),
    ),
  ];
}

function pageOf({ keywords, aspects, implied }: ReturnType<typeof takeCensus>): string {
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
    "## Values that are drawn in every run",
    "",
    `A smoke run draws a value inside the rules of ${FIELDS.length - UNDRAWN.length} of the ${FIELDS.length} fields, beside the edits that are always the same; with a`,
    "`--seed` of its own a run draws others. Of the rest it does not:",
    "",
    ...undrawnTable(),
    "",
    "The cases of each profile that are generated from the rules of the fields, and how many of them are drawn:",
    "",
    ...drawnTable(),
    "",
    "## Rules that another rule implies",
    "",
    ...impliedTable(implied),
  ].join("\n")}\n`;
}

/** What was counted. */
export const CENSUS = takeCensus();

/** docs/rules-and-edits.md */
export const PAGE = pageOf(CENSUS);

// Writes docs/checks.md: every check, and the file in which its id stands. Needs dist/ (npm run build).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Where the checks of an operation and area are declared: a folder for each area, and one for the deliveries. */
function folderOf({ operation, area }) {
  return operation === "webhooks" ? "webhooks/checks" : `suites/checks/${area}`;
}

/** A text or template in the source that looks like the id of a check, unless it names the check of an exercise. */
const ID = /(?<!\bexercise\(\s*)(["`])((?:\w+|\$\{operation\})\/[a-z]+\/[^"`\n]+)\1/g;

/** The ids that stand in a file, each as it is written and as an expression that its checks match. */
function idsIn(file) {
  return [...readFileSync(join(ROOT, file), "utf8").matchAll(ID)].map(([, , written]) => {
    const fixed = written.split(/\$\{[^}]*\}/);
    const pattern = fixed.map((part) => part.replaceAll(/[\\^$.|?+()[\]{}*]/g, "\\$&")).join(".+");
    return { file, written, matches: new RegExp(`^${pattern}$`), fixed: fixed.join("").length };
  });
}

const declared = new Map();

function declaredIn(folder) {
  let ids = declared.get(folder);
  if (ids === undefined) {
    const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => relative(ROOT, join(ROOT, folder, name)).replaceAll("\\", "/"))
      .sort();
    ids = files.flatMap(idsIn);
    declared.set(folder, ids);
  }
  return ids;
}

/**
 * The id of a check as it stands in the source, with its file. Of several that match, the one with the fewest gaps.
 * @throws Error when none does, or when two do alike
 */
export function declarationOf(check) {
  const found = declaredIn(folderOf(check))
    .filter(({ matches }) => matches.test(check.id))
    .sort((left, right) => right.fixed - left.fixed);
  const [first, second] = found;
  if (first === undefined) throw new Error(`${check.id} stands in no file of ${folderOf(check)}`);
  if (second !== undefined && second.fixed === first.fixed)
    throw new Error(`${check.id} may be declared in ${first.file} and in ${second.file}`);
  return first;
}

function familyText([written, checks]) {
  const width = Math.max(...checks.map(({ id }) => id.length));
  const rows = checks.map(
    ({ id, level, basis, place }) => `${id.padEnd(width)}  ${`${level}, ${basis}`.padEnd(15)}  ${place}`,
  );
  return [`\`${written}\``, "", "```text", ...rows, "```", ""].join("\n");
}

function fileText([file, families]) {
  return [`## ${file}`, "", ...[...families].map(familyText)].join("\n");
}

/** The page about checks, in Markdown. */
export function checkPage(checks) {
  const files = new Map();
  for (const check of checks) {
    const { file, written } = declarationOf(check);
    const families = files.get(file) ?? new Map();
    families.set(written, [...(families.get(written) ?? []), check]);
    files.set(file, families);
  }
  return `${[
    "# Checks",
    "",
    "Every check with its level, what that rests on, and where the contract says it, below the file that declares it. Over each",
    "list stands the id as it is written in that file: search for it there. This page is written by `npm run generate`, and a test fails when it is",
    "out of date.",
    "",
    ...[...files].map(fileText),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { CHECKS } = await import("../dist/suites/suites.js");
  const page = fileURLToPath(new URL("../docs/checks.md", import.meta.url));
  writeFileSync(page, checkPage(CHECKS));
  console.log(`written: ${page}`);
}

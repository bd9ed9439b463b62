// Writes docs/checks.json: the description of every check, and the file with its id. Needs dist/ (npm run build).
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Where the checks of an operation and area are declared: a folder for each area, and one for the deliveries. */
function folderOf({ operation, area }) {
  return `suites/checks/${operation === "webhooks" ? operation : area}`;
}

/** A text or template in the source that looks like the id of a check, unless it names the check of an exercise. */
const ID = /(?<!\bexercise\(\s*)(["`])((?:\w+|\$\{operation\})\/[a-z]+\/[^"`\n]+)\1/g;

/** The ids in a file, each as written and as an expression that its checks match. */
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
 * The id of a check as written in the source, with its file. Of several that match, the one with the fewest gaps.
 * @throws Error when none matches, or when two match equally well
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

/** The table of the checks as JSON, one check per line. */
export function checkTable(checks) {
  const rows = checks.map((check) => {
    const { id, title, operation, area, section, place, level, basis, statements, sends, expects } = check;
    const { file, written } = declarationOf(check);
    const row = { id, title, operation, area, section, place, level, basis, statements, sends, expects, file, written };
    return JSON.stringify(row);
  });
  return `[\n${rows.join(",\n")}\n]\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { CHECKS } = await import("../dist/suites/suites.js");
  const table = fileURLToPath(new URL("../docs/checks.json", import.meta.url));
  writeFileSync(table, checkTable(CHECKS));
  console.log(`written: ${table}`);
}

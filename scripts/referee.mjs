// Asks the referee about many generated cases: each must break exactly the rule that it is about, or none.
// Usage: node scripts/referee.mjs [cases] [first seed]. Needs dist/ (npm run build). Exit 1 when one is not confirmed.

import { generatedCases, isConfirmed } from "../dist/generators/cases.js";
import { BODY_OPERATIONS } from "../dist/generators/census.js";

const LEAST = 100_000;
const SHOWN = 20;

function numberFrom(text, fallback, name) {
  const number = text === undefined ? fallback : Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  console.error(`${name} "${text}" is not a whole number. Usage: node scripts/referee.mjs [cases] [first seed]`);
  process.exit(2);
}

const wanted = numberFrom(process.argv[2], LEAST, "the number of cases");
const firstSeed = numberFrom(process.argv[3], 1, "the first seed");
const counts = new Map();
const disagreements = [];
let total = 0;

for (let seed = firstSeed; total < wanted; seed++) {
  for (const operation of BODY_OPERATIONS) {
    for (const made of generatedCases(operation, { seed, randomCases: 12 })) {
      const name = `${made.side === "outside" ? "breaks" : "keeps"} ${made.keyword}`;
      const count = counts.get(name) ?? { enumerated: 0, random: 0, refuted: 0 };
      counts.set(name, count);
      total++;
      if (made.drawn) count.random++;
      else count.enumerated++;
      if (isConfirmed(made)) continue;
      count.refuted++;
      disagreements.push(
        `seed ${seed}: ${operation} ${made.template.id} ${made.field.path} ${name}: ${JSON.stringify(made.edit)}`,
      );
    }
  }
}

const line = (name, enumerated, random, refuted) =>
  `${name.padEnd(18)}${String(enumerated).padStart(12)}${String(random).padStart(12)}${String(refuted).padStart(12)}`;
console.log(line("", "enumerated", "random", "refuted"));
for (const [name, { enumerated, random, refuted }] of [...counts].sort())
  console.log(line(name, enumerated, random, refuted));
console.log(`${total} cases, ${disagreements.length} not confirmed`);
for (const text of disagreements.slice(0, SHOWN)) console.log(text);
process.exitCode = disagreements.length === 0 ? 0 : 1;
